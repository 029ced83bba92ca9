package org.kpackworkbench.model.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.manifest.Manifest;
import org.kpackworkbench.model.manifest.ManifestDialect;
import org.kpackworkbench.model.manifest.ManifestRow;
import org.kpackworkbench.model.msgpack.RawPair;

/** Derives the next manifest from one and an edit. */
final class ManifestEditor {
  /** Keys that only one of the dialects has; they do not survive a change of dialect. */
  private static final Set<String> DIALECT_KEYS =
      Set.of(
          "format_version",
          "version",
          "component_name",
          "component",
          "prefix",
          "kpack_files",
          "architecture",
          "file",
          "filename",
          "size",
          "kernel_count",
          "sha256",
          "checksum");

  private final Checks checks;
  private final Manifest before;
  private final List<ManifestRow> rows;

  private ManifestEditor(Checks checks, Manifest before) {
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
    Checks checks = new Checks(file, edit);
    Manifest after = new ManifestEditor(checks, before).apply(edit);
    if (after.equals(before)) {
      throw checks.nothingChanges();
    }
    return after;
  }

  private Manifest apply(ManifestEdit edit) throws FormatException {
    switch (edit) {
      case ManifestEdit.AddRow(ManifestEdit.Row row) -> add(row);
      case ManifestEdit.SetRow(String target, ManifestEdit.Row row) -> change(target, row);
      case ManifestEdit.RemoveRows(List<String> targets) -> {
        for (String target : targets) {
          rows.remove(find(target));
        }
      }
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
        for (String target : update.removed()) {
          rows.remove(find(target));
        }
        for (ManifestEdit.Row row : update.changed()) {
          change(row.target(), row);
        }
        for (ManifestEdit.Row row : update.added()) {
          add(row);
        }
      }
    }
    return manifest(before.dialect(), before.component(), before.prefix(), before.fields());
  }

  private Manifest manifest(
      ManifestDialect dialect, String component, @Nullable String prefix, List<RawPair> fields) {
    return new Manifest(dialect, component, prefix, rows, fields);
  }

  private int index(String target) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).targetText().equals(target)) {
        return i;
      }
    }
    return -1;
  }

  private int find(String target) throws FormatException {
    int index = index(target);
    if (index < 0) {
      throw checks.missing("a row for " + target);
    }
    return index;
  }

  /** Sorted rows stay sorted; others get the new one at their end. */
  private void add(ManifestEdit.Row row) throws FormatException {
    check(row);
    requireFree(row.target());
    ManifestRow added = row(row, List.of());
    Comparator<ManifestRow> order = Comparator.comparing(ManifestRow::targetText);
    int at = rows.size();
    if (rows.equals(rows.stream().sorted(order).toList())) {
      while (at > 0 && order.compare(rows.get(at - 1), added) > 0) {
        at--;
      }
    }
    rows.add(at, added);
  }

  private void change(String target, ManifestEdit.Row row) throws FormatException {
    int index = find(target);
    check(row);
    if (!row.target().equals(target)) {
      requireFree(row.target());
    }
    rows.set(index, row(row, rows.get(index).fields()));
  }

  private static ManifestRow row(ManifestEdit.Row row, List<RawPair> fields) {
    return new ManifestRow(
        row.target(), row.file(), row.sizeBytes(), row.kernelCount(), row.sha256(), fields);
  }

  private void check(ManifestEdit.Row row) throws FormatException {
    if (index(row.target()) < 0) {
      checks.target(row.target());
    }
    if (!ManifestRow.isFileName(row.file())) {
      throw checks
          .error("file", Reason.UNSAFE_PATH)
          .expected("a file name, since archives lie in the manifest's own folder")
          .found("\"" + row.file() + "\"")
          .build();
    }
    if (row.sizeBytes() < -1 || row.kernelCount() < -1) {
      throw checks
          .error("size or number of kernels", Reason.BAD_VALUE)
          .expected("a number from 0")
          .found(Math.min(row.sizeBytes(), row.kernelCount()) + "")
          .build();
    }
  }

  private void requireFree(String target) throws FormatException {
    if (index(target) >= 0) {
      throw checks
          .error("target", Reason.DUPLICATE_KEY)
          .expected("each target once")
          .found("\"" + target + "\" again")
          .build();
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
    rows.replaceAll(
        row ->
            new ManifestRow(
                row.targetText(),
                row.file(),
                row.sizeBytes(),
                row.kernelCount(),
                row.sha256(),
                unknown(row.fields())));
    return manifest(
        dialect,
        before.component(),
        dialect == ManifestDialect.BY_LIST ? null : before.prefix(),
        unknown(before.fields()));
  }

  private static List<RawPair> unknown(List<RawPair> fields) {
    return fields.stream().filter(field -> !DIALECT_KEYS.contains(field.name())).toList();
  }
}
