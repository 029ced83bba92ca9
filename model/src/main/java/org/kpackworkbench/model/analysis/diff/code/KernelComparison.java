package org.kpackworkbench.model.analysis.diff.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.RowContents;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor;

/** One kernel on several sides: what metadata and descriptor say, arguments, machine code. */
final class KernelComparison {
  private KernelComparison() {}

  /**
   * Compares.
   *
   * @param parts the kernel on each side that has it
   */
  static Comparison open(List<KernelPart> parts, PartOpener opener) throws FormatException {
    List<Side> sides = new ArrayList<>();
    List<List<KernelArgument>> arguments = new ArrayList<>();
    List<List<KernelDescriptor.Field>> descriptors = new ArrayList<>();
    List<@Nullable Values> metadata = new ArrayList<>();
    boolean code = true;
    for (KernelPart part : parts) {
      code &= part.hasCode();
    }
    for (KernelPart part : parts) {
      sides.add(code ? part.codeSide() : part.side());
      arguments.add(part.kernel().args());
      KernelDescriptor descriptor = part.code().descriptor(part.kernel());
      descriptors.add(descriptor == null ? List.of() : descriptor.fields());
      Values values = Values.at(part.place());
      KernelValues.add(part.kernel(), values);
      metadata.add(values);
    }
    ListComparison.Builder builder = new ListComparison.Builder(ComparisonKind.KERNEL, sides);
    builder.add(new Draft("metadata", "metadata", metadata));
    if (code) {
      builder.add(code(sides, parts, opener));
    }
    builder.rows(
        arguments,
        KernelComparison::key,
        (key, row) ->
            new Draft(
                "argument", key, Aligned.map(row, (side, argument) -> KernelValues.of(argument))));
    builder.rows(
        descriptors,
        field -> field.group() + " " + field.name(),
        (key, row) ->
            new Draft("descriptor", key, Aligned.map(row, (side, field) -> values(field)))
                // Where the code lies from the descriptor is not what the kernel does.
                .places(
                    key.endsWith("BYTE_OFFSET")
                        ? new String[] {"value", "meaning"}
                        : new String[0]));
    return builder.build();
  }

  private static String key(KernelArgument argument) {
    return argument.name().isEmpty() ? argument.valueKind() : argument.name();
  }

  private static Values values(KernelDescriptor.Field field) {
    return Values.at(null)
        .with("value", Long.toString(field.value()))
        .with("meaning", field.meaning());
  }

  private static Draft code(List<Side> sides, List<KernelPart> parts, PartOpener opener) {
    List<@Nullable Values> values = new ArrayList<>();
    List<RowContents.@Nullable Part> contents = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      Side of = sides.get(side);
      values.add(Values.at(of.place()).with("size", of.sizeBytes()).size(of.sizeBytes()));
      contents.add(
          new RowContents.Part(
              of.label(),
              of.place(),
              parts.get(side).machineCode(),
              (resources, progress) -> Objects.requireNonNull(of.bytes())));
    }
    return new RowContents(contents, opener, true).of(new Draft("code", "machine code", values));
  }

  /**
   * A kernel of one side.
   *
   * @param side the code object
   * @param code what was read of it
   * @param kernel the kernel
   * @param location where its parts lie
   */
  record KernelPart(Side side, CodeObject code, Kernel kernel, KernelLocation location) {

    static KernelPart of(Side side, CodeObject code, Kernel kernel) throws FormatException {
      return new KernelPart(side, code, kernel, code.locate(kernel));
    }

    Place.Kernel place() throws FormatException {
      return code.placeOf(kernel, side.place());
    }

    /** Size of its machine code; -1 if no symbol says where that is. */
    long codeBytes() {
      ByteRange range = location.code();
      return range == null ? -1 : range.length();
    }

    MachineCode machineCode() {
      return new MachineCode(code, kernel, location.codeAddress());
    }

    boolean hasCode() {
      return location.code() != null;
    }

    ByteView codeView() throws FormatException {
      ByteRange range = Objects.requireNonNull(location.code());
      return code.view()
          .slice(range.start(), range.length())
          .named(code.view().name() + ", code of " + kernel.name());
    }

    /** Its machine code as a side of a comparison. */
    Side codeSide() throws FormatException {
      return new Side(side.label() + ", code of " + kernel.name(), place(), codeView());
    }
  }

  /** Metadata of a kernel and its arguments, as values of rows. */
  static final class KernelValues {
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

    /**
     * Returns the layout of the arguments for a caller: each one's place, size and way of passing.
     */
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
}
