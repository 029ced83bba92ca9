package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/** Differences between the rows of two states of a manifest, identified by their targets. */
public final class ManifestChanges {
  private static final int SHOWN_DIGITS = 12;

  private ManifestChanges() {}

  /** How a row changed. */
  public enum Kind {
    ADDED,
    CHANGED,
    REMOVED;

    /** The word for it. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * A row that differs.
   *
   * @param file its archive, as it is after the change, or was
   * @param fields what differs, e.g. {@code size 14298 → 6170}; empty for one that came or went
   */
  public record Change(Kind kind, String target, String file, List<String> fields) {
    public Change {
      fields = List.copyOf(fields);
    }
  }

  /** The changes: rows that are gone first, then those that changed or came, in their order. */
  public static List<Change> between(Manifest before, Manifest after) {
    Map<String, ManifestRow> old = new LinkedHashMap<>();
    before.rows().forEach(row -> old.put(row.targetText(), row));
    List<Change> changes = new ArrayList<>();
    for (ManifestRow row : after.rows()) {
      ManifestRow was = old.remove(row.targetText());
      List<String> fields = was == null ? List.of() : fields(was, row);
      if (was == null || !fields.isEmpty()) {
        changes.add(
            new Change(
                was == null ? Kind.ADDED : Kind.CHANGED, row.targetText(), row.file(), fields));
      }
    }
    List<Change> all = new ArrayList<>();
    old.values()
        .forEach(row -> all.add(new Change(Kind.REMOVED, row.targetText(), row.file(), List.of())));
    all.addAll(changes);
    return all;
  }

  private static List<String> fields(ManifestRow was, ManifestRow now) {
    List<String> fields = new ArrayList<>();
    add(fields, "file", was.file(), now.file());
    add(fields, "size", known(was.sizeBytes()), known(now.sizeBytes()));
    add(fields, "kernels", known(was.kernelCount()), known(now.kernelCount()));
    if (!Objects.equals(was.sha256(), now.sha256())) {
      fields.add("sha256 %s → %s".formatted(beginning(was.sha256()), beginning(now.sha256())));
    }
    return fields;
  }

  private static String beginning(@Nullable Checksum sha256) {
    return sha256 == null ? "–" : sha256.toString().substring(0, SHOWN_DIGITS) + "…";
  }

  private static @Nullable Long known(long number) {
    return number < 0 ? null : number;
  }

  private static void add(
      List<String> fields, String name, @Nullable Object was, @Nullable Object now) {
    if (!Objects.equals(was, now)) {
      fields.add("%s %s → %s".formatted(name, was == null ? "–" : was, now == null ? "–" : now));
    }
  }
}
