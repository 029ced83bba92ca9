package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.event.Event;
import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.table.TreeKeys;
import org.kpackworkbench.views.kit.text.SharedCut;
import org.kpackworkbench.views.kit.text.TextWidth;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
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

  /** A row of the workspace tree: mark, name, and a few muted words at the right. */
  static final class WorkspaceCell extends TreeCell<WorkspaceRow> {
    private final ObservableValue<OwnerColors> colors;
    private final Label name = new Label();
    private final Label detail = Controls.label("", "muted");
    private final Line line = Controls.styled(new Line(name, detail), "workspace-row");

    WorkspaceCell(ObservableValue<OwnerColors> colors) {
      this.colors = colors;
      name.setTextOverrun(OverrunStyle.CLIP);
      colors.subscribe(now -> refreshMark());
    }

    @Override
    protected void updateItem(@Nullable WorkspaceRow row, boolean empty) {
      super.updateItem(row, empty);
      if (empty || row == null) {
        setGraphic(null);
        setTooltip(null);
        setAccessibleText(null);
        return;
      }
      line.show(VisibleText.of(row.text()), siblings());
      detail.setText(row.detail());
      setTooltip(
          new Tooltip(
              row instanceof WorkspaceRow.File file
                  ? file.session().path().toString()
                  : row.text()));
      setAccessibleText(row.text() + " " + row.detail());
      setGraphic(line);
      refreshMark();
    }

    /** The names before and behind this one below the same parent, the nearest first. */
    private List<String> siblings() {
      TreeItem<WorkspaceRow> item = getTreeItem();
      TreeItem<WorkspaceRow> parent = item == null ? null : item.getParent();
      if (parent == null) {
        return List.of();
      }
      List<TreeItem<WorkspaceRow>> all = parent.getChildren();
      int at = all.indexOf(item);
      return IntStream.of(at - 1, at + 1, at - 2, at + 2)
          .filter(each -> each >= 0 && each < all.size())
          .mapToObj(each -> VisibleText.of(all.get(each).getValue().text()))
          .toList();
    }

    private void refreshMark() {
      name.setGraphic(null);
      if (getItem() instanceof WorkspaceRow.File row) {
        OpenedFile file = row.session().file();
        name.setGraphic((file == null ? KpackIcon.UNKNOWN_FILE : file.icon()).node());
      }
      if (getItem() instanceof WorkspaceRow.Inside inside) {
        OwnerKind kind = inside.node().kind();
        KpackIcon icon = inside.node().icon();
        if (kind != null) {
          name.setGraphic(new Swatch(colors.getValue(), kind, inside.node().target()));
        } else if (icon != null) {
          name.setGraphic(icon.node());
        }
      }
    }

    /**
     * The name at the left, the detail at the right while the name keeps room enough. Of a name
     * that does not fit, what its siblings have, too, is left out first.
     */
    private static final class Line extends Region {
      private static final double GAP = 8;

      private final TextWidth.Fonts fonts = new TextWidth.Fonts();
      private final Label name;
      private final Label detail;
      private String full = "";
      private List<String> siblings = List.of();

      Line(Label name, Label detail) {
        this.name = name;
        this.detail = detail;
        getChildren().addAll(name, detail);
        setMinWidth(0);
      }

      void show(String text, List<String> others) {
        full = text;
        siblings = others;
        name.setText(text);
        requestLayout();
      }

      @Override
      protected double computePrefWidth(double height) {
        // As wide as the tree: long names are cut, the tree does not scroll sideways.
        return 1;
      }

      @Override
      protected double computePrefHeight(double width) {
        return name.prefHeight(-1);
      }

      @Override
      protected void layoutChildren() {
        double width = getWidth() - snappedRightInset();
        TextWidth letters = fonts.of(name.getFont());
        Node sign = name.getGraphic();
        double mark = sign == null ? 0 : sign.prefWidth(-1) + name.getGraphicTextGap();
        double wanted = mark + letters.of(full) + 1;
        double right = detail.getText().isEmpty() ? 0 : detail.prefWidth(-1) + GAP;
        // A name that fits alone is not cut for the words beside it; a warning keeps its sign.
        boolean alone = wanted <= width;
        boolean fits = width - right >= (alone ? wanted : width * 0.55);
        if (!fits && detail.getText().startsWith("⚠")) {
          right = 2 * detail.getFont().getSize() + GAP;
          fits = true;
        }
        detail.setVisible(fits && right > 0);
        double room = fits ? width - right : width;
        String cut = SharedCut.cut(full, siblings, room - mark - 1, letters::of);
        if (!cut.equals(name.getText())) {
          name.setText(cut);
        }
        layoutInArea(name, 0, 0, Math.max(0, room), getHeight(), 0, HPos.LEFT, VPos.CENTER);
        if (fits) {
          layoutInArea(detail, room + GAP, 0, right - GAP, getHeight(), 0, HPos.RIGHT, VPos.CENTER);
        }
      }
    }
  }

  /** An item of the workspace tree that reads its children when it is first opened. */
  static final class WorkspaceItem extends TreeItem<WorkspaceRow> {

    /** Fetches the rows below an item. */
    interface Loader {
      void load(WorkspaceItem item, BiConsumer<List<WorkspaceRow>, @Nullable Throwable> done);
    }

    private enum Children {
      UNKNOWN,
      LOADING,
      LOADED
    }

    private final FileSession session;
    private final Loader loader;
    private final List<Runnable> waiting = new ArrayList<>();
    private Children children = Children.UNKNOWN;

    WorkspaceItem(WorkspaceRow row, FileSession session, Loader loader) {
      super(row);
      this.session = session;
      this.loader = loader;
      expandedProperty()
          .subscribe(
              open -> {
                if (open) {
                  whenLoaded(() -> {});
                }
              });
    }

    FileSession session() {
      return session;
    }

    @Override
    public boolean isLeaf() {
      if (children == Children.LOADED) {
        return getChildren().isEmpty();
      }
      return switch (getValue()) {
        case WorkspaceRow.File file -> file.session().state() != FileSession.State.OPEN;
        case WorkspaceRow.Inside inside -> !inside.node().hasChildren();
        case WorkspaceRow.Failed failed -> true;
      };
    }

    /** Runs something once the children are there. */
    void whenLoaded(Runnable then) {
      if (children == Children.LOADED || isLeaf()) {
        then.run();
        return;
      }
      waiting.add(then);
      if (children == Children.UNKNOWN) {
        children = Children.LOADING;
        loader.load(this, this::loaded);
      }
    }

    /** The child of a place; null if there is none. */
    @Nullable WorkspaceItem child(Place place) {
      for (TreeItem<WorkspaceRow> child : getChildren()) {
        if (child instanceof WorkspaceItem item && item.getValue().place().equals(place)) {
          return item;
        }
      }
      return null;
    }

    /**
     * Forgets the rows below, which are no longer true: fetched again on demand, at once if it is
     * open.
     */
    void forgetChildren() {
      children = Children.UNKNOWN;
      getChildren().clear();
      // Notifies the tree that the text and arrow of the row may have changed.
      WorkspaceRow row = getValue();
      Event.fireEvent(this, new TreeModificationEvent<>(valueChangedEvent(), this, row));
      if (isExpanded()) {
        whenLoaded(() -> {});
      }
    }

    private void loaded(List<WorkspaceRow> rows, @Nullable Throwable failure) {
      if (children != Children.LOADING) {
        return;
      }
      children = Children.LOADED;
      List<TreeItem<WorkspaceRow>> items = new ArrayList<>();
      for (WorkspaceRow row : rows) {
        items.add(new WorkspaceItem(row, session, loader));
      }
      if (failure != null) {
        items.add(
            new WorkspaceItem(
                new WorkspaceRow.Failed(getValue().place(), failure), session, loader));
      }
      getChildren().setAll(items);
      List<Runnable> ready = List.copyOf(waiting);
      waiting.clear();
      ready.forEach(Runnable::run);
    }
  }
}
