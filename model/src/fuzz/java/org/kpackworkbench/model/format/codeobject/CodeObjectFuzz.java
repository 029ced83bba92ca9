package org.kpackworkbench.model.format.codeobject;

import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fuzz.Check;

/** Code objects: notes, metadata, kernels and their descriptors. */
public final class CodeObjectFuzz {
  private static final Place FILE = new Place.File(Path.of("input.hsaco"));
  private static final int MOST_KERNELS = 50;

  private CodeObjectFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ByteView view = ByteView.of("input.hsaco", input);
    try {
      CodeObjectGlance.of(view);
      HeaderTarget header = HeaderTarget.of(view);
      if (header != null) {
        header.mismatches(GpuTarget.of("gfx90a"));
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
    try {
      everything(CodeObject.read(view));
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  static void everything(CodeObject code) throws FormatException {
    code.kernelCount();
    code.processor();
    code.statedTargetText();
    code.target();
    code.mismatches(GpuTarget.of("gfx90a"));
    code.forEachKernelName(name -> Check.that(name != null, "a name"));
    code.metadata().problems().forEach(Check::refusal);
    for (Kernel kernel : code.kernels().stream().limit(MOST_KERNELS).toList()) {
      try {
        kernel(code, kernel);
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
    }
    long size = code.view().size();
    ClaimMap.of(size, CodeObjectClaims.of(code, FILE)).runs(new ByteRange(0, size));
  }

  private static void kernel(CodeObject code, Kernel kernel) throws FormatException {
    kernel.demangledName();
    Check.listed(kernel.visibleArgs());
    code.locate(kernel);
    Check.that(code.kernelOf(code.placeOf(kernel, FILE)) != null, "a kernel's place leads to it");
    KernelDescriptor descriptor = code.descriptor(kernel);
    if (descriptor != null) {
      Check.listed(descriptor.fields());
      descriptor.vgprs();
      descriptor.sgprs();
    }
    Check.listed(code.check(kernel));
  }
}
