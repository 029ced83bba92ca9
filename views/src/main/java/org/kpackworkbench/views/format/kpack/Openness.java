package org.kpackworkbench.views.format.kpack;

import java.util.HashSet;
import java.util.Set;

/**
 * Which groups are open: all or none, but for some. Immutable, so that it can be handed to other
 * threads.
 *
 * @param byDefault whether a group that is not named is open
 * @param others the groups for which it is the other way round
 */
record Openness(boolean byDefault, Set<GroupId> others) {
  static final Openness ALL_CLOSED = new Openness(false, Set.of());
  static final Openness ALL_OPEN = new Openness(true, Set.of());

  Openness {
    others = Set.copyOf(others);
  }

  boolean isOpen(GroupId group) {
    return others.isEmpty() ? byDefault : byDefault != others.contains(group);
  }

  /** The same with groups opened or closed. */
  Openness with(Iterable<GroupId> groups, boolean open) {
    Set<GroupId> changed = new HashSet<>(others);
    for (GroupId group : groups) {
      if (open == byDefault) {
        changed.remove(group);
      } else {
        changed.add(group);
      }
    }
    return new Openness(byDefault, changed);
  }

  /** The same with one group opened or closed. */
  Openness with(GroupId group, boolean open) {
    return with(Set.of(group), open);
  }
}
