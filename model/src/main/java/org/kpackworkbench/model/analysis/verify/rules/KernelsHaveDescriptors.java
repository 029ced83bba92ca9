package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.KernelLocation;

/** Every kernel of the metadata has a descriptor and machine code inside the code object. */
public final class KernelsHaveDescriptors extends CodeObjectRule {
  private static final int V3 = 3;

  public KernelsHaveDescriptors() {
    super("kernel-descriptor", "Every kernel has a descriptor and machine code.");
  }

  @Override
  void check(CodeObjectSubject subject, CodeObject code, Sink sink) throws FormatException {
    if (!subject.whole() || !code.version().atLeast(V3)) {
      return;
    }
    for (Kernel kernel : code.kernels()) {
      KernelLocation location = code.locate(kernel);
      if (location.descriptor() == null || location.code() == null) {
        sink.error(
            code.placeOf(kernel, subject.place()),
            subject.fileOffset(0),
            "The metadata lists the kernel %s, for which there is no %s."
                .formatted(
                    kernel.name(), location.descriptor() == null ? "descriptor" : "machine code"),
            "A runtime cannot start it; the code object was stripped or is damaged.");
      }
    }
  }
}
