package org.kpackworkbench.model.analysis.diff.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.KernelArgument;

/** What the metadata says of a kernel and its arguments, as values of rows. */
final class KernelValues {
  private KernelValues() {}

  static void add(Kernel kernel, Values values) {
    values
        .with("VGPRs", kernel.vgprs())
        .with("AGPRs", kernel.agprs())
        .with("SGPRs", kernel.sgprs())
        .with("VGPR spills", kernel.vgprSpills())
        .with("SGPR spills", kernel.sgprSpills())
        .with("LDS", kernel.ldsBytes())
        .with("scratch", kernel.scratchBytes())
        .with("argument bytes", kernel.kernargBytes())
        .with("argument alignment", kernel.kernargAlign())
        .with("arguments", layout(kernel))
        .with("wave size", kernel.wavefrontSize())
        .with("largest work-group", kernel.maxFlatWorkgroupSize())
        .with("required work-group", sizes(kernel.reqdWorkgroupSize()))
        .with("expected work-group", sizes(kernel.workgroupSizeHint()))
        .with("cluster", sizes(kernel.clusterDims()))
        .with("most work-groups", sizes(kernel.maxNumWorkGroups()))
        .with("language", text((kernel.language() + " " + kernel.languageVersion()).strip()))
        .with("kind", text(kernel.kind()))
        .with("uniform work-groups", flag(kernel.uniformWorkGroupSize()))
        .with("dynamic stack", flag(kernel.usesDynamicStack()))
        .with("work-group processor mode", flag(kernel.workgroupProcessorMode()));
    kernel.other().forEach((key, value) -> values.with(key, value.toString()));
  }

  /** What a caller has to know: each argument's place, size and way of passing. */
  private static String layout(Kernel kernel) {
    StringBuilder text = new StringBuilder();
    for (KernelArgument argument : kernel.args()) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(argument.offset())
          .append("+")
          .append(argument.sizeBytes())
          .append(" ")
          .append(argument.valueKind());
    }
    return text.toString();
  }

  static Values of(KernelArgument argument) {
    Values values =
        Values.at(null)
            .with("name", text(argument.name()))
            .with("type", text(argument.typeName()))
            .with("offset", argument.offset())
            .with("size", argument.sizeBytes())
            .with("passed as", text(argument.valueKind()))
            .with("address space", text(argument.addressSpace()))
            .with("access", text(argument.access()))
            .with("actual access", text(argument.actualAccess()))
            .with("pointee alignment", argument.pointeeAlign())
            .with("qualifiers", text(String.join(" ", argument.qualifiers())));
    argument.other().forEach((key, value) -> values.with(key, value.toString()));
    return values;
  }

  private static @Nullable String text(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable String flag(@Nullable Boolean flag) {
    return flag == null ? null : flag.toString();
  }

  private static @Nullable String sizes(List<Long> sizes) {
    return sizes.isEmpty() || sizes.stream().allMatch(size -> size < 0) ? null : sizes.toString();
  }
}
