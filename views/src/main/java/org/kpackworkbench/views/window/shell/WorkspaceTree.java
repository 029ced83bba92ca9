package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.table.TreeKeys;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The tree of open files and what is in them, filled when it is opened. */
final class WorkspaceTree extends StackPane {
  private final OpenFiles files;
  private final ViewContext context;
  private final List<WorkspaceNodeProvider> providers;
  private final TreeView<WorkspaceRow> tree = new TreeView<>();
  private final TreeItem<WorkspaceRow> root = new TreeItem<>();
  private boolean revealing;

  WorkspaceTree(OpenFiles files, List<WorkspaceNodeProvider> providers, ViewContext context) {
    this.files = files;
    this.providers = providers;
    this.context = context;
    setId("workspace");
    setMinWidth(80);
    tree.setId("workspace-tree");
    tree.getStyleClass().addAll("dense", "edge-to-edge");
    tree.setAccessibleText("Open files and what is in them");
    tree.setShowRoot(false);
    tree.setRoot(root);
    tree.getSelectionModel().setSelectionMode(SelectionMode.SINGLE);
    tree.setCellFactory(view -> new WorkspaceCell(context.ownerColors()));
    tree.getSelectionModel().selectedItemProperty().subscribe(this::selected);
    // The tree's own handlers open and close rows; what has nothing below it opens in a tab.
    tree.addEventFilter(
        MouseEvent.MOUSE_CLICKED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            open();
          }
        });
    tree.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            open();
          }
        });
    TreeKeys.install(tree, new ActionHandlers())
        .on(ActionId.COPY, () -> context.actions().run(ActionId.COPY_KEY))
        .attachTo(tree);
    tree.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.EXTRACT,
                ActionId.VERIFY,
                ActionId.COMPARE_WITH,
                ActionId.SELECT_FOR_COMPARE,
                ActionId.COMPARE_WITH_SELECTED,
                ActionId.COMPARE_WITH_DISK,
                ActionId.SPLIT,
                ActionId.RECOMBINE,
                ActionId.OVERLAY,
                ActionId.MAKE_HOST_ONLY,
                ActionId.PACK,
                ActionId.RESTORE,
                ActionId.WHY_NO_CODE,
                ActionId.COPY_KEY,
                ActionId.COPY_PATH,
                ActionId.COPY_OFFSET,
                ActionId.COPY_HASH,
                ActionId.COPY_COMMAND,
                ActionId.EXPAND_SUBTREE,
                ActionId.RELOAD,
                ActionId.PROPERTIES,
                ActionId.CLOSE_TAB));
    Label empty = new Label("Open a file to see what is in it.");
    empty.getStyleClass().addAll("empty-state", "muted");
    empty.setMouseTransparent(true);
    empty.setWrapText(true);
    empty.visibleProperty().bind(javafx.beans.binding.Bindings.isEmpty(root.getChildren()));
    getChildren().addAll(tree, empty);
    files.sessions().addListener((ListChangeListener<FileSession>) change -> follow());
    follow();
  }

  /** Selects the row of a place, opening rows above it; the nearest one where it has none. */
  void reveal(Place place) {
    for (TreeItem<WorkspaceRow> item : root.getChildren()) {
      if (item instanceof WorkspaceItem file
          && file.getValue().place().file().equals(place.file())) {
        descend(file, way(file.session(), place), 1);
        return;
      }
    }
  }

  private List<Place> way(FileSession session, Place place) {
    var file = session.file();
    for (WorkspaceNodeProvider provider : providers) {
      if (file != null && provider.handles(file)) {
        return provider.way(file, place);
      }
    }
    return place.path();
  }

  TreeView<WorkspaceRow> tree() {
    return tree;
  }

  private void descend(WorkspaceItem item, List<Place> path, int depth) {
    if (depth >= path.size() || path.get(depth) instanceof Place.Bytes) {
      pick(item);
      return;
    }
    item.whenLoaded(
        () -> {
          for (int i = depth; i < path.size(); i++) {
            WorkspaceItem child = item.child(path.get(i));
            if (child != null) {
              descend(child, path, i + 1);
              return;
            }
          }
          pick(item);
        });
  }

  private void pick(TreeItem<WorkspaceRow> item) {
    if (Objects.equals(tree.getSelectionModel().getSelectedItem(), item)) {
      return;
    }
    revealing = true;
    try {
      for (TreeItem<WorkspaceRow> above = item.getParent();
          above != null;
          above = above.getParent()) {
        above.setExpanded(true);
      }
      tree.getSelectionModel().select(item);
      int row = tree.getRow(item);
      if (row >= 0 && !isFocusWithin()) {
        tree.scrollTo(Math.max(0, row - 3));
      }
    } finally {
      revealing = false;
    }
  }

  /** Opens the file that the selected row stands for. */
  private void open() {
    TreeItem<WorkspaceRow> item = tree.getSelectionModel().getSelectedItem();
    if (item != null && item.getValue() instanceof WorkspaceRow.Inside inside) {
      Path file = inside.node().opens();
      if (file != null) {
        context.navigator().go(new Place.File(file));
      }
    }
  }

  private void selected(@Nullable TreeItem<WorkspaceRow> item) {
    if (!revealing && item != null && item.getValue() != null && item.getValue().leads()) {
      context.navigator().browse(item.getValue().place(), this);
    }
  }

  /** One item per session, in order; items that stay keep what is open below them. */
  private void follow() {
    List<TreeItem<WorkspaceRow>> items =
        files.sessions().stream()
            .map(this::itemOf)
            .map(item -> (TreeItem<WorkspaceRow>) item)
            .toList();
    revealing = true;
    try {
      root.getChildren().setAll(items);
    } finally {
      revealing = false;
    }
  }

  private WorkspaceItem itemOf(FileSession session) {
    for (TreeItem<WorkspaceRow> item : root.getChildren()) {
      if (item instanceof WorkspaceItem there
          && there.getValue() instanceof WorkspaceRow.File row
          && row.session() == session) {
        return there;
      }
    }
    WorkspaceItem item = new WorkspaceItem(new WorkspaceRow.File(session), session, this::load);
    session.stateProperty().subscribe(state -> item.forgetChildren());
    return item;
  }

  private void load(WorkspaceItem item, BiConsumer<List<WorkspaceRow>, @Nullable Throwable> done) {
    var file = item.session().file();
    if (file == null) {
      done.accept(List.of(), null);
      return;
    }
    Place parent = item.getValue().place();
    for (WorkspaceNodeProvider provider : providers) {
      if (provider.handles(file)) {
        context
            .background()
            .run(
                () -> provider.children(file, parent),
                nodes ->
                    done.accept(
                        nodes.stream()
                            .map(node -> (WorkspaceRow) new WorkspaceRow.Inside(node))
                            .toList(),
                        null),
                failure -> done.accept(List.of(), failure));
        return;
      }
    }
    done.accept(List.of(), null);
  }

  /** Whether some provider has rows below a file. */
  boolean hasRows(FileSession session) {
    var file = session.file();
    return file != null && providers.stream().anyMatch(provider -> provider.handles(file));
  }
}
