package org.kpackworkbench.model.format.kpm;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.kpack.DroppedTargets;

/**
 * Content of a manifest. Immutable.
 *
 * @param dialect how it is written
 * @param component the component's name
 * @param prefix the stage prefix; null if there is none, as always in {@code BY_LIST}
 * @param rows its archives, in the order of the file
 * @param fields the top-level keys and values as they were read; empty for one that was not
 */
public record Manifest(
    ManifestDialect dialect,
    String component,
    @Nullable String prefix,
    List<ManifestRow> rows,
    List<RawPair> fields) {

  /** The version that is read and written. */
  public static final int VERSION = 1;

  public Manifest {
    rows = List.copyOf(rows);
    fields = List.copyOf(fields);
  }

  /** A new manifest in the default dialect; rows are put in the order of their targets' text. */
  public static Manifest of(String component, String prefix, List<ManifestRow> rows) {
    return new Manifest(
        ManifestDialect.BY_ARCHITECTURE, component, prefix, sorted(rows), List.of());
  }

  /** Returns this manifest with other rows, in the order of their targets' text. */
  public Manifest withRows(List<ManifestRow> rows) {
    return new Manifest(dialect, component, prefix, sorted(rows), fields);
  }

  /** Returns this manifest for another stage prefix, which one by list does not state. */
  public Manifest withPrefix(String other) {
    return dialect == ManifestDialect.BY_LIST
        ? this
        : new Manifest(dialect, component, other, rows, fields);
  }

  /** Returns this manifest with a note of code that was removed on purpose. */
  public Manifest withDropped(DroppedTargets dropped) {
    return new Manifest(dialect, component, prefix, rows, dropped.addTo(fields));
  }

  /** The note of code that was removed on purpose. */
  public DroppedTargets dropped() {
    return DroppedTargets.of(fields);
  }

  private static List<ManifestRow> sorted(List<ManifestRow> rows) {
    return rows.stream().sorted(Comparator.comparing(ManifestRow::targetText)).toList();
  }
}
