package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * The request of a program to a loader. Immutable.
 *
 * @param metadata memory from the address on that the wrapper states; a loader reads at most 64 KiB
 * @param markerPlace what is known to be there
 * @param binary the binary's file; search paths count from the folder where it really is. It need
 *     not be there
 * @param index the index that the wrapper states, from 0, below 2³²
 * @param targets what the runtime hands over, in order of preference, as texts: loaders compare
 *     them as they are
 * @param rules how the binary's system reads paths
 * @param freeKey the key that a library looks up in an archive of its own, which then is {@code
 *     binary}; null where a marker leads to archives
 */
public record LoadRequest(
    ByteView metadata,
    Place markerPlace,
    Path binary,
    long index,
    List<String> targets,
    PathRules rules,
    @Nullable String freeKey) {

  /**
   * Rejects requests that a runtime cannot make.
   *
   * @throws IllegalArgumentException if the index is out of range, or a target has more than 16
   *     features
   */
  public LoadRequest {
    if (index < 0 || index > 0xffffffffL) {
      throw new IllegalArgumentException("no wrapper states index " + index);
    }
    targets = List.copyOf(targets);
    TextReduction.of(targets);
  }

  /** The request of a binary's wrapper. */
  public LoadRequest(
      ByteView metadata,
      Place markerPlace,
      Path binary,
      long index,
      List<String> targets,
      PathRules rules) {
    this(metadata, markerPlace, binary, index, targets, rules, null);
  }

  /** The request of a library that names one of the code objects in its own archive. */
  public static LoadRequest inArchive(Path archive, String key, List<String> targets) {
    return new LoadRequest(
        ByteView.of("no marker", new byte[0]),
        new Place.File(archive),
        archive,
        0,
        targets,
        PathRules.LINUX,
        key);
  }

  /** For a marker that says what another does, at the place that names itself. */
  public LoadRequest(Marker marker, Path binary, long index, List<GpuTarget> targets) {
    this(
        stated(marker),
        new Place.Marker(new Place.File(binary), marker.range()),
        binary,
        index,
        targets.stream().map(GpuTarget::toString).toList(),
        marker.rules());
  }

  /**
   * Returns the load request of a binary's wrapper.
   *
   * @param fat a binary; whatever its wrapper points to is taken for a marker
   * @param place the binary's place
   * @throws FormatException if the binary changes meanwhile
   */
  public static LoadRequest of(FatBinary fat, Place place, Wrapper wrapper, List<String> targets)
      throws FormatException {
    Marker marker = fat.marker();
    OffloadPlaces places = OffloadPlaces.of(fat, place);
    return of(
        fat.image(),
        marker == null ? places.wrapper(wrapper) : places.marker(marker),
        place.file(),
        wrapper,
        targets);
  }

  static LoadRequest of(
      HostImage image, Place markerPlace, Path binary, Wrapper wrapper, List<String> targets)
      throws FormatException {
    ByteView memory =
        new LoadedImage(image).from(wrapper.pointer().value(), LoaderMarker.MOST_BYTES);
    return new LoadRequest(
        memory, markerPlace, binary, wrapper.statedIndex(), targets, image.pathRules());
  }

  static ByteView stated(Marker marker) {
    List<RawPair> pairs = new ArrayList<>();
    String name = marker.kernelName();
    if (name != null) {
      pairs.add(MsgEncoder.pair(Marker.KERNEL_NAME_KEY, MsgEncoder.text(name)));
    }
    pairs.add(MsgEncoder.pair(Marker.SEARCH_PATHS_KEY, MsgEncoder.texts(marker.searchPaths())));
    return ByteView.of("marker", MsgEncoder.map(pairs));
  }

  /** The key that is looked up; the index alone where the marker has no name that can be read. */
  public String key() {
    if (freeKey != null) {
      return freeKey;
    }
    try {
      return SystemText.shown(LoaderMarker.read(metadata).kernelName()) + "#" + index;
    } catch (FormatException unreadable) {
      return "#" + index;
    }
  }

  /**
   * A binary as it lies in memory, without what relocations change: whole pages of its file, as
   * segments say, the later over the earlier.
   */
  static final class LoadedImage {
    private static final long PAGE_BYTES = 4096;

    private final HostImage image;
    private final List<HostImage.Loaded> loaded;

    LoadedImage(HostImage image) {
      this.image = image;
      this.loaded = image.loaded();
    }

    /**
     * Memory from an address on.
     *
     * @param most how many bytes at most; fewer where the mapped memory ends
     * @return empty if nothing is mapped
     * @throws FormatException if the file changes meanwhile
     */
    ByteView from(long address, int most) throws FormatException {
      ByteArrayOutputStream memory = new ByteArrayOutputStream();
      long at = address;
      while (memory.size() < most) {
        HostImage.Loaded segment = mapped(at);
        if (segment == null) {
          break;
        }
        int length = (int) Math.min(most - memory.size(), PAGE_BYTES - (at & (PAGE_BYTES - 1)));
        byte[] bytes = page(segment, at, length);
        if (bytes == null) {
          break;
        }
        memory.writeBytes(bytes);
        at += length;
      }
      return ByteView.of(image.view().name(), memory.toByteArray());
    }

    private HostImage.@Nullable Loaded mapped(long address) {
      HostImage.Loaded found = null;
      for (HostImage.Loaded segment : loaded) {
        long start = segment.address() & -PAGE_BYTES;
        long end = (segment.address() + segment.memoryBytes() + PAGE_BYTES - 1) & -PAGE_BYTES;
        if (segment.memoryBytes() > 0
            && Long.compareUnsigned(address, start) >= 0
            && Long.compareUnsigned(address, end) < 0) {
          found = segment;
        }
      }
      return found;
    }

    /** Bytes of one page; null if the file ends before it. */
    private byte @Nullable [] page(HostImage.Loaded segment, long address, int length)
        throws FormatException {
      byte[] bytes = new byte[length];
      long within = address - segment.address();
      boolean zeroed = segment.memoryBytes() > segment.fileBytes();
      long stored = zeroed ? Math.max(0, Math.min(length, segment.fileBytes() - within)) : length;
      if (stored == 0) {
        return bytes;
      }
      long offset = segment.fileOffset() + within;
      long fileEnd = image.view().size();
      if (offset < 0 || (offset & -PAGE_BYTES) >= fileEnd) {
        return null;
      }
      // The rest of the file's last page is zero.
      int count = (int) Math.max(0, Math.min(stored, fileEnd - offset));
      image.view().copyTo(offset, bytes, 0, count);
      return bytes;
    }
  }

  /**
   * A marker as a loader reads it: one MessagePack map from an address in memory on, whatever
   * follows it. Of repeated keys the first counts. Texts are {@link SystemText}s.
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
      MsgCursor cursor =
          new MsgCursor(metadata, 0, Math.min(MOST_BYTES, metadata.size()), STRUCTURE);
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
}
