package org.kpackworkbench.views.kit.map;

import java.util.List;
import java.util.function.Function;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.draw.AxisTicks;
import org.kpackworkbench.views.kit.draw.Inks;
import org.kpackworkbench.views.kit.draw.TextFit;

/** Draws a layout map once. */
record MapPainter(
    GraphicsContext graphics,
    Inks inks,
    TextFit texts,
    MapGeometry geometry,
    MapViewport viewport,
    LayoutMapModel model,
    Function<MapPiece, Fill> fills) {
  private static final double TICK_ROOM = 150;
  private static final double LABEL_PADDING = 3;

  /** How a piece is filled: with its pattern, without, and what can be read on it. */
  record Fill(Paint pattern, Color plain, Color text) {}

  /** Draws bars, pieces, labels, links and axes. */
  void paint(List<MapBox> boxes) {
    graphics.save();
    graphics.setFont(texts.font());
    graphics.translate(MapGeometry.MARGIN, 0);
    for (int lane = 0; lane < model.lanes().size(); lane++) {
      axis(lane);
    }
    model.links().forEach(this::link);
    graphics.save();
    graphics.beginPath();
    graphics.rect(0, 0, viewport.width(), 1e5);
    graphics.clip();
    for (int lane = 0; lane < model.lanes().size(); lane++) {
      bar(lane);
    }
    boxes.forEach(this::piece);
    for (int lane = 0; lane < model.lanes().size(); lane++) {
      zeros(lane);
    }
    boxes.forEach(this::label);
    graphics.restore();
    graphics.restore();
  }

  private void bar(int lane) {
    double left = Math.max(0, viewport.x(lane, model.lanes().get(lane).range().start()));
    double right =
        Math.min(viewport.width(), viewport.x(lane, model.lanes().get(lane).range().end()));
    double top = geometry.barTop(lane);
    graphics.setStroke(inks.line());
    graphics.setLineWidth(1);
    graphics.strokeRect(
        left - 0.5, top - 0.5, right - left + 1, geometry.barBottom(lane) - top + 1);
  }

  private void piece(MapBox box) {
    Fill fill = fills.apply(box.piece());
    double left = Math.round(Math.max(-2, box.left()));
    double right = Math.round(Math.min(viewport.width() + 2, box.right()));
    graphics.setFill(fill.pattern());
    graphics.fillRect(left, box.top(), right - left, box.height());
    graphics.setStroke(inks.base());
    graphics.setLineWidth(1);
    if (box.piece().look() instanceof MapPiece.Frame) {
      graphics.setStroke(inks.line());
      graphics.strokeRect(left + 0.5, box.top() + 0.5, right - left - 1, box.height() - 1);
    } else if (box.isCrowd()) {
      graphics.strokeLine(left, box.top() + 0.5, right, box.top() + 0.5);
    } else if (box.tiny()) {
      // A rim in the background's colour sets it off from what it is on.
      graphics.strokeRect(left - 0.5, box.top() + 0.5, right - left + 1, box.height() - 1);
    } else {
      graphics.strokeLine(left + 0.5, box.top(), left + 0.5, box.bottom());
      graphics.strokeLine(left, box.top() + 0.5, right, box.top() + 0.5);
    }
  }

  private void label(MapBox box) {
    double left = Math.max(0, box.left()) + LABEL_PADDING;
    double right = Math.min(viewport.width(), box.right()) - LABEL_PADDING;
    String name = box.isCrowd() ? count(box.count()) + " pieces" : box.piece().label();
    String text = box.tiny() && !box.isCrowd() ? "" : fit(name, right - left);
    if (text.isEmpty()) {
      return;
    }
    double bottom = box.top() + geometry.levelHeight();
    write(box, text, left, box.top(), bottom);
    String size = SizeText.of(box.piece().range().length());
    boolean isLeaf =
        !box.isCrowd() && box.height() >= 2 * geometry.levelHeight() && !hasChildren(box);
    if (isLeaf && texts.width(size) <= right - left) {
      write(box, size, left, bottom, bottom + geometry.levelHeight());
    }
  }

  /** Cut where it is too long; the end of a target is kept, in which targets differ. */
  private String fit(String name, double room) {
    return name.startsWith("gfx") ? texts.fitMiddle(name, room) : texts.fit(name, room);
  }

  private static String count(int pieces) {
    return CountText.grouped(pieces);
  }

  private boolean hasChildren(MapBox box) {
    List<MapPiece> pieces = model.lanes().get(box.lane()).pieces();
    int next = box.index() + 1;
    return next < pieces.size()
        && pieces.get(next).depth() > box.piece().depth()
        && box.piece().range().contains(pieces.get(next).range());
  }

  /** Writes on a plate without pattern, so that it can be read. */
  private void write(MapBox box, String text, double x, double top, double bottom) {
    Fill fill = fills.apply(box.piece());
    graphics.setFill(fill.plain());
    double height = texts.lineHeight();
    double y = Math.round(top + (bottom - top - height) / 2);
    graphics.fillRect(x - 2, y, Math.ceil(texts.width(text)) + 4, height);
    graphics.setFill(fill.text());
    graphics.fillText(text, x, texts.baseline(top, bottom));
  }

  private void zeros(int lane) {
    graphics.setStroke(inks.base());
    graphics.setLineWidth(1);
    double top = geometry.barTop(lane);
    double bottom = geometry.barBottom(lane);
    for (ByteRange zero : model.lanes().get(lane).zeros()) {
      double left = Math.max(0, viewport.x(lane, zero.start()));
      double right = Math.min(viewport.width(), viewport.x(lane, zero.end()));
      if (right - left >= 2) {
        hatch(left, right, top, bottom);
      }
    }
  }

  private void hatch(double left, double right, double top, double bottom) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(left, top, right - left, bottom - top);
    graphics.clip();
    double height = bottom - top;
    for (double x = Math.floor((left - height) / 6) * 6; x < right; x += 6) {
      graphics.strokeLine(x, bottom, x + height, top);
    }
    graphics.restore();
  }

  private void link(MapLink link) {
    double left = Math.clamp(viewport.x(0, link.from().start()), -1, viewport.width() + 1);
    double right = Math.clamp(viewport.x(0, link.from().end()), -1, viewport.width() + 1);
    double lowerLeft = Math.clamp(viewport.x(1, link.to().start()), -1, viewport.width() + 1);
    double lowerRight = Math.clamp(viewport.x(1, link.to().end()), -1, viewport.width() + 1);
    if (right - left < 0.5 && lowerRight - lowerLeft < 0.5) {
      return;
    }
    graphics.setFill(inks.text().deriveColor(0, 1, 1, 0.07));
    double top = geometry.barBottom(0) + 1;
    double bottom = geometry.barTop(1) - 1;
    graphics.fillPolygon(
        new double[] {left, right, lowerRight, lowerLeft},
        new double[] {top, top, bottom, bottom},
        4);
    graphics.setStroke(inks.line());
    graphics.setLineWidth(1);
    graphics.strokeLine(left, top, lowerLeft, bottom);
    graphics.strokeLine(right, top, lowerRight, bottom);
  }

  private void axis(int lane) {
    MapLane what = model.lanes().get(lane);
    double titleTop = geometry.titleTop(lane);
    double titleBottom = titleTop + geometry.textHeight();
    graphics.setFill(inks.text());
    String title = what.title() + (lane == 0 && !viewport.isOneScale() ? ", larger scale  " : "  ");
    graphics.fillText(title, 0, texts.baseline(titleTop, titleBottom));
    graphics.setFill(inks.muted());
    graphics.fillText(
        SizeText.of(what.range().length()),
        texts.width(title),
        texts.baseline(titleTop, titleBottom));
    ticks(lane, what);
  }

  private void ticks(int lane, MapLane what) {
    double from = Math.max((double) what.range().start(), viewport.offset(lane, 0));
    double to = Math.min((double) what.range().end(), viewport.offset(lane, viewport.width()));
    int most = (int) Math.max(1, (to - from) / viewport.bytesPerPixel(lane) / TICK_ROOM);
    double top = geometry.axisTop(lane);
    double bottom = top + geometry.textHeight();
    double bar = geometry.isAxisAbove(lane) ? geometry.barTop(lane) : geometry.barBottom(lane);
    double away = geometry.isAxisAbove(lane) ? -5 : 5;
    graphics.setLineWidth(1);
    double free = 0;
    for (long tick : AxisTicks.between(from, to, most)) {
      double x = Math.round(viewport.x(lane, tick)) + 0.5;
      graphics.setStroke(inks.muted());
      graphics.strokeLine(x, bar, x, bar + away);
      String text = tickText(what, tick);
      double width = texts.width(text);
      double left = Math.clamp(x + 3, 0, Math.max(0, viewport.width() - width));
      if (left >= free) {
        graphics.setFill(inks.muted());
        graphics.fillText(text, left, texts.baseline(top, bottom));
        free = left + width + 8;
      }
    }
  }

  private static String tickText(MapLane lane, long tick) {
    String hex = "0x" + Long.toHexString(tick);
    return lane.unit() == MapLane.Unit.ADDRESS || tick == 0 ? hex : hex + "  " + SizeText.of(tick);
  }

  /** Draws what is selected here and elsewhere, over everything. */
  void marks(
      @Nullable ByteRange mark,
      @Nullable MapBox selected,
      @Nullable MapBox hovered,
      boolean focused) {
    graphics.save();
    graphics.translate(MapGeometry.MARGIN, 0);
    if (hovered != null) {
      outline(hovered, inks.text(), 1);
    }
    if (selected != null) {
      outline(selected, inks.accent(), focused ? 3 : 2);
    }
    if (mark != null) {
      pointer(0, mark);
      ByteRange there = model.lanes().size() > 1 ? model.across(0, mark) : null;
      if (there != null) {
        pointer(1, there);
      }
    }
    graphics.restore();
  }

  private void outline(MapBox box, Color color, double width) {
    double left = Math.max(1, Math.rint(box.left()));
    double right = Math.min(viewport.width() - 1, Math.rint(box.right()));
    if (right >= left) {
      graphics.setStroke(inks.base());
      graphics.setLineWidth(width + 2);
      graphics.strokeRect(left, box.top() + 1, right - left, box.height() - 2);
      graphics.setStroke(color);
      graphics.setLineWidth(width);
      graphics.strokeRect(left, box.top() + 1, right - left, box.height() - 2);
    }
  }

  private void pointer(int lane, ByteRange range) {
    double left = viewport.x(lane, range.start());
    double right = Math.max(left + 2, viewport.x(lane, range.end()));
    if (right < 0 || left > viewport.width()) {
      return;
    }
    double from = Math.round(Math.max(0, left));
    double to = Math.round(Math.min(viewport.width(), right));
    double top = geometry.barTop(lane);
    double bottom = geometry.barBottom(lane);
    graphics.setFill(inks.accentVeil());
    graphics.fillRect(from, top, to - from, bottom - top);
    graphics.setStroke(inks.accent());
    graphics.setLineWidth(1);
    graphics.strokeRect(from - 0.5, top - 0.5, to - from + 1, bottom - top + 1);
    boolean above = geometry.isAxisAbove(lane);
    double tip = above ? top - 1 : bottom + 1;
    double base = above ? tip - 7 : tip + 7;
    double middle = (from + to) / 2;
    graphics.setFill(inks.accent());
    graphics.fillPolygon(
        new double[] {middle, middle - 5, middle + 5}, new double[] {tip, base, base}, 3);
  }
}
