package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.model.document.CodeObjects;
import org.kpackworkbench.model.document.Document;
import org.kpackworkbench.model.extract.ExtractPlan;
import org.kpackworkbench.model.extract.ExtractReport;
import org.kpackworkbench.model.extract.ExtractRequest;
import org.kpackworkbench.model.extract.Extraction;
import org.kpackworkbench.model.extract.NamePattern;
import org.kpackworkbench.model.target.GpuTarget;
import org.kpackworkbench.model.tree.TooMuchException;
import org.kpackworkbench.model.unpack.UnpackBudget;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code extract}: writes code objects into files. */
final class ExtractCommand extends Command {
  private static final String STANDARD_OUTPUT = "-";

  ExtractCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " extract");
    spec.usageMessage()
        .description(
            "Writes code objects of an archive, fat binary, object file, static library or bundle into",
            "files. Each file appears whole or not at all, and none is replaced without --force.")
        .customSynopsis(
            "kpack-workbench extract FILE --all -o FOLDER [OPTIONS]",
            "       kpack-workbench extract FILE --binary B [--index N] --target T -o PATH [OPTIONS]")
        .footer(
            "  kpack-workbench extract librocrand.so.1.1 --all -o code-objects",
            "  kpack-workbench extract rand_lib_gfx90a.kpack --binary lib/librocrand.so.1 \\",
            "      --target gfx90a:xnack+ -o rand.hsaco",
            "  kpack-workbench extract libstatic.a --target gfx942 -o out --name '{target}/{name}.hsaco'",
            "",
            "PATTERN is text with {binary} {name} {path} {index} {target} {ordinal} {type} {group} in it;",
            "a / makes a folder. Names are made safe for every system, and of two that would be the",
            "same the second gets a number. The exit status is 1 where there is no such code object, 2",
            "where a damaged file could be read in part only.");
    spec.addPositional(file("The file to take code objects from."))
        .addOption(flag("--all", "All code objects; PATH is a folder."))
        .addOption(value("--binary", "B", String.class, "Only this binary's, as list names it."))
        .addOption(
            value(
                "--index",
                "N",
                Integer.class,
                "Only this wrapper's; -1: those that no wrapper points to."))
        .addOption(
            value("--target", "T", String.class, "Only for this target, such as gfx90a:xnack+."))
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("PATH")
                .type(String.class)
                .required(true)
                .description(
                    "Where to: a file for one code object, a folder for several, - for standard output.")
                .build())
        .addOption(
            value(
                "--name",
                "PATTERN",
                String.class,
                "How files in the folder are named, if not {binary}-{index}-{target}.hsaco."))
        .addOption(flag("--force", "Replace files that are there already."))
        .addOption(allowLarge())
        .addOption(flag("--dry-run", "Only say what would be written."))
        .addOption(
            value(
                "--jobs",
                "N",
                Integer.class,
                "How many to write at once, if not as many as there are processors."))
        .addOption(flag("--json", "Print one JSON document instead of text."));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    Path file = file(parsed);
    Selection selection = selection(parsed);
    NamePattern names = names(parsed);
    int jobs = jobs(parsed);
    boolean json = parsed.hasMatchedOption("--json");
    try (Document document = Input.open(file, console())) {
      CodeObjects source = CodeObjectSource.of(document);
      ExtractOutput result = new ExtractOutput(file, document, source, console());
      if (source.size() == 0 && !document.problems().isEmpty()) {
        // That is why there are none.
        return result.written(ExtractReport.NOTHING, json);
      }
      List<Integer> rows = selection.rows(file, source);
      if (toStandardOutput(parsed)) {
        return Math.max(print(source, rows, parsed), Input.report(document.problems(), console()));
      }
      ExtractRequest request =
          request(parsed, source, rows)
              .named(names)
              .grouped(group(document))
              .overwriting(parsed.hasMatchedOption("--force"))
              .allowingLarge(allowsLarge(parsed));
      Extraction extraction = new Extraction(jobs > 0 ? request.onThreads(jobs) : request);
      try {
        return parsed.hasMatchedOption("--dry-run")
            ? planned(extraction, result, json)
            : result.written(Interruptible.run(extraction::run, console().progress()), json);
      } catch (TooMuchException refused) {
        throw CliException.failed(
            ErrorText.ofFile(refused) + ". Nothing was written; --allow-large allows it");
      }
    }
  }

  /** Says what it would write, and whether it would. */
  private int planned(Extraction extraction, ExtractOutput result, boolean json)
      throws IOException {
    ExtractPlan plan = extraction.plan(console().progress());
    int status = result.planned(plan, json);
    TooMuchException refusal = extraction.refusal(plan);
    if (refusal != null) {
      throw refusal;
    }
    return status;
  }

  private static boolean toStandardOutput(ParseResult parsed) {
    boolean asked = parsed.matchedOptionValue("--output", "").equals(STANDARD_OUTPUT);
    if (asked && (parsed.hasMatchedOption("--json") || parsed.hasMatchedOption("--dry-run"))) {
      throw usage(parsed, "-o - goes without --json and --dry-run");
    }
    return asked;
  }

  private int print(CodeObjects source, List<Integer> rows, ParseResult parsed)
      throws IOException, CliException {
    if (rows.size() != 1) {
      throw CliException.failed(
          "%d code objects match, and standard output can take one; say which, or name a folder"
              .formatted(rows.size()));
    }
    OutputStream out = console().bytes();
    source.extract(
        rows.getFirst(), out, UnpackBudget.operation(allowsLarge(parsed)), console().progress());
    out.flush();
    return ExitStatus.DONE;
  }

  private static Selection selection(ParseResult parsed) {
    boolean all = parsed.hasMatchedOption("--all");
    String binary = parsed.matchedOptionValue("--binary", null);
    Integer index = parsed.matchedOptionValue("--index", null);
    String target = parsed.matchedOptionValue("--target", null);
    boolean some = binary != null || index != null || target != null;
    if (all == some) {
      throw usage(
          parsed,
          all
              ? "--all goes without --binary, --index and --target"
              : "say which code objects: --all, or --binary B [--index N] --target T");
    }
    try {
      return new Selection(binary, index, target == null ? null : GpuTarget.parse(target));
    } catch (IllegalArgumentException noTarget) {
      throw usage(parsed, "--target: " + noTarget.getMessage());
    }
  }

  private static NamePattern names(ParseResult parsed) {
    try {
      return NamePattern.parse(parsed.matchedOptionValue("--name", NamePattern.STANDARD.text()));
    } catch (IllegalArgumentException noPattern) {
      throw usage(parsed, "--name: " + noPattern.getMessage());
    }
  }

  /** The number asked for; 0 where none was. */
  private static int jobs(ParseResult parsed) {
    int jobs = parsed.matchedOptionValue("--jobs", 0);
    if (jobs < 0 || (jobs == 0 && parsed.hasMatchedOption("--jobs"))) {
      throw usage(parsed, "--jobs: expected 1 or more, found " + jobs);
    }
    return jobs;
  }

  /** One code object goes into a file, unless something says that the path is a folder. */
  private static ExtractRequest request(ParseResult parsed, CodeObjects source, List<Integer> rows)
      throws IOException, CliException {
    String output = parsed.matchedOptionValue("--output", "");
    Path path = Path.of(output);
    boolean folder =
        parsed.hasMatchedOption("--all")
            || rows.size() > 1
            || parsed.hasMatchedOption("--name")
            || output.endsWith("/")
            || output.endsWith(path.getFileSystem().getSeparator())
            || Files.isDirectory(path);
    if (!folder) {
      return ExtractRequest.one(source, rows.getFirst(), path);
    }
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw CliException.failed(
          "%s: expected a folder for %s, found a file"
              .formatted(
                  output, rows.size() == 1 ? "1 code object" : rows.size() + " code objects"));
    }
    return ExtractRequest.rows(source, rows, path);
  }

  private static String group(Document document) {
    if (document instanceof ArchiveDocument archive) {
      return archive.archive().groupName();
    }
    Path name = document.path().getFileName();
    return name == null ? "" : name.toString();
  }
}
