package org.kpackworkbench.views.kit.sizes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.map.Treemap;
import org.kpackworkbench.views.kit.map.TreemapNode;
import org.kpackworkbench.views.kit.map.TreemapPane;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** View of the sizes of the code objects of a file, as areas. */
public final class SizesView extends BuiltView {
  private final OpenedFile file;
  private final Place parent;
  private final Source source;
  private final ViewContext context;
  private final Background.Latest making;
  private final ReadOnlyBooleanWrapper extractable = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper openable = new ReadOnlyBooleanWrapper();
  private final BorderPane root = new BorderPane();
  private final SizesBar bar;
  private final ChosenLine line = new ChosenLine(this::open, this::extract);
  private @Nullable TreemapPane pane;
  private @Nullable SizedRows rows;
  private SizeTree.@Nullable Tile chosen;
  private @Nullable Place awaited;
  private Subscription subscriptions = Subscription.EMPTY;

  /**
   * Where the rows come from. UI thread.
   *
   * @param binaryWord the word for what a code object belongs to in such a file, such as {@code
   *     binary}
   * @param rows the rows; null until they have been read
   * @param failure why they cannot be shown; null if nothing failed
   * @param load reads them, unless that was done
   * @param stop the result is not needed any more
   */
  public record Source(
      String binaryWord,
      ObservableValue<? extends @Nullable SizedRows> rows,
      ObservableValue<? extends @Nullable Throwable> failure,
      Runnable load,
      Runnable stop) {}

  /** A view of the code objects below a place. */
  public SizesView(OpenedFile file, Place parent, Source source, ViewContext context) {
    super("sizes", "Sizes");
    this.file = file;
    this.parent = parent;
    this.source = source;
    this.context = context;
    this.making = context.background().latest();
    this.bar = new SizesBar(source.binaryWord());
  }

  /**
   * A view of all code objects of a file.
   *
   * @param wrapped whether their indices are those of wrappers, not of bundles
   */
  public static SizesView of(
      OpenedFile file,
      Supplier<CodeObjects> objects,
      Place place,
      boolean wrapped,
      ViewContext context) {
    SimpleObjectProperty<@Nullable SizedRows> rows = new SimpleObjectProperty<>();
    SimpleObjectProperty<@Nullable Throwable> failure = new SimpleObjectProperty<>();
    Source source =
        new Source(
            wrapped ? "wrapper" : "bundle",
            rows,
            failure,
            () ->
                context
                    .background()
                    .run(
                        () -> CodeObjectSizes.of(objects.get(), place.label(), wrapped),
                        rows::set,
                        failure::set),
            () -> {});
    return new SizesView(file, place, source, context);
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.CodeObject && place.path().contains(parent);
  }

  /** Areas say where something is among the others, lists say what it is. */
  @Override
  public Closeness closeness(Place place) {
    return Closeness.ON_MAP;
  }

  @Override
  public void show(Place place) {
    awaited = place;
    showAwaited();
  }

  @Override
  public void dispose() {
    subscriptions.unsubscribe();
    making.forget();
    source.stop().run();
  }

