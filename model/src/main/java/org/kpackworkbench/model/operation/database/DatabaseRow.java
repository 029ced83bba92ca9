package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A code object of a database.
 *
 * @param database name of the database
 * @param target what it is for, as an archive spells it
 * @param key what an archive calls it
 * @param type {@code hsaco} or {@code co}
 * @param sizeBytes size of the code object
 * @param source reads the rest of it
 */
record DatabaseRow(
    String database, String target, String key, String type, long sizeBytes, Source source) {
  /** In metadata: name of the database. */
  static final String DATABASE = "database";

  /** In metadata: the file below the folder that was packed. */
  static final String PATH = "path";

  /** In metadata of rows of a table or directory: the kernel's name there. */
  static final String KERNEL = "kernel_name";

  /** In metadata of rocFFT's rows: its columns. */
  static final String HIP_VERSION = "hip_version";

  static final String GENERATOR = "generator_sum";
  static final String TIMESTAMP = "timestamp";

  /** In metadata of MIOpen's rows: its columns. */
  static final String ID = "id";

  static final String ARGUMENTS = "kernel_args";
  static final String HASH = "kernel_hash";
  static final String UNPACKED_SIZE = "uncompressed_size";

  /** In metadata of MIOpen's rows: whether the table has each name with its arguments once. */
  static final String UNIQUE = "unique_index";

  /** In metadata of AOTriton's kernels: the directory's entry. */
  static final String INDEX = "index";

  static final String OFFSET = "offset";
  static final String SHARED_BYTES = "shared_memory";
  static final String THREADS = "threads";

  private static final Pattern TILE = Pattern.compile("_MT(?<tile>\\d+x\\d+(?:x\\d+)?)(?:_|$)");
  private static final Pattern PROBLEM =
      Pattern.compile("_Type_(?<type>[A-Z0-9]+)_(?:HPA_)?Contraction_(?<contraction>\\w+?)_gfx");

  /** Reads what many rows together would be too large for. */
  interface Source {
    /** What the code object is selected by, and what the way back needs, in a fixed order. */
    Map<String, MsgValue> metadata() throws IOException;

    /** The code object; its bytes stay as they are until {@link #release}. */
    ByteView load() throws IOException;

    /** Called once the archive has the bytes. */
    default void release() throws IOException {}
  }

  /** The architecture, without features: what has features is in the archive of the bare one. */
  String architecture() {
    return GpuTarget.lenient(target).bare().toString();
  }

  /** What a file's name says of the kernels in it. */
  static Map<String, MsgValue> selection(String database, String stem) {
    Map<String, MsgValue> says = new LinkedHashMap<>();
    if (database.equals("aotriton")) {
      says.put("operation", new MsgValue.Text(stem));
    }
    Matcher tile = TILE.matcher(stem);
    if (tile.find()) {
      says.put("tile", new MsgValue.Text(tile.group("tile")));
    }
    Matcher problem = PROBLEM.matcher(stem);
    if (problem.find()) {
      says.put("data_type", new MsgValue.Text(problem.group("type")));
      says.put("contraction", new MsgValue.Text(problem.group("contraction")));
    }
    return says;
  }
}
