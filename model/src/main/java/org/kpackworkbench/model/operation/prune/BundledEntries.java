package org.kpackworkbench.model.operation.prune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.registry.CodeStore.StoredCode;

/** Numbers the entries of a file's bundles. */
final class BundledEntries {
  private final List<StoredCode> entries = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();

  private record Place(int bundle, int entry) {}

  BundledEntries(List<BundleStore.Group> groups) {
    for (int number = 0; number < groups.size(); number++) {
      BundleStore.Group group = groups.get(number);
      for (BundleEntry entry : group.entries()) {
        GpuTarget target = Objects.requireNonNull(entry.target());
        entries.add(new StoredCode(number, target, entry.sizeBytes()));
        places.add(new Place(group.stored().index(), entry.index()));
      }
    }
  }

  List<StoredCode> all() {
    return Collections.unmodifiableList(entries);
  }

  /** By the number of a bundle the indices of entries in it. */
  Map<Integer, Set<Integer>> byBundle(SortedSet<Integer> numbers) {
    Map<Integer, Set<Integer>> byBundle = new TreeMap<>();
    for (int number : numbers) {
      Place place = places.get(number);
      byBundle.computeIfAbsent(place.bundle, key -> new TreeSet<>()).add(place.entry);
    }
    return byBundle;
  }
}
