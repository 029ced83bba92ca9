package org.kpackworkbench.model.format.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** A row of a table of kernels, while {@link PackableTable#each} is at it. */
public final class TableKernel {
  private final SqliteFile file;
  private final String database;
  private final UnpackBudget budget;
  private final KernelRow kernel;
  private final ResultSet row;
  private final Map<String, MsgValue> cells = new LinkedHashMap<>();

  TableKernel(
      SqliteFile file,
      String database,
      UnpackBudget budget,
      KernelRow kernel,
      ResultSet row,
      List<String> columns)
      throws SQLException {
    this.file = file;
    this.database = database;
    this.budget = budget;
    this.kernel = kernel;
    this.row = row;
    for (String column : columns) {
      cells.put(
          column,
          column.equals(KernelTable.ROW_ID)
              ? MsgValue.Int.of(kernel.id())
              : cell(row.getObject(7 + cells.size())));
    }
  }

  /** Its name. */
  public String name() {
    return kernel.name();
  }

  /** Its architecture, as the row or the file's name says it; empty if neither does. */
  public String target() {
    return kernel.target();
  }

  /** Size of its code object. */
  public long sizeBytes() {
    return kernel.sizeBytes();
  }

  /** Returns the values of the requested columns, as they are stored, in their order. */
  public Map<String, MsgValue> cells() {
    return cells;
  }

  /**
   * Its code object, unpacked; of a row that names a file, the name.
   *
   * @throws FormatException if it is damaged, or another one than its hash says
   */
  public ByteView code() throws FormatException {
    return kernel.code(database, blob(7 + cells.size()), budget);
  }

  /** The first bytes of its code object, as many as an ELF header has; none if compressed. */
  public byte[] header() throws FormatException {
    return kernel.packed() ? new byte[0] : blob(8 + cells.size());
  }

  private byte[] blob(int column) throws FormatException {
    try {
      byte[] blob = row.getBytes(column);
      return blob == null ? new byte[0] : blob;
    } catch (SQLException failure) {
      throw file.unreadable("kernel " + kernel.name(), failure);
    }
  }

  private static MsgValue cell(@Nullable Object value) {
    return switch (value) {
      case null -> new MsgValue.Nil();
      case Number number when !(number instanceof Double) -> MsgValue.Int.of(number.longValue());
      case Double real -> new MsgValue.Real(real);
      case byte[] bytes -> new MsgValue.Binary(bytes, null);
      default -> new MsgValue.Text(value.toString());
    };
  }
}
