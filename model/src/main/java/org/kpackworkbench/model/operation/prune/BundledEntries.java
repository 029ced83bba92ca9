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
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.registry.CodeStore.StoredCode;

/** Numbers the entries of a file's bundles, which may be in members of a library. */
final class BundledEntries {
  private final List<StoredCode> entries = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private int groups;

  private record Place(int member, int bundle, int entry) {}

  List<StoredCode> all() {
    return Collections.unmodifiableList(entries);
  }

  void add(int member, List<BundleStore.Group> more) {
    for (BundleStore.Group group : more) {
      for (BundleEntry entry : group.entries()) {
        entries.add(
            new StoredCode(groups, Objects.requireNonNull(entry.target()), entry.sizeBytes()));
        places.add(new Place(member, group.stored().index(), entry.index()));
      }
      groups++;
    }
  }

  /** By the number of a member and of a bundle the indices of entries in that bundle. */
  Map<Integer, Map<Integer, Set<Integer>>> byMember(SortedSet<Integer> numbers) {
    Map<Integer, Map<Integer, Set<Integer>>> byMember = new TreeMap<>();
    for (int number : numbers) {
      Place place = places.get(number);
      byMember
          .computeIfAbsent(place.member, key -> new TreeMap<>())
          .computeIfAbsent(place.bundle, key -> new TreeSet<>())
          .add(place.entry);
    }
    return byMember;
  }

  /** As {@link #byMember}, of a file that has no members. */
  Map<Integer, Set<Integer>> byBundle(SortedSet<Integer> numbers) {
    return byMember(numbers).getOrDefault(0, Map.of());
  }

  /** Those of some numbers that are not in a member. */
  SortedSet<Integer> without(int member, SortedSet<Integer> numbers) {
    SortedSet<Integer> others = new TreeSet<>(numbers);
    others.removeIf(number -> places.get(number).member == member);
    return others;
  }
}
