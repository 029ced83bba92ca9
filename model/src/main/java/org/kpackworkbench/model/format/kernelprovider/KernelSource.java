package org.kpackworkbench.model.format.kernelprovider;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Where a descriptor says that a kernel is. Texts are empty if the descriptor has none.
 *
 * @param path the object's place in the JSON document, e.g. {@code /kernels/0/kernel_source}
 * @param range the object's bytes in the view
 * @param kind how the kernel is kept, e.g. {@code kpack}
 * @param library the archive, as it is written
 * @param key the key in the archive's table of contents
 * @param symbol the kernel
 * @param sha256 what the unpacked code object must have, as it is written
 * @param arguments how many arguments the signature has
 */
public record KernelSource(
    String path,
    ByteRange range,
    String kind,
    String library,
    String key,
    String symbol,
    String sha256,
    int arguments) {

  /** Whether the kernel is in an archive. */
  public boolean isArchived() {
    return kind.equals("kpack");
  }

  /** Whether the archive's name leads out of the descriptor's folder, to wherever it likes. */
  public boolean leavesFolder() {
    try {
      Path named = Path.of(library).normalize();
      return named.isAbsolute() || named.startsWith("..");
    } catch (InvalidPathException noPath) {
      return false;
    }
  }
}
