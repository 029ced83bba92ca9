package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.cli.FileReports.FileReport;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.ListFilter;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractFacts;
import org.kpackworkbench.model.operation.extract.ExtractPlan;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;

/** {@code extract}: writes code objects into files. */
final class ExtractCommand extends OperationCommand<ExtractSettings> {
  private static final int MOST_SHOWN = 20;
  private static final String STANDARD_OUTPUT = "-";

  /** Names of files with one code object; a path with such a name is a file and not a folder. */
  private static final Pattern CODE_OBJECT_NAME =
      Pattern.compile("\\.(hsaco|co|o|elf|spv)$", Pattern.CASE_INSENSITIVE);

  ExtractCommand(Console console) {
    super(console, ExtractSettings.OPERATION);
  }

  @Override
  int run(ExtractSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console()).ofKey(key(settings));
    KernelHolding kernel =
        settings
            .kernel()
            .map(name -> new KernelHolding(name, inputs.budget(), console()))
            .orElse(null);
    if (kernel != null) {
      inputs.sayingOfNothing(
          () ->
              "No selected code object in these files holds a kernel called \"%s\"; %s"
                  .formatted(kernel.name, kernel.named.advice()));
    }
    ExtractSelection selection = selection(settings, kernel);
    int status = run(settings, given, inputs, selection);
    return kernel == null ? status : Math.max(status, Input.report(kernel.unread(), console()));
  }

  /** The key of all that is selected, where its rows are all that messages speak of. */
  private static @Nullable String key(ExtractSettings settings) {
    String binary = settings.binary().orElse(null);
    int index = settings.index().orElse(-1);
    boolean rowsOnly = settings.kernel().isEmpty() && settings.filters().isEmpty();
    return binary != null && index >= 0 && rowsOnly
        ? new BinaryKey(binary, index, true).text()
        : null;
  }

  private int run(
      ExtractSettings settings, Arguments given, Inputs inputs, ExtractSelection selection)
      throws IOException, CliException {
    if (!settings.exec().isEmpty()) {
      return execute(settings, inputs, selection);
    }
    if (settings.output().equals(STANDARD_OUTPUT)) {
      one(inputs, selection, "standard output can take one");
      return inputs.each((item, document) -> print(item, document, selection, settings.large()));
    }
    boolean folder = toFolder(settings, inputs, selection);
    Writing writing = new Writing(settings, given.get(CommonOptions.DRY_RUN), selection, folder);
    int status = written(inputs, writing);
    writing.noteOthers();
    return status;
  }

  /** Runs a program for each code object that is meant. */
  private int execute(ExtractSettings settings, Inputs inputs, ExtractSelection selection)
      throws IOException, CliException {
    ExtractExec exec = new ExtractExec(settings, console());
    int status =
        inputs.each(
            (item, document) -> {
              if (!item.named() && !document.mayHoldCodeObjects()) {
                return Inputs.Outcome.NOTHING_FITS;
              }
              try (FileCodeObjects source =
                  FileCodeObjects.of(item, document, console().progress())) {
                if (source.missing()) {
                  throw CliException.notFound(source.whyNone());
                }
                CodeObjects codeObjects = source.codeObjects();
                List<Integer> rows =
                    item.alone() && source.problems().isEmpty()
                        ? selection.rows(item.path(), codeObjects)
                        : selection.matching(codeObjects);
                for (int row : rows) {
                  exec.run(codeObjects, row, document.groupName());
                }
                return (rows.isEmpty() ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE)
                    .or(Input.report(source.problems(), console()));
              }
            });
    return exec.status(status);
  }

  private static int written(Inputs inputs, Writing writing) throws IOException, CliException {
    try (FileReports reports = inputs.reports()) {
      return inputs.each(reports, (item, document) -> writing.write(item, document, reports));
    }
  }

  /** Makes sure that one code object is meant, where there is room for one only. */
  private void one(Inputs inputs, ExtractSelection selection, String room)
      throws IOException, CliException {
    int count = count(inputs, selection);
    if (count > 1) {
      throw CliException.failed(
          "%d code objects match, and %s; select one, or name a folder".formatted(count, room));
    }
  }

  /** How many code objects are meant, in all files that can be read. */
  private int count(Inputs inputs, ExtractSelection selection) throws IOException, CliException {
    int[] count = {0};
    inputs.look(
        (item, document) -> {
          if (item.named() || document.mayHoldCodeObjects()) {
            try (FileCodeObjects source =
                FileCodeObjects.of(item, document, console().progress())) {
              count[0] += selection.matching(source.codeObjects()).size();
            }
          }
        });
    return count[0];
  }

  /** Whether the output is a folder; else it is a file, and one code object is meant. */
  private boolean toFolder(ExtractSettings settings, Inputs inputs, ExtractSelection selection)
      throws IOException, CliException {
    String output = settings.output();
    Path path = Path.of(output);
    if (settings.names().isPresent()
        || output.endsWith("/")
        || output.endsWith(path.getFileSystem().getSeparator())
        || Files.isDirectory(path)) {
      return true;
    }
    if (CODE_OBJECT_NAME.matcher(output).find()) {
      one(inputs, selection, output + " is the name of one file");
      return false;
    }
    return settings.all() || count(inputs, selection) > 1;
  }

  /** Writes the code objects of one file after the other. */
  private final class Writing {
    private final ExtractSettings settings;
    private final boolean dryRun;
    private final ExtractSelection selection;
    private final boolean folder;
    private final Set<Path> taken = new HashSet<>();

    Writing(ExtractSettings settings, boolean dryRun, ExtractSelection selection, boolean folder) {
      this.settings = settings;
      this.dryRun = dryRun;
      this.selection = selection;
      this.folder = folder;
    }

    Inputs.Outcome write(Inputs.Item item, Document document, FileReports reports)
        throws IOException, CliException {
      if (!item.named() && !document.mayHoldCodeObjects()) {
        return Inputs.Outcome.NOTHING_FITS;
      }
      try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
        Printing result = new Printing(item, document, source, reports);
        CodeObjects codeObjects = source.codeObjects();
        if (codeObjects.size() == 0 && !source.problems().isEmpty()) {
          // That is why there are none.
          return Inputs.Outcome.DONE.or(result.written(ExtractReport.NOTHING));
        }
        if (source.missing()) {
          throw CliException.notFound(source.whyNone());
        }
        List<Integer> rows =
            item.alone()
                ? selection.rows(item.path(), codeObjects)
                : selection.matching(codeObjects);
        if (rows.isEmpty()) {
          return Inputs.Outcome.NOTHING_FITS;
        }
        return Inputs.Outcome.DONE.or(write(result, request(document, codeObjects, rows)));
      }
    }

    /** Reports code objects that lie beside the written files and come from another source. */
    void noteOthers() throws IOException {
      if (!folder || !settings.replace() || dryRun) {
        return;
      }
      Set<Path> parents = new TreeSet<>();
      taken.forEach(file -> parents.add(file.toAbsolutePath().getParent()));
      Set<Path> written = new HashSet<>();
      taken.forEach(file -> written.add(file.toAbsolutePath()));
      for (Path parent : parents) {
        if (!Files.isDirectory(parent)) {
          continue;
        }
        List<Path> others =
            FolderList.of(parent).stream()
                .filter(file -> Files.isRegularFile(file) && !written.contains(file))
                .filter(file -> CODE_OBJECT_NAME.matcher(file.toString()).find())
                .toList();
        if (!others.isEmpty()) {
          console()
              .note(
                  ("note: %s in %s, the first %s, existed before and %s not from this run;"
                          + " --force does not remove such files")
                      .formatted(
                          CountText.of(others.size(), "file"),
                          parent,
                          others.getFirst().getFileName(),
                          CountText.word(others.size(), "was", "were")));
        }
      }
    }

    private ExtractRequest request(Document document, CodeObjects codeObjects, List<Integer> rows)
        throws CliException {
      String output = settings.output();
      Path path = Path.of(output);
      if (folder && Files.exists(path) && !Files.isDirectory(path)) {
        throw CliException.failed(
            "%s: expected a folder for %s, found a file"
                .formatted(output, CountText.of(rows.size(), "code object")));
      }
      List<Integer> some = folder ? rows : List.of(rows.getFirst());
      return new ExtractRequest(
          codeObjects, some, path, folder, document.groupName(), taken, settings);
    }

    private int write(Printing result, ExtractRequest request) throws IOException, CliException {
      // The table in text has no column for hashes.
      Extract extraction = new Extract(request, result.reports.isJson());
      try {
        ExtractPlan plan = extraction.plan(console().progress());
        if (folder) {
          plan.files().forEach(file -> taken.add(file.path()));
        }
        return dryRun
            ? planned(extraction, plan, result)
            : result.written(Interruptible.run(extraction::run, console()));
      } catch (TooMuchException refused) {
        throw CliException.failed(
            "%s. Nothing%s was written; --allow-large allows it"
                .formatted(
                    ErrorLine.ofFile(refused),
                    result.item.alone() ? "" : " of " + result.item.path()));
      }
    }
  }

  /** Prints what was written of one file, or would be. */
  private final class Printing {
    private final Inputs.Item item;
    private final FileCodeObjects source;
    private final ExtractFacts facts;
    private final FileReports reports;

    Printing(Inputs.Item item, Document document, FileCodeObjects source, FileReports reports) {
      this.item = item;
      this.source = source;
      this.reports = reports;
      facts =
          new ExtractFacts(
              document.format().id(), source.codeObjects(), source.problems(), ErrorLine::ofFile);
    }

    /** Prints a report, and what went wrong on standard error; answers with the exit status. */
    int written(ExtractReport report) throws IOException {
      print(
          () -> facts.of(report),
          out -> facts.lines(report, out),
          report.equals(ExtractReport.NOTHING));
      problems(report.problems());
      if (report.notTried() > 0) {
        console()
            .error("%d more were not tried because writing failed".formatted(report.notTried()));
      }
      return Math.max(
          report.complete() ? ExitStatus.DONE : ExitStatus.FAILED,
          Input.report(source.problems(), console()));
    }

    /**
     * Prints the plan of what would be written, and the problems on standard error; returns the
     * exit status.
     */
    int planned(ExtractPlan plan) throws IOException {
      print(() -> facts.of(plan), out -> facts.lines(plan, out), false);
      new ReportOutput(console(), reports.isJson()).nothingWritten("");
      problems(plan.problems());
      return Math.max(
          plan.problems().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED,
          Input.report(source.problems(), console()));
    }

    private void print(Supplier<Report> report, FileReports.Lines lines, boolean empty)
        throws IOException {
      reports.print(item, item.path(), new FileReport(report, lines, () -> empty), false);
    }

    private void problems(List<ExtractProblem> problems) {
      problems.stream().limit(MOST_SHOWN).map(facts::words).forEach(console()::error);
      if (problems.size() > MOST_SHOWN) {
        console().error("… and %d more were not written".formatted(problems.size() - MOST_SHOWN));
      }
    }
  }

  /** Prints the plan of an extraction; throws an exception if the extraction would be refused. */
  private static int planned(Extract extraction, ExtractPlan plan, Printing result)
      throws IOException {
    int status = result.planned(plan);
    TooMuchException refusal = extraction.refusal(plan);
    if (refusal != null) {
      throw refusal;
    }
    return status;
  }

  private Inputs.Outcome print(
      Inputs.Item item, Document document, ExtractSelection selection, boolean large)
      throws IOException, CliException {
    if (!item.named() && !document.mayHoldCodeObjects()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
      CodeObjects codeObjects = source.codeObjects();
      if (source.missing()) {
        throw CliException.notFound(source.whyNone());
      }
      if (!item.alone() && selection.matching(codeObjects).isEmpty()) {
        return Inputs.Outcome.NOTHING_FITS;
      }
      OutputStream out = console().bytes();
      codeObjects.extract(
          selection.rows(item.path(), codeObjects).getFirst(),
          out,
          UnpackBudget.operation(large),
          console().progress());
      out.flush();
      return Inputs.Outcome.DONE.or(Input.report(source.problems(), console()));
    }
  }

  private static ExtractSelection selection(
      ExtractSettings settings, @Nullable KernelHolding kernel) {
    ListFilter filter =
        ListFilter.of(settings.filters(), settings.targets(), settings.targetRegex());
    return new ExtractSelection(
        settings.binary().orElse(null),
        settings.index().orElse(null),
        filter.targets(),
        settings.targetRegex().map(Pattern::compile).orElse(null),
        kernel,
        filter.queries());
  }
}
