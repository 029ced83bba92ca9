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

  /** Cells of a row of a table. */
  sealed interface Table extends RowCells {
    /** Begins the table in a new file. */
    NewKernelTable create(Path file) throws IOException;

    /** The values of the row, a value for each column. */
    Object[] values(byte[] code) throws IOException;
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

  /** A row of rocFFT's cache. */
  record Rocfft(String kernel, String arch, long hipVersion, byte[] generator, long timestamp)
      implements Table {
    @Override
    public String kind() {
      return "rocfft";
    }

    @Override
    public List<String> keys() {
      return List.of(RowCells.key(kernel, arch, hipVersion, HexText.of(generator)));
    }

    @Override
    public NewKernelTable create(Path file) throws IOException {
      return NewKernelTable.rocfft(file);
    }

    @Override
    public Object[] values(byte[] code) {
      return new Object[] {kernel, arch, hipVersion, generator, code, timestamp};
    }
  }

  /**
   * A row of rocFFT's older table, which names a file that has the code.
   *
   * @param named the file's path below the output
   */
  record RocfftFile(
      long row, String arch, long length, String precision, String kernelPath, Path named)
      implements Table {
    @Override
    public String kind() {
      return "rocfft files";
    }

    @Override
    public List<String> keys() {
      return List.of(RowCells.key(row));
    }

    @Override
    public NewKernelTable create(Path file) throws IOException {
      return NewKernelTable.rocfftFiles(file);
    }

    @Override
    public Object[] values(byte[] code) {
      return new Object[] {row, arch, length, precision, kernelPath};
    }
  }

  /**
   * A row of MIOpen's table.
   *
   * @param unpackedBytes 0 where the code is stored as it is
   * @param unique whether the table has an index on names and arguments
   */
  record Miopen(
      long id, String kernel, String arguments, String hash, long unpackedBytes, boolean unique)
      implements Table {
    @Override
    public String kind() {
      return unique ? "miopen, unique" : "miopen";
    }

    @Override
    public List<String> keys() {
      String number = RowCells.key(id);
      return unique ? List.of(number, RowCells.key("", kernel, arguments)) : List.of(number);
    }

    @Override
    public NewKernelTable create(Path file) throws IOException {
      return NewKernelTable.miopen(file, unique);
    }

    @Override
    public Object[] values(byte[] code) throws IOException {
      byte[] blob = unpackedBytes == 0 ? code : Bzip2.pack(code);
      return new Object[] {id, kernel, arguments, blob, hash, unpackedBytes};
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
   * @param file the path of the row's file below the output
   * @throws Missing if the metadata lacks something
   */
  static RowCells of(String database, ArchiveEntry entry, Path file, Map<String, MsgValue> metadata)
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
            ? named(arch, file, metadata)
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

  private static Rocfft rocfft(String kernel, String arch, Map<String, MsgValue> metadata)
      throws Missing {
    Optional<Long> version = number(metadata.get(DatabaseRow.HIP_VERSION));
    Optional<Long> timestamp = number(metadata.get(DatabaseRow.TIMESTAMP));
    if (version.isPresent()
        && timestamp.isPresent()
        && metadata.get(DatabaseRow.GENERATOR) instanceof MsgValue.Binary generator) {
      return new Rocfft(kernel, arch, version.get(), generator.bytes(), timestamp.get());
    }
    throw new Missing("expected hip_version, generator_sum and timestamp");
  }

  private static RocfftFile named(String arch, Path file, Map<String, MsgValue> metadata)
      throws Missing {
    Optional<Long> row = number(metadata.get(DatabaseRow.ROW));
    Optional<Long> length = number(metadata.get(DatabaseRow.LENGTH));
    if (row.isPresent()
        && length.isPresent()
        && metadata.get(DatabaseRow.KERNEL_PATH) instanceof MsgValue.Text(String kernelPath)
        && metadata.get(DatabaseRow.PRECISION) instanceof MsgValue.Text(String precision)
        && !kernelPath.isEmpty()
        && BinaryKey.unsafe(kernelPath).isEmpty()) {
      Path named = file.resolveSibling(kernelPath).normalize();
      return new RocfftFile(row.get(), arch, length.get(), precision, kernelPath, named);
    }
    throw new Missing(
        "expected rowid, length, precision, and a kernel_path below the database's folder");
  }

  private static Miopen miopen(String kernel, long size, Map<String, MsgValue> metadata)
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
      return new Miopen(id.get(), kernel, arguments, hash, unpacked.get(), unique);
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
