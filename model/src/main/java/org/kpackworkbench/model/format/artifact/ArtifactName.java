package org.kpackworkbench.model.format.artifact;

import java.util.Optional;
import org.kpackworkbench.model.base.target.GpuTable;

/**
 * Name of an artifact, {@code <name>_<component>_<family>}: the last part behind an underscore is
 * the family, the rest is the artifact prefix; {@code gfx12_0}, a part of a family, has an
 * underscore of its own. Immutable.
 *
 * @param prefix e.g. {@code blas_lib}; never empty
 * @param family e.g. {@code gfx110X-dgpu}, {@code gfx942} or {@code generic}; never empty
 */
public record ArtifactName(String prefix, String family) {
  /** The family of what is for every GPU. */
  public static final String GENERIC = "generic";

  public ArtifactName {
    if (prefix.isEmpty() || !isFamily(family)) {
      throw new IllegalArgumentException(
          "an artifact is called PREFIX_FAMILY, found " + prefix + "_" + family);
    }
  }

  /** Whether an artifact's name can end so. */
  public static boolean isFamily(String text) {
    return !text.isEmpty() && (text.indexOf('_') < 0 || GpuTable.isGroup(text));
  }

  /** Reads the name of a folder; empty if it has no prefix and family. */
  public static Optional<ArtifactName> parse(String folderName) {
    int last = folderName.lastIndexOf('_');
    int before = folderName.lastIndexOf('_', last - 1);
    int underscore =
        before > 0 && GpuTable.isGroup(folderName.substring(before + 1)) ? before : last;
    return underscore <= 0 || underscore == folderName.length() - 1
        ? Optional.empty()
        : Optional.of(
            new ArtifactName(
                folderName.substring(0, underscore), folderName.substring(underscore + 1)));
  }

  /** Whether it is for every GPU. */
  public boolean generic() {
    return family.equals(GENERIC);
  }

  /**
   * Returns the artifact's name in a build topology: the prefix without its last part, {@code
   * blas}.
   */
  public String artifact() {
    int underscore = prefix.lastIndexOf('_');
    return underscore <= 0 ? prefix : prefix.substring(0, underscore);
  }

  /** The last part of the prefix, {@code lib}; empty if it has only one. */
  public String component() {
    int underscore = prefix.lastIndexOf('_');
    return underscore <= 0 ? "" : prefix.substring(underscore + 1);
  }

  /** The artifact of the same prefix for another family. */
  public ArtifactName withFamily(String other) {
    return new ArtifactName(prefix, other);
  }

  /** As a folder is called. */
  @Override
  public String toString() {
    return prefix + "_" + family;
  }
}
