package org.kpackworkbench.views.kit.overview;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * How many of a file's bytes belong to one kind of thing.
 *
 * @param kind the kind
 * @param target for device code the target it is for, where that is known; else null
 * @param sizeBytes how many
 */
public record Share(OwnerKind kind, @Nullable String target, long sizeBytes) {

  /** Returns the owner of the share in words. */
  public String words() {
    return target == null ? kind.words() : kind.words() + " for " + target;
  }

  /**
   * The shares of a file by who owns its bytes: they add up to its size. Kinds are in their own
   * order, targets within device code by generation.
   */
  public static List<Share> of(Ownership ownership) {
    Map<Share, Long> sums = new LinkedHashMap<>();
    for (Ownership.Run run : ownership.runs(new ByteRange(0, ownership.sizeBytes()))) {
      OwnerKind kind = run.owner().kind();
      String target = kind == OwnerKind.DEVICE_CODE ? run.owner().target() : null;
      sums.merge(new Share(kind, target, 0), run.range().length(), Long::sum);
    }
    List<Share> shares = new ArrayList<>();
    sums.forEach((share, bytes) -> shares.add(new Share(share.kind(), share.target(), bytes)));
    shares.sort(
        Comparator.comparing(Share::kind).thenComparing(Share::order, Comparator.naturalOrder()));
    return List.copyOf(shares);
  }

  /** Merges the shares of all targets of a kind into one. */
  public static List<Share> byKind(List<Share> shares) {
    Map<OwnerKind, Long> sums = new LinkedHashMap<>();
    shares.forEach(share -> sums.merge(share.kind(), share.sizeBytes(), Long::sum));
    List<Share> joined = new ArrayList<>();
    sums.forEach((kind, bytes) -> joined.add(new Share(kind, null, bytes)));
    return List.copyOf(joined);
  }

  private GpuTarget order() {
    return GpuTarget.lenient(target == null ? "" : target);
  }
}
