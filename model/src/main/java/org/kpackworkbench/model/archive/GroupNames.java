package org.kpackworkbench.model.archive;

import java.util.Arrays;

/**
 * Which groups and families archives may name. Names of files are made from them, here and by
 * whoever gets the archive, so none may lead out of a folder.
 */
public final class GroupNames {
  private GroupNames() {}

  /** Whether it can be part of one file's name. */
  public static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.contains("/")
        && !name.contains("\\")
        && name.chars().noneMatch(Character::isISOControl);
  }

  /** Whether it can be the name of something below a folder, as a binary's name is one. */
  public static boolean isBelow(String name) {
    return Arrays.stream(name.split("/", -1)).allMatch(part -> isPlain(part) && !part.equals(".."));
  }
}
