package org.kpackworkbench.model.analysis.advise;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.advise.Offered.Kind;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Forms in which the same software is offered, of which a machine needs one: wheels, packages of a
 * system, artifacts, whole trees in tar files.
 */
final class Alternatives {
  private static final String RULE = "package-alternative";
  private static final Pattern LIBRARY = Pattern.compile(".*(?:\\.so(?:\\.\\d+)*|\\.dll)");

  private Alternatives() {}

  /**
   * Returns packages in groups, each to be installed together; a group has the libraries of another
   * one in another form.
   *
   * @param left receives packed artifacts that are beside their folders
   */
  static List<List<Offered>> of(List<Offered> given, Consumer<OperationNote> left) {
    Map<Object, List<Offered>> forms = new LinkedHashMap<>();
    for (Offered each : onePacking(given, left)) {
      forms.computeIfAbsent(each.form(), none -> new ArrayList<>()).add(each);
    }
    List<List<Offered>> groups = new ArrayList<>();
    for (List<Offered> form : forms.values()) {
      groups.stream()
          .filter(group -> group.stream().noneMatch(other -> isShared(form, other)))
          .findFirst()
          .ifPresentOrElse(group -> group.addAll(form), () -> groups.add(new ArrayList<>(form)));
    }
    return groups;
  }

  private static Collection<Offered> onePacking(List<Offered> given, Consumer<OperationNote> left) {
    Map<Object, Offered> kept = new LinkedHashMap<>();
    BinaryOperator<Offered> best =
        BinaryOperator.minBy(
            Comparator.comparing(
                each -> {
                  String path = each.part.file().toString();
                  return path.endsWith(each.name) ? 0 : path.endsWith(".tar.zst") ? 1 : 2;
                }));
    given.forEach(each -> kept.merge(each.kind == Kind.ARTIFACT ? each.name : each, each, best));
    for (Offered each : given) {
      Path first = kept.getOrDefault(each.name, each).part.file();
      if (!first.equals(each.part.file())) {
        left.accept(
            OperationNote.note(
                RULE,
                each.part.file(),
                "It is the artifact %s in another packing, and is left out.".formatted(first)));
      }
    }
    return kept.values();
  }

  /** Devices' packages have few files or none in common with any, so libraries decide. */
  private static boolean isShared(List<Offered> form, Offered other) {
    boolean trees = form.getFirst().kind == Kind.TREE && other.kind == Kind.TREE;
    Set<String> names = names(form, trees);
    Set<String> others = names(List.of(other), trees);
    int fewer = Math.min(names.size(), others.size());
    names.retainAll(others);
    return fewer > 0 && names.size() * 2 >= fewer;
  }

  private static Set<String> names(Collection<Offered> form, boolean whole) {
    List<String> files =
        form.stream()
            .flatMap(each -> each.part.members().stream())
            .filter(member -> member.kind() != Member.Kind.FOLDER)
            .map(Member::path)
            .map(path -> whole ? path : path.substring(path.lastIndexOf('/') + 1))
            .toList();
    Set<String> libraries =
        files.stream().filter(LIBRARY.asMatchPredicate()).collect(Collectors.toSet());
    return libraries.isEmpty() ? new HashSet<>(files) : libraries;
  }

  /**
   * A proposal.
   *
   * @param served the GPUs that some of the packages have code or data for
   * @param libraries for each library's file name how many wrappers need code, over all GPUs
   */
  record Proposal(
      List<Offered> packages,
      Set<GpuTarget> served,
      Map<String, Integer> libraries,
      Advice advice) {
    /**
     * @param all the libraries of all proposals: one that is left out has no code, either
     */
    private long lacking(Map<String, Integer> all) {
      long absent =
          all.entrySet().stream()
              .filter(each -> !libraries.containsKey(each.getKey()))
              .mapToLong(Map.Entry::getValue)
              .sum();
      // Evidence in other packages may part one cause into two.
      return absent
          + advice.uncovered().stream().mapToLong(Advice.Uncovered::wrappers).sum()
          + advice.findings().stream().filter(each -> each.severity() == Severity.ERROR).count();
    }

    private long download() {
      return advice.needed().stream().mapToLong(Advice.Choice::downloadBytes).sum();
    }
  }

  private static final String MORE = "has more of the code that is needed";

  /** The least of each counts, in this order. */
  private static List<Map.Entry<String, ToLongFunction<Proposal>>> criteria(
      Map<String, Integer> libraries) {
    return List.of(
        Map.entry(MORE, each -> each.lacking(libraries)),
        Map.entry(MORE, each -> -each.served().size()),
        Map.entry(
            "is installed already",
            each -> each.packages().stream().anyMatch(one -> one.kind == Kind.INSTALLED) ? 0 : 1),
        Map.entry("is less to download", Proposal::download),
        Map.entry("was named first", each -> 0));
  }

  /** Returns the best of several proposals, with notes that name the others. */
  static Advice best(List<Proposal> proposals) {
    Map<String, Integer> libraries = new HashMap<>();
    proposals.forEach(
        each -> each.libraries().forEach((name, count) -> libraries.merge(name, count, Math::max)));
    List<Map.Entry<String, ToLongFunction<Proposal>>> criteria = criteria(libraries);
    Comparator<Proposal> order = Comparator.comparingLong(criteria.getFirst().getValue());
    for (Map.Entry<String, ToLongFunction<Proposal>> each : criteria) {
      order = order.thenComparingLong(each.getValue());
    }
    Proposal best = proposals.stream().min(order).orElseThrow();
    Advice advice = best.advice();
    List<Advice.Choice> packages = new ArrayList<>(advice.packages());
    List<OperationNote> findings = new ArrayList<>(advice.findings());
    List<String> needed = advice.needed().stream().map(Advice.Choice::name).toList();
    for (Proposal other : proposals) {
      if (!other.equals(best)) {
        other.advice().packages().forEach(each -> packages.add(each.left()));
        String why =
            criteria.stream()
                .filter(
                    each -> each.getValue().applyAsLong(best) != each.getValue().applyAsLong(other))
                .findFirst()
                .orElse(criteria.getLast())
                .getKey();
        findings.add(
            OperationNote.note(
                RULE,
                other.packages().getFirst().part.file(),
                "It is an alternative to %s, which %s.".formatted(ListText.some(needed), why),
                other.advice().commands().isEmpty()
                    ? ""
                    : "Instead: " + String.join("; ", other.advice().commands())));
      }
    }
    return new Advice(
        advice.gpus(), packages, advice.commands(), advice.uncovered(), advice.instead(), findings);
  }
}
