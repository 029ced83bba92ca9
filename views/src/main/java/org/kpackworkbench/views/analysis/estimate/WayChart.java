package org.kpackworkbench.views.analysis.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.estimate.Measured;
import org.kpackworkbench.model.analysis.estimate.Way;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.views.kit.draw.AxisTicks;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * The size of code against the time to get one code object, a point for each way to store it. Times
 * are on a logarithmic axis.
 */
final class WayChart extends DrawnRegion {
  private static final double POINT = 5;
  private static final double REACH = 10;
  private static final int MOST_TICKS = 6;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Consumer<Measured> picked;
  private List<Measured> ways = List.of();
  private @Nullable Measured selected;
  private double left;
  private double top;
  private double right;
  private double bottom;

  /**
   * @param picked receives the way whose point was clicked
   */
  WayChart(Consumer<Measured> picked, ObservableValue<OwnerColors> palette) {
    super(palette);
    this.picked = picked;
    setId("estimate-chart");
    setMinWidth(160);
    setMinHeight(120);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleRoleDescription("chart of sizes and times");
    HoverTip.install(this, this::words);
    setOnMousePressed(this::pressed);
  }

  /** Shows other ways. */
  void show(List<Measured> now) {
    ways = List.copyOf(now);
    selected = null;
    setAccessibleText(ways.stream().map(WayChart::sentence).collect(Collectors.joining("; ")));
    redraw();
  }

  List<Measured> ways() {
    return ways;
  }

  /** Marks the point of a way. */
  void select(@Nullable Measured way) {
    selected = way;
    redraw();
  }

  private static String sentence(Measured way) {
    return "%s: %s, one code object in %s"
        .formatted(
            way.way().words(), SizeText.of(way.sizeBytes()), Measured.time(way.medianNanos()));
  }

  /** The size at the top of the axis; uncompressed code would leave the others little room. */
  private long mostBytes() {
    return ways.stream()
        .filter(each -> each.way().scheme().isCompressed())
        .mapToLong(each -> each.sizeBytes() + each.sizeBytes() / 8)
        .max()
        .orElse(1);
  }

  private boolean isBeyond(Measured way) {
    return way.sizeBytes() > mostBytes();
  }

  /** The logarithm of a time; the axis is from a power of ten to another. */
  private static double log(long nanos) {
    return Math.log10((double) Math.max(1, nanos));
  }

  private int firstPower() {
    return (int)
        Math.floor(
            log(ways.stream().mapToLong(Measured::medianNanos).min().orElse(NANOS_PER_MILLI)));
  }

  private int lastPower() {
    long most = ways.stream().mapToLong(Measured::medianNanos).max().orElse(NANOS_PER_MILLI);
    return Math.max(firstPower() + 1, (int) Math.ceil(log(most)));
  }

  /** The distance of a time from the left. */
  double pointX(long nanos) {
    return left + (right - left) * (log(nanos) - firstPower()) / (lastPower() - firstPower());
  }

  /** The distance of a size from the top; sizes beyond the axis are at its end. */
  double pointY(long bytes) {
    return Math.max(top, bottom - (bottom - top) * bytes / mostBytes());
  }

  private @Nullable Measured at(double atX, double atY) {
    Comparator<Measured> nearest = Comparator.comparingDouble(each -> distance(each, atX, atY));
    return ways.stream()
        .filter(each -> distance(each, atX, atY) <= REACH)
        .min(nearest)
        .orElse(null);
  }

  private double distance(Measured way, double atX, double atY) {
    return Math.hypot(pointX(way.medianNanos()) - atX, pointY(way.sizeBytes()) - atY);
  }

  private void pressed(MouseEvent event) {
    Measured there = at(event.getX(), event.getY());
    if (event.getButton() == MouseButton.PRIMARY && there != null) {
      picked.accept(there);
      event.consume();
    }
  }

  private @Nullable String words(double atX, double atY) {
    Measured there = at(atX, atY);
    return there == null
        ? null
        : "%s\n%s of code in %s\nfor one code object up to %s are unpacked"
            .formatted(
                there.way().words(),
                SizeText.of(there.sizeBytes()),
                Measured.time(there.medianNanos()),
                SizeText.of(there.worstUnpackedBytes()));
  }

  private Color color(StorageScheme scheme) {
    return colors()
        .of(
            switch (scheme) {
              case NONE, UNKNOWN -> OwnerKind.METADATA;
              case ZSTD_PER_KERNEL -> OwnerKind.HOST_CODE;
              case ZSTD_DICTIONARY -> OwnerKind.DEVICE_CODE;
              case ZSTD_SOLID -> OwnerKind.COMPRESSED;
            });
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    TextFit text = new TextFit(font());
    double line = text.lineHeight();
    left = text.width("1000.0 MiB") + 14;
    right = width - 24;
    top = 3 * line + 10;
    bottom = height - 2 * line - 10;
    graphics.setFont(font());
    graphics.setLineWidth(1);
    if (right - left < 60 || bottom - top < 30) {
      return;
    }
    if (ways.isEmpty()) {
      graphics.setFill(inks().muted());
      graphics.fillText("No way is measured yet.", left, top + line);
      return;
    }
    axes(graphics, text);
    legend(graphics, text);
    lines(graphics);
    List<Bounds> taken =
        new ArrayList<>(ways.stream().map(way -> box(way, -POINT, POINT, 2 * POINT)).toList());
    ways.forEach(way -> point(graphics, way));
    for (Measured way : ways) {
      label(graphics, text, way, taken);
    }
  }

