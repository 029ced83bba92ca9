package org.kpackworkbench.model.analysis.verify.coverage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.offload.EntryId;

/**
 * Which wrapper of a binary has code for which target, in the archives that were found for it. Not
 * for use by many threads.
 *
 * <p>A translation unit may have been compiled without a target that others have. Where rows say
 * which entries their bundle had, what is missing is known for sure.
 */
public final class BinaryCoverage {
  /** An archive that is made to claim more does not take for ever. */
  private static final int MOST_TARGETS = 512;

  private final String name;
  private final int wrappers;
  private final Map<GpuTarget, Map<Integer, Held>> held = new LinkedHashMap<>();
  private final Map<Integer, Set<GpuTarget>> declared = new HashMap<>();
  private final Map<GpuTarget, Path> claimed = new LinkedHashMap<>();
  private final Map<Path, DroppedTargets> notes = new LinkedHashMap<>();

  /**
   * Code in an archive.
   *
   * @param row the row of its table
   * @param targetText the target as it is written there
   * @param sizeBytes declared size after decompression
   */
  record Held(Path archive, int row, String targetText, long sizeBytes) {}

  /**
   * Code that is missing.
   *
   * @param wrappers the wrappers that have none
   * @param archive the first archive that claims the target
   * @param others the targets for which these wrappers have code; none if no archive has any of
   *     theirs, which may then be in one that is not there
   */
  public record MissingCode(
      GpuTarget target,
      Certainty certainty,
      List<Integer> wrappers,
      Path archive,
      Set<GpuTarget> others) {}

  /**
   * @param name what the binary is called in archives
   * @param wrappers how many it has
   */
  public BinaryCoverage(String name, int wrappers) {
    this.name = name;
    this.wrappers = wrappers;
  }

  /** Takes in what an archive has. */
  public void add(Path path, KpackArchive archive) throws FormatException {
    add(path, archive, target -> true);
  }

  /**
   * The same, for an archive in which only some targets are looked up.
   *
   * @return the targets for which it has code of the binary but that are never looked up in it
   */
  Set<GpuTarget> add(Path path, KpackArchive archive, Predicate<GpuTarget> asked)
      throws FormatException {
    DroppedTargets note = DroppedTargets.of(archive);
    if (!note.targets().isEmpty()) {
      notes.put(path, note);
    }
    Set<GpuTarget> unasked = new TreeSet<>();
    Set<String> texts = new LinkedHashSet<>(archive.architectures());
    archive.targetSums().stream().map(TargetSum::targetText).forEach(texts::add);
    for (String text : texts) {
      GpuTarget target = GpuTarget.lenient(text);
      if (claimed.size() >= MOST_TARGETS && !claimed.containsKey(target)) {
        continue;
      }
      if (!asked.test(target)) {
        for (int index = 0; index < wrappers; index++) {
          if (archive.find(name, index, text).isPresent()) {
            unasked.add(target);
          }
        }
        continue;
      }
      claimed.putIfAbsent(target, path);
      for (int index = 0; index < wrappers; index++) {
        int row = archive.find(name, index, text).orElse(-1);
        if (row >= 0) {
          long size = archive.entry(row).originalSizeBytes();
          held.computeIfAbsent(target, each -> new HashMap<>())
              .putIfAbsent(index, new Held(path, row, text, size));
          declare(archive, row, index);
        }
      }
    }
    return unasked;
  }

  private void declare(KpackArchive archive, int row, int index) throws FormatException {
    if (declared.containsKey(index)) {
      return;
    }
    Optional<BundleOrigin> stated = origin(archive, row);
    if (stated.isEmpty()) {
      return;
    }
    BundleOrigin origin = stated.get();
    Set<GpuTarget> targets = new LinkedHashSet<>();
    for (int i = 0; i < origin.bundleIds().size(); i++) {
      GpuTarget target = EntryId.parse(origin.bundleIds().get(i)).gpuTarget();
      if (target != null && !origin.emptyEntries().contains(i)) {
        targets.add(target);
      }
    }
    declared.put(index, targets);
  }

  private static Optional<BundleOrigin> origin(KpackArchive archive, int row)
      throws FormatException {
    try {
      return BundleOrigin.of(archive, row);
    } catch (FormatException contradictory) {
      if (contradictory.reason() == Reason.FILE_CHANGED
          || contradictory.reason() == Reason.CLOSED) {
        throw contradictory;
      }
      return Optional.empty();
    }
  }

