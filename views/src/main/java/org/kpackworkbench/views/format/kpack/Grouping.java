package org.kpackworkbench.views.format.kpack;

/**
 * How the rows of an archive are put together. Binaries without any index are in the folders of
 * their names.
 */
public enum Grouping {
  /** One list. */
  FLAT("Flat list"),
  /** Binary ▸ index ▸ target. */
  BY_BINARY("Binary ▸ index ▸ target"),
  /** Target ▸ binary ▸ index. */
  BY_TARGET("Target ▸ binary ▸ index");

  private final String words;

  Grouping(String words) {
    this.words = words;
  }

  /** Returns the text of the switch. */
  public String words() {
    return words;
  }

  /** Whether rows are children of groups. */
  public boolean isTree() {
    return this != FLAT;
  }

  /** How many groups a row is in, one inside the other. */
  int levels(ArchiveRows rows, int row) {
    NameTree names = rows.names();
    int folders = names == null ? 0 : names.levels(rows.binary(row));
    return switch (this) {
      case FLAT -> 0;
      case BY_BINARY -> names == null ? 2 : folders + 1;
      case BY_TARGET -> 2 + folders;
    };
  }

  /** The group at a level, from 0, among those that a row is in. */
  GroupId group(ArchiveRows rows, int row, int level) {
    int binary = rows.binary(row);
    if (this == BY_TARGET) {
      int target = rows.target(row);
      return level == 0
          ? new GroupId(GroupId.Kind.TARGET, target, GroupId.ALL)
          : named(rows, binary, level - 1, target);
    }
    return level == 1 && rows.names() == null
        ? new GroupId(GroupId.Kind.INDEX, rows.index(row), binary)
        : named(rows, binary, level, GroupId.ALL);
  }

  private static GroupId named(ArchiveRows rows, int binary, int level, int within) {
    NameTree names = rows.names();
    return names != null && level < names.levels(binary)
        ? new GroupId(GroupId.Kind.FOLDER, names.folder(binary, level), within)
        : new GroupId(GroupId.Kind.BINARY, binary, within);
  }

  /**
   * A group of rows, whatever is filtered and however it is sorted.
   *
   * @param number number of the target, folder or binary; of an index itself
   * @param within number of the target or binary that it is a part of; {@link #ALL} where it is a
   *     part of the whole archive
   */
  record GroupId(Kind kind, int number, int within) {
    /** Not a part of a target or binary. */
    static final int ALL = -1;

    /** Properties that the rows of a group have in common. */
    enum Kind {
      /** The target. */
      TARGET,
      /** A folder of names without an index. */
      FOLDER,
      /** The binary. */
      BINARY,
      /** Binary and index. */
      INDEX
    }
  }
}
