package org.kpackworkbench.model.analysis.resolve.simulate;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a runtime finds a code object, written down a second time and as simply as it can be: no
 * class of the product is used, nothing is fast, and the order is that of the description, whose
 * points 0 to 4 are cited. It judges {@link Loader}.
 *
 * <p>Texts are byte strings, as they are for a loader: each char of a String in here is one byte,
 * so bytes that are no UTF-8 are compared as what they are.
 */
final class NaiveLoader {
  /**
   * What a loader answers.
   *
   * @param error its number, 0 for success
   * @param code the code object; null if the number is another
   */
  record Answer(int error, byte @Nullable [] code) {
    static Answer failing(int error) {
      return new Answer(error, null);
    }

    boolean sameAs(Answer other) {
      return error == other.error && Arrays.equals(code, other.code);
    }

    @Override
    public String toString() {
      return code == null ? "error " + error : code.length + " bytes: " + shortened(code);
    }

    private static String shortened(byte[] code) {
      return new String(code, 0, Math.min(48, code.length), StandardCharsets.ISO_8859_1);
    }
  }

  /** Point 4 leaves open what a loader does here; such a case is not compared. */
  static final class LeftOpen extends RuntimeException {
    private static final long serialVersionUID = 1;

    LeftOpen(String why) {
      super(why);
    }
  }

  /** What a load went through; a generator of cases must lead to all of it. */
  enum Way {
    OVERRIDE,
    PREFIX,
    ABSOLUTE,
    RESOLVED,
    TEXT_NORMALISED,
    AS_WRITTEN,
    EXPANDED,
    SECOND_PLACEHOLDER,
    PLACEHOLDER_OF_FOLDER,
    SAME_FILE_AGAIN,
    NOT_REGULAR,
    REFUSED_3,
    REFUSED_4,
    REFUSED_9,
    REFUSED_10,
    ORDINAL_OUTSIDE,
    SHIFTED,
    OTHER_SIZE,
    BROKEN_FRAME,
    SHORT_READ,
    NEXT_ASKED,
    LESS_SPECIFIC
  }

  private static final String PLACEHOLDER = "@GFXARCH@";
  private static final String TRIPLE = "amdgcn-amd-amdhsa--";
  private static final int MOST_LINKS = 40;

  private final Map<String, String> variables;
  private final String workingFolder;
  private final Map<String, Entry> looked;
  private final Map<String, Archive> opened;
  private final Set<Way> ways = new LinkedHashSet<>();

  /**
   * @param variables the environment when the loader is made
   * @param workingFolder the process's, absolute
   */
  NaiveLoader(Map<String, String> variables, Path workingFolder) {
    this(variables, workingFolder, new HashMap<>(), new HashMap<>());
  }

  private NaiveLoader(
      Map<String, String> variables,
      Path workingFolder,
      Map<String, Entry> looked,
      Map<String, Archive> opened) {
    this.variables = variables;
    this.workingFolder = bytes(workingFolder.toString());
    this.looked = looked;
    this.opened = opened;
  }

  /** A loader with other variables that remembers the files this one has examined. */
  NaiveLoader with(Map<String, String> otherVariables, Path otherWorkingFolder) {
    return new NaiveLoader(otherVariables, otherWorkingFolder, looked, opened);
  }

  /** What the loads went through. */
  Set<Way> ways() {
    return ways;
  }

  // ---------------------------------------------------------------------------------------------
  // Points 0 to 3: a load
  // ---------------------------------------------------------------------------------------------

  /**
   * @param binary the binary's path; the file is there
   * @param image the loaded image from the wrapper's address on
   * @throws LeftOpen if the answer is not settled
   */
  Answer load(Path binary, byte[] image, long index, List<String> targets, boolean strict) {
    // 0. An empty target list is error 1, even when disabled.
    if (targets.isEmpty()) {
      return Answer.failing(1);
    }
    // 0. Disabled: error 8, before anything is examined.
    String disable = variables.getOrDefault("ROCM_KPACK_DISABLE", "");
    if (!disable.isEmpty() && disable.charAt(0) != '0') {
      return Answer.failing(8);
    }
    // 1. The marker.
    Said marker = marker(image);
    if (marker == null) {
      return Answer.failing(12);
    }
    String key = marker.kernelName + "#" + Long.toUnsignedString(index);
    // 2. Candidate archives.
    List<String> wanted = targets.stream().map(NaiveLoader::bytes).toList();
    List<Archive> archives = open(candidates(marker.searchPaths, binary, wanted));
    if (archives.isEmpty()) {
      return Answer.failing(13);
    }
    // 3. For each target.
    return ask(archives, key, wanted, strict);
  }

