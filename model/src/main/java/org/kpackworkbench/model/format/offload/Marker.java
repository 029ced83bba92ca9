package org.kpackworkbench.model.format.offload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * The marker of a host-only binary: where its archives are, and what it is called in them.
 *
 * @param section the section that contains it; null if only wrappers lead to it
 * @param range its bytes, relative to the image's start
 * @param address its virtual address; 0 in a section that is not loaded
 * @param kernelName the binary's part of the key in archives; null if it is missing
 * @param searchPaths where archives are looked for, in order, relative to the binary's folder; may
 *     hold {@code @GFXARCH@}
 * @param rules how the binary's system reads these paths
 * @param otherKeys keys that are not known, kept as they are
 * @param problems what is wrong with it
 */
public record Marker(
    HostImage.@Nullable Section section,
    ByteRange range,
    long address,
    @Nullable String kernelName,
    List<String> searchPaths,
    PathRules rules,
    List<MsgValue.Pair> otherKeys,
    List<FormatException> problems) {

  /** Key of the search paths. */
  public static final String SEARCH_PATHS_KEY = "kpack_search_paths";

  /** Key of the kernel name. */
  public static final String KERNEL_NAME_KEY = "kernel_name";

  /** A marker that is in no file: what a library of Linux would say. */
  public static Marker stating(String kernelName, List<String> searchPaths) {
    return new Marker(
        null,
        new ByteRange(0, 0),
        0,
        kernelName,
        List.copyOf(searchPaths),
        PathRules.LINUX,
        List.of(),
        List.of());
  }

  /** This marker with another name and other paths, which are in no file yet. */
  public Marker saying(@Nullable String name, List<String> paths) {
    return new Marker(
        section,
        new ByteRange(range.start(), 0),
        address,
        name,
        List.copyOf(paths),
        rules,
        otherKeys,
        problems);
  }

  /**
   * Whether it is no marker but the path of a manifest, as an old plan had it: its only search
   * path. No loader reads it.
   */
  public boolean isManifestPath() {
    return section != null
        && section.name().equals(FatSections.OLD_MARKER)
        && kernelName == null
        && problems.isEmpty()
        && searchPaths.size() == 1;
  }

  /** The path of a manifest that is here instead of a marker, in words. */
  public String manifestWords() {
    return "the path of a manifest, %s, as an old plan had it, which no loader reads"
        .formatted(searchPaths.getFirst());
  }

  /** Whether it is in no file: what a binary would say. */
  public boolean isStated() {
    return range.length() == 0;
  }
}
