package org.kpackworkbench.app.cli;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.RowKinds;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.views.kit.theme.Theme;
import picocli.CommandLine.Model.OptionSpec;

/** What shells may complete behind an option. */
public sealed interface OptionValues {

  /** Nothing: the option has no value, or one that only people know. */
  record Unknown() implements OptionValues {}

  /** Names of files and folders. */
  record Files() implements OptionValues {}

  /** Names of folders. */
  record Folders() implements OptionValues {}

  /**
   * Some words.
   *
   * @param words all of them
   * @param several whether several may be given, with commas between them
   */
  record Words(List<String> words, boolean several) implements OptionValues {
    public Words {
      words = List.copyOf(words);
    }
  }

  /**
   * Every view that {@code render --view list} names for one file or another; what a file has
   * depends on what is in it.
   */
  List<String> VIEWS =
      List.of(
          "archives",
          "arguments",
          "bundles",
          "bytes",
          "code-object",
          "code-object-overview",
          "code-objects",
          "compare",
          "contents",
          "coverage",
          "descriptor",
          "disassembly",
          "dynamic",
          "edit",
          "files",
          "kernels",
          "layout",
          "list",
          "make-host-only",
          "marker",
          "member",
          "members",
          "metadata",
          "notes",
          "overlay",
          "overview",
          "pack",
          "recombine",
          "relocations",
          "resolve",
          "resolve-compare",
          "resolve-failing",
          "restore",
          "sections",
          "segments",
          "sizes",
          "split",
          "symbols",
          "text",
          "window",
          "wrappers");

  /** What may be completed behind an option of a command; the empty name is the program's. */
  static OptionValues of(String command, OptionSpec option) {
    if (option.arity().max() == 0) {
      return new Unknown();
    }
    String name = option.longestName();
    Option<?> described = described(command, name);
    if (described != null) {
      return of(described);
    }
    OptionValues ofCommand = Tables.BY_COMMAND.get(command + " " + name);
    if (ofCommand != null) {
      return ofCommand;
    }
    OptionValues known = Tables.BY_NAME.get(name);
    if (known != null) {
      return known;
    }
    boolean number = Number.class.isAssignableFrom(option.type());
    return number || Tables.FREE.contains(name) ? new Unknown() : new Files();
  }

  /** The option of an operation that describes itself; null where none is. */
  private static @Nullable Option<?> described(String command, String name) {
    return Cli.VERBS.stream()
        .filter(verb -> verb.name().equals(command) && verb.operation() != null)
        .flatMap(verb -> Objects.requireNonNull(verb.operation()).get().options().stream())
        .filter(option -> option.names().contains(name))
        .findFirst()
        .orElse(null);
  }

  private static OptionValues of(Option<?> option) {
    OptionKind<?> kind = option.kind();
    if (!kind.words().isEmpty()) {
      return new Words(kind.words(), kind.isSeveral());
    }
    return switch (kind.shape()) {
      // A parameter may be a folder or a file.
      case FOLDER -> option.isPositional() ? new Files() : new Folders();
      case FILE, NEW_FILE -> new Files();
      case TARGETS -> Tables.TARGETS;
      default -> new Unknown();
    };
  }

  /** What is known of options that no operation describes. */
  final class Tables {
    private static final OptionValues TARGETS =
        new Words(
            ProcessorTable.standard().processors().stream()
                .map(Processor::name)
                .filter(processor -> processor.startsWith("gfx"))
                .toList(),
            true);

    private static final Map<String, OptionValues> BY_COMMAND =
        Map.of(
            "diff --format",
            words(Arrays.stream(ExportFormat.values()).map(ExportFormat::id)),
            "verify --format",
            words(Arrays.stream(ReportFormat.values()).map(ReportFormat::option)));

    private static final Map<String, OptionValues> BY_NAME = byName();

    /** Texts that people make up, or that only the file tells. */
    private static final Set<String> FREE =
        Set.of(
            "--add",
            "--compare-env",
            "--delete",
            "--do",
            "--env",
            "--filter",
            "--level",
            "--kernel-name",
            "--rename",
            "--replace",
            "--retarget",
            "--search-path",
            "--select",
            "--set",
            "--size");

    private Tables() {}

    private static Map<String, OptionValues> byName() {
      OptionValues rules = words(StandardRules.all().stream().map(Rule::name));
      OptionValues views = words(VIEWS.stream());
      Map<String, OptionValues> values = new HashMap<>();
      values.put("--target", TARGETS);
      values.put("--compare-target", TARGETS);
      values.put("--rule", words(Stream.concat(ruleNames(rules), Stream.of("list"))));
      values.put("--exclude", rules);
      values.put("--view", views);
      values.put("--tab", views);
      values.put("--kind", words(RowKinds.of(StandardFormats.all()).stream()));
      values.put(
          "--fail-on",
          words(
              Stream.concat(
                  Arrays.stream(Severity.values()).map(Severity::word), Stream.of("never"))));
      values.put("--scheme", words(Stream.of("zstd", "none")));
      values.put("--sort", words(Stream.of("growth", "name")));
      values.put("--clash", words(Stream.of("keep", "replace", "refuse")));
      values.put("--theme", words(Arrays.stream(Theme.values()).map(Theme::id)));
      values.put("--artifacts-dir", new Folders());
      values.put("--tree", new Folders());
      return values;
    }

    private static Stream<String> ruleNames(OptionValues rules) {
      return rules instanceof Words words ? words.words().stream() : Stream.of();
    }

    private static OptionValues words(Stream<String> words) {
      return new Words(words.toList(), false);
    }
  }
}
