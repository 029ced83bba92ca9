package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.StoredCode;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.DescriptorMismatch;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.Kind;

/** Rules about code objects, wherever they are stored. */
public final class CodeObjectRules {
  private CodeObjectRules() {}

  /** The check of a code object that could be opened. */
  private interface CodeCheck {
    void check(CodeObjectSubject subject, CodeObject code, Sink sink) throws IOException;
  }

  private static Rule<CodeObjectSubject> rule(String name, String sentence, CodeCheck check) {
    return Rule.of(
        CodeObjectSubject.class,
        name,
        sentence,
        (subject, sink) -> {
          CodeObject code = subject.code();
          if (code != null) {
            check.check(subject, code, sink);
          }
        });
  }

  /**
   * Rule that files filed as code objects are ELF files for AMD GPUs. SPIR-V and LLVM bitcode,
   * which are compiled further when a program is loaded or linked, are filed the same way and are
   * skipped.
   */
  public static final Rule<CodeObjectSubject> IS_CODE_OBJECT =
      Rule.of(
          CodeObjectSubject.class,
          "code-object-elf",
          "Every code object is an ELF file for AMD GPUs.",
          CodeObjectRules::isCodeObject);

  private static void isCodeObject(CodeObjectSubject subject, Sink sink) throws FormatException {
    FormatException failure = subject.failure();
    if (failure != null && !RuntimeCheck.isIntermediate(subject.bytes())) {
      sink.add(
          Severity.ERROR,
          subject.place(),
          subject.fileOffset(0),
          Sink.words(failure),
          "A runtime refuses it as an invalid image; check what was packed under this name.",
          subject.inAllRows(Sink.evidence(failure)));
    }
  }

  /**
   * A code object's headers and metadata read without problems. Of one in an archive or a fat
   * binary they are fully read only where a glance finds something unusual.
   */
  public static final Rule<CodeObjectSubject> READS =
      rule(
          "code-object-reads",
          "A code object's headers and metadata can be read.",
          CodeObjectRules::reads);

  private static void reads(CodeObjectSubject subject, CodeObject code, Sink sink)
      throws FormatException {
    if (!subject.whole()) {
      return;
    }
    List<FormatException> problems = new ArrayList<>(code.elf().problems());
    problems.addAll(code.metadata().problems());
    for (FormatException problem : problems) {
      sink.add(
          Severity.ERROR,
          subject.place(),
          subject.storedOffset() >= 0 ? subject.storedOffset() : problem.fileOffset(),
          Sink.words(problem),
          "The code object is damaged; compile it again.",
          subject.inAllRows(Sink.evidence(problem)));
    }
  }

  /**
   * A code object's flags and metadata state the target that it is filed under. A processor whose
   * number is not known disagrees with nothing.
   */
  public static final Rule<CodeObjectSubject> STATES_TARGET =
      Rule.of(
          CodeObjectSubject.class,
          "code-object-target",
          "A code object states the target that it is filed under.",
          CodeObjectRules::statesTarget);

  private static void statesTarget(CodeObjectSubject subject, Sink sink) throws FormatException {
    HeaderTarget header = subject.filings().isEmpty() ? null : HeaderTarget.of(subject.bytes());
    for (Filing filing : subject.filings()) {
      List<TargetMismatch> wrong =
          subject.mismatches(filing.target()).stream()
              .filter(each -> each.kind() == Kind.FILED_AND_STATED)
              .toList();
      if (wrong.isEmpty()
          && header != null
          && header.flags().processor().runsOn(filing.target().processor())) {
        sink.note(
            filing.place(),
            subject.fileOffset(0),
            "The code object is filed under %s, and its flags state %s."
                .formatted(filing.target(), header.target()),
            "Devices of that target run code of that generic one.");
      }
      for (TargetMismatch mismatch : wrong) {
        sink.error(
            filing.place(),
            subject.fileOffset(0),
            mismatch.sentence(),
            "A device of that target would be given code that it cannot run.");
      }
    }
  }

  /**
   * A code object is one that runtimes load, and where a file holds it packed, it unpacks, with the
   * digest that the file states.
   */
  public static final Rule<StoredCode> LOADS =
      Rule.of(
          StoredCode.class,
          "code-object-loads",
          "A code object unpacks, and runtimes load it.",
          CodeObjectRules::loads);

