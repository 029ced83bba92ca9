package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;

/** The rules about libraries and what is beside them. */
final class TensileRules {
  private static final int MOST_NAMED = 5;

  private TensileRules() {}

  static List<Rule<?>> all() {
    return List.of(ARCHITECTURE, ENDS, NODE_TYPES, CHILDREN, KERNELS, TARGETS, UNUSED, UNLOADED);
  }

  /** A library is for the GPU in whose place it is. */
  private static final Rule<TensileSubject> ARCHITECTURE =
      Rule.of(
          TensileSubject.class,
          "tensile-architecture",
          "A Tensile library is for the architecture that its name or folder says.",
          TensileRules::architecture);

  private static void architecture(TensileSubject subject, Sink sink) {
    TensileDocument document = subject.document();
    if (document.isMisplaced()) {
      String stated = String.join(", ", document.stated());
      sink.error(
          subject.place(),
          "Its name or folder says %s, and its solutions are for %s."
              .formatted(document.architecture(), stated),
          "It is loaded on %s, and none of its solutions is chosen there. Install the files of one build again."
              .formatted(document.architecture()),
          Evidence.of(document.architecture(), stated));
    }
  }

  private static final Rule<TensileSubject> ENDS =
      Rule.of(
          TensileSubject.class,
          "tensile-end",
          "A Tensile library's file ends where the library does, and text with a whole line.",
          TensileRules::ends);

  private static void ends(TensileSubject subject, Sink sink) {
    long behind = subject.document().behindBytes();
    if (behind > 0) {
      sink.warning(
          subject.place(),
          "The library ends %s before its file does.".formatted(CountText.of(behind, "byte")),
          "They are never read. The file was written over a longer one, or two were joined; get"
              + " it again.");
    }
    if (subject.document().endsInLine()) {
      sink.warning(
          subject.place(),
          "Its last line has no end, and what writes libraries ends every line.",
          "It may have been cut off there; compare its size with that of its source, or get it"
              + " again.");
    }
  }

  /** A library can read the nodes of its tree. */
  private static final Rule<TensileSubject> NODE_TYPES =
      Rule.of(
          TensileSubject.class,
          "tensile-node-type",
          "The nodes of a Tensile library's tree are of types that libraries read.",
          TensileRules::nodeTypes);

  private static void nodeTypes(TensileSubject subject, Sink sink) {
    subject
        .document()
        .nodes()
        .forEach(
            (type, count) -> {
              if (!NodeField.isKnown(type)) {
                sink.warning(
                    subject.place(),
                    "Its tree has %s of the type %s; expected one of %s."
                        .formatted(
                            CountText.of(count, "node"),
                            type,
                            String.join(", ", NodeField.types())),
                    "A library that does not know the type refuses the file. Where it is newer"
                        + " than this program, nothing is wrong.",
                    Evidence.of(String.join(", ", NodeField.types()), type));
              }
            });
  }

  /** Rule that files are there which a library loads when it needs them. */
  private static final Rule<TensileSubject> CHILDREN =
      Rule.of(
          TensileSubject.class,
          "tensile-file-missing",
          "Every file that a Tensile library loads is beside it.",
          TensileRules::children);

  private static void children(TensileSubject subject, Sink sink) {
    Set<String> said = new TreeSet<>();
    for (TensileDocument.Child child : subject.document().children()) {
      String stem = child.stem();
      if (child.found().isPresent()
          || subject.folders().stream()
              .anyMatch(
                  folder ->
                      TensileFiles.childIn(folder, stem, subject.document().isOfOperations())
                          .isPresent())
          || !said.add(stem)) {
        continue;
      }
      boolean elsewhere =
          subject.part()
              && !TensileFiles.architectureOf(stem + ".dat")
                  .equals(subject.document().architecture());
      // One file names the code objects of all GPUs, also after others were removed.
      boolean others = subject.document().isOfOperations();
      sink.add(
          elsewhere || others ? Severity.NOTE : Severity.ERROR,
          subject.place(),
          -1,
          "It loads %s for %s; expected %s beside it, found neither."
              .formatted(
                  stem,
                  child.path(),
                  String.join(" or ", subject.document().files().childNames(stem))),
          others
              ? "Only this GPU needs it: get it from the build of this library if it is used."
              : elsewhere
                  ? "It is not only for this GPU, and belongs to the artifact or package with the"
                      + " library that loads it: verify both together."
                  : "Get the file from the build of this library: operations that need it cannot"
                      + " be computed without it.");
    }
  }

  private static String some(Set<String> names) {
    return ListText.some(names, MOST_NAMED);
  }

  /** A solution's kernel can be launched. */
  private static final Rule<TensileSubject> KERNELS =
      Rule.of(
          TensileSubject.class,
          "tensile-kernel-missing",
          "Every kernel that a Tensile library names is in a code object beside it.",
          TensileRules::kernels);

