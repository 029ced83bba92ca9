package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.analysis.contents.KernelsSettings;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Figure;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Group;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** {@code kernels}: what the kernels of a file use. */
final class KernelsCommand extends CodeObjectsCommand<KernelsSettings, KernelFigures> {

  KernelsCommand(Console console) {
    super(console, KernelsSettings.OPERATION);
  }

  @Override
  int run(KernelsSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    int[] all = {0};
    Work<KernelFigures> work =
        new Work<>(
            settings.targets(),
            "Reading kernels",
            reader(settings, all),
            found -> "No kernel of %d matches the filter.".formatted(all[0]));
    if (settings.csv()) {
      try (TextOut out = console().text()) {
        out.line("file," + String.join(",", KernelFigures.COLUMNS));
        return each(
            inputs,
            work,
            (item, document, found) -> {
              for (KernelFigures kernel : sorted(found, settings)) {
                out.line(kernel.csv(document.path()));
              }
            });
      }
    }
    if (given.get(CommonOptions.JSON_LINES)) {
      try (JsonFiles json = inputs.json()) {
        return inputs.each(
            json,
            (item, document) ->
                file(item, document, work, (one, of, found) -> lines(json, of, found, settings)));
      }
    }
    if (inputs.asJson()) {
      return eachAsJson(inputs, work, (document, found) -> report(document, found, settings));
    }
    boolean[] first = {true};
    return each(
        inputs,
        work,
        (item, document, found) -> {
          try (TextOut out = console().text()) {
            report(document, found, settings).heading(Inputs.heading(item, first[0])).text(out);
          }
          first[0] &= found.all().isEmpty();
        });
  }

  /**
   * Takes the kernels that meet the filters.
   *
   * @param all counts all of them
   */
  private static Reader<KernelFigures> reader(KernelsSettings settings, int[] all) {
    List<Query> queries = new ArrayList<>();
    for (String text : settings.filters()) {
      try {
        queries.add(Query.parse(text, KernelsSettings.FIELDS));
      } catch (QueryException readBefore) {
        throw new IllegalArgumentException(readBefore);
      }
    }
    return (row, code, into) -> {
      for (Kernel kernel : code.kernels()) {
        all[0]++;
        KernelFigures figures = KernelFigures.of(row, code, kernel);
        if (queries.stream().allMatch(query -> query.matches(figures))) {
          into.add(figures);
        }
      }
    };
  }

  private static void lines(
      JsonFiles json, Document document, Found<KernelFigures> found, KernelsSettings settings)
      throws IOException {
    for (KernelFigures kernel : sorted(found, settings)) {
      Facts facts = new Facts().text("format", document.format().id());
      kernel.describe(facts);
      print(json, document, facts);
    }
    if (!found.problems().isEmpty()) {
      print(
          json,
          document,
          new Facts()
              .text("format", document.format().id())
              .list("problems", found.problems(), Facts::describe));
    }
  }

  private static void print(JsonFiles json, Document document, Facts facts) throws IOException {
    try (JsonOut out = json.begin(document.path())) {
      facts.json(out);
    }
  }

  private static List<KernelFigures> sorted(Found<KernelFigures> found, KernelsSettings settings) {
    List<KernelFigures> kernels = new ArrayList<>(found.all());
    sort(kernels, settings);
    return kernels;
  }

  private static Report report(
      Document document, Found<KernelFigures> found, KernelsSettings settings) {
    return new Report(
            new Facts()
                .text("format", document.format().id())
                .list("kernels", sorted(found, settings), KernelFigures::describe)
                .list("problems", found.problems(), Facts::describe))
        .table(
            "kernels",
            "target",
            "index as #",
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

  private static void sort(List<KernelFigures> kernels, KernelsSettings settings) {
    Comparator<KernelFigures> order =
        switch (settings.group().orElse(null)) {
          case null -> Comparator.comparing(kernel -> 0);
          case TARGET -> Comparator.comparing(KernelFigures::target);
          case KERNEL -> Comparator.comparing(kernel -> kernel.name().mangled());
        };
    Figure figure = settings.sort().orElse(null);
    if (figure != null) {
      Comparator<KernelFigures> by = Comparator.comparingDouble(kernel -> kernel.known(figure));
      order = order.thenComparing(figure == Figure.OCCUPANCY ? by : by.reversed());
    }
    if (settings.group().orElse(null) == Group.KERNEL) {
      order = order.thenComparing(KernelFigures::target);
    }
    kernels.sort(order);
  }
}
