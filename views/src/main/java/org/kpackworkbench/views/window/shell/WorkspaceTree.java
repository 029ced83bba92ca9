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
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.table.TreeKeys;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The tree of open files and what is in them, filled when it is opened. */
final class WorkspaceTree extends StackPane {
  private static final int LONGEST = 40;

  private final OpenFiles files;
  private final ViewContext context;
  private final List<WorkspaceNodeProvider> providers;
  private final TreeView<WorkspaceRow> tree =
      Controls.named(
          Controls.spoken(new TreeView<>(), "Open files and what is in them"),
          "workspace-tree",
          "dense",
          "edge-to-edge");
  private final TreeItem<WorkspaceRow> root = new TreeItem<>();
  private boolean revealing;
  private boolean pressed;
  private @Nullable Place wanted;

  WorkspaceTree(OpenFiles files, List<WorkspaceNodeProvider> providers, ViewContext context) {
    this.files = files;
    this.providers = providers;
    this.context = context;
    setId("workspace");
    setMinWidth(80);
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
            openFile();
          }
        });
    tree.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            openFile();
          }
        });
    // A press may begin a drag to what the window shows now.
    tree.addEventFilter(
        MouseEvent.MOUSE_PRESSED, event -> pressed = event.getButton() == MouseButton.PRIMARY);
    tree.addEventFilter(MouseEvent.DRAG_DETECTED, event -> released(null));
    tree.addEventFilter(MouseEvent.MOUSE_RELEASED, event -> released(wanted));
    TreeKeys.install(tree, new ActionHandlers())
        .on(ActionId.COPY, () -> context.actions().run(ActionId.COPY_KEY))
        .named(
            ActionId.OPEN_SELECTED,
            tree.getSelectionModel().selectedItemProperty().map(this::openWords).orElse(""),
            this::open)
        .attachTo(tree);
    tree.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.OPEN_SELECTED,
                ActionId.EXTRACT,
                ActionId.SAVE_BYTES,
                ActionId.VERIFY,
                ActionId.COMPARE_WITH,
                ActionId.SELECT_FOR_COMPARE,
                ActionId.COMPARE_WITH_SELECTED,
                ActionId.COMPARE_WITH_DISK,
                ActionId.SPLIT,
                ActionId.SPLIT_WHEEL,
                ActionId.RECOMBINE,
                ActionId.PACKAGES,
                ActionId.OVERLAY,
                ActionId.MAKE_HOST_ONLY,
                ActionId.PACK,
                ActionId.RESTORE,
                ActionId.PRUNE,
                ActionId.PACK_DATABASE,
                ActionId.UNPACK_DATABASE,
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
    context.export().draggable(tree, this::dragged);
    Label empty = Controls.label("Open a file to see what is in it.", "empty-state", "muted");
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

  /** Opens what the selected row represents: a file, or a code object's views. */
  private void open() {
    Place target = opened(tree.getSelectionModel().getSelectedItem());
    if (target != null) {
      context.navigator().open(target);
    }
  }

  /**
   * Returns the content of a drag of the selected row out of the window: a file, or a code object.
   */
  CodeObjectExport.Dragged dragged() {
    if (tree.getSelectionModel().getSelectedItem() instanceof WorkspaceItem item) {
      Place place = item.getValue().place();
      OpenedFile file = item.session().file();
      CodeObjectSource source = file == null ? null : file.as(CodeObjectSource.class).orElse(null);
      if (place instanceof Place.CodeObject code && source != null) {
        return new CodeObjectExport.Dragged.Inside(source, List.of(code));
      }
      if (place instanceof Place.File || place instanceof Place.Entry) {
        return new CodeObjectExport.Dragged.Files(List.of(Path.of(CopyFormats.path(place))));
      }
    }
    return new CodeObjectExport.Dragged.Files(List.of());
  }

  private void openFile() {
    if (opened(tree.getSelectionModel().getSelectedItem()) instanceof Place.File) {
      open();
    }
  }

  private String openWords(TreeItem<WorkspaceRow> item) {
    return opened(item) == null
        ? ""
        : "Open “%s”".formatted(PlaceWords.cut(VisibleText.of(item.getValue().text()), LONGEST));
  }

  private static @Nullable Place opened(@Nullable TreeItem<WorkspaceRow> item) {
    if (item == null || !(item.getValue() instanceof WorkspaceRow.Inside inside)) {
      return null;
    }
    Path file = inside.node().opens();
    // A row of a folder that opens nothing is a folder itself.
    return file != null
        ? new Place.File(file)
        : inside.place() instanceof Place.Entry ? null : CodeObjectPlaces.opened(inside.place());
  }

  private void selected(@Nullable TreeItem<WorkspaceRow> item) {
    if (!revealing && item != null && item.getValue() != null && item.getValue().leads()) {
      wanted = item.getValue().place();
      if (!pressed) {
        released(wanted);
      }
    }
  }

  private void released(@Nullable Place browsed) {
    pressed = false;
    wanted = null;
    if (browsed != null) {
      context.navigator().browse(browsed, this);
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
      // Another file may have given one that stays another title.
      tree.refresh();
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
}
