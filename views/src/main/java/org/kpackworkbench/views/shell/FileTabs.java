package org.kpackworkbench.views.shell;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.action.ActionControls;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.extend.DocumentViewFactory;
import org.kpackworkbench.views.extend.ViewContext;

/** One tab per open file; the welcome page where none is open or when it is asked for. */
final class FileTabs extends TabPane {
  private final OpenFiles files;
  private final Edits edits;
  private final List<DocumentViewFactory> factories;
  private final ViewContext context;
  private final ActionControls controls;
  private final Tab welcome;
  private final ReadOnlyObjectWrapper<@Nullable FileSession> fileInFront =
      new ReadOnlyObjectWrapper<>(this, "fileInFront");
  private final ReadOnlyObjectWrapper<ViewTabs.@Nullable ViewTab> inFront =
      new ReadOnlyObjectWrapper<>(this, "inFront");

  FileTabs(
      OpenFiles files,
      Edits edits,
      List<DocumentViewFactory> factories,
      ViewContext context,
      WelcomePage welcomePage) {
    this.files = files;
    this.edits = edits;
    this.factories = factories;
    this.context = context;
    this.controls = new ActionControls(context.actions());
    setId("file-tabs");
    getStyleClass().addAll("file-tabs", "dense");
    setTabClosingPolicy(TabClosingPolicy.ALL_TABS);
    welcome = new Tab("Welcome", welcomePage);
    welcome.setId("tab-welcome");
    files.sessions().addListener((ListChangeListener<FileSession>) change -> follow());
    files.activeProperty().subscribe(this::bringInFront);
    getSelectionModel().selectedItemProperty().subscribe(this::selected);
    follow();
  }

  /** The file whose tab is in front; null while that is the welcome page. */
  ReadOnlyObjectProperty<@Nullable FileSession> fileInFrontProperty() {
    return fileInFront.getReadOnlyProperty();
  }

  /** The view in front in the file in front. */
  ReadOnlyObjectProperty<ViewTabs.@Nullable ViewTab> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** The tab of a file. */
  @Nullable FileTab tabOf(FileSession session) {
    for (Tab tab : getTabs()) {
      if (tab instanceof FileTab file && file.session() == session) {
        return file;
      }
    }
    return null;
  }

  /** Brings the welcome page in front. */
  void showWelcome() {
    if (!getTabs().contains(welcome)) {
      getTabs().addFirst(welcome);
    }
    getSelectionModel().select(welcome);
  }

  /** Whether the welcome page is the tab in front. */
  boolean welcomeInFront() {
    return welcome.isSelected();
  }

  /** Takes the welcome page away, while files are open. */
  void closeWelcome() {
    if (!files.sessions().isEmpty()) {
      getTabs().remove(welcome);
    }
  }

  private void follow() {
    List<FileSession> sessions = files.sessions();
    getTabs().removeIf(tab -> tab instanceof FileTab file && !sessions.contains(file.session()));
    for (FileSession session : sessions) {
      if (tabOf(session) == null) {
        FileTab tab = new FileTab(session, files, edits, factories, context);
        ContextMenu menu =
            controls.contextMenu(
                ActionId.SAVE,
                ActionId.RELOAD,
                ActionId.PROPERTIES,
                ActionId.CLOSE_TAB,
                ActionId.CLOSE_OTHERS,
                ActionId.CLOSE_ALL,
                ActionId.COPY_PATH);
        // What the menu does, it does to the file in front.
        menu.setOnShowing(event -> getSelectionModel().select(tab));
        tab.setContextMenu(menu);
        getTabs().add(tab);
      }
    }
    if (sessions.isEmpty()) {
      welcome.setClosable(false);
      showWelcome();
    } else {
      welcome.setClosable(true);
      // The first page makes room for the first file.
      if (getTabs().contains(welcome) && sessions.size() == 1) {
        getTabs().remove(welcome);
      }
    }
  }

  private void bringInFront(@Nullable FileSession session) {
    FileTab tab = session == null ? null : tabOf(session);
    if (tab != null) {
      getSelectionModel().select(tab);
    }
  }

  private void selected(@Nullable Tab tab) {
    inFront.unbind();
    if (tab instanceof FileTab file) {
      inFront.bind(file.inFrontProperty());
      files.activeProperty().set(file.session());
      fileInFront.set(file.session());
    } else {
      fileInFront.set(null);
      inFront.set(null);
    }
  }
}
