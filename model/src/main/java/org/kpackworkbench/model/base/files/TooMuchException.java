package org.kpackworkbench.model.base.files;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * More would be written than anybody expects, or than the disk has room for; see {@link DiskRoom}.
 */
public final class TooMuchException extends FileSystemException {
  private static final long serialVersionUID = 1L;

  /**
   * @param folder where it would be written
   * @param reason how much that is, and why it is too much
   */
  public TooMuchException(Path folder, String reason) {
    super(folder.toString(), null, reason);
  }
}
