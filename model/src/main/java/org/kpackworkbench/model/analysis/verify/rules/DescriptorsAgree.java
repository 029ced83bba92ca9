package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.DescriptorMismatch;
import org.kpackworkbench.model.format.codeobject.Kernel;

/** What a kernel's descriptor says is what the metadata says of it. */
public final class DescriptorsAgree extends CodeObjectRule {
  public DescriptorsAgree() {
    super("kernel-metadata", "A kernel's descriptor and its metadata agree.");
  }

  @Override
  void check(CodeObjectSubject subject, CodeObject code, Sink sink) throws FormatException {
    if (!subject.whole()) {
      return;
    }
    for (Kernel kernel : code.kernels()) {
      ByteRange descriptor = code.locate(kernel).descriptor();
      for (DescriptorMismatch mismatch : code.check(kernel)) {
        sink.warning(
            code.placeOf(kernel, subject.place()),
            subject.fileOffset(descriptor == null ? 0 : descriptor.start()),
            "Kernel %s, %s: %s".formatted(kernel.name(), mismatch.field(), mismatch.sentence()),
            "The device follows the descriptor, the runtime the metadata; compile it anew.");
      }
    }
  }
}
