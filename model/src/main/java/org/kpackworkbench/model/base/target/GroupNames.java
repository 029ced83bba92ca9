package org.kpackworkbench.model.base.target;

import java.util.Arrays;
import java.util.Optional;

/**
 * Which names may become parts of paths: of groups, families, and artifacts' prefixes. Names of
 * files and search paths are made from them, here and by the recipients of the archive. So none may
 * lead out of a folder, and none may hold what a loader replaces in a search path: the file that
 * was written would never be found.
 */
public final class GroupNames {
  private GroupNames() {}

  /** Why it cannot be part of one file's name; empty if it can. */
  public static Optional<String> fault(String name) {
    if (name.contains(GpuTarget.PLACEHOLDER)) {
      return Optional.of(
          "loaders replace %s in search paths by a target, so that no archive is found"
              .formatted(GpuTarget.PLACEHOLDER));
    }
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return Optional.of("it names no file");
    }
    if (name.contains("/") || name.contains("\\")) {
      return Optional.of("it holds a separator of folders");
    }
    return name.chars().anyMatch(Character::isISOControl)
        ? Optional.of("it holds a control character")
        : Optional.empty();
  }

  /** Whether it can be part of one file's name. */
  public static boolean isPlain(String name) {
    return fault(name).isEmpty();
  }

  /** Whether it can be the name of something below a folder, as a binary's name is one. */
  public static boolean isBelow(String name) {
    return Arrays.stream(name.split("/", -1)).allMatch(GroupNames::isPlain);
  }
}
