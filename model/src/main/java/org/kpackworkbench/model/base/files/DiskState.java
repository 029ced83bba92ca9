package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * State of a file on disk at some time; two states differ when it was changed in between.
 *
 * @param exists whether there was such a file
 * @param identity the key by which the system identifies files; null if it does not
 */
public record DiskState(
    boolean exists, long sizeBytes, @Nullable FileTime modified, @Nullable String identity) {

  private static final DiskState GONE = new DiskState(false, 0, null, null);

  /** Reads the state of the disk: not for the UI thread. */
  public static DiskState of(Path path) {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      Object key = found.fileKey();
      return new DiskState(
          true, found.size(), found.lastModifiedTime(), key == null ? null : key.toString());
    } catch (IOException notThere) {
      return GONE;
    }
  }
}
