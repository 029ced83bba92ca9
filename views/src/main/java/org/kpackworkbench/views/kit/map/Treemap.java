package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Sizes as areas: the larger a thing, the larger its tile.
 *
 * <p>A click or the arrow keys select; a double click or Enter goes into a group, Backspace out of
 * it. UI thread only.
 */
public final class Treemap extends DrawnRegion {
  private final ObjectProperty<@Nullable TreemapNode> root = new SimpleObjectProperty<>();
  private final ReadOnlyObjectWrapper<List<TreemapNode>> path =
      new ReadOnlyObjectWrapper<>(List.of());
  private final ReadOnlyObjectWrapper<@Nullable TreemapNode> selection =
      new ReadOnlyObjectWrapper<>();
  private List<TreemapTile> tiles = List.of();
  private @Nullable TreemapNode laidOut;
  private double laidOutWidth;
  private double laidOutHeight;
  private @Nullable TreemapTile hovered;
  private TextFit texts;
  private Consumer<TreemapNode> onSelect = node -> {};

  /** An empty treemap; set its {@link #rootProperty}. */
  public Treemap(ObservableValue<OwnerColors> palette) {
    super(palette);
    texts = new TextFit(font());
    getStyleClass().add("treemap");
    setFocusTraversable(true);
    // JavaFX hides plain nodes from screen readers.
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleRoleDescription("treemap");
    setAccessibleText("empty");
    root.subscribe(this::rootChanged);
    selection.subscribe(this::selectionChanged);
    focusedProperty().subscribe(this::redraw);
    setOnMousePressed(event -> requestFocus());
    setOnMouseClicked(this::clicked);
    setOnMouseMoved(event -> hover(tileAt(event.getX(), event.getY())));
    setOnMouseExited(event -> hover(null));
    addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    HoverTip.install(this, this::tip);
  }

  /** Returns the shown root; another root is shown whole, with nothing selected. */
  public ObjectProperty<@Nullable TreemapNode> rootProperty() {
    return root;
  }

  /** The way from the root to the group that is shown, both included; empty without a root. */
  public ReadOnlyObjectProperty<List<TreemapNode>> pathProperty() {
    return path.getReadOnlyProperty();
  }

  /** Returns the selected node; null for none. */
  public ReadOnlyObjectProperty<@Nullable TreemapNode> selectionProperty() {
    return selection.getReadOnlyProperty();
  }

  /** Sets the action that runs when the user selects something; not when the program does. */
  public void setOnSelect(Consumer<TreemapNode> action) {
    onSelect = action;
  }

  /** Selects, without telling anybody; what cannot be seen now still stays selected. */
  public void select(@Nullable TreemapNode node) {
    selection.set(node);
  }

  /** Goes into a group that is shown. Does nothing for a leaf. */
  public void drillInto(TreemapNode group) {
    if (!group.isLeaf() && !path.get().isEmpty()) {
      List<TreemapNode> deeper = new ArrayList<>(path.get());
      deeper.addAll(wayTo(group));
      path.set(List.copyOf(deeper));
      selection.set(null);
      redraw();
    }
  }

  /** Goes back to a group on the {@link #pathProperty path}. */
  public void drillTo(TreemapNode group) {
    int at = path.get().indexOf(group);
    if (at >= 0 && at < path.get().size() - 1) {
      TreemapNode from = path.get().get(at + 1);
      path.set(path.get().subList(0, at + 1));
      selection.set(from);
      redraw();
    }
  }

  /** Goes back to the group around the one that is shown. */
  public void drillOut() {
    if (path.get().size() > 1) {
      drillTo(path.get().get(path.get().size() - 2));
    }
  }

  /** The groups from the shown one, left out, to one that is drawn in it. */
  private List<TreemapNode> wayTo(TreemapNode group) {
    List<TreemapNode> way = new ArrayList<>();
    TreemapNode shown = path.get().getLast();
    TreemapNode at = group;
    while (!at.equals(shown)) {
      way.addFirst(at);
      TreemapNode here = at;
      TreemapTile tile =
          tiles.stream().filter(other -> other.node().equals(here)).findFirst().orElse(null);
      if (tile == null) {
        return way;
      }
      at = tile.parent();
    }
    return way;
  }

  private void rootChanged() {
    TreemapNode now = root.get();
    hovered = null;
    path.set(now == null ? List.of() : List.of(now));
    selection.set(null);
    laidOut = null;
    redraw();
  }

  private void selectionChanged() {
    TreemapNode now = selection.get();
    setAccessibleText(now == null ? "nothing selected" : spoken(now));
    notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    redraw();
  }

  private String spoken(TreemapNode node) {
    String group = node.isLeaf() ? "" : ", group of " + node.leafCount();
    return node.label() + ", " + SizeText.of(node.size()) + share(node) + group;
  }

  private String share(TreemapNode node) {
    TreemapNode shown = path.get().isEmpty() ? node : path.get().getLast();
    return shown.size() == 0
        ? ""
        : String.format(
            java.util.Locale.ROOT,
            ", %.1f %% of %s",
            100.0 * node.size() / shown.size(),
            shown.label());
  }