  @Override
  protected Node build() {
    TreemapPane made = new TreemapPane(context.ownerColors());
    pane = made;
    Treemap treemap = made.treemap();
    treemap.setId("sizes-treemap");
    treemap.setOnSelect(this::selected);
    // A double click on a tile opens it; on a group it looks into it, as everywhere else there.
    treemap.addEventFilter(
        MouseEvent.MOUSE_CLICKED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            openTile(event);
          }
        });
    treemap.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            openTile(event);
          }
        });
    ActionControls controls = new ActionControls(context.actions());
    var menu =
        controls.contextMenu(
            ActionId.OPEN_SELECTED,
            ActionId.COMPARE_WITH,
            ActionId.SELECT_FOR_COMPARE,
            ActionId.COMPARE_WITH_SELECTED,
            ActionId.COPY_KEY,
            ActionId.COPY_HASH,
            ActionId.COPY_COMMAND,
            ActionId.EXTRACT,
            ActionId.EXTRACT_ALL,
            ActionId.SAVE_PICTURE);
    treemap.setOnContextMenuRequested(
        event -> menu.show(treemap, event.getScreenX(), event.getScreenY()));
    new ActionHandlers()
        .on(ActionId.EXTRACT, extractable, this::extract)
        .on(ActionId.OPEN_SELECTED, openable, this::open)
        .attachTo(root);
    root.setTop(bar);
    root.setCenter(Tables.placeholder("Reading the code objects…"));
    root.setBottom(line);
    root.getStylesheets().add(Controls.sheet(SizesView.class, "sizes.css"));
    subscriptions =
        Subscription.combine(
            source.rows().subscribe(this::arrived),
            source.failure().subscribe(this::failed),
            bar.byTargetProperty().subscribe((before, now) -> make()),
            bar.storedProperty().subscribe((before, now) -> make()));
    source.load().run();
    return root;
  }

  private void arrived(@Nullable SizedRows now) {
    rows = now;
    if (now != null) {
      bar.sizesDiffer(now.packed());
      make();
    }
  }

  private void failed(@Nullable Throwable failure) {
    if (failure != null && rows == null && !(failure instanceof CancellationException)) {
      root.setCenter(new ErrorView("The code objects could not be listed", failure));
    }
  }

  private void make() {
    SizedRows all = rows;
    TreemapPane made = pane;
    if (all == null || made == null) {
      return;
    }
    boolean byTarget = bar.byTargetProperty().get();
    boolean stored = bar.storedProperty().get() && all.packed() && all.located();
    making.run(
        () -> SizeTree.of(all, byTarget, stored),
        tree -> {
          root.setCenter(
              all.count() == 0
                  ? Tables.placeholder("It has no code objects, so there is nothing to compare.")
                  : made);
          line.setVisible(all.count() > 0);
          made.treemap().rootProperty().set(tree);
          status().set(status(all, tree, stored));
          remark(all, tree);
          showAwaited();
        },
        this::failed);
  }

  private String status(SizedRows all, TreemapNode tree, boolean stored) {
    String text =
        "%s code %s · %s"
            .formatted(
                SizeText.exact(all.count()).replace(" B", ""),
                CountText.word(all.count(), "object"),
                SizeText.of(tree.size()));
    if (!all.packed()) {
      return text;
    }
    if (stored) {
      return text + " stored";
    }
    boolean waits = bar.storedProperty().get();
    return text + " original" + (waits ? " · stored sizes are being looked up" : "");
  }

  /** Another arrangement: what was chosen stays so where it is a tile now. */
  private void remark(SizedRows all, TreemapNode tree) {
    SizeTree.Tile was = chosen;
    if (was != null && !was.whole()) {
      mark(all, tree, was.largest());
    } else {
      choose(all, null, tree);
    }
  }

  private void showAwaited() {
    SizedRows all = rows;
    TreemapPane made = pane;
    TreemapNode tree = made == null ? null : made.treemap().rootProperty().get();
    if (awaited instanceof Place.CodeObject code && all != null && tree != null) {
      awaited = null;
      int row = all.find(code);
      if (row >= 0) {
        mark(all, tree, row);
      }
    }
  }

  private void mark(SizedRows all, TreemapNode tree, int row) {
    TreemapNode node = tile(all, tree, row);
    Objects.requireNonNull(pane).treemap().select(node);
    choose(all, new SizeTree.Tile(row, 1, false), node == null ? tree : node);
  }

  /** The tile of the row's binary and target; null if it has none of its own. */
  private static @Nullable TreemapNode tile(SizedRows all, TreemapNode group, int row) {
    for (TreemapNode child : group.children()) {
      TreemapNode found = null;
      if (!child.isLeaf()) {
        found = tile(all, child, row);
      } else if (child.content() instanceof SizeTree.Tile tile
          && all.binary(tile.largest()) == all.binary(row)
          && all.target(tile.largest()) == all.target(row)) {
        found = child;
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void selected(TreemapNode node) {
    SizedRows all = rows;
    if (all == null) {
      return;
    }
    SizeTree.Tile tile = node.content() instanceof SizeTree.Tile some ? some : null;
    choose(all, tile, node);
    Place place =
        tile == null
            ? null
            : !tile.whole()
                ? all.place(tile.largest())
                : bar.byTargetProperty().get() ? null : all.binaryPlace(tile.largest());
    if (place != null) {
      select(place);
    }
  }

  private void choose(SizedRows all, SizeTree.@Nullable Tile tile, TreemapNode node) {
    chosen = tile;
    extractable.set(tile != null);
    openable.set(tile != null && !tile.whole() && !all.damaged(tile.largest()));
    if (tile == null) {
      TreemapNode whole = Objects.requireNonNull(pane).treemap().rootProperty().get();
      String words = "%s: %s".formatted(node.label(), SizeText.of(node.size()));
      line.show(node.equals(whole) ? "" : words, false, false);
    } else {
      boolean one = !tile.whole() && !all.damaged(tile.largest());
      line.show(ChosenLine.words(all, tile, node.label(), node.size()), one, true);
    }
  }

  private void openTile(javafx.event.Event event) {
    if (chosen != null && !chosen.whole()) {
      event.consume();
      open();
    }
  }

  private void open() {
    SizedRows all = rows;
    SizeTree.Tile tile = chosen;
    if (all != null && tile != null && !tile.whole() && !all.damaged(tile.largest())) {
      context.navigator().open(CodeObjectPlaces.inside(all.place(tile.largest())));
    }
  }

  private void extract() {
    SizedRows all = rows;
    if (all != null && chosen != null) {
      context.export().extract(file, places(all, chosen));
    }
  }

  private List<Place.CodeObject> places(SizedRows all, SizeTree.Tile tile) {
    if (!tile.whole() && tile.rows() == 1) {
      return List.of(all.place(tile.largest()));
    }
    boolean byTarget = bar.byTargetProperty().get();
    List<Place.CodeObject> places = new ArrayList<>();
    for (int row = 0; row < all.count(); row++) {
      boolean sameBinary = all.binary(row) == all.binary(tile.largest());
      boolean sameTarget = all.target(row) == all.target(tile.largest());
      boolean wanted =
          tile.whole() ? (byTarget ? sameTarget : sameBinary) : sameBinary && sameTarget;
      if (wanted) {
        places.add(all.place(row));
      }
    }
    return List.copyOf(places);
  }

  private static final class ChosenLine extends HBox {
    private final Label words = Controls.named(Controls.wide(new Label()), "sizes-chosen");
    private final Button open = new Button("Open", KpackIcon.CODE_OBJECT.node(IconSize.SMALL));
    private final Button extract = new Button("Extract…", KpackIcon.EXPORT.node(IconSize.SMALL));

    ChosenLine(Runnable onOpen, Runnable onExtract) {
      getStyleClass().add("sizes-bar");
      Tooltip whole = new Tooltip();
      whole.textProperty().bind(words.textProperty());
      words.setTooltip(whole);
      words.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      words.setMinWidth(0);
      words.setMaxWidth(Double.MAX_VALUE);
      open.setId("sizes-open");
      open.setOnAction(event -> onOpen.run());
      extract.setId("sizes-extract");
      extract.setOnAction(event -> onExtract.run());
      for (Button button : new Button[] {open, extract}) {
        button.getStyleClass().add("small");
        button.setMinWidth(USE_PREF_SIZE);
      }
      getChildren().addAll(words, open, extract);
      show("", false, false);
    }

    /** Shows what is chosen, and what can be done with it. */
    void show(String text, boolean canOpen, boolean canExtract) {
      words.setText(text.isEmpty() ? "Click a tile to see what it is." : text);
      words.getStyleClass().remove("muted");
      if (text.isEmpty()) {
        words.getStyleClass().add("muted");
      }
      open.setDisable(!canOpen);
      extract.setDisable(!canExtract);
    }

    /** A tile in words. */
    static String words(SizedRows rows, SizeTree.Tile tile, String group, long size) {
      if (tile.whole()) {
        return "%s: %s, %s"
            .formatted(group, CountText.of(tile.rows(), "code object"), SizeText.of(size));
      }
      int row = tile.largest();
      String one = "%s @ %s: %s".formatted(rows.name(row), rows.targetText(row), sizes(rows, row));
      return tile.rows() == 1
          ? one
          : "%s, the largest of %d, together %s".formatted(one, tile.rows(), SizeText.of(size));
    }

    private static String sizes(SizedRows rows, int row) {
      String original = text(rows.originalSizeBytes(row));
      return rows.packed()
          ? "stored %s, original %s".formatted(text(rows.storedSizeBytes(row)), original)
          : original;
    }

    private static String text(long size) {
      return size < 0 ? "unknown" : SizeText.of(size);
    }
  }

  /** The switches above the treemap: what is inside what, and which sizes. */
  private static final class SizesBar extends HBox {
    private final BooleanProperty byTarget = new SimpleBooleanProperty();
    private final BooleanProperty stored = new SimpleBooleanProperty(true);
    private final ChoiceButtons<Boolean> sizes = new ChoiceButtons<>(stored, stored::set);

    SizesBar(String binaries) {
      getStyleClass().add("sizes-bar");
      ChoiceButtons<Boolean> orders = new ChoiceButtons<>(byTarget, byTarget::set);
      add(orders, false, "By " + binaries, "Groups are what the code objects belong to");
      add(orders, true, "By target", "Groups are GPU targets");
      add(
          sizes,
          true,
          "Stored",
          "Sizes in the file; a code object that several rows name counts for the first");
      add(sizes, false, "Original", "Sizes after unpacking; each row counts");
      sizes.managedProperty().bind(sizes.visibleProperty());
      getChildren().addAll(orders, sizes);
    }

    private static void add(
        ChoiceButtons<Boolean> buttons, boolean meaning, String text, String tip) {
      String id = "sizes-" + text.toLowerCase(Locale.ROOT).replace(' ', '-');
      buttons.add(meaning, id, text, tip).getStyleClass().add("small");
    }

    /** Whether targets are the groups. */
    BooleanProperty byTargetProperty() {
      return byTarget;
    }

    /** Whether stored sizes are selected. */
    BooleanProperty storedProperty() {
      return stored;
    }

    /** Shows the choice of sizes only if there is one. */
    void sizesDiffer(boolean differ) {
      sizes.setVisible(differ);
    }
  }
}
