package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A code object of a database, on its way into an archive.
 *
 * @param database name of the database
 * @param target what it is for, as an archive spells it
 * @param key what an archive calls it, unless another row has that key already
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

  /**
   * In metadata: which database the row came from, among those with its path. Of a directory it is
   * the file's SHA-256.
   */
  static final String SOURCE = "source";

  /**
   * In metadata of the first row of a folder or file in an archive: the architectures that the
   * folder or file has kernels for, each of which has an archive, where there are several.
   */
  static final String ARCHITECTURES = "architectures";

  /** In metadata of a file of code: its permissions, where they are not the usual ones. */
  static final String MODE = "mode";

  /** All may read, and the owner may write. */
  static final int USUAL_MODE = 0644;

  /** Mode bits that an archive can give a file; the bit to run as its owner is left out. */
  static final int MOST_MODE = 0777;

  /** In metadata of rows of a table or directory: the kernel's name there. */
  static final String KERNEL = "kernel_name";

  /**
   * In metadata of rocFFT's rows: column {@code arch}, where the code is filed under another
   * target.
   */
  static final String ARCH = "arch";

  /** In metadata of MIOpen's rows: whether the table has each name with its arguments once. */
  static final String UNIQUE = "unique_index";

  /** In metadata of AOTriton's kernels: the directory's entry. */
  static final String INDEX = "index";

  /** In metadata of kernels in a ZIP archive: the file in it, and its number there. */
  static final String MEMBER = "member";

  static final String MEMBER_INDEX = "member_index";

  static final String OFFSET = "offset";
  static final String SHARED_BYTES = "shared_memory";
  static final String THREADS = "threads";

  /** Reads what many rows together would be too large for, while a pass is at the row. */
  interface Source {
    /** Returns what the code object is selected by, and what restoring needs, in a fixed order. */
    Map<String, MsgValue> metadata() throws IOException;

    /** The code object; its bytes stay, also behind the pass, until {@link #release}. */
    ByteView load() throws IOException;

    /** The file that has it, where that is another one than the part's. */
    default @Nullable Path file() {
      return null;
    }

    /** Called once the archive has the bytes. */
    default void release() throws IOException {}
  }

  /** Returns the metadata that all rows begin with. */
  static Map<String, MsgValue> metadata(String database, String path, String source) {
    Map<String, MsgValue> all = new LinkedHashMap<>();
    all.put(DATABASE, new MsgValue.Text(database));
    all.put(PATH, new MsgValue.Text(path));
    all.put(SOURCE, new MsgValue.Text(source));
    return all;
  }

  /** The architecture, without features: what has features is in the archive of the bare one. */
  String architecture() {
    return bare(target);
  }

  /** The name of its archive, without ending. */
  String archive() {
    return database + "-" + architecture();
  }

  /** A target without features. */
  static String bare(String target) {
    return GpuTarget.lenient(target).bare().toString();
  }
}
