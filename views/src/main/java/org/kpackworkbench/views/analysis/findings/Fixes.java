package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.control.Label;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.model.base.files.ExchangedFiles;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.operation.edit.EditPlace;
import org.kpackworkbench.views.spi.EditRequests;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Starts changes that remove findings. The contents of a file change in its editor, where the user
 * sees, saves or undoes them; names on the disk change after a preview, and can be changed back.
 */
final class Fixes {
  private Fixes() {}

  /**
   * Returns why a change cannot be made, in a sentence; empty if it can, or if its editor can save
   * the file elsewhere. Asks the disk: in the background.
   *
   * @param writable whether a folder can be changed
   */
  static String obstacle(Fix fix, Predicate<Path> writable) {
    return switch (fix) {
      case Fix.UpdateManifest update -> "";
      case Fix.RenameBinaries rename -> "";
      case Fix.ExchangeNames exchange ->
          Stream.of(exchange.one(), exchange.two())
              .map(file -> file.toAbsolutePath().getParent())
              .filter(writable.negate())
              .findFirst()
              .map(
                  folder ->
                      "You may not change names in %s. Copy the folder, and verify the copy."
                          .formatted(folder))
              .orElse("");
    };
  }

  static void start(Fix fix, ViewContext context) {
    switch (fix) {
      case Fix.UpdateManifest update -> {
        context.edits().request(update.manifest(), ActionId.UPDATE_FROM_DISK);
        context.navigator().open(EditPlace.of(update.manifest(), ""));
      }
      case Fix.RenameBinaries rename -> {
        EditRequests edits = context.edits();
        rename
            .names()
            .forEach(
                (from, to) ->
                    edits.request(rename.archive(), new ArchiveEdit.RenameBinary(from, to)));
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

  private static Label preview(Fix.ExchangeNames exchange) {
    Label paths = new Label("%s\n→ %s\n\n%2$s\n→ %1$s".formatted(exchange.one(), exchange.two()));
    paths.getStyleClass().addAll("editor-pane", "monospace");
    return paths;
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
