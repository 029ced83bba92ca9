package org.kpackworkbench.model.format.kpm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * Makes one manifest of several of one component. The first one says dialect, component and prefix;
 * a target that several list is one row where they agree on file, size and checksum.
 */
public final class ManifestMerge {
  private ManifestMerge() {}

  /**
   * A manifest and where it comes from.
   *
   * @param from a name for messages
   * @param manifest what it says
   */
  public record Side(String from, Manifest manifest) {}

  /**
   * Two manifests that do not agree on a target; what the first one says was taken.
   *
   * @param target the target, as it is written
   * @param first where the first one comes from
   * @param second where the other one comes from
   * @param message what differs, in a sentence
   */
  public record Difference(String target, String first, String second, String message) {}

  /**
   * One manifest of several.
   *
   * @param manifest the rows of all
   * @param differences where they do not agree
   */
  public record Merged(Manifest manifest, List<Difference> differences) {
    public Merged {
      differences = List.copyOf(differences);
    }
  }

  /** Merges; at least one. */
  public static Merged of(List<Side> sides) {
    Manifest first = sides.getFirst().manifest();
    Map<GpuTarget, ManifestRow> rows = new LinkedHashMap<>();
    Map<GpuTarget, String> origins = new LinkedHashMap<>();
    List<Difference> differences = new ArrayList<>();
    for (Side side : sides) {
      boolean sameDialect = side.manifest().dialect() == first.dialect();
      for (ManifestRow row : side.manifest().rows()) {
        ManifestRow known = rows.get(row.target());
        if (known == null) {
          rows.put(row.target(), sameDialect ? row : plain(row));
          origins.put(row.target(), side.from());
          continue;
        }
        String differs = difference(known, row);
        if (differs.isEmpty()) {
          rows.put(row.target(), completed(known, row));
        } else {
          String other = Objects.requireNonNull(origins.get(row.target()));
          differences.add(new Difference(row.targetText(), other, side.from(), differs));
        }
      }
    }
    return new Merged(first.withRows(List.copyOf(rows.values())), differences);
  }

  /** Returns a row without unknown keys: those of another dialect have no place in this one. */
  private static ManifestRow plain(ManifestRow row) {
    return new ManifestRow(
        row.targetText(), row.file(), row.sizeBytes(), row.kernelCount(), row.sha256());
  }

  private static ManifestRow completed(ManifestRow row, ManifestRow other) {
    return row.measured(
        row.sizeBytes() < 0 ? other.sizeBytes() : row.sizeBytes(),
        row.kernelCount() < 0 ? other.kernelCount() : row.kernelCount(),
        row.sha256() == null ? other.sha256() : row.sha256());
  }

  private static String difference(ManifestRow one, ManifestRow other) {
    if (!one.file().equals(other.file())) {
      return "one names the file %s, the other %s".formatted(one.file(), other.file());
    }
    if (one.sizeBytes() >= 0 && other.sizeBytes() >= 0 && one.sizeBytes() != other.sizeBytes()) {
      return "one says %d bytes, the other %d".formatted(one.sizeBytes(), other.sizeBytes());
    }
    if (one.kernelCount() >= 0
        && other.kernelCount() >= 0
        && one.kernelCount() != other.kernelCount()) {
      return "one says %d code objects, the other %d"
          .formatted(one.kernelCount(), other.kernelCount());
    }
    return one.sha256() != null && other.sha256() != null && !one.sha256().equals(other.sha256())
        ? "their checksums differ"
        : "";
  }
}
