package org.kpackworkbench.model.operation.edit;

/**
 * A row of an archive, named as the table names it.
 *
 * @param key the binary key as it is written, with the index where it has one
 * @param target the target as it is written
 * @param nth 0, or in a broken table, which of several rows of one name, from 0
 */
public record RowRef(String key, String target, int nth) {

  /** The only row of that name. */
  public RowRef(String key, String target) {
    this(key, target, 0);
  }

  /** For messages and menus, e.g. {@code lib/libfoo.so#0 @ gfx1100}. */
  public String words() {
    return key + " @ " + target + (nth == 0 ? "" : " (" + (nth + 1) + ")");
  }
}
