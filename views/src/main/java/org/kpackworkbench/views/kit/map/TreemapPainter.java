package org.kpackworkbench.views.kit.map;

import java.util.List;
import java.util.function.BiFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** Draws the tiles of a treemap once. */
final class TreemapPainter {
  private static final double PADDING = 4;
  private static final String TARGET = "gfx";

  private final GraphicsContext graphics;
  private final Inks inks;
  private final TextFit texts;
  private final OwnerColors colors;
  private final BiFunction<OwnerKind, @Nullable String, Paint> paints;

  TreemapPainter(
      GraphicsContext graphics,
      Inks inks,
      TextFit texts,
      OwnerColors colors,
      BiFunction<OwnerKind, @Nullable String, Paint> paints) {
    this.graphics = graphics;
    this.inks = inks;
    this.texts = texts;
    this.colors = colors;
    this.paints = paints;
  }

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

  /** The text, or what tells it apart; nothing where that says nothing. */
  private String fit(String label, double room) {
    if (texts.width(label) <= room) {
      return label;
    }
    if (label.indexOf('/') >= 0) {
      return texts.fitEnd(label, room);
    }
    // All targets begin alike; their numbers tell them apart, and a part of one misleads.
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
