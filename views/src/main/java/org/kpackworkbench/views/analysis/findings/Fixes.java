package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.model.base.files.ExchangedFiles;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.operation.edit.EditPlace;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Starts changes that remove findings. The contents of a file change in its editor, where the user
 * sees, saves or undoes them; names on the disk change after a preview, and can be changed back.
 */
final class Fixes {
  private Fixes() {}

  static void start(Fix fix, ViewContext context) {
    switch (fix) {
      case Fix.UpdateManifest update -> {
        context.edits().request(update.manifest(), ActionId.UPDATE_FROM_DISK);
        context.navigator().open(EditPlace.of(update.manifest(), ""));
      }
      case Fix.RenameBinaries rename -> {
        rename
            .names()
            .forEach(
                (from, to) ->
                    context
                        .edits()
                        .request(rename.archive(), new ArchiveEdit.RenameBinary(from, to)));
        context.navigator().open(EditPlace.of(rename.archive(), ""));
      }
      case Fix.ExchangeNames exchange ->
          context
              .dialogs()
              .ask(
                  "Exchange the Names of Two Archives",
                  preview(exchange),
                  "Exchange",
                  new ReadOnlyBooleanWrapper(true),
                  () -> exchange(exchange, context));
    }
  }

  private static GridPane preview(Fix.ExchangeNames exchange) {
    GridPane paths = new GridPane();
    paths.setId("exchange-preview");
    paths.getStyleClass().add("editor-pane");
    line(paths, exchange.one(), exchange.two());
    line(paths, exchange.two(), exchange.one());
    return paths;
  }

  private static void line(GridPane paths, Path from, Path to) {
    Label now = new Label(from.toString());
    Label then = new Label("→ " + to);
    now.getStyleClass().add("monospace");
    then.getStyleClass().add("monospace");
    paths.addColumn(0, now, then);
  }

  private static void exchange(Fix.ExchangeNames exchange, ViewContext context) {
    context
        .jobs()
        .start(
            "Exchange names",
            progress -> {
              ExchangedFiles.exchange(exchange.one(), exchange.two());
              return exchange;
            },
            done ->
                JobOutcome.done(
                        "%s and %s have exchanged their names."
                            .formatted(done.one().getFileName(), done.two().getFileName()))
                    .showing("Undo", () -> exchange(exchange, context)));
  }
}
