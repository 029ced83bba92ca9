package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.KernelsSettings;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Figure;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Group;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelName;
import org.kpackworkbench.model.format.codeobject.Occupancy;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** {@code kernels}: what the kernels of a file use. */
final class KernelsCommand extends CodeObjectsCommand<KernelsSettings, KernelsCommand.Figures> {

  private static final List<String> COLUMNS =
      List.of(
          "name",
          "demangledName",
          "symbol",
          "target",
          "binary",
          "index",
          "vgprs",
          "agprs",
          "sgprs",
          "ldsBytes",
          "scratchBytes",
          "spills",
          "kernargBytes",
          "wavefrontSize",
          "occupancy",
          "mostWaves",
          "limit",
          "codeBytes");

  KernelsCommand(Console console) {
    super(console, KernelsSettings.OPERATION);
  }

  @Override
  int run(KernelsSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    int[] all = {0};
    Work<Figures> work =
        new Work<>(
            settings.targets(),
            "Reading kernels",
            reader(settings, all),
            found -> "No kernel of %d matches the filter.".formatted(all[0]));
    if (settings.csv()) {
      try (TextOut out = console().text()) {
        out.line("file," + String.join(",", COLUMNS));
        return each(
            inputs,
            work,
            (item, document, found) -> {
              for (Figures kernel : sorted(found, settings)) {
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
  private static Reader<Figures> reader(KernelsSettings settings, int[] all) {
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
        Figures figures = Figures.of(row, code, kernel);
        if (queries.stream().allMatch(query -> query.matches(figures))) {
          into.add(figures);
        }
      }
    };
  }

  private static void lines(
      JsonFiles json, Document document, Found<Figures> found, KernelsSettings settings)
      throws IOException {
    for (Figures kernel : sorted(found, settings)) {
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
              .list("problems", found.problems(), Input::describe));
    }
  }

  private static void print(JsonFiles json, Document document, Facts facts) throws IOException {
    try (JsonOut out = json.begin(document.path())) {
      facts.json(out);
    }
  }

  private static List<Figures> sorted(Found<Figures> found, KernelsSettings settings) {
    List<Figures> kernels = new ArrayList<>(found.all());
    sort(kernels, settings);
    return kernels;
  }

  private static Report report(Document document, Found<Figures> found, KernelsSettings settings) {
    return new Report(
            new Facts()
                .text("format", document.format().id())
                .list("kernels", sorted(found, settings), Figures::describe)
                .list("problems", found.problems(), Input::describe))
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

  private static void sort(List<Figures> kernels, KernelsSettings settings) {
    Comparator<Figures> order =
        switch (settings.group().orElse(null)) {
          case null -> Comparator.comparing(kernel -> 0);
          case TARGET -> Comparator.comparing(Figures::target);
          case KERNEL -> Comparator.comparing(kernel -> kernel.name().mangled());
        };
    Figure figure = settings.sort().orElse(null);
    if (figure != null) {
      Comparator<Figures> by = Comparator.comparingDouble(kernel -> kernel.known(figure));
      order = order.thenComparing(figure == Figure.OCCUPANCY ? by : by.reversed());
    }
    if (settings.group().orElse(null) == Group.KERNEL) {
      order = order.thenComparing(Figures::target);
    }
    kernels.sort(order);
  }

  /**
   * What a kernel uses; -1 for what is not stated.
   *
   * @param spills registers, vector and scalar ones
   * @param occupancy empty where it is not known
   * @param codeBytes size of its machine code
   */
  record Figures(
      KernelName name,
      String symbol,
      GpuTarget target,
      String targetText,
      String binary,
      int index,
      long vgprs,
      long agprs,
      long sgprs,
      long ldsBytes,
      long scratchBytes,
      long spills,
      long kernargBytes,
      long wavefrontSize,
      Optional<Occupancy> occupancy,
      long codeBytes)
      implements Query.Row {

    static Figures of(CodeObjectRow row, CodeObject code, Kernel kernel) throws FormatException {
      ByteRange range = code.locate(kernel).code();
      boolean spillsKnown = kernel.vgprSpills() >= 0 || kernel.sgprSpills() >= 0;
      return new Figures(
          kernel.kernelName(),
          kernel.symbol(),
          row.target(),
          row.targetText(),
          row.binary(),
          row.index(),
          kernel.vgprs(),
          kernel.agprs(),
          kernel.sgprs(),
          kernel.ldsBytes(),
          kernel.scratchBytes(),
          spillsKnown ? Math.max(0, kernel.vgprSpills()) + Math.max(0, kernel.sgprSpills()) : -1,
          kernel.kernargBytes(),
          kernel.wavefrontSize(),
          Occupancy.of(code.target(), kernel),
          range == null ? -1 : range.length());
    }

    void describe(Facts facts) {
      facts
          .text("name", name.mangled())
          .text("demangledName", name.demangled())
          .text("symbol", symbol)
          .text("target", targetText)
          .text("binary", binary)
          .known("index", index)
          .known("vgprs", vgprs)
          .known("agprs", agprs)
          .known("sgprs", sgprs)
          .known("ldsBytes", ldsBytes)
          .known("scratchBytes", scratchBytes)
          .known("spills", spills)
          .known("kernargBytes", kernargBytes)
          .known("wavefrontSize", wavefrontSize)
          .known("occupancy", occupancy.map(Occupancy::waves).orElse(-1))
          .shown(occupancy.map(Occupancy::toString).orElse("-"))
          .known("mostWaves", occupancy.map(Occupancy::most).orElse(-1))
          .text("limit", occupancy.map(limits -> limits.limit().words()).orElse(null))
          .known("codeBytes", codeBytes);
    }

    private long of(Figure figure) {
      return switch (figure) {
        case VGPRS -> vgprs;
        case AGPRS -> agprs;
        case SGPRS -> sgprs;
        case LDS -> ldsBytes;
        case SCRATCH -> scratchBytes;
        case SPILLS -> spills;
        case KERNARG -> kernargBytes;
        case OCCUPANCY -> occupancy.map(Occupancy::waves).orElse(-1);
        case SIZE -> codeBytes;
      };
    }

    /** For an order: what is not known comes last. */
    double known(Figure figure) {
      long value = of(figure);
      return value >= 0 ? value : figure == Figure.OCCUPANCY ? Double.MAX_VALUE : -1;
    }

    String csv(Path file) {
      List<String> values = new ArrayList<>();
      values.add(file.toString());
      values.addAll(
          List.of(name.mangled(), name.demangled(), symbol, targetText, binary, text(index)));
      for (long number :
          new long[] {
            vgprs, agprs, sgprs, ldsBytes, scratchBytes, spills, kernargBytes, wavefrontSize
          }) {
        values.add(text(number));
      }
      values.add(text(of(Figure.OCCUPANCY)));
      values.add(text(occupancy.map(Occupancy::most).orElse(-1)));
      values.add(occupancy.map(limits -> limits.limit().words()).orElse(""));
      values.add(text(codeBytes));
      return values.stream().map(Figures::quoted).collect(Collectors.joining(","));
    }

    private static String text(long number) {
      return number < 0 ? "" : Long.toString(number);
    }

    private static String quoted(String value) {
      return value.matches("[^\",\r\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
    }

    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name" -> name.demangled() + " " + name.mangled();
        case "binary" -> binary;
        case "arch", "target" -> targetText;
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      long value =
          switch (field) {
            case "index" -> index;
            case "vgprs" -> vgprs;
            case "agprs" -> agprs;
            case "sgprs" -> sgprs;
            case "lds" -> ldsBytes;
            case "scratch" -> scratchBytes;
            case "spills" -> spills;
            case "kernarg" -> kernargBytes;
            case "wave" -> wavefrontSize;
            case "occupancy" -> of(Figure.OCCUPANCY);
            case "size" -> codeBytes;
            default -> -1;
          };
      return value < 0 ? Double.NaN : value;
    }
  }
}
