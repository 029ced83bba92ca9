package org.kpackworkbench.views.analysis.kernels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.Image;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.Occupancy;
import org.kpackworkbench.model.format.codeobject.Occupancy.LdsStep;
import org.kpackworkbench.model.format.codeobject.Occupancy.VgprStep;
import org.kpackworkbench.views.kit.draw.AxisTicks;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Vector registers of kernels against their local memory, a point for each pair of figures and each
 * target; where there are too many points, squares that are the more opaque the more kernels. Lines
 * are where further registers or further local memory cost a wave, on the target of the selected
 * kernel and for work-groups of its size.
 */
final class KernelScatter extends DrawnRegion {
  private static final double POINT = 4;
  private static final double REACH = 8;

  private static final double CELL = 4;

  private static final double LEAST_OPACITY = 0.15;

  private static final int MOST_NAMES = 6;

  private final IntConsumer picked;
  private Points points = new Points(List.of(), null, 64, 4096);
  private @Nullable KernelFigures selected;
  private @Nullable Image dots;
  private @Nullable Drawn drawn;
  private double left;
  private double top;
  private double right;
  private double bottom;

  /**
   * Kernels that have the same figures on the same target.
   *
   * @param kernels their numbers
   * @param names of the first of them
   */
  private record Point(
      GpuTarget target, long vgprs, long ldsBytes, List<Integer> kernels, List<String> names) {}

  /**
   * Drawn points of kernels. Immutable.
   *
   * @param first one that states both figures; null for none
   * @param mostVgprs the end of the axis of registers
   * @param mostLds the end of the axis of local memory
   */
  record Points(List<Point> all, @Nullable KernelFigures first, long mostVgprs, long mostLds) {

    /**
     * Puts kernels together that have the same figures; those that do not state both are left out.
     * Any thread: of a hundred thousand kernels it takes a while.
     *
     * @param kernels all kernels
     * @param shown the numbers of those that are drawn
     */
    static Points of(List<KernelFigures> kernels, int[] shown) {
      record Figures(GpuTarget target, long vgprs, long ldsBytes) {}
      Map<Figures, Point> all = new LinkedHashMap<>();
      for (int index : shown) {
        KernelFigures each = kernels.get(index);
        if (each.vgprs() >= 0 && each.ldsBytes() >= 0) {
          Point point =
              all.computeIfAbsent(
                  new Figures(each.target(), each.vgprs(), each.ldsBytes()),
                  key ->
                      new Point(
                          key.target(),
                          key.vgprs(),
                          key.ldsBytes(),
                          new ArrayList<>(),
                          new ArrayList<>()));
          point.kernels().add(index);
          if (point.names().size() < MOST_NAMES) {
            point.names().add(each.name().brief());
          }
        }
      }
      List<Point> points = List.copyOf(all.values());
      return new Points(
          points,
          points.isEmpty() ? null : kernels.get(points.getFirst().kernels().getFirst()),
          Math.max(64, points.stream().mapToLong(Point::vgprs).max().orElse(0)),
          Math.max(4096, points.stream().mapToLong(Point::ldsBytes).max().orElse(0)));
    }
  }

  /** How the picture of the points was made; other points have another picture. */
  private record Drawn(
      double width, double height, double scale, double left, OwnerColors colors) {}

  /**
   * A chart without points.
   *
   * @param picked is given the number of the first kernel of the point that was clicked
   */
  KernelScatter(IntConsumer picked, ObservableValue<OwnerColors> palette) {
    super(palette);
    this.picked = picked;
    setId("kernel-scatter");
    setMinWidth(120);
    setMinHeight(120);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleRoleDescription("chart of registers and local memory");
    HoverTip.install(this, this::words);
    setOnMousePressed(this::pressed);
  }

  /** Shows other kernels. */
  void show(Points now) {
    points = now;
    dots = null;
    changed();
  }

  /** Marks the point of a kernel, and draws the steps of its target. */
  void select(@Nullable KernelFigures kernel) {
    selected = kernel;
    changed();
  }

  private void changed() {
    setAccessibleText(
        "%s of kernels, up to %d vector registers and %s of local memory%s"
            .formatted(
                CountText.of(points.all().size(), "point"),
                points.mostVgprs(),
                SizeText.of(points.mostLds()),
                stepWords()));
    redraw();
  }

  /** Where kernels with so many registers are, from the left. */
  double pointX(long vgprs) {
    return left + (right - left) * vgprs / points.mostVgprs();
  }

  /** Where kernels with so much local memory are, from the top. */
  double pointY(long ldsBytes) {
    return bottom - (bottom - top) * ldsBytes / points.mostLds();
  }

  private @Nullable Point at(double atX, double atY) {
    return points.all().stream()
        .filter(
            each -> Math.hypot(pointX(each.vgprs()) - atX, pointY(each.ldsBytes()) - atY) <= REACH)
        .min(
            Comparator.comparingDouble(
                each -> Math.hypot(pointX(each.vgprs()) - atX, pointY(each.ldsBytes()) - atY)))
        .orElse(null);
  }

