package org.kpackworkbench.model.analysis.advise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Forms in which the same software is at hand, of which a machine needs one: wheels, packages of a
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

  private static List<Offered> onePacking(List<Offered> given, Consumer<OperationNote> left) {
    Map<String, Offered> artifacts = new LinkedHashMap<>();
    given.stream()
        .filter(each -> each.kind == Offered.Kind.ARTIFACT)
        .sorted(Comparator.comparing(Alternatives::packing))
        .forEach(each -> artifacts.putIfAbsent(each.name, each));
    List<Offered> kept = new ArrayList<>();
    for (Offered each : given) {
      Offered first =
          each.kind == Offered.Kind.ARTIFACT ? artifacts.getOrDefault(each.name, each) : each;
      if (first == each) {
        kept.add(each);
      } else if (!first.part.file().equals(each.part.file())) {
        left.accept(
            OperationNote.note(
                RULE,
                each.part.file(),
                "It is the artifact %s in another packing, and is left out."
                    .formatted(first.part.file())));
      }
    }
    return kept;
  }

  private static int packing(Offered artifact) {
    String path = artifact.part.file().toString();
    return path.endsWith(artifact.name) ? 0 : path.endsWith(".tar.zst") ? 1 : 2;
  }

  /** Devices' packages have few files or none in common with any, so libraries decide. */
  private static boolean isShared(List<Offered> form, Offered other) {
    boolean trees = form.getFirst().kind == Offered.Kind.TREE && other.kind == Offered.Kind.TREE;
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
   * @param packages to choose from
   * @param served the GPUs that some of the packages have code or data for
   */
  record Proposal(List<Offered> packages, Set<GpuTarget> served, Advice advice) {
    private long lacking() {
      return advice.uncovered().size()
          + advice.findings().stream().filter(each -> each.severity() == Severity.ERROR).count();
    }

    private boolean isBetter(Proposal other) {
      return lacking() != other.lacking()
          ? lacking() < other.lacking()
          : served.size() > other.served.size();
    }

    private boolean isInstalled() {
      return packages.stream().anyMatch(each -> each.kind == Offered.Kind.INSTALLED);
    }

    private long download() {
      return advice.needed().stream().mapToLong(Advice.Choice::downloadBytes).sum();
    }

    private String words() {
      Offered first = packages.getFirst();
      return switch (packages.size() == 1 ? Offered.Kind.TREE : first.kind) {
        case WHEEL, SOURCE -> "the wheels";
        case DEB -> "the .deb packages";
        case RPM -> "the .rpm packages";
        case ARTIFACT -> "the artifacts";
        case INSTALLED -> "the installed packages";
        case TREE -> first.part.file().toString();
      };
    }

    private String better(Proposal other) {
      if (isBetter(other)) {
        return "has more of the code that is needed";
      }
      if (isInstalled() != other.isInstalled()) {
        return "is installed already";
      }
      return download() == other.download()
          ? "was named first"
          : "is less to download (%s, not %s)"
              .formatted(
                  SizeText.of(download(), other.download()),
                  SizeText.of(other.download(), download()));
    }
  }

  /** Returns the best of several proposals, with notes that name the others. */
  static Advice best(List<Proposal> proposals) {
    Proposal best =
        proposals.stream()
            .min(
                Comparator.comparing(Proposal::lacking)
                    .thenComparing(each -> -each.served().size())
                    .thenComparing(each -> !each.isInstalled())
                    .thenComparing(Proposal::download))
            .orElseThrow();
    Advice advice = best.advice();
    List<Advice.Choice> packages = new ArrayList<>(advice.packages());
    List<OperationNote> findings = new ArrayList<>(advice.findings());
    for (Proposal other : proposals) {
      if (other != best) {
        other.advice().packages().forEach(each -> packages.add(each.left()));
        findings.add(
            OperationNote.note(
                RULE,
                other.packages().getFirst().part.file(),
                "It is an alternative to what is proposed, %s, which %s."
                    .formatted(best.words(), best.better(other)),
                other.advice().commands().isEmpty()
                    ? ""
                    : "Instead: %s".formatted(String.join("; ", other.advice().commands()))));
      }
    }
    return new Advice(
        advice.gpus(), packages, advice.commands(), advice.uncovered(), advice.instead(), findings);
  }
}
