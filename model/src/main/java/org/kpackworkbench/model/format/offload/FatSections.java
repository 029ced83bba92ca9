package org.kpackworkbench.model.format.offload;

import java.util.List;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * Names of the sections that hold device code or lead to it. In Windows programs and DLLs names
 * have eight bytes, so that some are other names there; some linkers keep the long ones.
 */
public final class FatSections {
  /** The bundles. */
  public static final String FAT = ".hip_fatbin";

  /** The array of wrappers. */
  public static final String WRAPPERS = ".hipFatBinSegment";

  /** The marker of a host-only binary. */
  public static final String MARKER = ".rocm_kpack_ref";

  /** The name that the marker's section had before. */
  public static final String OLD_MARKER = ".rocm_kpack_manifest";

  /** Sections of {@code -fgpu-rdc} objects: the id of an entry follows. */
  public static final String RELOCATABLE_PREFIX = "__CLANG_OFFLOAD_BUNDLE__";

  /** The section of LLVM's newer offloading driver. */
  public static final String LLVM_OFFLOADING = ".llvm.offloading";

  private static final String SHORT_FAT = ".hip_fat";
  private static final String SHORT_WRAPPERS = ".hipFatB";

  /** The marker in Windows binaries. */
  public static final String SHORT_MARKER = ".kpackrf";

  private FatSections() {}

  /** Returns the names that the section of bundles may have in a binary. */
  static List<String> fat(HostImage image) {
    return image.hasShortNames() ? List.of(SHORT_FAT, FAT) : List.of(FAT);
  }

  /** Whether a section is named as one of bundles. */
  public static boolean isFat(HostImage.Section section) {
    return section.name().equals(FAT) || section.name().equals(SHORT_FAT);
  }

  /** Whether a section is named as one of wrappers. */
  public static boolean isWrappers(HostImage.Section section) {
    return section.name().equals(WRAPPERS) || section.name().equals(SHORT_WRAPPERS);
  }

  /** Whether a section is named as one of a marker. */
  public static boolean isMarker(HostImage.Section section) {
    return List.of(MARKER, OLD_MARKER, SHORT_MARKER).contains(section.name());
  }

  /** Returns the names that the section of wrappers may have in a binary. */
  static List<String> wrappers(HostImage image) {
    return image.hasShortNames() ? List.of(SHORT_WRAPPERS, WRAPPERS) : List.of(WRAPPERS);
  }

  /** Returns the names that the section of the marker may have, those of today first. */
  static List<String> markers(HostImage image) {
    return image.hasShortNames() ? List.of(SHORT_MARKER) : List.of(MARKER, OLD_MARKER);
  }
}
