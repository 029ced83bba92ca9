package org.kpackworkbench.views.operation.extract;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.operation.extract.ExportResultView.ResultRow;
import org.kpackworkbench.views.operation.forms.ExportSelection;
import org.kpackworkbench.views.operation.forms.Forms;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Opens the extract dialog, and does what is filled in there; lets code objects be dragged. UI
 * thread only.
 */
public record Exporter(ViewContext context) implements CodeObjectExport {
  private static final String LAST_FOLDER = "extract.folder";

  @Override
  public void extract(OpenedFile file, List<Place.CodeObject> places) {
    List<Place.CodeObject> wanted = List.copyOf(places);
    open(file, source -> ExportSelection.at(source.document(), wanted));
  }

  @Override
  public void draggable(Node node, Supplier<Dragged> what) {
    new DragOut(context, what).install(node);
  }

  @Override
  public void extractShown(OpenedFile file, List<Place.CodeObject> shown) {
    List<Place.CodeObject> wanted = List.copyOf(shown);
    open(file, source -> ExportSelection.at(source.document(), wanted).byFilter());
  }

  @Override
  public void extractAll(OpenedFile file) {
    open(file, source -> ExportSelection.all(source.document()));
  }

  /**
   * Asks where to write all code objects of a temporary file, and writes them. It names no command
   * that does the same, since the file goes away.
   *
   * @param end run once the file is not used any more, whether or not something was written
   */
  public void extractAll(Path file, Runnable end) {
    context
        .background()
        .run(
            () -> Unopened.of(context.formats().open(file)),
            opened -> ask(opened.selection(), () -> close(opened, end)),
            failure -> {
              end.run();
              context.dialogs().showError("The code objects could not be listed", failure);
            });
  }

  private void close(Unopened opened, Runnable end) {
    context
        .background()
        .run(
            () -> {
              opened.document().close();
              return opened;
            },
            closed -> end.run(),
            failure -> end.run());
  }

  /** A document that only an extraction uses. */
  private record Unopened(Document document, ExportSelection selection) {
    static Unopened of(Document document) throws IOException {
      try {
        return new Unopened(document, ExportSelection.all(document).temporary());
      } catch (RuntimeException failure) {
        document.close();
        throw failure;
      }
    }
  }

  /** Finds out what is meant; takes a pass over a file. */
  private interface Selecting {
    ExportSelection of(CodeObjectSource source) throws IOException;
  }

  private void open(OpenedFile file, Selecting selecting) {
    CodeObjectSource source = file.as(CodeObjectSource.class).orElse(null);
    if (source == null) {
      nothing(file);
      return;
    }
    context.run(
        () -> selecting.of(source),
        selection -> {
          if (selection.rows().isEmpty()) {
            nothing(file);
          } else {
            ask(selection, () -> {});
          }
        },
        "The code objects could not be listed");
  }

  private void nothing(OpenedFile file) {
    context
        .dialogs()
        .showError(
            "Nothing to extract",
            new IOException(
                file.place().label()
                    + " holds no code objects. Open an archive, a library or a bundle that does."));
  }

  /**
   * Asks the user, and extracts.
   *
   * @param end run once it was done or cancelled
   */
  private void ask(ExportSelection selection, Runnable end) {
    AtomicBoolean wanted = new AtomicBoolean();
    new Forms(context)
        .extract(
            selection,
            folder(selection),
            request -> {
              if (!wanted.getAndSet(true)) {
                run(selection, request)
                    .stateProperty()
                    .subscribe(
                        state -> {
                          if (state != Job.State.RUNNING) {
                            end.run();
                          }
                        });
              }
            },
            () -> {
              if (!wanted.getAndSet(true)) {
                end.run();
              }
            });
  }

  /**
   * Where the last ones went; else beside the file, several in a folder of their own, so that a
   * hundred files do not mix.
   */
  private Path folder(ExportSelection selection) {
    Path last = lastFolder();
    if (last != null) {
      return last;
    }
    Path file = selection.file().toAbsolutePath();
    Path beside =
        file.getFileSystem().equals(FileSystems.getDefault()) && !selection.shortLived()
            ? file.getParent()
            : null;
    Path folder = beside == null ? Path.of(System.getProperty("user.home", ".")) : beside;
    return selection.single()
        ? folder
        : folder.resolve(new Place.File(selection.file()).label() + "-code-objects");
  }

  private @Nullable Path lastFolder() {
    try {
      return context.remembered().text(LAST_FOLDER).map(Path::of).orElse(null);
    } catch (InvalidPathException fromElsewhere) {
      // Settings may come from another system.
      return null;
    }
  }

  /** Does what a request says, as a job. */
  Job run(ExportSelection selection, ExtractRequest request) {
    Path folder =
        request.intoFolder() ? request.output() : request.output().toAbsolutePath().getParent();
    if (folder != null) {
      context.remembered().text(LAST_FOLDER, folder.toAbsolutePath().toString());
    }
    return context
        .jobs()
        .start(
            "Extract " + selection.words(),
            progress -> new Extract(request).run(progress),
            report -> {
              List<ResultRow> failed = ResultRow.failed(selection.source(), report);
              return outcome(request, report)
                  .showing(
                      "Show",
                      () ->
                          context
                              .dialogs()
                              .show(
                                  "What Was Extracted",
                                  new ExportResultView(failed, report, context)));
            });
  }

  /** The result of an extraction, and its place. */
  static JobOutcome outcome(ExtractRequest request, ExtractReport report) {
    boolean none = report.written().isEmpty();
    JobOutcome outcome =
        JobOutcome.of(
            report.complete()
                ? JobOutcome.Severity.DONE
                : none ? JobOutcome.Severity.ERROR : JobOutcome.Severity.WARNING,
            words(request, report));
    return none
        ? outcome
        : outcome.wrote(
            report.written().size() == 1 ? report.written().getFirst().path() : request.output());
  }

  static String words(ExtractRequest request, ExtractReport report) {
    int written = report.written().size();
    int failed = report.problems().size();
    Path single = request.intoFolder() || written == 0 ? null : report.written().getFirst().path();
    String text =
        "Wrote %s, %s, to %s"
            .formatted(
                CountText.of(written, "code object"),
                SizeText.of(report.sizeBytes()),
                single == null ? request.output() : single);
    String rest = "";
    if (failed > 0) {
      rest += "; %d could not be written".formatted(failed);
    }
    if (report.notTried() > 0) {
      rest += "; %d were not tried".formatted(report.notTried());
    }
    return text + rest + ".";
  }
}
