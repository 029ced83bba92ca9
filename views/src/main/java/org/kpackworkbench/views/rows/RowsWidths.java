package org.kpackworkbench.views.rows;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/** Makes the columns of a table as wide as what was found to stand in them. */
final class RowsWidths {
  private static final double ROOM_IN_EMS = 1.8;
  private static final double NARROWEST_IN_EMS = 4;
  private static final double WIDEST_IN_EMS = 34;

  private RowsWidths() {}

  static <R> void apply(
      RowsTable<R> table, List<RowColumn<R>> columns, List<List<String>> longest) {
    Font font = font(table);
    Font mono = Font.font("monospace", font.getSize());
    double em = font.getSize();
    for (TableColumn<Row<R>, ?> column : table.getColumns()) {
      RowColumn<R> meaning = table.meaning(column);
      // The column with the marks has none.
      int index = meaning == null ? -1 : columns.indexOf(meaning);
      if (meaning == null || index < 0) {
        continue;
      }
      Font used = meaning.look() == RowColumn.Look.MONOSPACE ? mono : font;
      double content = RowsFit.widest(longest.get(index), text -> width(text, used));
      // The heading also holds the arrow that shows the order.
      double heading = width(meaning.title(), font) + em;
      column.setPrefWidth(
          Math.clamp(
              Math.max(content, heading) + ROOM_IN_EMS * em,
              NARROWEST_IN_EMS * em,
              WIDEST_IN_EMS * em));
    }
  }

  private static Font font(RowsTable<?> table) {
    Node cell = table.lookup(".table-cell");
    return cell instanceof Labeled labeled ? labeled.getFont() : Font.getDefault();
  }

  private static double width(String text, Font font) {
    Text probe = new Text(text);
    probe.setFont(font);
    return probe.getLayoutBounds().getWidth();
  }
}
