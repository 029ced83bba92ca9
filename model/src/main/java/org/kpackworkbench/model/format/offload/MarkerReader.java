package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.elf.ElfSection;

/** Reads a marker; what is wrong with it is listed in it. */
final class MarkerReader {
  private static final String STRUCTURE = "marker";
  private static final int MOST_BYTES = 1 << 20;

  private final ByteView file;
  private final ByteRange range;
  private final List<FormatException> problems = new ArrayList<>();
  private final List<String> searchPaths = new ArrayList<>();
  private final List<MsgValue.Pair> otherKeys = new ArrayList<>();
  private @Nullable String kernelName;

  /**
   * @param range where it starts, and how far it may go
   */
  MarkerReader(ByteView file, ByteRange range) {
    this.file = file;
    this.range = range;
  }

  Marker read(@Nullable ElfSection section, long address) throws FormatException {
    long end = range.start();
    try {
      end = map();
    } catch (FormatException problem) {
      if (problem.reason() == Reason.FILE_CHANGED || problem.reason() == Reason.CLOSED) {
        throw problem;
      }
      problems.add(problem);
      end = range.end();
    }
    if (problems.isEmpty() && kernelName == null) {
      missing(Marker.KERNEL_NAME_KEY);
    }
    if (problems.isEmpty() && searchPaths.isEmpty()) {
      missing(Marker.SEARCH_PATHS_KEY);
    }
    return new Marker(
        section,
        ByteRange.between(range.start(), end),
        address,
        kernelName,
        List.copyOf(searchPaths),
        List.copyOf(otherKeys),
        List.copyOf(problems));
  }

  /** Whether a MessagePack map with one of the marker's keys stands there. */
  static boolean isMarker(ByteView file, ByteRange range) throws FormatException {
    MarkerReader reader = new MarkerReader(file, range);
    Marker found = reader.read(null, 0);
    return found.kernelName() != null || !found.searchPaths().isEmpty();
  }

  private long map() throws FormatException {
    long end = range.start() + Math.min(range.length(), MOST_BYTES);
    MsgCursor cursor = new MsgCursor(file, range.start(), end, STRUCTURE);
    long pairs = cursor.mapHeader("map");
    for (long i = 0; i < pairs; i++) {
      pair(cursor);
    }
    return cursor.position();
  }

  private void pair(MsgCursor cursor) throws FormatException {
    MsgValue key = cursor.value("key");
    String name = key instanceof MsgValue.Text text ? text.value() : "";
    long at = cursor.position();
    switch (name) {
      case Marker.KERNEL_NAME_KEY -> {
        if (cursor.kind(name) == MsgKind.TEXT) {
          kernelName = cursor.text(name);
        } else {
          problems.add(wrong(cursor, at, name, "text"));
        }
      }
      case Marker.SEARCH_PATHS_KEY -> {
        MsgValue value = cursor.value(name);
        if (!(value instanceof MsgValue.Array array) || !addPaths(array)) {
          problems.add(
              cursor
                  .error(at, name, Reason.BAD_VALUE)
                  .expected("an array of texts")
                  .found(value.toString())
                  .build());
        }
      }
      default -> otherKeys.add(new MsgValue.Pair(key, cursor.value(name)));
    }
  }

  private boolean addPaths(MsgValue.Array array) {
    boolean all = true;
    for (MsgValue item : array.items()) {
      if (item instanceof MsgValue.Text text) {
        searchPaths.add(text.value());
      } else {
        all = false;
      }
    }
    return all;
  }

  private static FormatException wrong(MsgCursor cursor, long at, String name, String expected)
      throws FormatException {
    return cursor
        .error(at, name, Reason.BAD_VALUE)
        .expected(expected)
        .found(cursor.value(name).toString())
        .build();
  }

  private void missing(String key) {
    problems.add(
        FormatException.at(file, range.start(), STRUCTURE, key, Reason.NOT_FOUND)
            .expected("the key \"" + key + "\"")
            .found("no such key")
            .build());
  }
}
