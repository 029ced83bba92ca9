package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/** A row that is a kernel; {@code facts} are in the order of the table's. */
record KernelRow(
    KernelTable table,
    long id,
    String name,
    String target,
    int index,
    long storedBytes,
    long sizeBytes,
    boolean packed,
    @Nullable String md5,
    List<String> facts) {
  private static final Pattern TARGET_ARGUMENT =
      Pattern.compile("(?:-mcpu=|--offload-arch=|--cuda-gpu-arch=)(?<target>gfx[0-9a-z:+-]+)");

  KernelRow with(int times, List<String> said) {
    return new KernelRow(table, id, name, target, times, storedBytes, sizeBytes, packed, md5, said);
  }

  /** Reads the row that the results of {@link KernelTable#rows} are at. */
  static KernelRow of(KernelTable table, ResultSet row, long number, String ofFile)
      throws SQLException {
    long stored = row.getLong(4);
    long size = row.getLong(5);
    return new KernelRow(
        table,
        table.isCounted() ? number : row.getLong(1),
        text(row.getString(2)),
        target(table, text(row.getString(3)), ofFile),
        0,
        stored,
        size == 0 ? stored : size,
        size != 0,
        row.getString(6),
        List.of());
  }

  private static String target(KernelTable table, String column, String ofFile) {
    if (!table.arguments()) {
      return column;
    }
    Matcher named = TARGET_ARGUMENT.matcher(column);
    return named.find() ? named.group("target") : ofFile;
  }

  static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /** Further values of the row, by name. */
  Map<String, String> described() {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < facts.size(); i++) {
      if (!facts.get(i).isEmpty()) {
        all.put(table.facts().get(i).name(), facts.get(i));
      }
    }
    if (!table.arguments()) {
      Map<String, String> parameters = RocfftName.parameters(name);
      all.putAll(parameters);
      List<String> factors = RocfftName.factors(name);
      if (!parameters.isEmpty() && !factors.isEmpty()) {
        all.put("factors", String.join(" ", factors));
      }
    }
    return all;
  }

  /**
   * The code object in a cell, unpacked.
   *
   * @param database its name
   */
  ByteView code(String database, byte @Nullable [] blob, UnpackBudget budget)
      throws FormatException {
    String name = "%s, kernel %s".formatted(database, this.name);
    byte[] stored = blob == null ? new byte[0] : blob;
    byte[] code = packed ? unpacked(ByteView.of(name, stored), budget) : stored;
    ByteView view = ByteView.of(name, code);
    check(view, code);
    return view;
  }

  private byte[] unpacked(ByteView stored, UnpackBudget budget) throws FormatException {
    UnpackMeter meter = budget.meter(stored, "bzip2 data");
    meter.declare(sizeBytes);
    byte[] code = new byte[(int) Math.clamp(sizeBytes, 0, UnpackBudget.SURE_BYTES)];
    byte[] rest;
    long size;
    try (InputStream in = UnpackedStream.bzip2(stored.stream(), meter)) {
      size = in.readNBytes(code, 0, code.length);
      rest = in.readAllBytes();
      size += rest.length;
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException failure) {
      throw FormatException.at(stored, 0, "bzip2 data", "", Reason.BAD_COMPRESSION)
          .expected("a complete stream")
          .found(String.valueOf(failure.getMessage()))
          .cause(failure)
          .build();
    }
    if (size != sizeBytes) {
      throw FormatException.at(stored, 0, "kernel", "uncompressed_size", Reason.BAD_VALUE)
          .mismatch(sizeBytes + " bytes", size + " bytes");
    }
    return rest.length == 0 ? code : ByteBuffer.allocate((int) size).put(code).put(rest).array();
  }

  private void check(ByteView code, byte[] bytes) throws FormatException {
    if (md5 == null || md5.isEmpty()) {
      return;
    }
    String actual = HexText.of(Digests.md5().digest(bytes));
    if (!actual.equalsIgnoreCase(md5)) {
      throw FormatException.at(code, 0, "kernel", "kernel_hash", Reason.CHECKSUM_MISMATCH)
          .expected("MD5 " + md5.toLowerCase(Locale.ROOT))
          .found(actual)
          .advice("MIOpen discards such a kernel and compiles it again.")
          .build();
    }
  }
}
