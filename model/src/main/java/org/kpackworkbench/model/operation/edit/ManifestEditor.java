package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/** Derives the next manifest from one and an edit. */
final class ManifestEditor {
  private static final Set<String> SIZES = Set.of("size", "kernel_count");

  private static final Comparator<ManifestRow> ORDER =
      Comparator.comparing(ManifestRow::targetText);

  private final EditChecks checks;
  private final Manifest before;
  private final List<ManifestRow> rows;
  private final Map<String, Integer> positions = new HashMap<>();

  private ManifestEditor(EditChecks checks, Manifest before) {
    this.checks = checks;
    this.before = before;
    this.rows = new ArrayList<>(before.rows());
  }

  /**
   * The manifest after an edit.
   *
   * @throws FormatException why it cannot be applied
   */
  static Manifest apply(String file, Manifest before, ManifestEdit edit) throws FormatException {
    EditChecks checks = new EditChecks(file, edit);
    Manifest after = new ManifestEditor(checks, before).apply(edit);
    if (after.equals(before)) {
      throw checks.nothingChanges();
    }
    return after;
  }

  private Manifest apply(ManifestEdit edit) throws FormatException {
    switch (edit) {
      case ManifestEdit.AddRow(ManifestEdit.Row row) -> add(List.of(row));
      case ManifestEdit.SetRow(String target, ManifestEdit.Row row) ->
          change(find(target), target, row);
      case ManifestEdit.RemoveRows(List<String> targets) -> remove(targets);
      case ManifestEdit.MoveRow(String target, String before) -> move(target, before);
      case ManifestEdit.SetComponent(String name) -> {
        return manifest(before.dialect(), name, before.prefix(), before.fields());
      }
      case ManifestEdit.SetPrefix(String prefix) -> {
        return withPrefix(prefix);
      }
      case ManifestEdit.SetDialect(ManifestDialect dialect) -> {
        return inDialect(dialect);
      }
      case ManifestEdit.UpdateFromDisk update -> {
        remove(update.removed());
        for (ManifestEdit.Row row : update.changed()) {
          change(find(row.target()), row.target(), row);
        }
        add(update.added());
      }
    }
    return manifest(before.dialect(), before.component(), before.prefix(), before.fields());
  }

  private Manifest manifest(
      ManifestDialect dialect, String component, @Nullable String prefix, List<RawPair> fields) {
    return new Manifest(dialect, component, prefix, rows, fields);
  }

  /** Where each target's row is; made again after rows have moved. */
  private Map<String, Integer> positions() {
    if (positions.isEmpty()) {
      for (int i = rows.size() - 1; i >= 0; i--) {
        positions.put(rows.get(i).targetText(), i);
      }
    }
    return positions;
  }

  private int find(String target) throws FormatException {
    Integer index = positions().get(target);
    if (index == null) {
      throw checks.missing("a row for " + target);
    }
    return index;
  }

  private void remove(List<String> targets) throws FormatException {
    for (String target : targets) {
      find(target);
    }
    Set<String> gone = new HashSet<>(targets);
    rows.removeIf(row -> gone.contains(row.targetText()));
    positions.clear();
  }

  /** Sorted rows stay sorted; others get the new ones at their end. */
  private void add(List<ManifestEdit.Row> added) throws FormatException {
    boolean sorted = rows.equals(rows.stream().sorted(ORDER).toList());
    for (ManifestEdit.Row row : added) {
      check(row);
      requireFree(row.target());
      positions().put(row.target(), rows.size());
      rows.add(row(row, List.of()));
    }
    if (sorted) {
      rows.sort(ORDER);
    }
    positions.clear();
  }

  private void change(int index, String target, ManifestEdit.Row row) throws FormatException {
    check(row);
    if (!row.target().equals(target)) {
      requireFree(row.target());
      positions.clear();
    }
    rows.set(index, row(row, rows.get(index).fields()));
  }

  private void move(String target, @Nullable String before) throws FormatException {
    ManifestRow moved = rows.get(find(target));
    int to = before == null ? rows.size() : find(before);
    int from = rows.indexOf(moved);
    rows.add(to, moved);
    rows.remove(from < to ? from : from + 1);
  }

  private static ManifestRow row(ManifestEdit.Row row, List<RawPair> fields) {
    return new ManifestRow(
        row.target(), row.file(), row.sizeBytes(), row.kernelCount(), row.sha256(), fields);
  }

  private void check(ManifestEdit.Row row) throws FormatException {
    if (!positions().containsKey(row.target())) {
      checks.target(row.target());
    }
    if (!ManifestRow.isFileName(row.file())) {
      throw checks
          .error("file", Reason.UNSAFE_PATH)
          .mismatch(
              "a file name, since archives lie in the manifest's own folder",
              "\"" + row.file() + "\"");
    }
    if (row.sizeBytes() < -1 || row.kernelCount() < -1) {
      throw checks
          .error("size or number of kernels", Reason.BAD_VALUE)
          .mismatch("a number from 0", Math.min(row.sizeBytes(), row.kernelCount()) + "");
    }
  }

  private void requireFree(String target) throws FormatException {
    if (positions().containsKey(target)) {
      throw checks
          .error("target", Reason.DUPLICATE_KEY)
          .mismatch("each target once", "\"" + target + "\" again");
    }
  }

  private Manifest withPrefix(@Nullable String prefix) throws FormatException {
    if (prefix != null && before.dialect() == ManifestDialect.BY_LIST) {
      throw checks
          .error("prefix", Reason.BAD_VALUE)
          .expected("no prefix in the dialect by list")
          .found("\"" + prefix + "\"")
          .advice("Change the dialect first.")
          .build();
    }
    List<RawPair> fields = new ArrayList<>(before.fields());
    if (prefix == null) {
      fields.removeIf(field -> field.name().equals("prefix"));
    }
    return manifest(before.dialect(), before.component(), prefix, fields);
  }

  private Manifest inDialect(ManifestDialect dialect) {
    if (dialect == before.dialect()) {
      return before;
    }
    // Sizes and counts stay in a list as well: readers ignore keys that they do not know.
    rows.replaceAll(
        row ->
            new ManifestRow(
                row.targetText(),
                row.file(),
                row.sizeBytes(),
                row.kernelCount(),
                row.sha256(),
                kept(row.fields())));
    return manifest(
        dialect,
        before.component(),
        dialect == ManifestDialect.BY_LIST ? null : before.prefix(),
        unknown(before.fields()));
  }

  private static List<RawPair> kept(List<RawPair> fields) {
    return fields.stream()
        .filter(
            field -> SIZES.contains(field.name()) || !ManifestDialect.KEYS.contains(field.name()))
        .toList();
  }

  private static List<RawPair> unknown(List<RawPair> fields) {
    return fields.stream().filter(field -> !ManifestDialect.KEYS.contains(field.name())).toList();
  }
}
