package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.kpackworkbench.model.format.sqlite.NewKernelTable;

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

  /** Begins a table in a new file. */
  interface NewTable {
    NewKernelTable in(Path file) throws IOException;
  }

  /** Gives the values of a row for its code, a value for each column. */
  interface Values {
    Object[] of(byte[] code) throws IOException;
  }

  /**
   * Cells of a row of a table.
   *
   * @param codePath where the row names a file that has the code, its path beside the table
   */
  record Table(
      String kind, List<String> keys, NewTable table, Values values, @Nullable String codePath)
      implements RowCells {}

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
    return switch (database) {
      case "rocfft" -> {
        String arch =
            metadata.get(DatabaseRow.ARCH) instanceof MsgValue.Text(String column)
                ? column
                : entry.targetText();
        yield metadata.containsKey(DatabaseRow.KERNEL_PATH)
            ? named(arch, metadata)
            : rocfft(kernel, arch, metadata);
      }
      case "miopen" -> miopen(kernel, entry.originalSizeBytes(), metadata);
      case "aotriton" -> image(kernel, entry.originalSizeBytes(), metadata);
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

  private static Table rocfft(String kernel, String arch, Map<String, MsgValue> metadata)
      throws Missing {
    Optional<Long> version = number(metadata.get(DatabaseRow.HIP_VERSION));
    Optional<Long> timestamp = number(metadata.get(DatabaseRow.TIMESTAMP));
    if (version.isPresent()
        && timestamp.isPresent()
        && metadata.get(DatabaseRow.GENERATOR) instanceof MsgValue.Binary generator) {
      byte[] sum = generator.bytes();
      return new Table(
          "rocfft",
          List.of(key(kernel, arch, version.get(), HexText.of(sum))),
          NewKernelTable::rocfft,
          code -> new Object[] {kernel, arch, version.get(), sum, code, timestamp.get()},
          null);
    }
    throw new Missing("expected hip_version, generator_sum and timestamp");
  }

  private static Table named(String arch, Map<String, MsgValue> metadata) throws Missing {
    Optional<Long> row = number(metadata.get(DatabaseRow.ROW));
    Optional<Long> length = number(metadata.get(DatabaseRow.LENGTH));
    if (row.isPresent()
        && length.isPresent()
        && metadata.get(DatabaseRow.KERNEL_PATH) instanceof MsgValue.Text(String kernelPath)
        && metadata.get(DatabaseRow.PRECISION) instanceof MsgValue.Text(String precision)
        && !kernelPath.isEmpty()
        && BinaryKey.unsafe(kernelPath).isEmpty()) {
      return new Table(
          "rocfft files",
          List.of(key(row.get())),
          NewKernelTable::rocfftFiles,
          code -> new Object[] {row.get(), arch, length.get(), precision, kernelPath},
          kernelPath);
    }
    throw new Missing(
        "expected rowid, length, precision, and a kernel_path below the database's folder");
  }

  private static Table miopen(String kernel, long size, Map<String, MsgValue> metadata)
      throws Missing {
    Optional<Long> id = number(metadata.get(DatabaseRow.ID));
    Optional<Long> unpacked = number(metadata.get(DatabaseRow.UNPACKED_SIZE));
    if (id.isPresent()
        && unpacked.isPresent()
        && (unpacked.get() == 0 || unpacked.get() == size)
        && metadata.get(DatabaseRow.ARGUMENTS) instanceof MsgValue.Text(String arguments)
        && metadata.get(DatabaseRow.HASH) instanceof MsgValue.Text(String hash)) {
      // Archives that do not say it are of databases as MIOpen makes them.
      boolean unique = !new MsgValue.Bool(false).equals(metadata.get(DatabaseRow.UNIQUE));
      String number = key(id.get());
      return new Table(
          unique ? "miopen, unique" : "miopen",
          unique ? List.of(number, key("", kernel, arguments)) : List.of(number),
          path -> NewKernelTable.miopen(path, unique),
          code -> {
            byte[] blob = unpacked.get() == 0 ? code : Bzip2.pack(code);
            return new Object[] {id.get(), kernel, arguments, blob, hash, unpacked.get()};
          },
          null);
    }
    throw new Missing(
        "expected id, kernel_args, kernel_hash, and uncompressed_size, which is 0 or the size of"
            + " the code object");
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