  /** Point 1. */
  private record Said(String kernelName, List<String> searchPaths) {}

  /** Point 1; null is error 12. */
  private static @Nullable Said marker(byte[] image) {
    Object decoded;
    try {
      decoded = new Msg(image, 0, Math.min(image.length, 64 * 1024)).decode();
    } catch (Msg.Broken broken) {
      return null;
    }
    // no map, no kernel_name that is a text, no kpack_search_paths that is an array
    if (!(decoded instanceof Msg.Pairs map)
        || !(map.first("kernel_name") instanceof String name)
        || !(map.first("kpack_search_paths") instanceof List<?> elements)) {
      return null;
    }
    // with at least one text; elements that are no text are skipped
    List<String> paths = new ArrayList<>();
    for (Object element : elements) {
      if (element instanceof String path) {
        paths.add(path);
      }
    }
    return paths.isEmpty() ? null : new Said(name, paths);
  }

  /** Point 2: absolute paths, in order. */
  private List<String> candidates(List<String> searchPaths, Path binary, List<String> targets) {
    List<String> candidates = new ArrayList<>();
    // ROCM_KPACK_PATH: these exclusively
    List<String> override = parts("ROCM_KPACK_PATH");
    if (!override.isEmpty()) {
      ways.add(Way.OVERRIDE);
      override.forEach(path -> candidates.add(absolute(path)));
      return candidates;
    }
    // else ROCM_KPACK_PATH_PREFIX's, in the same form, then each of the marker's search paths
    for (String path : parts("ROCM_KPACK_PATH_PREFIX")) {
      ways.add(Way.PREFIX);
      candidates.add(absolute(path));
    }
    String folder = folderOf(binary);
    for (String path : searchPaths) {
      // the first @GFXARCH@ (only the first) represents each target and each of its reductions
      String resolved = resolved(path, folder);
      int at = resolved.indexOf(PLACEHOLDER);
      if (at < 0) {
        candidates.add(absolute(resolved));
        continue;
      }
      ways.add(Way.EXPANDED);
      String before = resolved.substring(0, at);
      String after = resolved.substring(at + PLACEHOLDER.length());
      if (after.contains(PLACEHOLDER)) {
        ways.add(Way.SECOND_PLACEHOLDER);
      }
      if (folder.contains(PLACEHOLDER) && resolved.startsWith(folder)) {
        ways.add(Way.PLACEHOLDER_OF_FOLDER);
      }
      for (String target : targets) {
        for (String reduction : reductions(target)) {
          candidates.add(absolute(before + reduction + after));
        }
      }
    }
    return candidates;
  }

