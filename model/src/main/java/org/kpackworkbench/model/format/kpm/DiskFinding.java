package org.kpackworkbench.model.format.kpm;

import java.nio.file.Path;

/** What differs between a manifest and the disk. */
public sealed interface DiskFinding {

  /** What it says to a person, e.g. {@code size differs: 10 B in the manifest, 12 B on disk}. */
  String words();

  /** There is no such file. */
  record ArchiveMissing(Path archive) implements DiskFinding {
    @Override
    public String words() {
      return "archive missing: " + archive.getFileName();
    }
  }

  /** There is one, and it cannot be read as an archive, or names no file of this folder. */
  record ArchiveUnreadable(String file, String reason) implements DiskFinding {
    @Override
    public String words() {
      return "archive unreadable: " + reason;
    }
  }

  /** Sizes in bytes. */
  record SizeDiffers(long stated, long actual) implements DiskFinding {
    @Override
    public String words() {
      return "size differs: %d bytes in the manifest, %d on disk (%+d)"
          .formatted(stated, actual, actual - stated);
    }
  }

  /** Numbers of entries in the archive's table of contents. */
  record KernelCountDiffers(long stated, long actual) implements DiskFinding {
    @Override
    public String words() {
      return "kernel count differs: %d in the manifest, %d on disk (%+d)"
          .formatted(stated, actual, actual - stated);
    }
  }

  /** SHA-256 of the whole file. */
  record ChecksumDiffers(Checksum stated, Checksum actual) implements DiskFinding {
    @Override
    public String words() {
      return "checksum differs: " + stated + " in the manifest, " + actual + " on disk";
    }
  }
}