  /** The innermost tile at a point; null for none. */
  @Nullable TreemapTile tileAt(double x, double y) {
    for (TreemapTile tile : tiles.reversed()) {
      if (tile.contains(x, y)) {
        return tile;
      }
    }
    return null;
  }

  List<TreemapTile> tiles() {
    return tiles;
  }

  private void hover(@Nullable TreemapTile tile) {
    if (!Objects.equals(tile, hovered)) {
      hovered = tile;
      redraw();
    }
  }

  private @Nullable String tip(double x, double y) {
    TreemapTile tile = tileAt(x, y);
    if (tile == null) {
      return null;
    }
    TreemapNode node = tile.node();
    String inside = tile.parent().equals(node) ? "" : "\nin " + tile.parent().label();
    return node.label()
        + inside
        + "\n"
        + SizeText.of(node.size())
        + " ("
        + SizeText.exact(node.size())
        + ")"
        + share(node)
        + (node.isLeaf() ? "" : "\n" + node.leafCount() + " in it; double click to look into it");
  }

  private void clicked(MouseEvent event) {
    TreemapTile tile = tileAt(event.getX(), event.getY());
    if (event.getButton() != MouseButton.PRIMARY || tile == null) {
      return;
    }
    if (event.getClickCount() == 2) {
      drillInto(tile.node().isLeaf() ? tile.parent() : tile.node());
    } else {
      choose(tile.node());
    }
  }

  private void choose(TreemapNode node) {
    selection.set(node);
    onSelect.accept(node);
  }

