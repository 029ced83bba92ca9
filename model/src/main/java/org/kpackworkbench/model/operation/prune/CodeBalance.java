package org.kpackworkbench.model.operation.prune;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.archives.TargetFilter.Named;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/** The code that is found, removed and kept, by target. */
final class CodeBalance {
  private final ServedCode served;
  private final Set<Named> withCode = new HashSet<>();
  private final SortedSet<String> found = new TreeSet<>();
  private final SortedMap<String, TargetCode> dropped = new TreeMap<>();
  private final SortedMap<String, TargetCode> kept = new TreeMap<>();
  private final Set<String> empty = new LinkedHashSet<>();

  CodeBalance(ServedCode served) {
    this.served = served;
  }

  /** Notes what there is, and for which of the named GPUs. */
  void there(Collection<GpuTarget> targets) {
    targets.forEach(target -> found.add(target.toString()));
    for (Named name : served.filter().names()) {
      if (!withCode.contains(name)
          && (targets.stream().anyMatch(name::keeps)
              || (!served.drop()
                  && name.targets().stream()
                      .anyMatch(wanted -> !served.served(wanted, targets).isEmpty())))) {
        withCode.add(name);
      }
    }
  }

  void drop(String target, int codeObjects, long sizeBytes) {
    dropped.merge(target, new TargetCode(target, codeObjects, sizeBytes), TargetCode::and);
  }

  void keep(String target, int codeObjects, long sizeBytes) {
    kept.merge(target, new TargetCode(target, codeObjects, sizeBytes), TargetCode::and);
  }

  /** Notes a binary that is left without any code. */
  void empty(String binary) {
    empty.add(binary);
  }

  /** The targets that there is code for. */
  List<GpuTarget> found() {
    return found.stream().map(GpuTarget::lenient).sorted().toList();
  }

  /** Returns what goes of each target. */
  Collection<TargetCode> dropped() {
    return Collections.unmodifiableCollection(dropped.values());
  }

  /** Returns what stays of each target. */
  Collection<TargetCode> kept() {
    return Collections.unmodifiableCollection(kept.values());
  }

  static List<String> inOrder(Collection<String> targets) {
    return targets.stream().sorted(Comparator.comparing(GpuTarget::lenient)).toList();
  }

  static Set<String> texts(Collection<GpuTarget> targets) {
    Set<String> texts = new LinkedHashSet<>();
    targets.forEach(target -> texts.add(target.toString()));
    return texts;
  }

  /** A note for each dropped GPU that still finds code, which other GPUs can load, too. */
  private void noteShared(Path input, List<OperationNote> findings) {
    if (!served.drop()) {
      return;
    }
    List<GpuTarget> left = kept.keySet().stream().map(GpuTarget::lenient).toList();
    for (Named name : served.filter().names()) {
      // Of others an error says that there is no code of that name.
      Set<GpuTarget> shared = withCode.contains(name) ? served.shared(name, left) : Set.of();
      if (!shared.isEmpty()) {
        findings.add(
            OperationNote.note(
                "code-shared",
                input,
                "%s still finds code for %s, which other GPUs can load, too"
                    .formatted(name, ListText.some(inOrder(texts(shared)))),
                "To remove that code, drop these targets."));
      }
    }
  }

  /** Which of the GPUs run generic code that runtimes do not hand over to them. */
  private String notHanded() {
    List<GpuTarget> there = found();
    return served.filter().targets().stream()
        .flatMap(gpu -> GpuTable.notHanded(gpu, there).stream())
        .map(sentence -> ". " + sentence.replaceFirst("\\.$", ""))
        .collect(Collectors.joining());
  }

  /**
   * Checks that what is left is of use.
   *
   * @param findings gets what is to be known of it
   * @throws OperationException if it is of no use
   */
  void check(PrunePlan plan, boolean allowEmpty, List<OperationNote> findings)
      throws OperationException {
    Path input = plan.input();
    if (plan.isEmpty()) {
      findings.add(
          OperationNote.error(
              "nothing-to-prune",
              input,
              "there is no file in this folder",
              "Check the folder's name. Nothing was written."));
      return;
    }
    List<String> without =
        served.filter().names().stream()
            .filter(name -> !withCode.contains(name))
            .map(Named::text)
            .toList();
    String there = found.isEmpty() ? "no target" : ListText.some(inOrder(found));
    List<OperationNote> unread =
        findings.stream().filter(note -> note.severity() == Severity.ERROR).toList();
    if (without.size() == served.filter().names().size() && !found.isEmpty()) {
      throw Obstacle.NOTHING_KEPT.exception(
          "%s has no code for %s; it has some for %s%s%s",
          input,
          String.join(", ", without),
          there,
          notHanded(),
          unread.isEmpty()
              ? ""
              : " (not read: %s)"
                  .formatted(
                      ListText.some(
                          unread.stream().map(note -> String.valueOf(note.file())).toList())));
    }
    // Of what could not be read it is not known which targets it has code for.
    if (found.isEmpty() && !unread.isEmpty()) {
      without = List.of();
    }
    for (String name : without) {
      findings.add(
          OperationNote.error(
              "target-not-found",
              input,
              "there is no code for %s".formatted(name),
              found.isEmpty() ? "There is no device code in it." : TargetFilter.checkName(there)));
    }
    noteShared(input, findings);
    if (!empty.isEmpty() && !allowEmpty) {
      throw Obstacle.LEFT_EMPTY.exception(
          "%s: %s would be left without any code: %s. Keep more GPUs, or confirm with --allow-empty",
          input, CountText.of(empty.size(), "binary"), ListText.some(List.copyOf(empty)));
    }
    if (!empty.isEmpty()) {
      findings.add(
          OperationNote.warning(
              "nothing-kept",
              input,
              "%s left without any code: %s"
                  .formatted(
                      empty.size() == 1 ? "1 binary is" : empty.size() + " binaries are",
                      String.join(", ", empty)),
              BinaryScan.nothingKept(empty.size())));
    }
  }
}
