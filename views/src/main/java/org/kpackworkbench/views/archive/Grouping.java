package org.kpackworkbench.views.archive;

/** How the rows of an archive are put together. */
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

  /** What a switch says. */
  public String words() {
    return words;
  }

  /** Whether rows stand below groups. */
  public boolean isTree() {
    return this != FLAT;
  }

  /** Number of the outer group that a row belongs to. */
  int outer(ArchiveRows rows, int row) {
    return this == BY_TARGET ? rows.target(row) : rows.binary(row);
  }

  /** Number of the inner group in the outer one. */
  int inner(ArchiveRows rows, int row) {
    return this == BY_TARGET ? rows.binary(row) : rows.index(row);
  }

  /** By group, then by the rows' own names. */
  IntSort.Order order(ArchiveRows rows) {
    IntSort.Order binary = (a, b) -> Integer.compare(rows.binaryRank(a), rows.binaryRank(b));
    IntSort.Order index = (a, b) -> Integer.compare(rows.index(a), rows.index(b));
    IntSort.Order target = (a, b) -> Integer.compare(rows.targetRank(a), rows.targetRank(b));
    return this == BY_TARGET ? target.then(binary).then(index) : binary.then(index).then(target);
  }
}