  private void pressed(MouseEvent event) {
    Point there = at(event.getX(), event.getY());
    if (event.getButton() == MouseButton.PRIMARY && there != null) {
      picked.accept(there.kernels().getFirst());
      event.consume();
    }
  }

  private @Nullable String words(double atX, double atY) {
    Point there = at(atX, atY);
    if (there == null) {
      return null;
    }
    String names = String.join("\n", there.names());
    int more = there.kernels().size() - MOST_NAMES;
    return "%s: %d VGPRs, %s of LDS\n%s%s"
        .formatted(
            there.target(),
            there.vgprs(),
            SizeText.of(there.ldsBytes()),
            names,
            more > 0 ? "\nand %,d more".formatted(more) : "");
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    TextFit text = new TextFit(font());
    double line = text.lineHeight();
    left = text.width("160 KiB") + 14;
    right = width - text.width("16") - POINT - 8;
    top = line + 14;
    bottom = height - 2 * line - 10;
    if (right - left < 40 || bottom - top < 30) {
      return;
    }
    graphics.setFont(font());
    graphics.setLineWidth(1);
    axes(graphics, text);
    graphics.drawImage(dots(width, height), 0, 0, Math.ceil(width), Math.ceil(height));
    // Over the points, which may be everywhere.
    steps(graphics, text);
    KernelFigures marked = selected;
    if (marked != null && marked.vgprs() >= 0 && marked.ldsBytes() >= 0) {
      graphics.setStroke(inks().text());
      graphics.setLineWidth(2);
      graphics.strokeOval(
          pointX(marked.vgprs()) - REACH, pointY(marked.ldsBytes()) - REACH, 2 * REACH, 2 * REACH);
    }
    if (points.all().isEmpty()) {
      graphics.setFill(inks().muted());
      graphics.fillText("No kernel states its registers and local memory.", left + 8, top + line);
    }
  }

  /** The picture of the points, which the selected kernel does not change. */
  private Image dots(double width, double height) {
    Window window = getScene() == null ? null : getScene().getWindow();
    double scale = window == null ? 1 : window.getOutputScaleX();
    Drawn wanted = new Drawn(Math.ceil(width), Math.ceil(height), scale, left, colors());
    Image picture = dots;
    if (picture == null || !wanted.equals(drawn)) {
      DotPicture made = new DotPicture(wanted.width(), wanted.height(), scale, POINT);
      if (isDense()) {
        squares(made, wanted);
      } else {
        Map<GpuTarget, Integer> shades = new HashMap<>();
        for (Point each : points.all()) {
          int shade =
              shades.computeIfAbsent(
                  each.target(), target -> DotPicture.color(colors().ofTarget(target)));
          made.dot(pointX(each.vgprs()), pointY(each.ldsBytes()), shade);
        }
      }
      picture = made.image();
      dots = picture;
      drawn = wanted;
    }
    return picture;
  }

  /** Whether dots would cover so much that no one could be told from another. */
  private boolean isDense() {
    return points.all().size() * Math.PI * POINT * POINT > (right - left) * (bottom - top) / 2;
  }

  /**
   * Squares in the colour of the target with the most kernels there, the more opaque the more
   * kernels, by their logarithm: a few must be seen beside many.
   */
  private void squares(DotPicture picture, Drawn size) {
    int columns = (int) Math.ceil(size.width() / CELL) + 1;
    int rows = (int) Math.ceil(size.height() / CELL) + 1;
    Map<GpuTarget, int[]> counts = new LinkedHashMap<>();
    int[] sums = new int[columns * rows];
    for (Point each : points.all()) {
      int cell =
          (int) (pointY(each.ldsBytes()) / CELL) * columns + (int) (pointX(each.vgprs()) / CELL);
      counts.computeIfAbsent(each.target(), target -> new int[sums.length])[cell] +=
          each.kernels().size();
      sums[cell] += each.kernels().size();
    }
    double most = Math.log1p(Arrays.stream(sums).max().orElse(0));
    for (int cell = 0; cell < sums.length; cell++) {
      if (sums[cell] == 0) {
        continue;
      }
      int number = 0;
      GpuTarget first = null;
      for (Map.Entry<GpuTarget, int[]> each : counts.entrySet()) {
        if (each.getValue()[cell] > number) {
          number = each.getValue()[cell];
          first = each.getKey();
        }
      }
      double opacity = LEAST_OPACITY + (1 - LEAST_OPACITY) * Math.log1p(sums[cell]) / most;
      picture.square(
          cell % columns * CELL,
          Math.floorDiv(cell, columns) * CELL,
          CELL,
          DotPicture.color(colors().ofTarget(Objects.requireNonNull(first))),
          opacity);
    }
  }

