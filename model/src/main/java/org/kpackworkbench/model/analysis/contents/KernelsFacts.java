package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan.Found;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Figure;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Group;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.Kernel;

/** Facts about the kernels of files. Not safe for use by several threads. */
public final class KernelsFacts {
  private final KernelsSettings settings;
  private int read;

  /**
   * @param settings which kernels, and in which order
   */
  public KernelsFacts(KernelsSettings settings) {
    this.settings = settings;
  }

  /** Returns the scan that collects the kernels that meet the filters. */
  public CodeObjectScan<KernelFigures> scan() {
    List<Query> queries = new ArrayList<>();
    for (String text : settings.filters()) {
      try {
        queries.add(Query.parse(text, KernelsSettings.FIELDS));
      } catch (QueryException readBefore) {
        throw new IllegalArgumentException(readBefore);
      }
    }
    return new CodeObjectScan<>(
        "Reading kernels",
        settings.targets(),
        settings.targetRegex(),
        (row, code, into) -> {
          for (Kernel kernel : code.kernels()) {
            read++;
            KernelFigures figures = KernelFigures.of(row, code, kernel);
            if (queries.stream().allMatch(query -> query.matches(figures))) {
              into.add(figures);
            }
          }
        });
  }

  /**
   * Returns the message for a file in which no kernel of those that were read meets the filters.
   */
  public String nothing(Found<KernelFigures> found) {
    return read == 0
        ? "There is no kernel in %s.".formatted(CountText.of(found.read(), "code object"))
        : "No kernel of %d matches the filter.".formatted(read);
  }

  /** The kernels of a file. */
  public Report report(Found<KernelFigures> found) {
    return sorted(found)
        .report("kernels", KernelFigures::describe)
        .table(
            "kernels",
            "target",
            "index",
            "vgprs",
            "agprs",
            "sgprs",
            "ldsBytes as LDS",
            "scratchBytes as scratch",
            "spills",
            "kernargBytes as kernarg",
            "wavefrontSize as wave",
            "occupancy",
            "codeBytes as code",
            "demangledName as kernel");
  }

  /** Writes facts for each kernel and, where there are any, for the problems. */
  public void lines(Found<KernelFigures> found, Taker<Facts> out) throws IOException {
    sorted(found).lines(KernelFigures::describe, out);
  }

  /** The line of names above comma-separated values. */
  public static String csvNames() {
    return "file," + String.join(",", KernelFigures.COLUMNS);
  }

  /** The kernels of a file as comma-separated values. */
  public void csv(Path file, Found<KernelFigures> found, TextOut out) throws IOException {
    sorted(found).csv(file, KernelFigures::describe, out);
  }

  private Found<KernelFigures> sorted(Found<KernelFigures> found) {
    return new Found<>(
        found.format(),
        found.all().stream().sorted(order()).toList(),
        found.problems(),
        found.codeObjects(),
        found.read(),
        found.targets());
  }

  private Comparator<KernelFigures> order() {
    Group group = settings.group().orElse(null);
    Comparator<KernelFigures> order =
        switch (group) {
          case null -> Comparator.comparing(kernel -> 0);
          case TARGET -> Comparator.comparing(KernelFigures::target);
          case KERNEL -> Comparator.comparing(kernel -> kernel.name().mangled());
        };
    Figure figure = settings.sort().orElse(null);
    if (figure != null) {
      Comparator<KernelFigures> by = Comparator.comparingDouble(kernel -> kernel.known(figure));
      order = order.thenComparing(figure == Figure.OCCUPANCY ? by : by.reversed());
    }
    return group == Group.KERNEL ? order.thenComparing(KernelFigures::target) : order;
  }
}