  private void key(KeyEvent event) {
    if (event.isAltDown() || event.isShortcutDown()) {
      return;
    }
    TreemapNode chosen = selection.get();
    switch (event.getCode()) {
      case LEFT -> step(-1, 0);
      case RIGHT -> step(1, 0);
      case UP -> step(0, -1);
      case DOWN -> step(0, 1);
      case ENTER -> {
        if (chosen != null) {
          drillInto(chosen);
        }
      }
      case BACK_SPACE -> drillOut();
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void step(int right, int down) {
    TreemapTile from = selectedTile();
    TreemapTile to =
        from == null ? TileSteps.first(tiles) : TileSteps.next(tiles, from, right, down);
    if (to != null) {
      choose(to.node());
    }
  }

  private @Nullable TreemapTile selectedTile() {
    TreemapNode chosen = selection.get();
    return tiles.stream().filter(tile -> tile.node().equals(chosen)).findFirst().orElse(null);
  }

  @Override
  protected void fontChanged() {
    texts = new TextFit(font());
    laidOut = null;
    redraw();
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    TreemapNode shown = path.get().isEmpty() ? null : path.get().getLast();
    if (shown == null || shown.size() == 0) {
      tiles = List.of();
      graphics.setFill(inks().muted());
      graphics.setFont(texts.font());
      graphics.fillText("There is nothing that has a size.", 10, 20);
      return;
    }
    if (!shown.equals(laidOut) || width != laidOutWidth || height != laidOutHeight) {
      tiles =
          List.copyOf(
              TreemapLayout.of(
                  shown,
                  new Squarify.Box(1, 1, width - 1, height - 1),
                  Math.ceil(texts.lineHeight() + 3)));
      laidOut = shown;
      laidOutWidth = width;
      laidOutHeight = height;
    }
    new TreemapPainter(graphics, inks(), texts, colors(), this::ownerPaint)
        .paint(tiles, selectedTile(), hovered, isFocused());
  }

  @Override
  protected double computePrefWidth(double height) {
    return 640;
  }

  @Override
  protected double computePrefHeight(double width) {
    return 400;
  }

  /** Finds the tile beside a tile, for the arrow keys. */
  private static final class TileSteps {
    private TileSteps() {}

    /** Where keys start: the largest tile. */
    static @Nullable TreemapTile first(List<TreemapTile> tiles) {
      return tiles.stream()
          .filter(tile -> tile.header() == 0)
          .max(Comparator.comparingDouble(tile -> tile.box().area()))
          .orElse(null);
    }

    /**
     * The nearest tile in a direction, of those without tiles of their own inside; null for none.
     */
    static @Nullable TreemapTile next(
        List<TreemapTile> tiles, TreemapTile from, int right, int down) {
      double x = centreX(from);
      double y = centreY(from);
      TreemapTile best = null;
      double nearest = Double.POSITIVE_INFINITY;
      for (TreemapTile tile : tiles) {
        double along = (centreX(tile) - x) * right + (centreY(tile) - y) * down;
        double aside = Math.abs((centreX(tile) - x) * down) + Math.abs((centreY(tile) - y) * right);
        // Straight ahead is better than near and askew.
        double distance = along + 2 * aside;
        if (!tile.equals(from) && tile.header() == 0 && along > 1 && distance < nearest) {
          best = tile;
          nearest = distance;
        }
      }
      return best;
    }

    private static double centreX(TreemapTile tile) {
      return tile.box().x() + tile.box().width() / 2;
    }

    private static double centreY(TreemapTile tile) {
      return tile.box().y() + tile.box().height() / 2;
    }
  }

  /** Draws the tiles of a treemap once. */
  private record TreemapPainter(
      GraphicsContext graphics,
      Inks inks,
      TextFit texts,
      OwnerColors colors,
      BiFunction<OwnerKind, @Nullable String, Paint> paints) {
    private static final double PADDING = 4;
    private static final String TARGET = "gfx";

    void paint(
        List<TreemapTile> tiles,
        @Nullable TreemapTile selected,
        @Nullable TreemapTile hovered,
        boolean focused) {
      graphics.setFont(texts.font());
      for (TreemapTile tile : tiles) {
        if (tile.header() > 0) {
          group(tile);
        } else {
          leaf(tile);
        }
      }
      if (hovered != null) {
        outline(hovered, inks.text(), 1);
      }
      if (selected != null) {
        outline(selected, inks.accent(), focused ? 3 : 2);
      }
    }

    private void group(TreemapTile tile) {
      Squarify.Box box = tile.box();
      graphics.setFill(inks.raised());
      graphics.fillRect(box.x(), box.y(), box.width(), box.height());
      graphics.setStroke(inks.line());
      graphics.setLineWidth(1);
      graphics.strokeRect(
          Math.round(box.x()) + 0.5,
          Math.round(box.y()) + 0.5,
          Math.round(box.width()) - 1.0,
          Math.round(box.height()) - 1.0);
      String size = SizeText.of(tile.node().size());
      double room = box.width() - 2 * PADDING;
      String name = fit(tile.node().label(), room);
      double baseline = texts.baseline(box.y(), box.y() + tile.header());
      graphics.setFill(inks.text());
      graphics.fillText(name, box.x() + PADDING, baseline);
      double left = texts.width(name) + 3 * PADDING;
      if (left + texts.width(size) <= room) {
        graphics.setFill(inks.muted());
        graphics.fillText(size, box.x() + PADDING + left, baseline);
      }
    }

    private void leaf(TreemapTile tile) {
      Squarify.Box box = tile.box();
      MapPiece.Owned look = lookOf(tile.node());
      Color plain = look == null ? inks.line() : colors.of(look.kind(), look.target());
      if (tile.leftovers()) {
        plain = inks.raised().interpolate(plain, 0.35);
      }
      double left = Math.round(box.x());
      double top = Math.round(box.y());
      double width = Math.round(box.x() + box.width()) - left;
      double height = Math.round(box.y() + box.height()) - top;
      graphics.setFill(
          look == null || tile.leftovers() ? plain : paints.apply(look.kind(), look.target()));
      graphics.fillRect(left, top, width, height);
      if (width > 2 * PADDING && height >= texts.lineHeight()) {
        label(tile, plain, left, top, width, height);
      }
    }

    private void label(
        TreemapTile tile, Color plain, double left, double top, double width, double height) {
      double line = Math.ceil(texts.lineHeight());
      String name = fit(tile.node().label(), width - 2 * PADDING);
      if (name.isEmpty()) {
        return;
      }
      write(name, plain, left, top + 1, line);
      String size = SizeText.of(tile.node().size());
      boolean fits = texts.width(size) <= width - 2 * PADDING && height >= 2 * line + 2;
      if (fits) {
        write(size, plain, left, top + 1 + line, line);
      }
    }

    /** The text, or its distinguishing part; nothing if that says nothing. */
    private String fit(String label, double room) {
      if (texts.width(label) <= room) {
        return label;
      }
      if (label.indexOf('/') >= 0) {
        return texts.fitEnd(label, room);
      }
      // All targets begin alike; they differ in their numbers, and a part of a number would
      // mislead.
      int count = label.indexOf(" (");
      String alone = count < 0 ? label : label.substring(0, count);
      if (texts.width(alone) <= room) {
        return alone;
      }
      if (alone.startsWith(TARGET) && alone.indexOf(':') < 0) {
        String number = alone.substring(TARGET.length());
        return texts.width(number) <= room ? number : "";
      }
      return texts.fit(alone, room);
    }

    /** Writes on a plate without pattern, so that it can be read. */
    private void write(String text, Color plain, double left, double top, double line) {
      graphics.setFill(plain);
      graphics.fillRect(left + 2, top, Math.ceil(texts.width(text)) + 4, line);
      graphics.setFill(OwnerColors.textOn(plain));
      graphics.fillText(text, left + PADDING, texts.baseline(top, top + line));
    }

    /** A group that is drawn closed looks like its largest part. */
    private static MapPiece.@Nullable Owned lookOf(TreemapNode node) {
      TreemapNode at = node;
      while (at.look() == null && !at.isLeaf()) {
        at = at.children().getFirst();
      }
      return at.look();
    }

    private void outline(TreemapTile tile, Color color, double width) {
      Squarify.Box box = tile.box();
      double inset = width / 2;
      graphics.setStroke(color);
      graphics.setLineWidth(width);
      graphics.strokeRect(
          Math.round(box.x()) + inset,
          Math.round(box.y()) + inset,
          Math.max(1, Math.round(box.width()) - width),
          Math.max(1, Math.round(box.height()) - width));
    }
  }
}