  /** Whether the archives have anything of the binary. */
  public boolean any() {
    return !held.isEmpty();
  }

  /** The targets that the archives claim, each with the first archive that does. */
  Map<GpuTarget, Path> claimed() {
    return claimed;
  }

  /** The code of a wrapper for a target as it is; null if there is none. */
  @Nullable Held held(GpuTarget target, int index) {
    return held.getOrDefault(target, Map.of()).get(index);
  }

  /** The targets for which a wrapper's bundle had code; null if nothing says. */
  @Nullable Set<GpuTarget> declared(int index) {
    return declared.get(index);
  }

  /**
   * The code that archives say prune removed and that bundles had, or may have had: by target the
   * wrappers.
   */
  public Map<GpuTarget, List<Integer>> dropped() {
    Map<GpuTarget, List<Integer>> dropped = new TreeMap<>();
    Set<GpuTarget> noted = new TreeSet<>();
    for (DroppedTargets note : notes.values()) {
      note.targets().stream().limit(MOST_TARGETS).map(GpuTarget::lenient).forEach(noted::add);
    }
    for (GpuTarget target : noted) {
      for (int index = 0; index < wrappers; index++) {
        Set<GpuTarget> had = declared.get(index);
        if (held(target, index) == null
            && (had == null || had.contains(target))
            && dropped(target, index) != null) {
          dropped.computeIfAbsent(target, key -> new ArrayList<>()).add(index);
        }
      }
    }
    return dropped;
  }

  /** The targets for which bundles had code and no archive is there. */
  public Set<GpuTarget> absent() {
    Set<GpuTarget> absent = new HashSet<>();
    declared.values().forEach(absent::addAll);
    absent.removeAll(claimed.keySet());
    return absent;
  }

  /**
   * The archive that says of code for a target that prune removed it; null if none does.
   *
   * @param index the wrapper's
   */
  @Nullable Path dropped(GpuTarget target, int index) {
    for (Map.Entry<Path, DroppedTargets> note : notes.entrySet()) {
      if (note.getValue().has(target, name, index)) {
        return note.getKey();
      }
    }
    return null;
  }

  /** How sure a hole is; null if it is none, or code was removed on purpose. */
  @Nullable Certainty hole(GpuTarget target, int index) {
    Set<GpuTarget> had = declared.get(index);
    if (!claimed.containsKey(target) || isServed(target, index) || dropped(target, index) != null) {
      return null;
    }
    if (had != null) {
      return had.contains(target) ? Certainty.SURE : null;
    }
    // Where archives are not there, a wrapper's code may be in those only.
    boolean elsewhere = !absent().isEmpty();
    return held.containsKey(target) && !elsewhere ? Certainty.LIKELY : Certainty.POSSIBLE;
  }

  /** The targets for which wrappers have code. */
  private Set<GpuTarget> others(List<Integer> indices) {
    Set<GpuTarget> others = new TreeSet<>();
    held.forEach(
        (target, code) -> {
          if (indices.stream().anyMatch(code::containsKey)) {
            others.add(target);
          }
        });
    return others;
  }

  /** Whether there is code for a target, or for the same one with fewer features named. */
  private boolean isServed(GpuTarget target, int index) {
    return held.keySet().stream()
        .anyMatch(each -> GridRow.serves(each, target) && held(each, index) != null);
  }

  /**
   * What is missing for the targets that the archives claim; what is only possible is there where
   * other wrappers have code for the target.
   */
  public List<MissingCode> holes() {
    List<MissingCode> holes = new ArrayList<>();
    for (Map.Entry<GpuTarget, Path> each : claimed.entrySet()) {
      GpuTarget target = each.getKey();
      for (Certainty certainty : Certainty.values()) {
        List<Integer> unknown = new ArrayList<>();
        List<Integer> known = new ArrayList<>();
        for (int index = 0; index < wrappers; index++) {
          if (hole(target, index) == certainty) {
            (others(List.of(index)).isEmpty() ? unknown : known).add(index);
          }
        }
        for (List<Integer> missing : List.of(known, unknown)) {
          if (!missing.isEmpty() && (certainty != Certainty.POSSIBLE || held.containsKey(target))) {
            holes.add(
                new MissingCode(target, certainty, missing, each.getValue(), others(missing)));
          }
        }
      }
    }
    return holes;
  }
}
