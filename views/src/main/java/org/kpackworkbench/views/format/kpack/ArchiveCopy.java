package org.kpackworkbench.views.format.kpack;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.kpackworkbench.model.operation.edit.RowRef;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.ViewContext;

/** Copies what is selected in the table of an archive. Texts are made in the background. */
final class ArchiveCopy {
  private final Path file;
  private final ArchiveTableModel model;
  private final Supplier<int[]> selected;
  private final ViewContext context;

  /**
   * @param file the archive's file
   */
  ArchiveCopy(Path file, ArchiveTableModel model, Supplier<int[]> selected, ViewContext context) {
    this.file = file;
    this.model = model;
    this.selected = selected;
    this.context = context;
  }

  /** Adds what it does to the handlers of the view. */
  void install(ActionHandlers handlers) {
    handlers
        .on(ActionId.COPY, this::copyRows)
        .on(ActionId.COPY_ROWS, () -> copy(rows -> RowTexts.table(rows.source(), rows.rows())))
        .on(ActionId.COPY_JSON, () -> copy(rows -> RowTexts.json(rows.source(), rows.rows())))
        .on(
            ActionId.COPY_KEY,
            () ->
                each(
                    rows ->
                        row -> rows.source().keyText(row) + "@" + rows.source().targetText(row)))
        .on(ActionId.COPY_TARGET, () -> each(rows -> rows.source()::targetText))
        .on(
            ActionId.COPY_SIZE,
            () -> each(rows -> row -> Long.toString(rows.source().originalSizeBytes(row))))
        .on(
            ActionId.COPY_ORDINAL,
            () -> each(rows -> row -> Integer.toString(rows.source().ordinal(row))));
  }

  /** The rows that are selected, or lie in selected groups. */
  private record Rows(ArchiveRows source, int[] rows) {}

  /** A table as text for other programs, and the code objects for the editor of an archive. */
  private void copyRows() {
    Lines lines = model.lines().lines();
    int[] indexes = selected.get();
    context
        .background()
        .run(
            () -> {
              ArchiveRows source = lines.arrangement().source();
              int[] rows = lines.rowsOf(indexes);
              List<RowRef> refs =
                  Arrays.stream(rows)
                      .mapToObj(row -> new RowRef(source.keyText(row), source.targetText(row)))
                      .toList();
              return new Copied(new CopiedRows(file, refs), RowTexts.table(source, rows));
            },
            copied -> copied.rows().toClipboard(copied.text()),
            failure -> context.dialogs().showError("The rows could not be copied", failure));
  }

  private record Copied(CopiedRows rows, String text) {}

  private interface Text {
    String of(Rows rows) throws Exception;
  }

  /** Copies one line for each different text of the rows. */
  private void each(java.util.function.Function<Rows, IntFunction<String>> text) {
    copy(
        rows ->
            Arrays.stream(rows.rows())
                .mapToObj(text.apply(rows))
                .distinct()
                .collect(Collectors.joining("\n")));
  }

  private void copy(Text text) {
    Lines lines = model.lines().lines();
    int[] indexes = selected.get();
    Callable<String> task =
        () -> text.of(new Rows(lines.arrangement().source(), lines.rowsOf(indexes)));
    context
        .background()
        .run(
            task,
            RowCopy::toClipboard,
            failure -> context.dialogs().showError("The rows could not be copied", failure));
  }
}
