package org.kpackworkbench.views.operation.edit.kpack;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.EditedRow;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.views.kit.text.NaturalOrder;

/** What can be seen of a row that is edited. Knows no screen. */
enum EditColumn {
  CHANGE("Change", row -> ChangeWords.of(row.change()), null),
  BINARY("Binary", row -> row.key().binary(), null),
  INDEX("Index", null, row -> row.key().index()),
  TARGET("Target", row -> row.ref().target(), null),
  SIZE("Size", null, EditedRow::originalSizeBytes),
  TYPE("Type", EditedRow::type, null);

  private final String title;
  private final @Nullable Function<EditedRow, String> text;
  private final @Nullable ToLongFunction<EditedRow> number;

  EditColumn(
      String title,
      @Nullable Function<EditedRow, String> text,
      @Nullable ToLongFunction<EditedRow> number) {
    this.title = title;
    this.text = text;
    this.number = number;
  }

  String title() {
    return title;
  }

  /** What a row says; empty for numbers. */
  String text(EditedRow row) {
    return text == null ? "" : text.apply(row);
  }

  /** The number that a row has; -1 for texts. */
  long number(EditedRow row) {
    return number == null ? -1 : number.applyAsLong(row);
  }

  /** Compares rows by their positions; what they say is read once. */
  Comparator<Integer> order(EditedRows rows) {
    if (number != null) {
      long[] numbers = new long[rows.count()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = number(rows.row(i));
      }
      return (a, b) -> Long.compare(numbers[a], numbers[b]);
    }
    String[] texts = new String[rows.count()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(rows.row(i));
    }
    return (a, b) -> NaturalOrder.INSTANCE.compare(texts[a], texts[b]);
  }
}
