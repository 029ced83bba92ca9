package org.kpackworkbench.views.kit.table;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.views.kit.text.FunctionName;
import org.kpackworkbench.views.kit.text.VisibleText;

/**
 * Columns that look alike everywhere: text, monospace, sizes, counts. Values are computed when a
 * row is drawn, so 100,000 rows cost nothing. UI thread only.
 */
public final class Columns {
  /** What a column says where a size is not known. */
  public static final String UNKNOWN = "–";

  private Columns() {}

  /**
   * What the cells of a column say that draws them itself.
   *
   * @param type what is in its cells
   */
  public record Says<V>(Class<V> type, Function<? super V, String> words) {
    /** What a cell with this value says; nothing where the value is of another type. */
    public String text(@Nullable Object value) {
      return type.isInstance(value) ? words.apply(type.cast(value)) : "";
    }
  }

  /**
   * Tells what a column with cells of its own says behind a sign, so that it is as wide as that.
   *
   * @param type what is in its cells
   */
  public static <V> void says(
      TableColumnBase<?, V> column, Class<V> type, Function<? super V, String> words) {
    column.setUserData(new Says<>(type, words));
  }

  /** A column of text. */
  public static <T> TableColumn<T, String> text(String title, Function<? super T, String> value) {
    return text(title, value, CellLook.TEXT);
  }

  /** A column of text in a fixed-width font: addresses, hashes, names of symbols. */
  public static <T> TableColumn<T, String> mono(String title, Function<? super T, String> value) {
    return text(title, value, CellLook.MONOSPACE);
  }

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

  /**
   * A column of sizes: right-aligned, in a convenient unit, the exact count as tooltip.
   *
   * @param sizeBytes the size; negative where it is not known
   */
  public static <T> TableColumn<T, Number> size(String title, ToLongFunction<? super T> sizeBytes) {
    return number(title, sizeBytes, NumberLook.SIZE);
  }

  /** A column of whole numbers, right-aligned; negative ones are not known. */
  public static <T> TableColumn<T, Number> count(String title, ToLongFunction<? super T> value) {
    return number(title, value, NumberLook.COUNT);
  }

  /** A column of addresses or offsets, {@code 0xc53000}; -1 where there is none. */
  public static <T> TableColumn<T, Number> address(String title, ToLongFunction<? super T> value) {
    return number(title, value, NumberLook.ADDRESS);
  }

  private static <T> TableColumn<T, Number> number(
      String title, ToLongFunction<? super T> value, NumberLook look) {
    TableColumn<T, Number> column = new TableColumn<>(title);
    column.setCellValueFactory(
        row -> new ReadOnlyObjectWrapper<>(value.applyAsLong(row.getValue())));
    column.setCellFactory(made -> new NumberTableCell<>(look));
    column.setUserData(look);
    column.setComparator(look.order());
    CellLook.NUMBER.alignHeader(column);
    return column;
  }

  /** A column of text in a tree. */
  public static <T> TreeTableColumn<T, String> treeText(
      String title, Function<? super T, String> value) {
    return treeText(title, value, CellLook.TEXT);
  }

  /** A column of text in a tree with a look of its own. */
  public static <T> TreeTableColumn<T, String> treeText(
      String title, Function<? super T, String> value, CellLook look) {
    TreeTableColumn<T, String> column = new TreeTableColumn<>(title);
    column.setCellValueFactory(
        row -> new ReadOnlyObjectWrapper<>(apply(row.getValue(), value, "")));
    column.setCellFactory(made -> new TextTreeTableCell<>(look));
    column.setComparator(NaturalOrder.INSTANCE);
    look.alignHeader(column);
    return column;
  }

  /** A column of sizes in a tree; negative ones are not known. */
  public static <T> TreeTableColumn<T, Number> treeSize(
      String title, ToLongFunction<? super T> sizeBytes) {
    return treeNumber(title, sizeBytes, NumberLook.SIZE);
  }

  /** A column of whole numbers in a tree; negative ones are not known. */
  public static <T> TreeTableColumn<T, Number> treeCount(
      String title, ToLongFunction<? super T> value) {
    return treeNumber(title, value, NumberLook.COUNT);
  }

  /** A column of addresses or offsets in a tree; -1 where there is none. */
  public static <T> TreeTableColumn<T, Number> treeAddress(
      String title, ToLongFunction<? super T> value) {
    return treeNumber(title, value, NumberLook.ADDRESS);
  }

  private static <T> TreeTableColumn<T, Number> treeNumber(
      String title, ToLongFunction<? super T> value, NumberLook look) {
    TreeTableColumn<T, Number> column = new TreeTableColumn<>(title);
    column.setCellValueFactory(
        row ->
            new ReadOnlyObjectWrapper<>(
                apply(row.getValue(), value::applyAsLong, Long.valueOf(-1))));
    column.setCellFactory(made -> new NumberTreeTableCell<>(look));
    column.setUserData(look);
    Comparator<Number> order = look.order();
    column.setComparator(order);
    CellLook.NUMBER.alignHeader(column);
    return column;
  }

  private static <T, V> V apply(
      @Nullable TreeItem<T> item, Function<? super T, ? extends V> value, V otherwise) {
    return item == null || item.getValue() == null ? otherwise : value.apply(item.getValue());
  }

  /** A cell with a number; its tooltip and what a screen reader says are exact. */
  private static final class NumberTableCell<T> extends TableCell<T, Number> {
    private final NumberLook look;

    NumberTableCell(NumberLook look) {
      this.look = look;
      dress(this, look);
    }

    @Override
    protected void updateItem(@Nullable Number value, boolean empty) {
      super.updateItem(value, empty);
      show(this, look);
    }
  }

  /** The same in a tree. */
  private static final class NumberTreeTableCell<T> extends TreeTableCell<T, Number> {
    private final NumberLook look;

    NumberTreeTableCell(NumberLook look) {
      this.look = look;
      dress(this, look);
    }

    @Override
    protected void updateItem(@Nullable Number value, boolean empty) {
      super.updateItem(value, empty);
      show(this, look);
    }
  }

  private static void dress(IndexedCell<Number> cell, NumberLook look) {
    cell.getStyleClass().add(CellLook.NUMBER.styleClass());
    if (look == NumberLook.ADDRESS) {
      cell.getStyleClass().add("address-cell");
    }
    CellTips.install(cell, () -> exact(cell, look));
  }

  private static void show(IndexedCell<Number> cell, NumberLook look) {
    cell.setText(cell.isEmpty() ? null : look.text(cell.getItem()));
    cell.setAccessibleText(cell.isEmpty() ? null : exact(cell, look));
  }

  private static String exact(IndexedCell<Number> cell, NumberLook look) {
    Number value = cell.getItem();
    return cell.isEmpty() || value == null || look.unknown(value.longValue())
        ? ""
        : look.exact(value.longValue());
  }

  /** What a column of text says in a row, as it is shown; null where there is none. */
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

  /** A cell of text; its tooltip shows all of it. */
  private static final class TextTreeTableCell<T> extends TreeTableCell<T, String> {
    private final CellLook look;
    private final CellCut cut;

    TextTreeTableCell(CellLook look) {
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