  /** Points 0 and 2: a list in a variable; none if it counts as unset. */
  private List<String> parts(String variable) {
    List<String> parts = new ArrayList<>();
    for (String part : bytes(variables.getOrDefault(variable, "")).split(":", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return parts;
  }

  /** Point 2: relative ones count from the working directory of the process. */
  private String absolute(String path) {
    return path.startsWith("/") ? path : workingFolder + "/" + path;
  }

  /** Point 2: the directory of the binary's real path. */
  private String folderOf(Path binary) {
    Walk walk = walk(bytes(binary.toString()));
    if (walk.end != End.FOUND) {
      throw new LeftOpen("the binary is not there");
    }
    return walk.real.substring(0, Math.max(1, walk.real.lastIndexOf('/')));
  }

  /** Point 2: a marker's path before @GFXARCH@ is expanded in it. */
  private String resolved(String path, String folder) {
    // one that is absolute is used as it is
    if (path.startsWith("/")) {
      ways.add(Way.ABSOLUTE);
      return path;
    }
    String joined = folder + "/" + path;
    Walk whole = walk(joined);
    // resolving fails: the path as written counts from the working directory
    if (whole.end == End.FAILED) {
      ways.add(Way.AS_WRITTEN);
      return path;
    }
    if (whole.end == End.FOUND) {
      ways.add(Way.RESOLVED);
      return whole.real;
    }
    // the longest leading part that exists is resolved with links
    String[] names = joined.split("/", -1);
    String real = "/";
    int missing = 1;
    for (; missing < names.length; missing++) {
      Walk part = walk(String.join("/", Arrays.copyOf(names, missing + 1)));
      if (part.end != End.FOUND) {
        break;
      }
      real = part.real;
    }
    // the rest, from the first missing component on, is normalised as text
    List<String> kept = new ArrayList<>(Arrays.asList(real.split("/", 0)));
    kept.removeIf(String::isEmpty);
    for (int i = missing; i < names.length; i++) {
      if (names[i].equals("..")) {
        ways.add(Way.TEXT_NORMALISED);
        if (!kept.isEmpty()) {
          kept.removeLast();
        }
      } else if (!names[i].equals(".") && !names[i].isEmpty()) {
        kept.add(names[i]);
      }
    }
    // a path that ends so names a folder, and text keeps saying that
    boolean folderAsked = List.of("", ".", "..").contains(names[names.length - 1]);
    return "/" + String.join("/", kept) + (folderAsked ? "/" : "");
  }

  /** Point 2: what can be opened, each file once. */
  private List<Archive> open(List<String> candidates) {
    List<Archive> archives = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (String candidate : candidates) {
      // What is missing, no regular file, or does not open is skipped.
      Walk walk = walk(candidate);
      if (walk.end != End.FOUND) {
        continue;
      }
      if (walk.kind != Kind.FILE) {
        ways.add(Way.NOT_REGULAR);
        continue;
      }
      // Two ways to one file (after links) are one archive.
      if (!seen.add(walk.real)) {
        ways.add(Way.SAME_FILE_AGAIN);
        continue;
      }
      Archive archive = opened.computeIfAbsent(walk.real, NaiveLoader::archive);
      switch (archive.refusal) {
        case 0 -> archives.add(archive);
        case 3 -> ways.add(Way.REFUSED_3);
        case 4 -> ways.add(Way.REFUSED_4);
        case 9 -> ways.add(Way.REFUSED_9);
        default -> ways.add(Way.REFUSED_10);
      }
    }
    return archives;
  }

  /** Point 3. */
  private Answer ask(List<Archive> archives, String key, List<String> targets, boolean strict) {
    Answer lastMiss = Answer.failing(14);
    boolean missed = false;
    for (String target : targets) {
      // most specific reduction first, within it in the order of step 2
      for (String reduction : reductions(target)) {
        for (Archive archive : archives) {
          // What gfx_arches does not list is not looked for, whatever the rows say.
          if (!archive.architectures.contains(reduction)) {
            continue;
          }
          Answer answer = archive.kernel(key, reduction, ways);
          // Strict: the first of them is tried; what it answers is the answer, 5 or 6 included.
          // Tolerant: each of them is tried until one has it.
          if (strict || answer.error == 0) {
            if (missed) {
              ways.add(Way.NEXT_ASKED);
            }
            if (!reduction.equals(target)) {
              ways.add(Way.LESS_SPECIFIC);
            }
            return answer;
          }
          missed = true;
          lastMiss = answer;
        }
      }
    }
    // the error of the last miss, or 14 where no archive lists anything compatible
    return lastMiss;
  }

  /**
   * Compatible reductions: all subsets of the features in descending binary order, the first
   * feature the highest bit; features as text in the order written, empty ones dropped.
   */
  static List<String> reductions(String target) {
    String id = target.startsWith(TRIPLE) ? target.substring(TRIPLE.length()) : target;
    String[] parts = id.split(":", -1);
    List<String> features = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      if (!parts[i].isEmpty()) {
        features.add(parts[i]);
      }
    }
    List<String> reductions = new ArrayList<>();
    for (int subset = (1 << features.size()) - 1; subset >= 0; subset--) {
      StringBuilder text = new StringBuilder(parts[0]);
      for (int i = 0; i < features.size(); i++) {
        if ((subset >> (features.size() - 1 - i) & 1) == 1) {
          text.append(':').append(features.get(i));
        }
      }
      reductions.add(text.toString());
    }
    return reductions;
  }

  // ---------------------------------------------------------------------------------------------
  // Paths, by the rules of POSIX
  // ---------------------------------------------------------------------------------------------

  private enum End {
    FOUND,
    /** A component is not there, or is no folder although more follows. */
    MISSING,
    /** Too many links, or no permission. */
    FAILED
  }

  private enum Kind {
    FILE,
    FOLDER,
    LINK,
    OTHER,
    MISSING,
    FAILED
  }

  private record Entry(Kind kind, String linksTo) {}

  private record Walk(End end, String real, Kind kind) {
    static Walk ending(End end) {
      return new Walk(end, "", Kind.MISSING);
    }
  }

  private Walk walk(String absolute) {
    if (absolute.indexOf(0) >= 0) {
      throw new LeftOpen("a NUL in a path: the end of it for a system, not for a text");
    }
    Deque<String> ahead = new ArrayDeque<>(Arrays.asList(absolute.split("/", -1)));
    List<String> here = new ArrayList<>();
    Kind kind = Kind.FOLDER;
    int links = 0;
    while (!ahead.isEmpty()) {
      String name = ahead.removeFirst();
      if (kind != Kind.FOLDER) {
        return Walk.ending(End.MISSING);
      }
      if (name.isEmpty()) {
        continue;
      }
      if (!mayEnter(here)) {
        return Walk.ending(End.FAILED);
      }
      if (name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        if (!here.isEmpty()) {
          here.removeLast();
        }
        continue;
      }
      here.add(name);
      Entry entry = looked.computeIfAbsent(text(here), NaiveLoader::look);
      switch (entry.kind) {
        case MISSING -> {
          return Walk.ending(End.MISSING);
        }
        case FAILED -> {
          return Walk.ending(End.FAILED);
        }
        case LINK -> {
          if (++links > MOST_LINKS) {
            return Walk.ending(End.FAILED);
          }
          here.removeLast();
          if (entry.linksTo.startsWith("/")) {
            here.clear();
          }
          List<String> names = Arrays.asList(entry.linksTo.split("/", -1));
          names.reversed().forEach(ahead::addFirst);
        }
        case FILE, FOLDER, OTHER -> kind = entry.kind;
      }
    }
    return new Walk(End.FOUND, text(here), kind);
  }

  private static String text(List<String> names) {
    return "/" + String.join("/", names);
  }

  private boolean mayEnter(List<String> folder) {
    // Looked up as a separate path, so that it is examined once.
    return looked.computeIfAbsent(
                text(folder) + "/.",
                path -> {
                  Path there = path(path);
                  boolean may = there != null && Files.isExecutable(there);
                  return new Entry(may ? Kind.FOLDER : Kind.FAILED, "");
                })
            .kind
        == Kind.FOLDER;
  }

  private static Entry look(String path) {
    Path file = path(path);
    if (file == null) {
      return new Entry(Kind.MISSING, "");
    }
    try {
      BasicFileAttributes what =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (what.isSymbolicLink()) {
        return new Entry(Kind.LINK, bytes(Files.readSymbolicLink(file).toString()));
      }
      Kind kind = what.isDirectory() ? Kind.FOLDER : what.isRegularFile() ? Kind.FILE : Kind.OTHER;
      return new Entry(kind, "");
    } catch (NoSuchFileException missing) {
      return new Entry(Kind.MISSING, "");
    } catch (IOException failed) {
      return new Entry(Kind.FAILED, "");
    }
  }

  /** Java names no file whose name is not UTF-8, so there is none in a test either. */
  private static @Nullable Path path(String bytes) {
    try {
      return Path.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
              .toString());
    } catch (CharacterCodingException notUtf8) {
      return null;
    }
  }

