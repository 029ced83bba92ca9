package org.kpackworkbench.model.analysis.resolve.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.files.SystemText;

/**
 * The cache of glibc's dynamic linker, {@code /etc/ld.so.cache}, which {@code ldconfig} writes: for
 * each name of a library the paths that it may be loaded from. Immutable.
 *
 * <pre>
 * offset  size  field
 *      0    11  "ld.so-1.7.0", only in files for old linkers too:
 *     12     4  number n of old entries, of 12 bytes each from offset 16;
 *               what follows begins at the next multiple of 8
 *
 *      0    17  "glibc-ld.so.cache"
 *     17     3  "1.1"
 *     20     4  number of entries
 *     24     4  size of the strings in bytes
 *     28     1  byte order: 0 not said, 2 little-endian, 3 big-endian
 *     32     4  offset of an extension, or 0
 *     48        entries, 24 bytes each
 *
 *      0     4  flags: 1 and 3 in the low byte for libraries of ELF
 *      4     4  offset of the name, from the "glibc-ld.so.cache", ends with NUL
 *      8     4  offset of the path, the same
 *     12     4  version of the system, unused
 *     16     8  not 0: for processors with certain instructions
 * </pre>
 *
 * <p>What is for processors of a level comes first, as on a processor that has all {@link #LEVELS}:
 * which one will run the program is not known. What is for certain processors by a rule of older
 * linkers comes last.
 */
public final class LinkerCache {
  /**
   * The folders that a linker searches below each folder, for processors of x86-64 with more and
   * more instructions, in its order.
   */
  static final List<String> LEVELS =
      List.of("glibc-hwcaps/x86-64-v4", "glibc-hwcaps/x86-64-v3", "glibc-hwcaps/x86-64-v2");

  private static final String STRUCTURE = "linker cache";
  private static final String OLD_MAGIC = "ld.so-1.7.0";
  private static final String MAGIC = "glibc-ld.so.cache";
  private static final String VERSION = "1.1";
  private static final int OLD_HEADER_BYTES = 16;
  private static final int OLD_ENTRY_BYTES = 12;
  private static final int HEADER_BYTES = 48;
  private static final int ENTRY_BYTES = 24;
  private static final int BIG_ENDIAN = 3;

  private static final int MOST_TEXT_BYTES = 4096;

  /** Caches of whole distributions have less than 1 MiB. */
  private static final long MOST_BYTES = 8L << 20;

  /** A name is the end of its path, so that all texts have at most twice the bytes of the file. */
  private static final int MOST_TEXT_PER_BYTE = 4;

  private final Map<String, List<String>> paths;

  private LinkerCache(Map<String, List<String>> paths) {
    this.paths = paths;
  }

  /**
   * Reads a cache.
   *
   * @throws FormatException if it is none, is of another byte order, or is damaged; a linker then
   *     goes on without it
   */
  public static LinkerCache read(ByteView file) throws FormatException {
    if (file.size() > MOST_BYTES) {
      throw FormatException.at(file, 0, STRUCTURE, "size", Reason.TOO_LARGE)
          .expected("at most " + MOST_BYTES + " bytes")
          .found(file.size())
          .build();
    }
    ByteView cache = newFormat(file);
    StructReader header = new StructReader(cache, 0, STRUCTURE);
    String magic = header.text("magic", MAGIC.length());
    if (!magic.equals(MAGIC)) {
      throw header
          .error(0, "magic", Reason.WRONG_MAGIC)
          .expected('"' + MAGIC + '"')
          .found('"' + magic + '"')
          .build();
    }
    String version = header.text("version", VERSION.length());
    if (!version.equals(VERSION)) {
      throw header
          .error(MAGIC.length(), "version", Reason.UNSUPPORTED_VERSION)
          .expected('"' + VERSION + '"')
          .found('"' + version + '"')
          .build();
    }
    long countAt = header.position();
    long count = header.u32("number of entries");
    header.skip("size of the strings", 4);
    long orderAt = header.position();
    if ((header.u8("byte order") & 3) == BIG_ENDIAN) {
      throw header
          .error(orderAt, "byte order", Reason.UNSUPPORTED)
          .expected("a little-endian cache")
          .found("a big-endian one")
          .build();
    }
    header.seek(HEADER_BYTES);
    if (count > roomFor(cache)) {
      throw header
          .error(countAt, "number of entries", Reason.OUT_OF_BOUNDS)
          .expected("at most %d, for which the file has room".formatted(roomFor(cache)))
          .found(count)
          .build();
    }
    return new LinkerCache(entries(cache, header, (int) count));
  }

