package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.Bzip2;
import org.kpackworkbench.model.format.aotriton.AotritonWriter;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.sqlite.KernelTable;

/** The contents that a database has for a row beside its code, read from an archive's metadata. */
sealed interface RowCells {
  /** Values that occur once in the row's file, each. */
  List<String> keys();

  /** A short name of the kind of the row's file: a file has rows of one kind. */
  String kind();

  /** Several values as one key. */
  static String key(Object... values) {
    return Arrays.stream(values).map(String::valueOf).collect(Collectors.joining("\0"));
  }

  /**
   * Cells of a row of a table.
   *
   * @param unique whether its table has each name with its arguments once
   * @param cells its values by their columns, in order; nothing in that of the code
   */
  record Table(KernelTable table, boolean unique, Map<String, Object> cells) implements RowCells {
    @Override
    public String kind() {
      return table.table() + (unique ? ", unique" : "");
    }

    @Override
    public List<String> keys() {
      List<String> columns =
          table.primaryKey().isEmpty() ? List.of(KernelTable.ROW_ID) : table.primaryKey();
      List<String> keys = new ArrayList<>(List.of(key(columns)));
      if (unique) {
        keys.add("\0" + key(List.of(table.name(), table.target())));
      }
      return keys;
    }

    private String key(List<String> columns) {
      return RowCells.key(
          columns.stream()
              .map(cells::get)
              .map(cell -> cell instanceof byte[] bytes ? HexText.of(bytes) : cell)
              .toArray());
    }

    /** The path beside the table of the file that has the code; null if the row has it. */
    @Nullable String codePath() {
      return table.namesFiles() ? String.valueOf(cells.get(table.name())) : null;
    }

    /** The values of the row, with its code. */
    Collection<Object> values(byte[] code) throws IOException {
      Map<String, Object> all = new LinkedHashMap<>(cells);
      for (KernelTable.Column column : table.columns()) {
        switch (column.role()) {
          case CODE -> all.put(column.name(), code);
          case SIZE -> {
            if (!Long.valueOf(0).equals(all.get(column.name()))) {
              all.replace(table.code(), Bzip2.pack(code));
            }
          }
          default -> {}
        }
      }
      return all.values();
    }
  }

  /**
   * A file that is the code object.
   *
   * @param mode its permissions; {@link FileModes#NONE} for the usual ones
   */
  record CodeFile(int mode) implements RowCells {
    @Override
    public String kind() {
      return "code";
    }

    @Override
    public List<String> keys() {
      return List.of();
    }
  }

  /**
   * A kernel of an {@code .aks2} file.
   *
   * @param member the file's name in a ZIP archive; empty if it is a file by itself
   */
  record Image(long memberIndex, String member, long index, AotritonWriter.Kernel kernel)
      implements RowCells {
    /** Whether the file is in a ZIP archive. */
    boolean zipped() {
      return !member.isEmpty();
    }

    @Override
    public String kind() {
      return zipped() ? "aotriton, ZIP" : "aotriton";
    }

    @Override
    public List<String> keys() {
      return List.of(RowCells.key(memberIndex, index));
    }
  }

  /**
   * Reads cells.
   *
   * @throws Missing if the metadata lacks something
   */
  static RowCells of(String database, ArchiveEntry entry, Map<String, MsgValue> metadata)
      throws Missing {
    if (!(metadata.get(DatabaseRow.KERNEL) instanceof MsgValue.Text(String kernel))) {
      long mode = word(metadata.get(DatabaseRow.MODE));
      return new CodeFile(mode < 0 ? FileModes.NONE : (int) mode & DatabaseRow.MOST_MODE);
    }
    long size = entry.originalSizeBytes();
    return switch (database) {
      case "rocfft" -> {
        String arch =
            metadata.get(DatabaseRow.ARCH) instanceof MsgValue.Text(String column)
                ? column
                : entry.targetText();
        MsgValue path = metadata.get(KernelTable.ROCFFT_FILES.name());
        if (path == null) {
          yield table(KernelTable.ROCFFT, arch, size, metadata);
        }
        if (BinaryKey.unsafe(path instanceof MsgValue.Text(String text) ? text : "").isPresent()) {
          throw new Missing("expected " + KernelTable.ROCFFT_FILES.needed());
        }
        yield table(KernelTable.ROCFFT_FILES, arch, size, metadata);
      }
      case "miopen" -> table(KernelTable.MIOPEN, "", size, metadata);
      case "aotriton" -> image(kernel, size, metadata);
      default ->
          throw new Missing("expected a database of rocfft, miopen or aotriton, found " + database);
    };
  }

  /** Metadata without something that a database has. */
  final class Missing extends Exception {
    private static final long serialVersionUID = 1;

    Missing(String message) {
      super(message);
    }

    /** The words for people. */
    String words() {
      return String.valueOf(getMessage());
    }
  }

  private static Table table(
      KernelTable table, String arch, long size, Map<String, MsgValue> metadata) throws Missing {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (KernelTable.Column column : table.columns()) {
      @Nullable Object cell =
          switch (column.role()) {
            case CODE -> new byte[0];
            case TARGET -> arch;
            default -> cell(column, size, metadata.get(column.name()));
          };
      if (cell == null) {
        throw new Missing("expected " + table.needed());
      }
      cells.put(column.name(), cell);
    }
    // Archives that do not say it are of databases as MIOpen makes them.
    boolean unique =
        table.equals(KernelTable.MIOPEN)
            && !new MsgValue.Bool(false).equals(metadata.get(DatabaseRow.UNIQUE));
    return new Table(table, unique, cells);
  }

  private static @Nullable Object cell(
      KernelTable.Column column, long size, @Nullable MsgValue value) {
    return switch (column.type()) {
      case "INTEGER" ->
          number(value)
              .filter(each -> column.role() != KernelTable.Role.SIZE || each == 0 || each == size)
              .orElse(null);
      case "BLOB" -> value instanceof MsgValue.Binary binary ? binary.bytes() : null;
      default -> value instanceof MsgValue.Text(String text) ? text : null;
    };
  }

  private static Image image(String kernel, long size, Map<String, MsgValue> metadata)
      throws Missing {
    long index = word(metadata.get(DatabaseRow.INDEX));
    long offset = word(metadata.get(DatabaseRow.OFFSET));
    long shared = word(metadata.get(DatabaseRow.SHARED_BYTES));
    long threads = word(metadata.get(DatabaseRow.THREADS));
    if (index < 0 || offset < 0 || shared < 0 || threads < 0) {
      throw new Missing("expected index, offset, shared_memory and threads, each of 32 bits");
    }
    AotritonWriter.Kernel own = new AotritonWriter.Kernel(kernel, shared, threads, offset, size);
    if (!(metadata.get(DatabaseRow.MEMBER) instanceof MsgValue.Text(String member))) {
      return new Image(0, "", index, own);
    }
    long memberIndex = word(metadata.get(DatabaseRow.MEMBER_INDEX));
    if (memberIndex < 0 || member.isEmpty() || BinaryKey.unsafe(member).isPresent()) {
      throw new Missing(
          "expected a path below the ZIP archive as member, and member_index, of 32 bits");
    }
    return new Image(memberIndex, member, index, own);
  }

  private static Optional<Long> number(@Nullable MsgValue value) {
    return value instanceof MsgValue.Int number && number.isLong()
        ? Optional.of(number.value().longValue())
        : Optional.empty();
  }

  /** A number of 32 bits without sign; -1 if it is none. */
  private static long word(@Nullable MsgValue value) {
    return number(value).filter(each -> each >= 0 && each >>> Integer.SIZE == 0).orElse(-1L);
  }
}
