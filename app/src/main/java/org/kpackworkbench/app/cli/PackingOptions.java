package org.kpackworkbench.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What {@code convert} and {@code pack} have in common on the command line. */
final class PackingOptions {
  private static final String TARGETS = "--keep-targets";

  private PackingOptions() {}

  /** Input, output and what every changing command takes. */
  static void addFiles(CommandSpec spec, String input, String output) {
    spec.addPositional(
            PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("IN")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(input)
                .build())
        .addOption(Command.value("--input", "IN", String.class, "The same, as an option."))
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("OUT")
                .type(String.class)
                .required(true)
                .description(output)
                .build());
  }

  /** How archives are written. */
  static void addArchives(CommandSpec spec) {
    spec.addOption(TargetOption.of(TARGETS, "A,B", "Only code for these, the rest is discarded:"));
    addWriting(spec);
    spec.addOption(Command.allowLarge())
        .addOption(Command.flag("--force", ArtifactOptions.FORCE))
        .addOption(Command.flag("--dry-run", "Only say what would be written."))
        .addOption(Command.flag("--json", "Print one JSON document instead of text."));
    FormerOptions.add(spec, FormerOptions.VERBOSE);
  }

  /** Number of threads. */
  static OptionSpec jobs(String... otherNames) {
    return OptionSpec.builder(
            Stream.concat(Stream.of("--jobs"), Stream.of(otherNames)).toArray(String[]::new))
        .paramLabel("N")
        .type(Integer.class)
        .description("Threads, if not as many as there are processors.")
        .build();
  }

  /** What decides the bytes of archives. */
  static void addWriting(CommandSpec spec) {
    spec.addOption(
            Command.value(
                "--compression", "SCHEME", String.class, "zstd, if not asked otherwise, or none."))
        .addOption(
            OptionSpec.builder("--level", "--compression-level")
                .paramLabel("N")
                .type(Integer.class)
                .description("zstd's level, 1 to 22; 3, if not asked otherwise.")
                .build())
        .addOption(
            Command.value(
                "--keys",
                "FORM",
                String.class,
                "How code objects are called: indexed (name#n, what loaders ask for) or plain."))
        .addOption(
            Command.flag(
                "--refuse-unreferenced",
                "Refuse a binary with a bundle that no wrapper points to, instead of leaving that out."));
  }

  /** The input, which is named in one of two ways. */
  static Path input(ParseResult parsed, List<String> positionals) {
    String named = parsed.matchedOptionValue("--input", "");
    if (named.isEmpty() == positionals.isEmpty() || positionals.size() > 1) {
      throw Command.usage(
          parsed,
          positionals.isEmpty()
              ? "say what to read: IN"
              : "one input is expected, found " + positionals + (named.isEmpty() ? "" : named));
    }
    return Path.of(named.isEmpty() ? positionals.getFirst() : named);
  }

  static List<String> positionals(ParseResult parsed) {
    return parsed.matchedPositionalValue(0, List.of());
  }

  static Path output(ParseResult parsed) {
    return Path.of(parsed.matchedOptionValue("--output", ""));
  }

  /** The options; what makes no sense is said with a hint at the help. */
  static ArchiveOptions options(ParseResult parsed) {
    return writing(parsed, TargetOption.filter(parsed, TARGETS));
  }

  /**
   * The same, where targets were named in another way.
   *
   * @param targets the targets to keep
   */
  static ArchiveOptions writing(ParseResult parsed, TargetFilter targets) {
    ArchiveOptions options =
        ArchiveOptions.DEFAULT
            .withScheme(scheme(parsed))
            .withKeys(keys(parsed))
            .withRefuseUnreferenced(parsed.hasMatchedOption("--refuse-unreferenced"))
            .allowingLarge(Command.allowsLarge(parsed));
    int level = parsed.matchedOptionValue("--level", options.level());
    if (level < 1 || level > 22) {
      throw Command.usage(parsed, "--level: expected 1 to 22, found " + level);
    }
    int jobs = ArtifactOptions.jobs(parsed, options.threads());
    return options.withLevel(level).withThreads(jobs).withFilter(targets);
  }

  private static StorageScheme scheme(ParseResult parsed) {
    String text = parsed.matchedOptionValue("--compression", "zstd");
    return switch (text) {
      case "none" -> StorageScheme.NONE;
      case "zstd", "zstd-per-kernel" -> StorageScheme.ZSTD_PER_KERNEL;
      default -> throw Command.usage(parsed, "--compression: expected zstd or none, found " + text);
    };
  }

  private static KeyForm keys(ParseResult parsed) {
    String text = parsed.matchedOptionValue("--keys", "indexed");
    return switch (text) {
      case "indexed" -> KeyForm.INDEXED;
      case "plain" -> KeyForm.PLAIN;
      default -> throw Command.usage(parsed, "--keys: expected indexed or plain, found " + text);
    };
  }
}
