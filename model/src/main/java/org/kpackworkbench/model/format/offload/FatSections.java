package org.kpackworkbench.model.format.offload;

/** Names of the sections that hold device code or lead to it, in ELF files. */
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

  private FatSections() {}
}
