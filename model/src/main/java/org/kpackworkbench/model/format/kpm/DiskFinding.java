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

  /** The key of the row that states something else, as manifests of this program spell it. */
  default String field() {
    return switch (this) {
      case ArchiveMissing missing -> "file";
      case ArchiveUnreadable unreadable -> "file";
      case SizeDiffers size -> "size";
      case KernelCountDiffers count -> "kernel_count";
      case TargetDiffers target -> "architecture";
      case ChecksumDiffers checksum -> "sha256";
    };
  }

  /**
   * Returns the difference in words for a person, e.g. {@code size differs: 10 B in the manifest,
   * 12 B on disk}.
   */
  default String words() {
    return switch (this) {
      case ArchiveMissing missing -> "archive missing: " + missing.archive().getFileName();
      case ArchiveUnreadable unreadable -> "archive unreadable: " + unreadable.reason();
      case SizeDiffers(long stated, long actual) ->
          "size differs: %d bytes in the manifest, %d on disk (%+d)"
              .formatted(stated, actual, actual - stated);
      case KernelCountDiffers(long stated, long actual) ->
          "kernel count differs: %d in the manifest, %d on disk (%+d)"
              .formatted(stated, actual, actual - stated);
      case TargetDiffers(String stated, List<String> actual) ->
          "target differs: %s in the manifest, and the archive has code for %s only"
              .formatted(stated, String.join(", ", actual));
      case ChecksumDiffers(Checksum stated, Checksum actual) ->
          "checksum differs: %s in the manifest, %s on disk".formatted(stated, actual);
    };
  }

  /**
   * Returns the value in the manifest and the one on disk; empty if the manifest states no such
   * value.
   */
  default Evidence evidence() {
    return switch (this) {
      case ArchiveMissing missing -> Evidence.NONE;
      case ArchiveUnreadable unreadable -> Evidence.NONE;
      case SizeDiffers(long stated, long actual) ->
          Evidence.of("%d bytes".formatted(stated), "%d bytes".formatted(actual));
      case KernelCountDiffers(long stated, long actual) ->
          Evidence.of(CountText.of(stated, "kernel"), CountText.of(actual, "kernel"));
      case TargetDiffers(String stated, List<String> actual) ->
          Evidence.of(stated, String.join(", ", actual));
      case ChecksumDiffers(Checksum stated, Checksum actual) ->
          Evidence.of(stated.toString(), actual.toString());
    };
  }

  /**
   * There is no such file.
   *
   * @param archive where it would be
   * @param lost whether the artifact that should have it is here
   */
  record ArchiveMissing(Path archive, boolean lost) implements DiskFinding {}

  /** There is one, and it cannot be read as an archive, or names no file of this folder. */
  record ArchiveUnreadable(String file, String reason) implements DiskFinding {}

  /** Sizes in bytes. */
  record SizeDiffers(long stated, long actual) implements DiskFinding {}

  /** Numbers of entries in the archive's table of contents. */
  record KernelCountDiffers(long stated, long actual) implements DiskFinding {}

  /** The row's target and those that the archive has code for, none of which is it. */
  record TargetDiffers(String stated, List<String> actual) implements DiskFinding {}

  /** SHA-256 of the whole file. */
  record ChecksumDiffers(Checksum stated, Checksum actual) implements DiskFinding {}
}
