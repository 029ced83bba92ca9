package org.kpackworkbench.model.analysis.resolve.process;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.resolve.process.MemoryMap.Mapping.Kind;

/**
 * Mappings of a process, by which a loader gets from an address to the binary it belongs to.
 * Immutable.
 *
 * @param mappings in the order of the file
 * @param unreadable lines that are none of a map's, as stored
 */
public record MemoryMap(List<Mapping> mappings, List<String> unreadable) {
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9a-fA-F]{1,16})-([0-9a-fA-F]{1,16}) (\\S{4}) ([0-9a-fA-F]{1,16})"
              + " [0-9a-fA-F]+:[0-9a-fA-F]+ [0-9]+(?: +(.*))?");
  private static final String DELETED = " (deleted)";

  public MemoryMap {
    mappings = List.copyOf(mappings);
    unreadable = List.copyOf(unreadable);
  }

  /** Reads the text of a {@code maps} file. Lines that are none are kept, none is an error. */
  public static MemoryMap parse(String text) {
    List<Mapping> mappings = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    // Not lines(), which also ends lines at a carriage return, which a path may hold.
    for (String line : text.split("\n", -1)) {
      if (line.isEmpty()) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        mappings.add(mapping(matcher));
      } else {
        unreadable.add(line);
      }
    }
    return new MemoryMap(mappings, unreadable);
  }

  private static Mapping mapping(Matcher line) {
    String name = line.group(5) == null ? "" : line.group(5);
    Kind kind =
        name.isEmpty()
            ? Kind.ANONYMOUS
            : name.startsWith("/")
                ? name.endsWith(DELETED) ? Kind.DELETED_FILE : Kind.FILE
                : Kind.SPECIAL;
    String path =
        kind == Kind.DELETED_FILE ? name.substring(0, name.length() - DELETED.length()) : name;
    return new Mapping(
        Long.parseUnsignedLong(line.group(1), 16),
        Long.parseUnsignedLong(line.group(2), 16),
        line.group(3),
        Long.parseUnsignedLong(line.group(4), 16),
        kind,
        // The one character that would break the line is the one that is written otherwise.
        kind == Kind.SPECIAL ? path : path.replace("\\012", "\n"));
  }

  /**
   * The files that are mapped, each with its first range, in the order of addresses. Without files
   * that are only read: loaders map files privately, programs that read them, shared.
   */
  public Map<String, Mapping> files() {
    Map<String, Mapping> files = new LinkedHashMap<>();
    for (Mapping mapping : mappings) {
      if (mapping.isFile() && !mapping.isShared()) {
        files.putIfAbsent(mapping.path(), mapping);
      }
    }
    return files;
  }

  /**
   * A range of a process's addresses, as a line of {@code /proc/<pid>/maps} describes it. Addresses
   * are unsigned.
   *
   * @param start its first address
   * @param end the address behind its last
   * @param permissions such as {@code r-xp}
   * @param fileOffset where in the file it begins, in bytes
   * @param kind what is mapped
   * @param path the file's path; for special memory its name, such as {@code [heap]}; empty for
   *     memory without a name
   */
  public record Mapping(
      long start, long end, String permissions, long fileOffset, Kind kind, String path) {

    /** The kinds of mappings. */
    public enum Kind {
      /** A file that is where its path says. */
      FILE,
      /** A file that was deleted or replaced since it was mapped. */
      DELETED_FILE,
      /** Memory without a file. */
      ANONYMOUS,
      /** Memory with a name in brackets. */
      SPECIAL
    }

    /** Whether its bytes are those of the file, and not a copy of the process. */
    public boolean isShared() {
      return permissions.endsWith("s");
    }

    /** Whether it is of a file, deleted or not. */
    public boolean isFile() {
      return kind == Kind.FILE || kind == Kind.DELETED_FILE;
    }
  }
}
