package org.kpackworkbench.model.format.kernelprovider;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.database.Databases;

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
 * @param signed whether it has a signature, which may be without arguments
 * @param signature the arguments that the kernel is launched with
 */
public record KernelSource(
    String path,
    ByteRange range,
    String kind,
    String library,
    String key,
    String symbol,
    String sha256,
    boolean signed,
    List<Argument> signature) {
  public KernelSource {
    signature = List.copyOf(signature);
  }

  /**
   * An argument of a signature.
   *
   * @param sizeBytes its size; -1 if it is not stated
   * @param offset where it is in the kernel's arguments, in bytes; -1 if it is not stated
   */
  public record Argument(long sizeBytes, long offset) {
    /** Value for the numbers of an argument that states none. */
    static final long NOT_STATED = -1;

    /** Whether it says where the argument is and how large. */
    boolean isStated() {
      return sizeBytes >= 0 && offset >= 0;
    }
  }

  /** How many arguments the signature has. */
  public int arguments() {
    return signature.size();
  }

  /** Whether the kernel is in an archive. */
  public boolean isArchived() {
    return kind.equals("kpack");
  }

  /**
   * Whether the archive's name leads to wherever it likes: out of the descriptor's folder, and out
   * of the folder of its architecture, in which one archive serves the descriptors of all folders.
   *
   * @param descriptor the file that has this source
   */
  public boolean leavesFolder(Path descriptor) {
    try {
      Path own = Objects.requireNonNull(descriptor.toAbsolutePath().normalize().getParent());
      Path named = own.getFileSystem().getPath(library);
      return named.isAbsolute() || !own.resolve(named).normalize().startsWith(root(own));
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  /** The nearest folder that is named as an architecture; the folder itself if none is. */
  private static Path root(Path folder) {
    Databases databases = Databases.installed();
    for (@Nullable Path at = folder; at != null; at = at.getParent()) {
      if (databases
          .recognise("engines/arch_content/%s/x".formatted(at.getFileName()))
          .isPresent()) {
        return at;
      }
    }
    return folder;
  }
}
