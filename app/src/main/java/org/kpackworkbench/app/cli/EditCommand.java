package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.ArchiveIndex;
import org.kpackworkbench.model.format.kpack.IndexWriter;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.Step;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.edit.EditReport;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.model.operation.output.OperationNote;

/** {@code edit}: changes an archive, a manifest, or the marker of a host-only binary. */
final class EditCommand extends OperationCommand<EditSettings> {
  EditCommand(Console console) {
    super(console, EditSettings.OPERATION);
  }

  @Override
  int run(EditSettings settings, Arguments given) throws IOException, CliException {
    Path file = settings.file();
    Path output = settings.output().orElse(file);
    boolean force = settings.force();
    boolean dryRun = EditSettings.isDryRun(given);
    boolean inPlace = settings.output().isEmpty() || isSame(file, output);
    boolean compare =
        !force && !dryRun && !inPlace && Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS);
    // The archive itself stays as it is then.
    boolean indexOnly = inPlace && settings.index() && changes(settings).isEmpty();
    if (!force && !dryRun && !indexOnly) {
      if (inPlace) {
        throw CliException.failed(
            file + ": --force changes the file itself, -o OUT writes to another one");
      }
      if (Files.exists(output, LinkOption.NOFOLLOW_LINKS) && !compare) {
        throw new FileAlreadyExistsException(output.toString());
      }
    }
    try (Editing editing = open(settings, output)) {
      if (settings.index() && !(editing.document() instanceof EditedArchive)) {
        throw CliException.failed(file + ": only archives have an index");
      }
      for (EditOption change : changes(settings)) {
        editing.change(change, console().progress());
      }
      if (compare) {
        refuseOther(editing, output);
      }
      boolean written = !dryRun && !compare && (!inPlace || editing.document().dirty());
      if (written) {
        Interruptible.run(
            progress -> {
              if (inPlace) {
                editing.document().save(progress);
              } else {
                editing.document().saveAs(output, force, progress);
              }
              return output;
            },
            console());
      }
      Path index =
          settings.index() && !dryRun
              ? Interruptible.run(progress -> IndexWriter.write(output, progress), console())
              : null;
      List<OperationNote> findings = new ArrayList<>(editing.findings());
      if (written && index == null && editing.document() instanceof EditedArchive) {
        ArchiveIndex.outdated(output)
            .ifPresent(words -> findings.add(OperationNote.note("index", output, words)));
      }
      EditReport report =
          new EditReport(
              editing.document(), file, output, index, written, compare, dryRun, findings);
      return print(report, given.get(CommonOptions.JSON));
    }
  }

  private int print(EditReport report, boolean json) throws IOException {
    ReportOutput out = new ReportOutput(console(), json);
    int status = out.print(report.describe(), report.findings());
    if (report.dryRun()) {
      out.nothingWritten("");
    } else if (!json && !report.written() && !report.upToDate() && report.index() == null) {
      console().note("There was nothing to change, and nothing was written.");
    }
    return status;
  }

  /** Makes what would be written again, and refuses a file that is not the same. */
  private void refuseOther(Editing editing, Path output) throws IOException {
    Path again = ReplacingFile.workFile(output.toAbsolutePath());
    try {
      Interruptible.run(
          progress -> {
            editing.document().saveAs(again, false, progress);
            return again;
          },
          console());
      if (Files.mismatch(again, output) >= 0) {
        throw new FileAlreadyExistsException(output.toString(), null, "with other content");
      }
    } finally {
      Files.deleteIfExists(again);
    }
  }

  private static boolean isSame(Path file, Path output) throws IOException {
    return !Files.isSymbolicLink(output)
        && Files.exists(output)
        && Files.exists(file)
        && Files.isSameFile(file, output);
  }

  /** The requested changes; search paths are one change, and the disk is examined last. */
  private static List<EditOption> changes(EditSettings settings) {
    List<EditOption> changes = new ArrayList<>();
    for (Step step : settings.changes()) {
      EditOption change = new EditOption(step.option().toString(), step.text());
      boolean path = step.is(EditSettings.SEARCH_PATH);
      if (!path || changes.stream().noneMatch(each -> each.option().equals(change.option()))) {
        changes.add(change);
      }
    }
    if (settings.update()) {
      changes.add(new EditOption(EditSettings.UPDATE, ""));
    }
    return changes;
  }

  private static Editing open(EditSettings settings, Path output) throws IOException, CliException {
    Path file = settings.file();
    Format format;
    try (OpenFile open = OpenFile.open(file)) {
      format = StandardFormats.all().detect(open.view());
    }
    Editing.Contents contents = new Editing.Contents(output, settings.forceContents());
    if (format == KpackFormat.FORMAT) {
      return new ArchiveEditing(file, settings.clash(), contents, settings.large());
    }
    if (format == KpmFormat.FORMAT) {
      return new ManifestEditing(file, settings.updates(), contents);
    }
    if (format == ElfFormat.FORMAT || format == CoffFormat.FORMAT) {
      List<String> searchPaths =
          settings.changes().stream()
              .filter(step -> step.is(EditSettings.SEARCH_PATH))
              .map(Step::text)
              .toList();
      return new MarkerEditing(file, searchPaths, changes(settings).size(), contents);
    }
    throw CliException.failed(
        "%s: expected an archive, a manifest or a host-only binary, found: %s"
            .formatted(file, format.words()));
  }

  /** The marker of a host-only binary that a command edits. */
  static final class MarkerEditing implements Editing {
    private final EditedMarker marker;
    private final List<String> searchPaths;
    private final List<MarkerEdit> edits = new ArrayList<>();
    private final Contents contents;
    private int left;

    /**
     * @param searchPaths all that were named; they replace those that are there
     * @param changes how many changes are to come
     * @param contents which names and paths are taken
     */
    MarkerEditing(Path file, List<String> searchPaths, int changes, Contents contents)
        throws IOException {
      this.left = changes;
      this.contents = contents;
      this.marker = EditedMarker.open(file);
      this.searchPaths = List.copyOf(searchPaths);
    }

    @Override
    public EditedDocument<?> document() {
      return marker;
    }

    @Override
    public void change(EditOption asked, Progress progress) throws IOException, CliException {
      switch (asked.option()) {
        case EditSettings.KERNEL_NAME -> {
          if (!asked.value().equals(marker.content().kernelName())) {
            edits.add(new MarkerEdit.SetKernelName(asked.value()));
          }
        }
        case EditSettings.SEARCH_PATH -> {
          if (!searchPaths.equals(marker.content().searchPaths())) {
            edits.add(new MarkerEdit.SetSearchPaths(searchPaths));
          }
        }
        default -> throw asked.notFor("a host-only binary");
      }
      left -= 1;
      if (left == 0 && !edits.isEmpty()) {
        // A name alone may lead to no archive; only the result has to.
        for (MarkerEdit each : edits.subList(0, edits.size() - 1)) {
          marker.apply(each);
        }
        contents.apply(marker, edits.getLast());
      }
    }
  }
}
