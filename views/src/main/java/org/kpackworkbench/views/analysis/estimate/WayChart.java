package org.kpackworkbench.views.analysis.estimate;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.estimate.Measured;
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

  private long mostBytes() {
    return Math.max(1, ways.stream().mapToLong(Measured::sizeBytes).max().orElse(1));
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

  /** The distance of a size from the top. */
  double pointY(long bytes) {
    return bottom - (bottom - top) * bytes / mostBytes();
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
    top = 2 * line + 10;
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
    for (Measured way : ways) {
      point(graphics, text, way);
    }
  }

  private void point(GraphicsContext graphics, TextFit text, Measured way) {
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
    String level = Integer.toString(way.way().level());
    if (way.way().level() > 0 && isFree(x, y, text.width(level) + 2 * POINT)) {
      graphics.setFill(inks().muted());
      graphics.fillText(Integer.toString(way.way().level()), x + POINT + 3, y + text.ascent() / 2);
    }
  }

  /** Whether no other point is where a point's number would be. */
  private boolean isFree(double x, double y, double length) {
    return ways.stream()
        .noneMatch(
            each -> {
              double right = pointX(each.medianNanos()) - x;
              return right > 0
                  && right < length + POINT
                  && Math.abs(pointY(each.sizeBytes()) - y) < 2 * POINT;
            });
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
    for (StorageScheme scheme :
        ways.stream().map(each -> each.way().scheme()).distinct().toList()) {
      String label = scheme.words();
      if (x + text.width(label) + 20 > right) {
        return;
      }
      graphics.setFill(color(scheme));
      graphics.fillOval(x, 6 + text.ascent() / 2 - POINT / 2, 2 * POINT, 2 * POINT);
      graphics.setFill(inks().text());
      graphics.fillText(label, x + 2 * POINT + 5, 6 + text.ascent());
      x += text.width(label) + 2 * POINT + 24;
    }
    String levels = "the number at a point is the level of zstd";
    if (x + text.width(levels) < right) {
      graphics.setFill(inks().muted());
      graphics.fillText(levels, right - text.width(levels), 6 + text.ascent());
    }
  }
}
