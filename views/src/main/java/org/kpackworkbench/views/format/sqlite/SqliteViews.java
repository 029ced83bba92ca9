package org.kpackworkbench.views.format.sqlite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of SQLite databases: those of any file with parts, and one of the rows of tables. */
public final class SqliteViews {
  private SqliteViews() {}

  /** Of its kernels and tables. */
  static final PartsViews PARTS = new PartsViews(SqliteFormat.FORMAT);

  /** The room of kernel databases. */
  public static FormatRoom room() {
    return PARTS.room().views(SqliteDocument.class, SqliteViews::create);
  }

  private static List<DocumentView> create(
      SqliteDocument document, OpenedFile file, ViewContext context) {
    List<DocumentView> views = new ArrayList<>(PARTS.create(file, context));
    views.add(new RowsView<>(new TablesSpec(document), context));
    return List.copyOf(views);
  }

  /** A row of a table; of the tables' rows one behind another. */
  private record TableRow(SqliteDocument.Table table, long number, List<String> cells) {
    String cell(String column) {
      int index = table.columns().indexOf(column);
      return index < 0 ? "" : cells.get(index);
    }

    /** A cell's whole number; -1 if it is none. */
    long number(String column) {
      String text = cell(column);
      return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }
  }

  /** The rows of all tables, as SQLite has them. */
  private static final class TablesSpec extends TableSpec<TableRow> {
    private final SqliteDocument document;

    /** Column names of the tables, once they have been read. */
    private volatile List<String> names = List.of();

    TablesSpec(SqliteDocument document) {
      super(
          TableWords.of("rows", "Rows", "The tables have no rows.")
              .prompt("filter, e.g. table:kern_db gfx942"));
      this.document = document;
      status(rows -> CountText.of(rows.size(), "row"));
    }

    @Override
    public List<RowColumn<TableRow>> columns() {
      List<RowColumn<TableRow>> columns = new ArrayList<>();
      columns.add(RowColumn.text("Table", row -> row.table().name()));
      columns.add(RowColumn.count("#", TableRow::number));
      for (String name : names) {
        columns.add(
            RowColumn.<TableRow>text(name, row -> row.cell(name))
                .compared(row -> row.number(name)));
      }
      return List.copyOf(columns);
    }

    @Override
    public RowSource<TableRow> load() {
      List<SqliteDocument.Table> tables = document.tables();
      names = tables.stream().flatMap(table -> table.columns().stream()).distinct().toList();
      return new Pages(document, tables);
    }
  }

  /** Rows that are read as they are shown, some at a time. */
  private static final class Pages implements RowSource<TableRow> {
    private static final int ROWS = 500;

    private final SqliteDocument document;
    private final List<SqliteDocument.Table> tables;
    private final int size;
    private int first = -1;
    private List<TableRow> page = List.of();

    Pages(SqliteDocument document, List<SqliteDocument.Table> tables) {
      this.document = document;
      this.tables = tables;
      long all = tables.stream().mapToLong(SqliteDocument.Table::rows).sum();
      this.size = (int) Math.min(Integer.MAX_VALUE, all);
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public synchronized TableRow row(int index) throws IOException {
      if (first < 0 || index < first || index >= first + page.size()) {
        read(index);
      }
      if (index - first >= page.size()) {
        throw new IOException("the tables have fewer rows than SQLite counted: they are damaged");
      }
      return page.get(index - first);
    }

    private void read(int index) throws IOException {
      long start = 0;
      for (SqliteDocument.Table table : tables) {
        if (index < start + table.rows()) {
          long from = (index - start) / ROWS * ROWS;
          List<List<String>> rows = document.rows(table, from, ROWS, Progress.NONE);
          List<TableRow> read = new ArrayList<>();
          for (List<String> cells : rows) {
            read.add(new TableRow(table, from + read.size() + 1, cells));
          }
          first = (int) (start + from);
          page = List.copyOf(read);
          return;
        }
        start += table.rows();
      }
      throw new IndexOutOfBoundsException(index);
    }
  }
}
