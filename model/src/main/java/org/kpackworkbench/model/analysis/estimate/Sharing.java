package org.kpackworkbench.model.analysis.estimate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Equal code objects, and sizes of packages that are made by target, by family, or of all code.
 *
 * @param duplicates equal code objects, by what the two that are equal belong to
 * @param packages the ways to make packages
 * @param downloads what the users of each target download
 */
public record Sharing(
    List<Duplicates> duplicates, List<Packages> packages, List<Download> downloads) {
  private static final List<Grouping> GROUPINGS =
      List.of(Grouping.TARGET, Grouping.FAMILY, Grouping.ALL);

  public Sharing {
    duplicates = List.copyOf(duplicates);
    packages = List.copyOf(packages);
    downloads = List.copyOf(downloads);
  }

  /**
   * Code objects that equal an earlier one.
   *
   * @param between what differs between the two
   * @param sizeBytes their size, unpacked
   */
  public record Duplicates(Between between, int count, long sizeBytes) {
    void describe(Facts facts) {
      facts.text("between", between.words).number("count", count).size("size", sizeBytes);
    }
  }

  /** Differences between two equal code objects; the first that holds counts. */
  public enum Between {
    INPUTS("inputs"),
    BINARIES("binaries of an input"),
    TARGETS("targets of a binary"),
    WRAPPERS("wrappers of a binary");

    private final String words;

    Between(String words) {
      this.words = words;
    }
  }

  /**
   * Packages that are made in one way.
   *
   * @param grouping what is in a package together
   * @param count how many packages there are
   * @param sizeBytes the sum of their sizes
   * @param twiceBytes the part of that which another package has, too
   */
  public record Packages(Grouping grouping, int count, long sizeBytes, long twiceBytes) {
    void describe(Facts facts) {
      facts
          .text("packages", grouping.text())
          .number("count", count)
          .size("size", sizeBytes)
          .size("twice", twiceBytes);
    }
  }

  /** The sizes of the package that has the code for a target, by the way to make packages. */
  public record Download(String target, long byTarget, long byFamily, long all) {
    void describe(Facts facts) {
      facts
          .text("target", target)
          .size("byTarget", byTarget)
          .size("byFamily", byFamily)
          .size("all", all);
    }
  }

  /**
   * Counts.
   *
   * @param pool the code objects, equal ones with one ordinal
   * @param today the archive of today's way, with the same rows
   */
  static Sharing of(CodePool pool, KpackArchive today) throws FormatException {
    KpackArchive archive = pool.archive();
    Map<Grouping, Map<String, BitSet>> packages = new LinkedHashMap<>();
    GROUPINGS.forEach(grouping -> packages.put(grouping, new LinkedHashMap<>()));
    Map<Integer, Integer> firstRows = new HashMap<>();
    Map<Integer, Long> stored = new HashMap<>();
    int[] counts = new int[Between.values().length];
    long[] sizes = new long[counts.length];
    for (int row = 0; row < archive.entryCount(); row++) {
      ArchiveEntry entry = archive.entry(row);
      int ordinal = entry.ordinal();
      Integer first = firstRows.putIfAbsent(ordinal, row);
      stored.putIfAbsent(ordinal, today.storedSizeBytes(row));
      if (first != null) {
        int between = between(pool, archive.entry(first), entry).ordinal();
        counts[between]++;
        sizes[between] += entry.originalSizeBytes();
      }
      for (Map.Entry<Grouping, Map<String, BitSet>> each : packages.entrySet()) {
        each.getValue()
            .computeIfAbsent(each.getKey().label("", entry.targetText()), label -> new BitSet())
            .set(ordinal);
      }
    }
    List<Duplicates> duplicates = new ArrayList<>();
    for (Between between : Between.values()) {
      int at = between.ordinal();
      if (counts[at] > 0) {
        duplicates.add(new Duplicates(between, counts[at], sizes[at]));
      }
    }
    List<Packages> made = new ArrayList<>();
    long once = stored.values().stream().mapToLong(Long::longValue).sum();
    packages.forEach(
        (grouping, each) -> {
          long sum = each.values().stream().mapToLong(part -> size(part, stored)).sum();
          made.add(new Packages(grouping, each.size(), sum, sum - once));
        });
    List<Download> downloads = new ArrayList<>();
    Map<String, BitSet> families = packages.getOrDefault(Grouping.FAMILY, Map.of());
    packages
        .getOrDefault(Grouping.TARGET, Map.of())
        .forEach(
            (target, part) -> {
              BitSet family =
                  families.getOrDefault(Grouping.FAMILY.label("", target), new BitSet());
              downloads.add(new Download(target, size(part, stored), size(family, stored), once));
            });
    return new Sharing(duplicates, made, downloads);
  }

  private static long size(BitSet ordinals, Map<Integer, Long> stored) {
    return ordinals.stream().mapToLong(stored::get).sum();
  }

  private static Between between(CodePool pool, ArchiveEntry first, ArchiveEntry second)
      throws FormatException {
    Path origin = pool.origin(first.row());
    if (!origin.equals(pool.origin(second.row()))) {
      return Between.INPUTS;
    }
    if (!first.binary().equals(second.binary())) {
      return Between.BINARIES;
    }
    return first.targetText().equals(second.targetText()) ? Between.WRAPPERS : Between.TARGETS;
  }
}
