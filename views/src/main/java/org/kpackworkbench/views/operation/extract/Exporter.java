package org.kpackworkbench.views.operation.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Opens the extract dialog, and does what is filled in there; lets code objects be dragged. UI
 * thread only.
 */
public final class Exporter implements CodeObjectExport {
  private static final String TITLE = "Extract Code Objects";

  private final ViewContext context;
  private @Nullable Path lastFolder;

  public Exporter(ViewContext context) {
    this.context = context;
  }

  @Override
  public void extract(OpenedFile file, List<Place.CodeObject> places) {
    List<Place.CodeObject> wanted = List.copyOf(places);
    open(file, source -> ExportSelection.at(source.document(), wanted));
  }

  @Override
  public void draggable(Node node, CodeObjectSource source, Supplier<List<Place.CodeObject>> what) {
    new DragOut(source, context, what).install(node);
  }

  /** Asks where to write all code objects of a file. */
  public void extractAll(OpenedFile file) {
    open(file, source -> ExportSelection.all(source.document()));
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
    context
        .background()
        .run(
            () -> selecting.of(source),
            selection -> {
              if (selection.rows().isEmpty()) {
                nothing(file);
              } else {
                ask(selection);
              }
            },
            failure ->
                context.dialogs().showError("The code objects could not be listed", failure));
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

  private void ask(ExportSelection selection) {
    ExportModel model =
        new ExportModel(selection, folder(selection), context.background(), context.work());
    ExportPane pane = new ExportPane(model, context.dialogs());
    context
        .dialogs()
        .ask(
            TITLE,
            pane,
            "Extract",
            model.possibleProperty(),
            () -> {
              ExtractRequest request = model.request();
              if (request != null) {
                run(selection, request);
              }
            });
  }

  /** Where the last ones went; else a folder of their own, so that a hundred files do not mix. */
  private Path folder(ExportSelection selection) {
    Path last = lastFolder;
    if (last != null) {
      return last;
    }
    Path home = Path.of(System.getProperty("user.home", "."));
    return selection.single()
        ? home
        : home.resolve(new Place.File(selection.file()).label() + "-code-objects");
  }

  /** Does what a request says, as a job. */
  void run(ExportSelection selection, ExtractRequest request) {
    lastFolder =
        request.intoFolder() ? request.output() : request.output().toAbsolutePath().getParent();
    context
        .jobs()
        .start(
            "Extract " + selection.words(),
            progress -> new Extract(request).run(progress),
            report ->
                JobOutcome.of(
                    words(request, report),
                    "Show",
                    () ->
                        context
                            .dialogs()
                            .show(
                                "What Was Extracted",
                                new ExportResultView(selection, report, context))));
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
