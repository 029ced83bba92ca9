package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How large what is measured is. Figures are made at full size; the small one finds mistakes in the
 * measurements themselves.
 */
public enum Scale {
  /** What the limits speak of. */
  FULL(100_000, 111, 1_300_000_000L, 200_000_000L, 50, 2_000, 300, 22_000_000_000L),
  /** Done within a minute. */
  QUICK(10_000, 12, 60_000_000L, 20_000_000L, 4, 60, 30, 2_000_000_000L);

  /** Set to true, everything is small; child processes also read it. */
  public static final String QUICK_PROPERTY = "kpack.bench.quick";

  private static final String FOLDER_PROPERTY = "kpack.bench.dir";

  private final int entries;
  private final int wrappers;
  private final long libraryBytes;
  private final long dllBytes;
  private final int artifacts;
  private final int renameKernels;
  private final int binaries;
  private final long diskBytes;

  Scale(
      int entries,
      int wrappers,
      long libraryBytes,
      long dllBytes,
      int artifacts,
      int renameKernels,
      int binaries,
      long diskBytes) {
    this.entries = entries;
    this.wrappers = wrappers;
    this.libraryBytes = libraryBytes;
    this.dllBytes = dllBytes;
    this.artifacts = artifacts;
    this.renameKernels = renameKernels;
    this.binaries = binaries;
    this.diskBytes = diskBytes;
  }

  /** The selected one. */
  public static Scale current() {
    return Boolean.getBoolean(QUICK_PROPERTY) ? QUICK : FULL;
  }

  /** Where data is kept, by size; it is there. */
  public static Path folder() throws IOException {
    String name = current() == QUICK ? "quick" : "";
    Path folder = Path.of(System.getProperty(FOLDER_PROPERTY, "target/bench"));
    return Files.createDirectories(folder.toAbsolutePath().resolve(name));
  }

  /** Rows of the archives that are opened and compared. */
  public int entries() {
    return entries;
  }

  /** Wrappers of the large library. */
  public int wrappers() {
    return wrappers;
  }

  /** About how large the library is. */
  public long libraryBytes() {
    return libraryBytes;
  }

  /** About how large the Windows DLL is. */
  public long dllBytes() {
    return dllBytes;
  }

  /** Artifacts of the shard. */
  public int artifacts() {
    return artifacts;
  }

  /** Kernels of the archive in which one is renamed, about 1 MiB stored each. */
  public int renameKernels() {
    return renameKernels;
  }

  /** Binaries of the tree that is resolved. */
  public int binaries() {
    return binaries;
  }

  /** What has to be free on the disk, or taken by data that is there already. */
  public long diskBytes() {
    return diskBytes;
  }
}
