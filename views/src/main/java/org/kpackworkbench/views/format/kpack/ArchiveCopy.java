package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Copies what is selected in the table of an archive. Texts are made in the background.
 *
 * @param file the archive's file
 */
record ArchiveCopy(
    Path file, ArchiveTableModel model, Supplier<int[]> selected, ViewContext context) {
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

  private record Rows(ArchiveRows source, int[] rows) {}

  /** A table as text for other programs, and the code objects for the editor of an archive. */
  private void copyRows() {
    ArchiveRows source = model.source();
    Supplier<int[]> lines = model.groups().rowsOf(selected.get());
    context.run(
        () -> {
          int[] rows = lines.get();
          List<CopiedRows.Row> refs =
              Arrays.stream(rows)
                  .mapToObj(
                      row -> new CopiedRows.Row(source.keyText(row), source.targetText(row), 0))
                  .toList();
          return new Copied(new CopiedRows(file, refs), RowTexts.table(source, rows));
        },
        copied -> copied.rows().toClipboard(copied.text()),
        "The rows could not be copied");
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
    ArchiveRows source = model.source();
    Supplier<int[]> lines = model.groups().rowsOf(selected.get());
    Callable<String> task = () -> text.of(new Rows(source, lines.get()));
    context.run(task, RowCopy::toClipboard, "The rows could not be copied");
  }

  /** Rows of an archive as text: for spreadsheets, and as the list command prints them. */
  static final class RowTexts {
    private RowTexts() {}

    /** Lines of values with tabs between, below a line of titles; sizes in bytes. */
    static String table(ArchiveRows rows, int[] some) {
      StringBuilder text = new StringBuilder();
      text.append("binary\tindex\ttarget\ttype\tordinal\tstored size\toriginal size\tmetadata\n");
      for (int row : some) {
        text.append(plain(rows.binaryName(row))).append('\t');
        text.append(rows.index(row)).append('\t');
        text.append(plain(rows.targetText(row))).append('\t');
        text.append(plain(rows.typeText(row))).append('\t');
        text.append(known(rows.ordinal(row))).append('\t');
        text.append(known(rows.storedSizeBytes(row))).append('\t');
        text.append(known(rows.originalSizeBytes(row))).append('\t');
        text.append(plain(RowMetadataText.of(rows, row))).append('\n');
      }
      return text.toString();
    }

    /** An array of objects with the fields of the list command; what is not known is null. */
    static String json(ArchiveRows rows, int[] some) throws IOException {
      List<String> objects = new ArrayList<>();
      for (int row : some) {
        objects.add(
            """
              {"binary": %s, "index": %d, "target": %s, "type": %s, "ordinal": %s, \
            "storedSize": %s, "originalSize": %s, "metadata": %s}"""
                .formatted(
                    MessagePackJson.string(rows.binaryName(row)),
                    rows.index(row),
                    MessagePackJson.string(rows.targetText(row)),
                    MessagePackJson.string(rows.typeText(row)),
                    number(rows.ordinal(row)),
                    number(rows.storedSizeBytes(row)),
                    number(rows.originalSizeBytes(row)),
                    MessagePackJson.text(rows.archive().metadata(row), "")));
      }
      return objects.isEmpty() ? "[]\n" : "[\n" + String.join(",\n", objects) + "\n]\n";
    }

    private static String known(long number) {
      return number < 0 ? "" : Long.toString(number);
    }

    private static String number(long number) {
      return number < 0 ? "null" : Long.toString(number);
    }

    private static String plain(String text) {
      return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }
  }
}