  private static void loads(StoredCode subject, Sink sink) throws FormatException {
    switch (subject) {
      case FileSubject.Unread unread ->
          sink.problem(
              unread.failure().reason() == Reason.UNSUPPORTED ? Severity.NOTE : Severity.ERROR,
              unread.place(),
              unread.failure(),
              "The library that uses the file fails when it needs this kernel; get the file again.");
      case CodeObjectSubject code -> {
        // Where all headers are read, another rule reports those that cannot be.
        RuntimeCheck judged =
            !code.whole()
                ? RuntimeCheck.NONE
                : code.glance() == null
                    ? RuntimeCheck.of(code.bytes())
                    : RuntimeCheck.ofStored(code.bytes());
        Refusal refusal = judged.refusal();
        if (refusal != null) {
          sink.add(
              refusal.isDebugInformation() && code.filings().isEmpty()
                  ? Severity.NOTE
                  : Severity.ERROR,
              code.place(),
              code.fileOffset(0),
              refusal.why(),
              refusal.advice(),
              code.inAllRows(Evidence.NONE));
        }
      }
    }
  }

  /** The target in a code object's ELF flags is the one in its metadata. */
  public static final Rule<CodeObjectSubject> FLAGS_MATCH_METADATA =
      Rule.of(
          CodeObjectSubject.class,
          "code-object-metadata",
          "A code object's flags and metadata state the same target.",
          CodeObjectRules::flagsMatchMetadata);

  private static void flagsMatchMetadata(CodeObjectSubject subject, Sink sink)
      throws FormatException {
    for (TargetMismatch mismatch : subject.mismatches(null)) {
      if (mismatch.kind() == Kind.FLAGS_AND_METADATA) {
        sink.add(
            Severity.ERROR,
            subject.place(),
            subject.fileOffset(0),
            mismatch.sentence(),
            "One of the two was changed after the code object was compiled; compile it again.",
            subject.inAllRows(Evidence.NONE));
      }
    }
  }

  /** Every kernel of the metadata has a descriptor and machine code inside the code object. */
  public static final Rule<CodeObjectSubject> KERNELS_HAVE_DESCRIPTORS =
      rule(
          "kernel-descriptor",
          "Every kernel has a descriptor and machine code.",
          CodeObjectRules::kernelsHaveDescriptors);

  private static final int V3 = 3;

  private static void kernelsHaveDescriptors(CodeObjectSubject subject, CodeObject code, Sink sink)
      throws FormatException {
    if (!subject.whole() || !code.version().atLeast(V3) || code.elf().isEmptied()) {
      return;
    }
    for (Kernel kernel : code.kernels()) {
      KernelLocation location = code.locate(kernel);
      if (location.descriptor() == null || location.code() == null) {
        sink.add(
            Severity.ERROR,
            code.placeOf(kernel, subject.place()),
            subject.fileOffset(0),
            "The metadata lists the kernel %s, for which there is no %s."
                .formatted(
                    kernel.name(), location.descriptor() == null ? "descriptor" : "machine code"),
            "A runtime cannot start it; the code object was stripped or is damaged.",
            subject.inAllRows(Evidence.NONE));
      }
    }
  }

  /** Rule that a kernel's descriptor and its metadata agree. */
  public static final Rule<CodeObjectSubject> DESCRIPTORS_AGREE =
      rule(
          "kernel-metadata",
          "A kernel's descriptor and its metadata agree.",
          CodeObjectRules::descriptorsAgree);

  private static void descriptorsAgree(CodeObjectSubject subject, CodeObject code, Sink sink)
      throws FormatException {
    if (!subject.whole()) {
      return;
    }
    for (Kernel kernel : code.kernels()) {
      ByteRange descriptor = code.locate(kernel).descriptor();
      for (DescriptorMismatch mismatch : code.check(kernel)) {
        sink.add(
            Severity.WARNING,
            code.placeOf(kernel, subject.place()),
            subject.fileOffset(descriptor == null ? 0 : descriptor.start()),
            "Kernel %s, %s: %s".formatted(kernel.name(), mismatch.field(), mismatch.sentence()),
            "The device follows the descriptor, the runtime the metadata; compile it again.",
            subject.inAllRows(Evidence.NONE));
      }
    }
  }
}
