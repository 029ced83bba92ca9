package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;

/**
 * What is filed as a code object is an ELF file for AMD GPUs. SPIR-V and LLVM bitcode, which are
 * compiled further when a program is loaded or linked, are filed the same way and are passed over.
 */
public final class IsCodeObject extends NamedRule<CodeObjectSubject> {
  private static final long SPIRV_MAGIC = 0x07230203L;
  private static final long BITCODE_MAGIC = 0xdec04342L;

  public IsCodeObject() {
    super(
        CodeObjectSubject.class,
        "code-object-elf",
        "What is filed as a code object is an ELF file for AMD GPUs.");
  }

  @Override
  public void check(CodeObjectSubject subject, Sink sink) throws FormatException {
    FormatException failure = subject.failure();
    if (failure != null && !isIntermediate(subject.bytes())) {
      sink.error(
          subject.place(),
          subject.fileOffset(0),
          Sink.words(failure),
          "A runtime refuses it as an invalid image; look at what was packed under this name.");
    }
  }

  private static boolean isIntermediate(ByteView bytes) throws FormatException {
    if (bytes.size() < 4) {
      return false;
    }
    long magic = bytes.u32(0);
    return magic == SPIRV_MAGIC || magic == BITCODE_MAGIC;
  }
}
