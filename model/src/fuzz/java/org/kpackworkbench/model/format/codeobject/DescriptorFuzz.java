package org.kpackworkbench.model.format.codeobject;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;
import org.kpackworkbench.model.fuzz.Check;

/** Kernel descriptors, for each generation of GPUs. */
public final class DescriptorFuzz {
  private DescriptorFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ByteView view = ByteView.of("input", input);
    for (Generation generation : Generation.values()) {
      try {
        KernelDescriptor descriptor = KernelDescriptor.read(view, 0, generation);
        descriptor.fields().forEach(field -> Check.that(!field.toString().isEmpty(), "words"));
        descriptor.vgprs();
        descriptor.sgprs();
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
    }
  }
}