  /** A text as a byte string. */
  static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  // ---------------------------------------------------------------------------------------------
  // Point 4: what a loader accepts in an archive
  // ---------------------------------------------------------------------------------------------

  /** A value that point 4 says is missing. */
  private static final long MISSING = -1;

  private record Row(long ordinal, long originalSize) {}

  /** Where a blob or frame lies in the file. */
  private record Span(long offset, long size) {}

  /**
   * An archive.
   *
   * @param refusal the error at opening; 0 if it opened
   */
  private record Archive(
      int refusal,
      byte[] file,
      boolean zstd,
      boolean shifted,
      Set<String> architectures,
      Map<String, Map<String, Row>> rows,
      Set<String> openRows,
      List<Span> spans) {

    static Archive refused(int error) {
      return new Archive(error, new byte[0], false, false, Set.of(), Map.of(), Set.of(), List.of());
    }

    /** Point 3's question. */
    Answer kernel(String key, String architecture, Set<Way> ways) {
      if (openRows.contains(key + "\n" + architecture)) {
        throw new LeftOpen("a key repeated in toc has other architectures the second time");
      }
      Row row = rows.getOrDefault(key, Map.of()).get(architecture);
      if (row == null) {
        return Answer.failing(5);
      }
      if (row.ordinal == MISSING) {
        throw new LeftOpen("no ordinal");
      }
      // an ordinal outside the list is 5
      if (row.ordinal >= spans.size()) {
        ways.add(Way.ORDINAL_OUTSIDE);
        return Answer.failing(5);
      }
      Span span = spans.get((int) row.ordinal);
      if (shifted) {
        ways.add(Way.SHIFTED);
      }
      return zstd ? unpacked(span, row, ways) : stored(span, ways);
    }

    private Answer stored(Span span, Set<Way> ways) {
      if (span.offset == MISSING || span.size == MISSING) {
        throw new LeftOpen("no offset or no size");
      }
      // Reading nothing succeeds anywhere; what cannot be read is an I/O error.
      if (span.size == 0 && span.offset >= 0) {
        return new Answer(0, new byte[0]);
      }
      boolean inside =
          Long.compareUnsigned(span.offset, file.length) <= 0
              && Long.compareUnsigned(span.size, file.length - span.offset) <= 0;
      if (!inside) {
        ways.add(Way.SHORT_READ);
        return Answer.failing(9);
      }
      return new Answer(
          0, Arrays.copyOfRange(file, (int) span.offset, (int) (span.offset + span.size)));
    }

    private Answer unpacked(Span span, Row row, Set<Way> ways) {
      if (row.originalSize == MISSING) {
        throw new LeftOpen("no original_size");
      }
      // No frame of a test holds as much.
      int room = (int) Math.min(row.originalSize, 1 << 20);
      byte[] frame = Arrays.copyOfRange(file, (int) span.offset, (int) (span.offset + span.size));
      byte[] code = new byte[room];
      long length;
      try {
        length =
            frame.length == 0 ? 0 : Zstd.decompressByteArray(code, 0, room, frame, 0, frame.length);
      } catch (ZstdException broken) {
        ways.add(Way.BROKEN_FRAME);
        return Answer.failing(6);
      }
      // a frame that yields another size is 6
      if (length != row.originalSize) {
        ways.add(Way.OTHER_SIZE);
        return Answer.failing(6);
      }
      return new Answer(0, code);
    }
  }

  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private final int error;

