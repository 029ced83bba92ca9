package org.kpackworkbench.model.operation.split;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * An artifact that was written, or would be.
 *
 * @param name its name
 * @param path where it is: a folder or a packed file
 * @param kernels number of rows in its archive
 * @param files number of files, its manifest and links not counted
 * @param sizeBytes size of its files; of a packed one the size of that file. Before it is written:
 *     with code objects as they are before compression
 * @param prefixes its stage prefixes
 */
public record SplitArtifact(
    ArtifactName name, Path path, int kernels, int files, long sizeBytes, List<String> prefixes) {
  public SplitArtifact {
    prefixes = List.copyOf(prefixes);
  }

  /** The architecture, with colons; {@code generic} for what is for all. */
  public String target() {
    return name.family();
  }
}