  private static long roomFor(ByteView cache) {
    return Math.max(0, (cache.size() - HEADER_BYTES) / ENTRY_BYTES);
  }

  /** Returns the bytes that new linkers read: all, or those behind the entries for old linkers. */
  private static ByteView newFormat(ByteView file) throws FormatException {
    if (file.size() < OLD_MAGIC.length() || !file.text(0, OLD_MAGIC.length()).equals(OLD_MAGIC)) {
      return file;
    }
    StructReader old = new StructReader(file, OLD_HEADER_BYTES - 4L, STRUCTURE);
    long count = old.u32("number of old entries");
    long start = (OLD_HEADER_BYTES + count * OLD_ENTRY_BYTES + 7) & -8;
    if (start >= file.size()) {
      throw old.error(OLD_HEADER_BYTES - 4L, "number of old entries", Reason.OUT_OF_BOUNDS)
          .expected("entries of a new format after the old ones")
          .found(count)
          .advice("A cache of glibc before 2.2 is not read.")
          .build();
    }
    return file.slice(start, file.size() - start);
  }

  private static Map<String, List<String>> entries(ByteView cache, StructReader at, int count)
      throws FormatException {
    List<Map<String, Set<String>>> ranks =
        IntStream.range(0, LEVELS.size() + 2)
            .<Map<String, Set<String>>>mapToObj(_ -> new HashMap<>())
            .toList();
    long texts = 0;
    for (int i = 0; i < count; i++) {
      int kind = (int) (at.u32("flags") & 0xff);
      String name = text(cache, at, "name");
      String path = text(cache, at, "path");
      texts += name.length() + path.length();
      if (texts > MOST_TEXT_PER_BYTE * cache.size()) {
        throw at.error(at.position(), "path", Reason.TOO_LARGE)
            .expected("texts of at most %d times the file's size".formatted(MOST_TEXT_PER_BYTE))
            .found("more, in entry %d".formatted(i))
            .build();
      }
      at.skip("version of the system", 4);
      boolean always = at.u64("processors") == 0;
      if (kind == 1 || kind == 3) {
        ranks
            .get(always ? LEVELS.size() : rank(path))
            .computeIfAbsent(name, _ -> new LinkedHashSet<>())
            .add(path);
      }
    }
    Map<String, List<String>> all = new HashMap<>();
    for (Map<String, Set<String>> rank : ranks) {
      rank.forEach(
          (name, found) -> all.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(found));
    }
    all.replaceAll((_, found) -> List.copyOf(found));
    return all;
  }

  /** The place among all paths of a library of one that is for certain processors. */
  private static int rank(String path) {
    return IntStream.range(0, LEVELS.size())
        .filter(level -> path.contains("/" + LEVELS.get(level) + "/"))
        .findFirst()
        .orElse(LEVELS.size() + 1);
  }

  private static String text(ByteView cache, StructReader at, String field) throws FormatException {
    long fieldAt = at.position();
    long offset = at.u32(field);
    long end = Math.min(cache.size(), offset + MOST_TEXT_BYTES);
    for (long nul = offset; nul < end; nul++) {
      if (cache.u8(nul) == 0) {
        return SystemText.of(cache.bytes(offset, (int) (nul - offset)));
      }
    }
    throw at.error(fieldAt, field, Reason.OUT_OF_BOUNDS)
        .expected("the offset of a text of less than %d bytes".formatted(MOST_TEXT_BYTES))
        .found(offset)
        .build();
  }

  /** The paths of a library in the order in which a linker tries them; empty if it has none. */
  public List<String> paths(String name) {
    return paths.getOrDefault(name, List.of());
  }

  /** All names, in no order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(paths.keySet());
  }
}