    Refused(int error) {
      this.error = error;
    }
  }

  private static Archive archive(String real) {
    try {
      Path path = path(real);
      if (path == null) {
        throw new Refused(9);
      }
      byte[] file;
      try {
        file = Files.readAllBytes(path);
      } catch (IOException unreadable) {
        // no permission
        throw new Refused(9);
      }
      return archive(file);
    } catch (Refused refused) {
      return Archive.refused(refused.error);
    }
  }

  private static Archive archive(byte[] file) throws Refused {
    // Opening also gives 9: empty file
    if (file.length == 0) {
      throw new Refused(9);
    }
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    // magic, version 1, a table offset inside the file
    if (file.length < 16 || !new String(file, 0, 4, StandardCharsets.ISO_8859_1).equals("KPAK")) {
      throw new Refused(3);
    }
    if (bytes.getInt(4) != 1) {
      throw new Refused(4);
    }
    long table = bytes.getLong(8);
    if (Long.compareUnsigned(table, file.length) >= 0) {
      throw new Refused(3);
    }
    // a table that decodes to a map; bytes after the table are ignored
    Object decoded;
    try {
      decoded = new Msg(file, (int) table, file.length).decode();
    } catch (Msg.Broken broken) {
      throw new Refused(10);
    }
    if (!(decoded instanceof Msg.Pairs map)) {
      throw new Refused(10);
    }
    Set<String> architectures = new LinkedHashSet<>();
    if (map.first("gfx_arches") instanceof List<?> listed) {
      for (Object architecture : listed) {
        if (architecture instanceof String text) {
          architectures.add(text);
        }
      }
    }
    Set<String> openRows = new LinkedHashSet<>();
    Map<String, Map<String, Row>> rows = rows(map, openRows);
    // compression_scheme absent or unknown is treated as none
    boolean zstd = "zstd-per-kernel".equals(map.first("compression_scheme"));
    List<Span> spans = zstd ? frames(map, bytes) : blobs(map);
    boolean shifted =
        !zstd && map.first("blobs") instanceof List<?> blobs && blobs.size() > spans.size();
    return new Archive(0, file, zstd, shifted, architectures, rows, openRows, spans);
  }

  private static Map<String, Map<String, Row>> rows(Msg.Pairs map, Set<String> openRows)
      throws Refused {
    Map<String, Map<String, Row>> rows = new TreeMap<>();
    if (!(map.first("toc") instanceof Msg.Pairs toc)) {
      return rows;
    }
    // of repeated keys in toc the last counts
    for (int i = 0; i < toc.size(); i++) {
      if (toc.key(i) instanceof String key && toc.value(i) instanceof Msg.Pairs entries) {
        Map<String, Row> ofKey = new TreeMap<>();
        for (int j = 0; j < entries.size(); j++) {
          if (entries.key(j) instanceof String architecture
              && entries.value(j) instanceof Msg.Pairs entry) {
            // type is ignored
            ofKey.put(
                architecture, new Row(number(entry, "ordinal"), number(entry, "original_size")));
          }
        }
        Map<String, Row> before = rows.put(key, ofKey);
        if (before != null) {
          before.keySet().removeAll(ofKey.keySet());
          before.keySet().forEach(architecture -> openRows.add(key + "\n" + architecture));
        }
      }
    }
    return rows;
  }

  /** A wrong type or range refuses the archive (10). */
  private static long number(Msg.Pairs map, String key) throws Refused {
    Object value = map.first(key);
    if (value == null) {
      return MISSING;
    }
    if (!(value instanceof BigInteger number) || number.signum() < 0) {
      throw new Refused(10);
    }
    // An area that begins or ends out there is past the end, or a wrong range: refused, so or so.
    if (number.bitLength() > 63 && key.startsWith("zstd_")) {
      throw new Refused(9);
    }
    // Above this, readings differ: outside the list, or a wrong range.
    if (number.bitLength() > 63 || (key.equals("ordinal") && number.bitLength() > 32)) {
      throw new LeftOpen(key + " of " + number);
    }
    return number.longValue();
  }

  private static List<Span> blobs(Msg.Pairs map) throws Refused {
    List<Span> spans = new ArrayList<>();
    if (map.first("blobs") instanceof List<?> blobs) {
      for (Object blob : blobs) {
        // elements of blobs that are no map are skipped and later ordinals shift
        if (blob instanceof Msg.Pairs where) {
          spans.add(new Span(number(where, "offset"), number(where, "size")));
        }
      }
    }
    return spans;
  }

  private static List<Span> frames(Msg.Pairs map, ByteBuffer bytes) throws Refused {
    long offset = number(map, "zstd_offset");
    long size = number(map, "zstd_size");
    // A value that is not there is not of the right type.
    if (offset == MISSING || size == MISSING) {
      throw new Refused(10);
    }
    // Opening also gives 9: a zstd area past the end.
    if (offset > bytes.capacity() || size > bytes.capacity() - offset) {
      throw new Refused(size > 0xffffffffL ? 3 : 9);
    }
    // more than 1,048,576 frames, or a frame beyond the area is error 3
    long end = offset + size;
    if (size < 4) {
      throw new Refused(3);
    }
    long count = bytes.getInt((int) offset) & 0xffffffffL;
    if (count > 1_048_576) {
      throw new Refused(3);
    }
    List<Span> spans = new ArrayList<>();
    long at = offset + 4;
    for (long i = 0; i < count; i++) {
      if (end - at < 4) {
        throw new Refused(3);
      }
      long length = bytes.getInt((int) at) & 0xffffffffL;
      at += 4;
      if (length > end - at) {
        throw new Refused(3);
      }
      spans.add(new Span(at, length));
      at += length;
    }
    return spans;
  }

  // ---------------------------------------------------------------------------------------------
  // MessagePack
  // ---------------------------------------------------------------------------------------------

  /**
   * Decodes one value. A text is a String, an integer a BigInteger, an array a List, a map {@link
   * Pairs}; of others only the kind matters. Nesting has no limit.
   */
  static final class Msg {
    /** A map as it is written: keys may repeat, and may be of any kind. */
    record Pairs(List<Object> flat) {
      int size() {
        return flat.size() / 2;
      }

      Object key(int i) {
        return flat.get(2 * i);
      }

      Object value(int i) {
        return flat.get(2 * i + 1);
      }

      /** Of repeated keys the first counts; null if there is none. */
      @Nullable Object first(String key) {
        for (int i = 0; i < size(); i++) {
          if (key(i).equals(key)) {
            return value(i);
          }
        }
        return null;
      }
    }

    /** What is none of the above. */
    enum Other {
      NIL,
      BOOLEAN,
      FLOAT,
      BINARY,
      EXTENSION
    }

    static final class Broken extends Exception {
      private static final long serialVersionUID = 1;
    }

    private record Filling(List<Object> into, long values) {}

    private final byte[] bytes;
    private final int end;
    private int at;
    private final Deque<Filling> open = new ArrayDeque<>();

    Msg(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.at = from;
      this.end = to;
    }

    Object decode() throws Broken {
      Object first = one();
      while (!open.isEmpty()) {
        Filling inner = open.peek();
        if (inner.into.size() == inner.values) {
          open.pop();
        } else {
          inner.into.add(one());
        }
      }
      return first;
    }

    /** A value; an array or a map is filled afterwards. */
    private Object one() throws Broken {
      int head = (int) unsigned(1);
      if (head < 0x80) {
        return BigInteger.valueOf(head);
      }
      if (head >= 0xe0) {
        return BigInteger.valueOf(head - 256);
      }
      if (head < 0x90) {
        return map(head & 0x0f);
      }
      if (head < 0xa0) {
        return array(head & 0x0f);
      }
      if (head < 0xc0) {
        return text(head & 0x1f);
      }
      return switch (head) {
        case 0xc0 -> Other.NIL;
        case 0xc2, 0xc3 -> Other.BOOLEAN;
        case 0xc4 -> skip(unsigned(1), Other.BINARY);
        case 0xc5 -> skip(unsigned(2), Other.BINARY);
        case 0xc6 -> skip(unsigned(4), Other.BINARY);
        case 0xc7 -> skip(unsigned(1) + 1, Other.EXTENSION);
        case 0xc8 -> skip(unsigned(2) + 1, Other.EXTENSION);
        case 0xc9 -> skip(unsigned(4) + 1, Other.EXTENSION);
        case 0xca -> skip(4, Other.FLOAT);
        case 0xcb -> skip(8, Other.FLOAT);
        case 0xcc -> BigInteger.valueOf(unsigned(1));
        case 0xcd -> BigInteger.valueOf(unsigned(2));
        case 0xce -> BigInteger.valueOf(unsigned(4));
        case 0xcf -> new BigInteger(1, take(8));
        case 0xd0 -> new BigInteger(take(1));
        case 0xd1 -> new BigInteger(take(2));
        case 0xd2 -> new BigInteger(take(4));
        case 0xd3 -> new BigInteger(take(8));
        case 0xd4 -> skip(2, Other.EXTENSION);
        case 0xd5 -> skip(3, Other.EXTENSION);
        case 0xd6 -> skip(5, Other.EXTENSION);
        case 0xd7 -> skip(9, Other.EXTENSION);
        case 0xd8 -> skip(17, Other.EXTENSION);
        case 0xd9 -> text(unsigned(1));
        case 0xda -> text(unsigned(2));
        case 0xdb -> text(unsigned(4));
        case 0xdc -> array(unsigned(2));
        case 0xdd -> array(unsigned(4));
        case 0xde -> map(unsigned(2));
        case 0xdf -> map(unsigned(4));
        default -> throw new Broken();
      };
    }

    private List<Object> array(long count) {
      List<Object> items = new ArrayList<>();
      open.push(new Filling(items, count));
      return items;
    }

    private Pairs map(long count) {
      List<Object> flat = new ArrayList<>();
      open.push(new Filling(flat, 2 * count));
      return new Pairs(flat);
    }

    private String text(long length) throws Broken {
      return new String(take(length), StandardCharsets.ISO_8859_1);
    }

    private Other skip(long length, Other what) throws Broken {
      take(length);
      return what;
    }

    private long unsigned(int length) throws Broken {
      long value = 0;
      for (byte b : take(length)) {
        value = value << 8 | (b & 0xff);
      }
      return value;
    }

    private byte[] take(long length) throws Broken {
      if (length > end - at) {
        throw new Broken();
      }
      at += (int) length;
      return Arrays.copyOfRange(bytes, at - (int) length, at);
    }
  }
}