  /** Connects the levels of a way. */
  private void lines(GraphicsContext graphics) {
    for (int i = 1; i < ways.size(); i++) {
      Way to = ways.get(i).way();
      for (int before = i - 1; before >= 0; before--) {
        Way from = ways.get(before).way();
        if (from.scheme() == to.scheme() && from.detail().equals(to.detail())) {
          Measured one = ways.get(before);
          Measured other = ways.get(i);
          graphics.setStroke(color(to.scheme()).deriveColor(0, 1, 1, 0.5));
          graphics.strokeLine(
              pointX(one.medianNanos()),
              pointY(one.sizeBytes()),
              pointX(other.medianNanos()),
              pointY(other.sizeBytes()));
          break;
        }
      }
    }
  }

  private void point(GraphicsContext graphics, Measured way) {
    double x = pointX(way.medianNanos());
    double y = pointY(way.sizeBytes());
    graphics.setFill(color(way.way().scheme()));
    graphics.fillOval(x - POINT, y - POINT, 2 * POINT, 2 * POINT);
    if (way.equals(selected)) {
      graphics.setStroke(inks().text());
      graphics.setLineWidth(2);
      graphics.strokeOval(x - REACH, y - REACH, 2 * REACH, 2 * REACH);
      graphics.setLineWidth(1);
    }
  }

  /** The area beside a way's point. */
  private Bounds box(Measured way, double across, double up, double size) {
    return new BoundingBox(
        pointX(way.medianNanos()) + across, pointY(way.sizeBytes()) - up, size, size);
  }

  /** Writes what tells a way from others of its scheme, where no other label or point is. */
  private void label(GraphicsContext graphics, TextFit text, Measured way, List<Bounds> taken) {
    String level = way.way().level() > 0 ? Integer.toString(way.way().level()) : "";
    String detail = isBeyond(way) ? SizeText.of(way.sizeBytes()) : way.way().detail();
    String all = level + (level.isEmpty() || detail.isEmpty() ? "" : ", ") + detail;
    for (String label : List.of(all, level)) {
      double length = text.width(label);
      double x = pointX(way.medianNanos());
      double y = pointY(way.sizeBytes());
      double line = text.lineHeight();
      double gap = POINT + 1;
      for (Bounds place :
          List.of(
              new BoundingBox(x + gap + 2, y - line / 2, length, line),
              new BoundingBox(x - gap - 2 - length, y - line / 2, length, line),
              new BoundingBox(x - length / 2, y - gap - line, length, line),
              new BoundingBox(x - length / 2, y + gap, length, line),
              new BoundingBox(x + gap, y - gap - line, length, line),
              new BoundingBox(x + gap, y + gap, length, line),
              new BoundingBox(x - gap - length, y - gap - line, length, line),
              new BoundingBox(x - gap - length, y + gap, length, line))) {
        boolean inside =
            place.getMinX() >= left && place.getMaxX() <= right && place.getMaxY() <= bottom;
        if (inside && taken.stream().noneMatch(place::intersects)) {
          taken.add(place);
          graphics.setFill(inks().muted());
          graphics.fillText(label, place.getMinX(), place.getMinY() + text.ascent());
          return;
        }
      }
    }
  }

  private void axes(GraphicsContext graphics, TextFit text) {
    graphics.setStroke(inks().line());
    graphics.strokeLine(left, bottom + 0.5, right, bottom + 0.5);
    graphics.strokeLine(left - 0.5, top, left - 0.5, bottom);
    graphics.setFill(inks().muted());
    for (long tick : AxisTicks.between(0, (double) mostBytes(), MOST_TICKS)) {
      String label = SizeText.of(tick);
      double y = pointY(tick);
      graphics.strokeLine(left - 4, y, left, y);
      graphics.fillText(label, left - 8 - text.width(label), y + text.ascent() / 3);
    }
    long nanos = Math.round(Math.pow(10, firstPower()));
    for (int power = firstPower(); power <= lastPower(); power++, nanos *= 10) {
      String label = Measured.time(nanos);
      double x = Math.rint(pointX(nanos)) + 0.5;
      graphics.strokeLine(x, bottom, x, bottom + 4);
      graphics.fillText(
          label,
          Math.min(x - text.width(label) / 2, right - text.width(label) + 16),
          bottom + 6 + text.ascent());
    }
    String across = text.fit("time to open the archive and read one code object", right - left);
    graphics.fillText(
        across, right - text.width(across), bottom + 6 + text.lineHeight() + text.ascent());
    graphics.fillText("size", 8, top - 6);
  }

  private void legend(GraphicsContext graphics, TextFit text) {
    double x = left;
    double y = 6;
    for (StorageScheme scheme :
        ways.stream().map(each -> each.way().scheme()).distinct().toList()) {
      String label = scheme.words();
      double length = text.width(label) + 2 * POINT + 24;
      if (x > left && x + length > right) {
        x = left;
        y += text.lineHeight();
      }
      graphics.setFill(color(scheme));
      graphics.fillOval(x, y + text.ascent() / 2 - POINT / 2, 2 * POINT, 2 * POINT);
      graphics.setFill(inks().text());
      graphics.fillText(label, x + 2 * POINT + 5, y + text.ascent());
      x += length;
    }
    String levels = "numbers are levels of zstd";
    if (x + text.width(levels) < right) {
      graphics.setFill(inks().muted());
      graphics.fillText(levels, right - text.width(levels), y + text.ascent());
    }
  }
}
