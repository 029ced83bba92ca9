package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;

/** Manifests of artifacts: prefixes that stay inside. */
public final class ArtifactManifestFuzz {
  private ArtifactManifestFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      ArtifactManifest manifest = ArtifactManifest.parse("artifact_manifest.txt", input);
      for (String prefix : manifest.prefixes()) {
        Check.that(
            !prefix.startsWith("/") && !("/" + prefix + "/").contains("/../"),
            "a prefix that leads out of the artifact");
      }
      Check.same(manifest, ArtifactManifest.parse("again", manifest.encode()), "what was written");
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
