package org.kpackworkbench.views.kit.table;

import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.kit.text.VisibleText;

/**
 * Columns that look alike everywhere: text, monospace, sizes, counts. Values are computed when a
 * row is drawn, so 100,000 rows cost nothing. UI thread only.
 */
public final class Columns {
  /** Text in a column where a size is not known. */
  public static final String UNKNOWN = "–";

  private Columns() {}

  /** A column of text with a look of its own. */
  public static <T> TableColumn<T, String> text(
      String title, Function<? super T, String> value, CellLook look) {
    TableColumn<T, String> column = new TableColumn<>(title);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(value.apply(row.getValue())));
    column.setCellFactory(made -> new TextTableCell<>(look));
    column.setComparator(NaturalOrder.INSTANCE);
    look.alignHeader(column);
    return column;
  }

  /** A right-aligned column of numbers; where they come from is for the caller to set. */
  public static <T> TableColumn<T, Number> number(String title, NumberLook look) {
    TableColumn<T, Number> column = new TableColumn<>(title);
    column.setCellFactory(made -> new NumberTableCell<>(look));
    column.setComparator(look.order());
    CellLook.NUMBER.alignHeader(column);
    return column;
  }

  /** A cell with a number; its tooltip and what a screen reader says are exact. */
  private static final class NumberTableCell<T> extends TableCell<T, Number> {
    private final NumberLook look;

    NumberTableCell(NumberLook look) {
      this.look = look;
      getStyleClass().add(CellLook.NUMBER.styleClass());
      if (look == NumberLook.ADDRESS) {
        getStyleClass().add("address-cell");
      }
      CellTips.install(this, this::exact);
    }

    @Override
    protected void updateItem(@Nullable Number value, boolean empty) {
      super.updateItem(value, empty);
      setText(empty ? null : look.text(value));
      setAccessibleText(empty ? null : exact());
    }

    private String exact() {
      Number value = getItem();
      return isEmpty() || value == null || look.unknown(value.longValue())
          ? ""
          : look.exact(value.longValue());
    }
  }

  /** Returns the shown text of a column in a row; null if there is none. */
  private static @Nullable String shown(
      @Nullable TableColumnBase<?, ?> column, int row, CellLook look) {
    return column != null && column.getCellData(row) instanceof String text
        ? shown(text, look)
        : null;
  }

  private static String shown(String text, CellLook look) {
    return VisibleText.of(look == CellLook.FUNCTION ? FunctionName.brief(text) : text);
  }

  /** A cell of text; its tooltip shows all of it. */
  private static final class TextTableCell<T> extends TableCell<T, String> {
    private final CellLook look;
    private final CellCut cut;

    TextTableCell(CellLook look) {
      getStyleClass().add(look.styleClass());
      this.look = look;
      cut = new CellCut(this, row -> shown(getTableColumn(), row, look));
      CellTips.install(this, () -> getItem() == null ? "" : VisibleText.of(getItem()));
    }

    @Override
    protected void updateItem(@Nullable String text, boolean empty) {
      super.updateItem(text, empty);
      setAccessibleText(empty ? null : text);
      cut.show(empty || text == null ? null : shown(text, look), look);
    }
  }
}
