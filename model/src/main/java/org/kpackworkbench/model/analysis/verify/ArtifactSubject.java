package org.kpackworkbench.model.analysis.verify;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.tar.OddMember;

/**
 * An artifact's folder, or what should be one, or a tree onto which artifacts were laid.
 *
 * @param place its manifest, or the folder where it has none
 * @param failure why its manifest cannot be used; null if it can
 * @param prebuilt the stage prefixes that came from an overlay
 */
public record ArtifactSubject(Place place, @Nullable IOException failure, List<String> prebuilt)
    implements Subject {
  /**
   * The members of a packed artifact.
   *
   * @param odd those with unusual modes or links
   */
  public record Members(Place place, List<OddMember> odd) implements Subject {}
}
