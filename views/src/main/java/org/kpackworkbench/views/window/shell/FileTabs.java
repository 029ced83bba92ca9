package org.kpackworkbench.views.window.shell;

import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * One tab per open file, and one per page; the welcome page where there is none, or when it is
 * asked for.
 */
final class FileTabs extends TabPane {
  private final OpenFiles files;
  private final OpenPages pages;
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
      OpenPages pages,
      Edits edits,
      List<DocumentViewFactory> factories,
      ViewContext context,
      WelcomePage welcomePage) {
    this.files = files;
    this.pages = pages;
    this.edits = edits;
    this.factories = factories;
    this.context = context;
    this.controls = new ActionControls(context.actions());
    setId("file-tabs");
    setAccessibleText("Open files and pages");
    getStyleClass().addAll("file-tabs", "dense");
    setTabClosingPolicy(TabClosingPolicy.ALL_TABS);
    welcome = new Tab("Welcome", welcomePage);
    welcome.setId("tab-welcome");
    files.sessions().addListener((ListChangeListener<FileSession>) change -> follow());
    pages.list().addListener((ListChangeListener<Page>) change -> follow());
    files.activeProperty().subscribe(session -> bringInFront(tabOf(session)));
    pages.activeProperty().subscribe(page -> bringInFront(tabOf(page)));
    getSelectionModel().selectedItemProperty().subscribe(this::selected);
    follow();
  }

  /** The file whose tab is active; null while that is the welcome page. */
  ReadOnlyObjectProperty<@Nullable FileSession> fileInFrontProperty() {
    return fileInFront.getReadOnlyProperty();
  }

  /** The active view in the active file. */
  ReadOnlyObjectProperty<ViewTabs.@Nullable ViewTab> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** What is in the active tab: the page, or the view of the file; null for neither. */
  ObservableValue<@Nullable Node> nodeInFront() {
    return Bindings.createObjectBinding(
        () -> {
          Page page = pages.inFront();
          ViewTabs.ViewTab view = inFront.get();
          return page != null ? page.node() : view != null ? view.view().node() : null;
        },
        pages.activeProperty(),
        inFront);
  }

  /** What the active tab says in the status bar. */
  ObservableValue<String> statusInFront() {
    ObservableValue<String> ofView = inFront.flatMap(tab -> tab.view().statusText()).orElse("");
    ObservableValue<ObservableValue<String>> ofPage = pages.activeProperty().map(Page::statusText);
    return ofPage.orElse(ofView).flatMap(text -> text);
  }

  /** Activates the tab that is so many further, round and round. */
  void step(int by) {
    int count = getTabs().size();
    if (count > 0) {
      getSelectionModel().select(Math.floorMod(getSelectionModel().getSelectedIndex() + by, count));
    }
  }

  /** The tab of a file. */
  @Nullable FileTab tabOf(@Nullable FileSession session) {
    for (Tab tab : getTabs()) {
      if (tab instanceof FileTab file && file.session() == session) {
        return file;
      }
    }
    return null;
  }

  /** Activates the welcome page. */
  void showWelcome() {
    if (!getTabs().contains(welcome)) {
      getTabs().addFirst(welcome);
    }
    getSelectionModel().select(welcome);
  }

  /** Whether the welcome page is the active tab. */
  boolean welcomeInFront() {
    return welcome.isSelected();
  }

  /** Takes the welcome page away, while files are open. */
  void closeWelcome() {
    if (welcome.isClosable()) {
      getTabs().remove(welcome);
    }
  }

  private @Nullable PageTab tabOf(@Nullable Page page) {
    for (Tab tab : getTabs()) {
      if (tab instanceof PageTab there && there.page().equals(page)) {
        return there;
      }
    }
    return null;
  }

  private void follow() {
    List<FileSession> sessions = files.sessions();
    getTabs()
        .removeIf(
            tab ->
                (tab instanceof FileTab file && !sessions.contains(file.session()))
                    || (tab instanceof PageTab page && !pages.list().contains(page.page())));
    for (FileSession session : sessions) {
      if (tabOf(session) == null) {
        FileTab tab = new FileTab(session, files, edits, factories, context);
        ContextMenu menu =
            controls.contextMenu(
                ActionId.SAVE,
                ActionId.RELOAD,
                ActionId.PROPERTIES,
                ActionId.COMPARE_WITH,
                ActionId.SELECT_FOR_COMPARE,
                ActionId.COMPARE_WITH_SELECTED,
                ActionId.COMPARE_WITH_DISK,
                ActionId.CLOSE_TAB,
                ActionId.CLOSE_OTHERS,
                ActionId.CLOSE_ALL,
                ActionId.COPY_PATH);
        // What the menu does, it does to the active file.
        menu.setOnShowing(event -> getSelectionModel().select(tab));
        tab.setContextMenu(menu);
        getTabs().add(tab);
      }
    }
    for (Page page : pages.list()) {
      if (tabOf(page) == null) {
        PageTab tab = new PageTab(page, pages);
        ContextMenu menu =
            controls.contextMenu(
                ActionId.RELOAD,
                ActionId.COPY_PATH,
                ActionId.COPY_COMMAND,
                ActionId.CLOSE_TAB,
                ActionId.CLOSE_OTHERS,
                ActionId.CLOSE_ALL);
        menu.setOnShowing(event -> getSelectionModel().select(tab));
        tab.setContextMenu(menu);
        getTabs().add(tab);
      }
    }
    int open = sessions.size() + pages.list().size();
    if (open == 0) {
      welcome.setClosable(false);
      showWelcome();
    } else {
      welcome.setClosable(true);
      // The first page makes room for what is opened first.
      if (getTabs().contains(welcome) && open == 1) {
        getTabs().remove(welcome);
      }
    }
  }

  private void bringInFront(@Nullable Tab tab) {
    if (tab != null) {
      getSelectionModel().select(tab);
    }
  }

  private void selected(@Nullable Tab tab) {
    inFront.unbind();
    switch (tab) {
      case FileTab file -> {
        inFront.bind(file.inFrontProperty());
        pages.activeProperty().set(null);
        files.activeProperty().set(file.session());
        fileInFront.set(file.session());
      }
      case PageTab page -> {
        fileInFront.set(null);
        inFront.set(null);
        // What can be done with a file is not offered for one that is not shown.
        pages.activeProperty().set(page.page());
        files.activeProperty().set(null);
      }
      case null, default -> {
        fileInFront.set(null);
        inFront.set(null);
        pages.activeProperty().set(null);
      }
    }
  }

  /** The tab of a page. */
  static final class PageTab extends Tab {
    private final Page page;

    PageTab(Page page, OpenPages pages) {
      this.page = page;
      setId("page-" + page.id());
      textProperty().bind(page.title());
      setGraphic(page.icon().node());
      page.tooltip().subscribe(words -> setTooltip(words.isEmpty() ? null : new Tooltip(words)));
      setContent(page.node());
      setOnCloseRequest(
          event -> {
            event.consume();
            pages.close(page);
          });
    }

    Page page() {
      return page;
    }
  }
}
