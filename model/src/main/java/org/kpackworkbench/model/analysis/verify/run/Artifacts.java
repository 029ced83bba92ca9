package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArtifactSubject;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/** Creates the subjects of artifacts. */
final class Artifacts {
  private static final String NAME = "tree";

  private Artifacts() {}

  /** The artifact of a manifest. */
  static ArtifactSubject of(Path manifest, VerifyContext context) {
    Path folder = Optional.ofNullable(manifest.getParent()).orElse(Path.of(""));
    ArtifactName name = context.of(manifest).home().name();
    IOException failure = null;
    List<String> prebuilt = List.of();
    try {
      ArtifactFolder artifact =
          ArtifactFolder.open(folder, name == null ? new ArtifactName(NAME, NAME) : name);
      artifact.presentPrefixes();
      prebuilt = artifact.prebuiltPrefixes();
    } catch (IOException wrong) {
      failure = wrong;
    }
    return new ArtifactSubject(new Place.File(manifest), failure, prebuilt);
  }

  /**
   * A folder that should be an artifact, and has no manifest; null for one that is none.
   *
   * @param named whether it was named explicitly; else it counts only beside other artifacts
   */
  static @Nullable ArtifactSubject missing(Path folder, boolean named, VerifyContext context)
      throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    ArtifactName name = ArtifactName.parse(String.valueOf(absolute.getFileName())).orElse(null);
    Path parent = absolute.getParent();
    if (name == null
        || parent == null
        || !(name.generic() || name.family().startsWith("gfx"))
        || context.home(absolute).isPresent()
        || !(named || !context.shard(parent).isEmpty())) {
      return null;
    }
    try {
      ArtifactManifest.in(folder);
      return null;
    } catch (IOException failure) {
      return new ArtifactSubject(new Place.File(folder), failure, List.of());
    }
  }
}
