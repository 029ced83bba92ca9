package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Compares a kernel's metadata with its descriptor.
 *
 * <p>Sizes and modes must be equal. Registers are given out in blocks, and a compiler may reserve
 * more than the kernel uses, so there the descriptor must only be large enough.
 */
final class DescriptorCheck {
  private final List<DescriptorMismatch> found = new ArrayList<>();

  private DescriptorCheck() {}

  static List<DescriptorMismatch> check(
      Kernel kernel, KernelDescriptor descriptor, KernelLocation location) {
    DescriptorCheck check = new DescriptorCheck();
    check.equal(
        "GROUP_SEGMENT_FIXED_SIZE",
        kernel.ldsBytes(),
        descriptor.groupSegmentFixedSizeBytes(),
        "bytes of local memory");
    check.equal(
        "PRIVATE_SEGMENT_FIXED_SIZE",
        kernel.scratchBytes(),
        descriptor.privateSegmentFixedSizeBytes(),
        "bytes of scratch memory");
    if (descriptor.kernargSizeBytes() != 0) {
      check.equal(
          "KERNARG_SIZE",
          kernel.kernargBytes(),
          descriptor.kernargSizeBytes(),
          "bytes of arguments");
    }
    check.waves(kernel, descriptor);
    check.enough("GRANULATED_WORKITEM_VGPR_COUNT", kernel.vgprs(), descriptor.vgprs(), "vector");
    check.enough("GRANULATED_WAVEFRONT_SGPR_COUNT", kernel.sgprs(), descriptor.sgprs(), "scalar");
    check.same(
        "USES_DYNAMIC_STACK",
        kernel.usesDynamicStack(),
        descriptor.usesDynamicStack(),
        "a stack that grows");
    check.same(
        "WGP_MODE",
        kernel.workgroupProcessorMode(),
        descriptor.workgroupProcessorMode(),
        "work-groups on both compute units");
    check.entry(descriptor, location);
    return List.copyOf(check.found);
  }

  private void waves(Kernel kernel, KernelDescriptor descriptor) {
    if (descriptor.generation() != Generation.UNKNOWN) {
      equal(
          "ENABLE_WAVEFRONT_SIZE32",
          kernel.wavefrontSize(),
          descriptor.waveSize(),
          "work-items in a wave");
    }
  }

  private void equal(String field, long metadata, long descriptor, String what) {
    if (metadata != Kernel.NOT_STATED && metadata != descriptor) {
      add(field, Long.toString(metadata), Long.toString(descriptor), what);
    }
  }

  private void enough(String field, long metadata, OptionalInt descriptor, String what) {
    if (descriptor.isPresent() && metadata > descriptor.getAsInt()) {
      add(
          field,
          Long.toString(metadata),
          Integer.toString(descriptor.getAsInt()),
          what + " registers");
    }
  }

  private void same(String field, @Nullable Boolean metadata, boolean descriptor, String what) {
    if (metadata != null && metadata != descriptor) {
      add(field, metadata ? "yes" : "no", descriptor ? "yes" : "no", "for " + what);
    }
  }

  private void entry(KernelDescriptor descriptor, KernelLocation location) {
    if (location.codeAddress() < 0 || location.descriptorAddress() < 0) {
      return;
    }
    long entry = location.descriptorAddress() + descriptor.kernelCodeEntryByteOffset();
    if (entry != location.codeAddress()) {
      String stated = "0x%x".formatted(location.codeAddress());
      String found = "0x%x".formatted(entry);
      this.found.add(
          new DescriptorMismatch(
              "KERNEL_CODE_ENTRY_BYTE_OFFSET",
              stated,
              found,
              "The code's symbol is at %s, but the descriptor starts the kernel at %s."
                  .formatted(stated, found)));
    }
  }

  private void add(String field, String metadata, String descriptor, String what) {
    found.add(
        new DescriptorMismatch(
            field,
            metadata,
            descriptor,
            "The metadata states %s %s, the descriptor %s.".formatted(metadata, what, descriptor)));
  }
}
