package org.kpackworkbench.views.kit.overview;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/**
 * The code objects of a file that are for one target.
 *
 * @param target the target
 * @param codeObjects how many there are
 * @param sizeBytes their size when unpacked
 */
public record TargetShare(GpuTarget target, int codeObjects, long sizeBytes) {

  /** A code object that several wrappers share counts once. */
  private record Identity(@Nullable Place parent, String target) {}

  /** Adds up the code objects of a document by target, in the order of the targets. */
  public static List<TargetShare> of(CodeObjects objects) throws FormatException {
    Map<GpuTarget, TargetShare> sums = new LinkedHashMap<>();
    Set<Identity> seen = new HashSet<>();
    for (int i = 0; i < objects.size(); i++) {
      CodeObjectRow row = objects.row(i);
      boolean bundled = row.place().parent() instanceof Place.Bundle;
      if (!bundled || seen.add(new Identity(row.place().parent(), row.targetText()))) {
        TargetShare one = new TargetShare(row.target(), 1, Math.max(0, row.originalSizeBytes()));
        sums.merge(row.target(), one, TargetShare::plus);
      }
    }
    List<TargetShare> shares = new ArrayList<>(sums.values());
    shares.sort(Comparator.comparing(TargetShare::target));
    return List.copyOf(shares);
  }

  private TargetShare plus(TargetShare other) {
    return new TargetShare(target, codeObjects + other.codeObjects, sizeBytes + other.sizeBytes);
  }
}
