package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * A marker as a loader reads it: one MessagePack map from an address in memory on, whatever follows
 * it. Of repeated keys the first counts. Texts are {@link SystemText}s.
 *
 * @param searchPaths those elements that are texts; at least one
 */
record LoaderMarker(String kernelName, List<String> searchPaths) {
  /** As far as a loader reads. */
  static final int MOST_BYTES = 64 * 1024;

  private static final String STRUCTURE = "marker";

  LoaderMarker {
    searchPaths = List.copyOf(searchPaths);
  }

  /**
   * Reads it.
   *
   * @param metadata memory from the marker's address on
   * @throws FormatException for what a loader calls invalid metadata
   */
  static LoaderMarker read(ByteView metadata) throws FormatException {
    MsgCursor cursor = new MsgCursor(metadata, 0, Math.min(MOST_BYTES, metadata.size()), STRUCTURE);
    long pairs = cursor.mapHeader("map");
    long name = -1;
    long paths = -1;
    for (long i = 0; i < pairs; i++) {
      String key = text(cursor, "key");
      if (Marker.KERNEL_NAME_KEY.equals(key) && name < 0) {
        name = cursor.position();
      } else if (Marker.SEARCH_PATHS_KEY.equals(key) && paths < 0) {
        paths = cursor.position();
      }
      cursor.skip(key == null ? "value" : key);
    }
    return new LoaderMarker(kernelName(metadata, name), searchPaths(metadata, paths));
  }

  private static String kernelName(ByteView metadata, long at) throws FormatException {
    if (at < 0) {
      throw missing(metadata, Marker.KERNEL_NAME_KEY, "no such key");
    }
    MsgCursor cursor = new MsgCursor(metadata, at, metadata.size(), STRUCTURE);
    cursor.expect(MsgKind.TEXT, Marker.KERNEL_NAME_KEY);
    return String.valueOf(text(cursor, Marker.KERNEL_NAME_KEY));
  }

  private static List<String> searchPaths(ByteView metadata, long at) throws FormatException {
    String key = Marker.SEARCH_PATHS_KEY;
    if (at < 0) {
      throw missing(metadata, key, "no such key");
    }
    MsgCursor cursor = new MsgCursor(metadata, at, metadata.size(), STRUCTURE);
    List<String> paths = new ArrayList<>();
    long items = cursor.arrayHeader(key);
    for (long i = 0; i < items; i++) {
      String path = text(cursor, key);
      if (path != null) {
        paths.add(path);
      }
    }
    if (paths.isEmpty()) {
      throw missing(metadata, key, "no text in its array");
    }
    return paths;
  }

  private static @Nullable String text(MsgCursor cursor, String field) throws FormatException {
    return cursor.textSpan(field)
        ? SystemText.of(cursor.spanArray(), cursor.spanStart(), cursor.spanLength())
        : null;
  }

  private static FormatException missing(ByteView metadata, String key, String found) {
    return FormatException.at(metadata, 0, STRUCTURE, key, Reason.NOT_FOUND)
        .expected("the key \"" + key + "\"")
        .found(found)
        .build();
  }
}
