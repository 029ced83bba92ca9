package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * What a marker says.
 *
 * @param kernelName the binary's part of the key in archives
 * @param searchPaths where archives are looked for, in order
 * @param fields the keys and values as they were read, for their order and what is not known
 */
public record MarkerContent(String kernelName, List<String> searchPaths, List<RawPair> fields) {
  public MarkerContent {
    searchPaths = List.copyOf(searchPaths);
    fields = List.copyOf(fields);
  }

  /**
   * Reads it.
   *
   * @throws FormatException where parts of it could not be read and would be lost
   */
  static MarkerContent of(ByteView file, Marker marker) throws FormatException {
    if (!marker.problems().isEmpty()) {
      throw marker.problems().getFirst();
    }
    List<RawPair> fields = new ArrayList<>();
    long end = marker.range().end();
    MsgCursor cursor = new MsgCursor(file, marker.range().start(), end, "marker");
    long pairs = cursor.mapHeader("map");
    for (long i = 0; i < pairs; i++) {
      long start = cursor.position();
      String name = cursor.textSpan("key") ? cursor.spanText() : "(a key that is no text)";
      long value = cursor.position();
      cursor.skip(name);
      fields.add(
          new RawPair(
              name,
              file.bytes(start, (int) (value - start)),
              file.bytes(value, (int) (cursor.position() - value))));
    }
    String kernelName = marker.kernelName();
    if (kernelName == null || fields.stream().map(RawPair::name).distinct().count() < pairs) {
      throw FormatException.at(file, marker.range().start(), "marker", "keys", Reason.DUPLICATE_KEY)
          .expected("each key once")
          .found(fields.toString())
          .build();
    }
    return new MarkerContent(kernelName, marker.searchPaths(), fields);
  }

  /** Its bytes: the keys in their order, what is not known as it stood. */
  byte[] bytes() {
    Map<String, byte[]> known = new LinkedHashMap<>();
    known.put(
        Marker.SEARCH_PATHS_KEY,
        MsgEncoder.bytes(
            packer -> {
              packer.packArrayHeader(searchPaths.size());
              for (String path : searchPaths) {
                packer.packString(path);
              }
            }));
    known.put(Marker.KERNEL_NAME_KEY, MsgEncoder.text(kernelName));
    return MsgEncoder.bytes(
        packer -> MsgEncoder.packMap(packer, MsgEncoder.merge(fields, known, known.keySet())));
  }
}