  private void axes(GraphicsContext graphics, TextFit text) {
    graphics.setStroke(inks().line());
    graphics.strokeLine(left, bottom + 0.5, right, bottom + 0.5);
    graphics.strokeLine(left - 0.5, top, left - 0.5, bottom);
    graphics.setFill(inks().muted());
    double free = 0;
    for (long tick : AxisTicks.between(0, (double) points.mostVgprs(), 8)) {
      String label = Long.toString(tick);
      double start = Math.min(pointX(tick) - text.width(label) / 2, right - text.width(label));
      if (start >= free) {
        graphics.fillText(label, start, bottom + 4 + text.ascent());
        free = start + text.width(label) + 8;
      }
    }
    for (long tick : AxisTicks.between(0, (double) points.mostLds(), 5)) {
      String label = SizeText.of(tick);
      graphics.fillText(
          label, left - 6 - text.width(label), Math.max(top, pointY(tick)) + text.ascent() / 3);
    }
    double room = right - left;
    String across =
        captions().stream()
            .filter(each -> text.width(each) <= room)
            .findFirst()
            .orElseGet(() -> text.fit("vector registers", room));
    graphics.fillText(
        across, right - text.width(across), bottom + 4 + text.lineHeight() + text.ascent());
    graphics.fillText("local memory", 4, text.ascent() + 2);
  }

  /** Returns the texts below the chart, the longest first. */
  private List<String> captions() {
    KernelFigures of = steppedBy();
    if (of == null) {
      return List.of();
    }
    String target = of.target().toString();
    String groups =
        ldsSteps(of).isEmpty() ? "" : ", work-groups of %,d".formatted(of.maxFlatWorkgroupSize());
    String dense = isDense() ? "; stronger colour: more kernels" : "";
    return List.of(
        "vector registers" + dense + "; lines: waves of a SIMD on " + target + groups,
        "vector registers" + dense + "; waves on " + target + groups,
        "vector registers; waves on " + target + groups,
        "VGPRs; waves on " + target + groups,
        "VGPRs; waves on " + target);
  }

  /** The steps in words, for those who cannot see the lines. */
  private String stepWords() {
    KernelFigures of = steppedBy();
    if (of == null) {
      return "";
    }
    String vgprs =
        Occupancy.vgprSteps(of.target(), of.wavefrontSize()).stream()
            .map(step -> "%d up to %d".formatted(step.waves(), step.mostVgprs()))
            .collect(Collectors.joining(", "));
    String lds =
        ldsSteps(of).stream()
            .map(step -> "%d up to %s".formatted(step.waves(), SizeText.of(step.mostBytes())))
            .collect(Collectors.joining(", "));
    return (vgprs.isEmpty()
            ? ""
            : "; waves of a SIMD on %s by vector registers: %s".formatted(of.target(), vgprs))
        + (lds.isEmpty()
            ? ""
            : "; by local memory, in work-groups of %,d: %s"
                .formatted(of.maxFlatWorkgroupSize(), lds));
  }

  private static List<LdsStep> ldsSteps(KernelFigures of) {
    return Occupancy.ldsSteps(
        of.target(), of.wavefrontSize(), of.maxFlatWorkgroupSize(), of.workgroupProcessorMode());
  }

  private void steps(GraphicsContext graphics, TextFit text) {
    KernelFigures of = steppedBy();
    if (of == null) {
      return;
    }
    graphics.setStroke(inks().line());
    graphics.setFill(inks().muted());
    double last = left + text.width("local memory");
    for (VgprStep step : Occupancy.vgprSteps(of.target(), of.wavefrontSize())) {
      // The last one is behind the end of the axis, which has its number.
      double at = right;
      if (step.mostVgprs() <= points.mostVgprs()) {
        at = Math.rint(pointX(step.mostVgprs())) + 0.5;
        graphics.strokeLine(at, top, at, bottom);
      }
      String label = Integer.toString(step.waves());
      if (at - text.width(label) > last) {
        graphics.fillText(label, at - text.width(label) - 2, top - 4);
        last = at + 4;
      }
      if (step.mostVgprs() >= points.mostVgprs()) {
        break;
      }
    }
    double lowest = bottom;
    for (LdsStep step : ldsSteps(of)) {
      double at = top;
      if (step.mostBytes() <= points.mostLds()) {
        at = Math.rint(pointY(step.mostBytes())) + 0.5;
        graphics.strokeLine(left, at, right + POINT, at);
      }
      // A number without a line beside it would be that of nothing.
      boolean lined = lowest < bottom || step.mostBytes() <= points.mostLds();
      if (lined && at + text.lineHeight() <= lowest) {
        graphics.fillText(Integer.toString(step.waves()), right + POINT + 4, at + text.ascent());
        lowest = at;
      }
      if (step.mostBytes() >= points.mostLds()) {
        break;
      }
    }
  }

  /** Returns the kernel whose target's steps are drawn; null for none. */
  private @Nullable KernelFigures steppedBy() {
    return selected != null ? selected : points.first();
  }
}