  private static void kernels(TensileSubject subject, Sink sink) {
    KernelsBeside beside = subject.kernels();
    Set<String> missing = beside.missing();
    if (beside.complete() && !beside.any() && !missing.isEmpty()) {
      none(subject, beside, sink);
    } else if (beside.complete() && !missing.isEmpty()) {
      sink.error(
          subject.place(),
          "It names %s that no code object beside it has: %s."
              .formatted(CountText.of(missing.size(), "kernel"), some(missing)),
          "Library and code objects are from different builds; get both from the same build.");
    }
    if (!subject.fallbacks().isEmpty()) {
      sink.error(
          subject.place(),
          "It loads libraries for any GPU whose code objects for %s are missing: %s."
              .formatted(
                  subject.document().architecture(), some(new TreeSet<>(subject.fallbacks()))),
          "Get the files from the build of this library: kernels cannot be launched without"
              + " them.");
    }
  }

  /** There is no kernel at all. */
  private static void none(TensileSubject subject, KernelsBeside beside, Sink sink) {
    String named = CountText.of(beside.named().size(), "kernel");
    List<Path> own = subject.document().files().ownFiles(subject.folders());
    if (!own.isEmpty() || subject.otherCode()) {
      sink.error(
          subject.place(),
          own.isEmpty()
              ? "It names %s, and no code object is beside it, only those of other libraries; expected its name with .co or .hsaco."
                  .formatted(named)
              : "It names %s, and %s beside it has no code object."
                  .formatted(named, own.getFirst().getFileName()),
          "Get its code objects from the same build: its kernels cannot be launched without"
              + " them.");
    } else {
      sink.warning(
          subject.place(),
          "It names %s, and no code object is beside it; expected its name with .co or .hsaco."
              .formatted(named),
          "Verify it where it is installed, with the code objects of the same build.");
    }
  }

  /** A GPU can load the code objects of its library. */
  private static final Rule<TensileSubject> TARGETS =
      Rule.of(
          TensileSubject.class,
          "tensile-code-target",
          "Every code object of a Tensile library is for the architecture that its name or the"
              + " library's says.",
          TensileRules::targets);

  private static void targets(TensileSubject subject, Sink sink) {
    subject
        .codeForOthers()
        .forEach(
            (file, targets) -> {
              String found = ListText.some(targets.stream().map(GpuTarget::toString).toList());
              sink.error(
                  subject.place(),
                  "It loads %s, whose name or folder says %s and whose code is for another GPU: %s."
                      .formatted(file.getFileName(), subject.document().files().gpuOf(file), found),
                  "Kernels in it cannot be launched. Library and code objects are from different"
                      + " builds; get both from the same build.",
                  Evidence.of(String.valueOf(subject.document().files().gpuOf(file)), found));
            });
  }

  /** Kernels that are never chosen take space. */
  private static final Rule<TensileSubject> UNUSED =
      Rule.of(
          TensileSubject.class,
          "tensile-kernel-unused",
          "A Tensile library names every kernel in its code objects.",
          TensileRules::unused);

  private static void unused(TensileSubject subject, Sink sink) {
    KernelsBeside beside = subject.kernels();
    Set<String> unused = beside.unused();
    if (beside.complete() && !beside.named().isEmpty() && !unused.isEmpty()) {
      long bytes = unused.stream().mapToLong(beside.own()::get).sum();
      sink.note(
          subject.place(),
          "Its code objects have %s that no solution names, %s of code: %s."
              .formatted(CountText.of(unused.size(), "kernel"), SizeText.of(bytes), some(unused)),
          "Helpers are launched by other names. Any other kernel is never chosen and may be left"
              + " out.");
    }
  }

  /** Files that no library loads take space. */
  private static final Rule<TensileSubject> UNLOADED =
      Rule.of(
          TensileSubject.class,
          "tensile-file-unused",
          "Tensile libraries load every code object for their GPU that is beside them.",
          TensileRules::unloaded);

  private static void unloaded(TensileSubject subject, Sink sink) throws IOException {
    List<Path> unloaded = subject.document().files().unloaded(subject.folders());
    if (unloaded.isEmpty()) {
      return;
    }
    long bytes = 0;
    Set<String> names = new TreeSet<>();
    for (Path file : unloaded) {
      bytes += Files.size(file);
      names.add(String.valueOf(file.getFileName()));
    }
    sink.note(
        subject.place(),
        "No library loads %s for %s beside it, %s: %s."
            .formatted(
                CountText.of(unloaded.size(), "code object"),
                subject.document().architecture(),
                SizeText.of(bytes),
                some(names)),
        "They are from another build, or their library is missing. If nothing else uses them,"
            + " delete them.",
        Evidence.NONE.about(unloaded.toArray(Path[]::new)));
  }
}
