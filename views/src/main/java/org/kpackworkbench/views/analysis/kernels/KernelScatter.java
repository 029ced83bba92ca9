package org.kpackworkbench.views.analysis.kernels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.Occupancy;
import org.kpackworkbench.model.format.codeobject.Occupancy.VgprStep;
import org.kpackworkbench.views.kit.draw.AxisTicks;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Vector registers of kernels against their local memory, a point for each pair of figures and each
 * target. Lines are where further registers cost a wave, on the target of the selected kernel.
 */
final class KernelScatter extends DrawnRegion {
  private static final double POINT = 4;
  private static final double REACH = 8;
  private static final int MOST_NAMES = 6;

  private final Consumer<Set<KernelFigures>> picked;
  private List<Point> points = List.of();
  private @Nullable KernelFigures selected;
  private long mostVgprs = 1;
  private long mostLds = 1;
  private double left;
  private double top;
  private double right;
  private double bottom;

  /** Kernels that have the same figures on the same target. */
  private record Point(GpuTarget target, long vgprs, long ldsBytes, List<KernelFigures> kernels) {}

  /**
   * A chart without points.
   *
   * @param picked is given the kernels of the point that was clicked
   */
  KernelScatter(Consumer<Set<KernelFigures>> picked, ObservableValue<OwnerColors> palette) {
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

  /** Shows other kernels; those that do not state both figures are left out. */
  void show(List<KernelFigures> kernels) {
    Map<List<Object>, Point> all = new LinkedHashMap<>();
    for (KernelFigures each : kernels) {
      if (each.vgprs() >= 0 && each.ldsBytes() >= 0) {
        all.computeIfAbsent(
                List.of(each.target(), each.vgprs(), each.ldsBytes()),
                key -> new Point(each.target(), each.vgprs(), each.ldsBytes(), new ArrayList<>()))
            .kernels()
            .add(each);
      }
    }
    points = List.copyOf(all.values());
    mostVgprs = Math.max(64, points.stream().mapToLong(Point::vgprs).max().orElse(0));
    mostLds = Math.max(4096, points.stream().mapToLong(Point::ldsBytes).max().orElse(0));
    setAccessibleText(
        "%s of kernels, up to %d vector registers and %s of local memory"
            .formatted(CountText.of(points.size(), "point"), mostVgprs, SizeText.of(mostLds)));
    redraw();
  }

  /** Marks the point of a kernel, and draws the steps of its target. */
  void select(@Nullable KernelFigures kernel) {
    selected = kernel;
    redraw();
  }

  /** Where kernels with so many registers are, from the left. */
  double pointX(long vgprs) {
    return left + (right - left) * vgprs / mostVgprs;
  }

  /** Where kernels with so much local memory are, from the top. */
  double pointY(long ldsBytes) {
    return bottom - (bottom - top) * ldsBytes / mostLds;
  }

  private @Nullable Point at(double atX, double atY) {
    return points.stream()
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
      picked.accept(Set.copyOf(there.kernels()));
      event.consume();
    }
  }

  private @Nullable String words(double atX, double atY) {
    Point there = at(atX, atY);
    if (there == null) {
      return null;
    }
    String names =
        there.kernels().stream()
            .limit(MOST_NAMES)
            .map(each -> Demangler.shortName(each.name().mangled()))
            .collect(Collectors.joining("\n"));
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
    right = width - 14;
    top = line + 14;
    bottom = height - 2 * line - 10;
    if (right - left < 40 || bottom - top < 30) {
      return;
    }
    graphics.setFont(font());
    graphics.setLineWidth(1);
    axes(graphics, text);
    steps(graphics, text);
    for (Point each : points) {
      graphics.setFill(colors().ofTarget(each.target()));
      graphics.fillOval(
          pointX(each.vgprs()) - POINT, pointY(each.ldsBytes()) - POINT, 2 * POINT, 2 * POINT);
    }
    KernelFigures marked = selected;
    if (marked != null && marked.vgprs() >= 0 && marked.ldsBytes() >= 0) {
      graphics.setStroke(inks().text());
      graphics.setLineWidth(2);
      graphics.strokeOval(
          pointX(marked.vgprs()) - REACH, pointY(marked.ldsBytes()) - REACH, 2 * REACH, 2 * REACH);
    }
    if (points.isEmpty()) {
      graphics.setFill(inks().muted());
      graphics.fillText("No kernel states its registers and local memory.", left + 8, top + line);
    }
  }

  private void axes(GraphicsContext graphics, TextFit text) {
    graphics.setStroke(inks().line());
    graphics.strokeLine(left, bottom + 0.5, right, bottom + 0.5);
    graphics.strokeLine(left - 0.5, top, left - 0.5, bottom);
    graphics.setFill(inks().muted());
    for (long tick : AxisTicks.between(0, (double) mostVgprs, 8)) {
      String label = Long.toString(tick);
      graphics.fillText(
          label,
          Math.min(pointX(tick) - text.width(label) / 2, right - text.width(label)),
          bottom + 4 + text.ascent());
    }
    for (long tick : AxisTicks.between(0, (double) mostLds, 5)) {
      String label = SizeText.of(tick);
      graphics.fillText(
          label, left - 6 - text.width(label), Math.max(top, pointY(tick)) + text.ascent() / 3);
    }
    KernelFigures of = steppedBy();
    String across =
        of == null
            ? "vector registers"
            : "vector registers; lines: waves of a SIMD on " + of.target();
    graphics.fillText(
        across, right - text.width(across), bottom + 4 + text.lineHeight() + text.ascent());
    graphics.fillText("local memory", 4, text.ascent() + 2);
  }

  /** The lines are labelled with the waves that are left of them. */
  private void steps(GraphicsContext graphics, TextFit text) {
    KernelFigures of = steppedBy();
    if (of == null) {
      return;
    }
    graphics.setStroke(inks().line());
    graphics.setFill(inks().muted());
    double last = left + text.width("local memory");
    for (VgprStep step : Occupancy.vgprSteps(of.target(), of.wavefrontSize())) {
      if (step.mostVgprs() > mostVgprs) {
        break;
      }
      double at = Math.rint(pointX(step.mostVgprs())) + 0.5;
      graphics.strokeLine(at, top, at, bottom);
      String label = Integer.toString(step.waves());
      if (at - text.width(label) > last) {
        graphics.fillText(label, at - text.width(label) - 2, top - 4);
        last = at + 4;
      }
    }
  }

  /** Whose target's steps are drawn; null for none. */
  private @Nullable KernelFigures steppedBy() {
    return selected != null || points.isEmpty() ? selected : points.getFirst().kernels().getFirst();
  }
}
