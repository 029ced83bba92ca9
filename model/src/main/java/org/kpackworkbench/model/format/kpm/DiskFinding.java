package org.kpackworkbench.model.format.kpm;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.text.CountText;

/** Difference between a manifest and the disk. */
public sealed interface DiskFinding {
  /** Advice about a missing archive. */
  String GET_ARCHIVE =
      "Get the archive. Loaders look for it themselves; the manifest only lists it.";

  /** Advice where a manifest and its archives disagree. */
  String WRITE_OR_GET =
      "Write the manifest again if the archive is correct, otherwise get the archive again.";

  /** Advice about a wrong manifest. */
  String WRITE_AGAIN = "Write the manifest again from the archives beside it.";

  /**
   * Returns the value in the manifest and the one on disk; empty if the manifest states no such
   * value.
   */
  default Evidence evidence() {
    return Evidence.NONE;
  }

  /** The key of the row that states something else, as manifests of this program spell it. */
  String field();

  /**
   * Returns the difference in words for a person, e.g. {@code size differs: 10 B in the manifest,
   * 12 B on disk}.
   */
  String words();

  /**
   * There is no such file.
   *
   * @param archive where it would be
   * @param lost whether the artifact that should have it is here
   */
  record ArchiveMissing(Path archive, boolean lost) implements DiskFinding {
    @Override
    public String field() {
      return "file";
    }

    @Override
    public String words() {
      return "archive missing: " + archive.getFileName();
    }
  }

  /** There is one, and it cannot be read as an archive, or names no file of this folder. */
  record ArchiveUnreadable(String file, String reason) implements DiskFinding {
    @Override
    public String field() {
      return "file";
    }

    @Override
    public String words() {
      return "archive unreadable: " + reason;
    }
  }

  /** Sizes in bytes. */
  record SizeDiffers(long stated, long actual) implements DiskFinding {
    @Override
    public String field() {
      return "size";
    }

    @Override
    public Evidence evidence() {
      return Evidence.of("%d bytes".formatted(stated), "%d bytes".formatted(actual));
    }

    @Override
    public String words() {
      return "size differs: %d bytes in the manifest, %d on disk (%+d)"
          .formatted(stated, actual, actual - stated);
    }
  }

  /** Numbers of entries in the archive's table of contents. */
  record KernelCountDiffers(long stated, long actual) implements DiskFinding {
    @Override
    public String field() {
      return "kernel_count";
    }

    @Override
    public Evidence evidence() {
      return Evidence.of(CountText.of(stated, "kernel"), CountText.of(actual, "kernel"));
    }

    @Override
    public String words() {
      return "kernel count differs: %d in the manifest, %d on disk (%+d)"
          .formatted(stated, actual, actual - stated);
    }
  }

  /** The row's target and those that the archive has code for, none of which is it. */
  record TargetDiffers(String stated, List<String> actual) implements DiskFinding {
    public TargetDiffers {
      actual = List.copyOf(actual);
    }

    @Override
    public String field() {
      return "architecture";
    }

    @Override
    public Evidence evidence() {
      return Evidence.of(stated, String.join(", ", actual));
    }

    @Override
    public String words() {
      return "target differs: %s in the manifest, and the archive has code for %s only"
          .formatted(stated, String.join(", ", actual));
    }
  }

  /** SHA-256 of the whole file. */
  record ChecksumDiffers(Checksum stated, Checksum actual) implements DiskFinding {
    @Override
    public String field() {
      return "sha256";
    }

    @Override
    public Evidence evidence() {
      return Evidence.of(stated.toString(), actual.toString());
    }

    @Override
    public String words() {
      return "checksum differs: " + stated + " in the manifest, " + actual + " on disk";
    }
  }
}
