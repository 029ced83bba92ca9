package org.kpackworkbench.app.cli;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.diff.RowKinds;
import org.kpackworkbench.model.analysis.diff.export.ExportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;
import org.kpackworkbench.model.format.database.Databases;
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

  /** What is known of options. */
  final class Tables {
    private static final Map<String, OptionValues> BY_COMMAND =
        Map.of(
            "diff --format",
            words(Arrays.stream(ExportFormat.values()).map(ExportFormat::id)),
            "verify --format",
            words(Arrays.stream(ReportFormat.values()).map(ReportFormat::option)),
            "split --format",
            words(Stream.of("folder", "tar.zst")),
            "recombine --format",
            words(Stream.of("folder", "tar.zst")));

    private static final Map<String, OptionValues> BY_NAME = byName();

    /** Texts that people make up, or that only the file tells. */
    private static final Set<String> FREE =
        Set.of(
            "--add",
            "--artifact-prefix",
            "--binary",
            "--compare-env",
            "--component",
            "--delete",
            "--do",
            "--env",
            "--filter",
            "--gfx-arch-family",
            "--group-name",
            "--level",
            "--kernel-name",
            "--name",
            "--rename",
            "--replace",
            "--retarget",
            "--search-path",
            "--select",
            "--set",
            "--size");

    private Tables() {}

    private static Map<String, OptionValues> byName() {
      OptionValues targets =
          new Words(
              ProcessorTable.standard().processors().stream()
                  .map(Processor::name)
                  .filter(processor -> processor.startsWith("gfx"))
                  .toList(),
              true);
      OptionValues rules = words(StandardRules.all().stream().map(Rule::name));
      OptionValues schemes = words(Stream.of("zstd", "none"));
      OptionValues views = words(VIEWS.stream());
      Map<String, OptionValues> values = new HashMap<>();
      for (String name :
          List.of(
              "--target", "--compare-target", "--keep-targets", "--gpu-targets", "--gfx-arches")) {
        values.put(name, targets);
      }
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
      values.put("--compression", schemes);
      values.put("--scheme", schemes);
      values.put("--keys", words(Stream.of("indexed", "plain")));
      values.put("--sort", words(Stream.of("growth", "name")));
      values.put("--clash", words(Stream.of("keep", "replace", "refuse")));
      values.put("--theme", words(Arrays.stream(Theme.values()).map(Theme::id)));
      values.put("--split-databases", new Words(Databases.installed().names(), true));
      for (String name :
          List.of(
              "--archives",
              "--artifact-dir",
              "--artifacts-dir",
              "--batch-artifact-parent-dir",
              "--input-shards-dir",
              "--output-dir",
              "--tmp-dir",
              "--tree")) {
        values.put(name, new Folders());
      }
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
