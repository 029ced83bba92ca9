package org.kpackworkbench.model.analysis.diff.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Resources;
import org.kpackworkbench.model.analysis.diff.SameBytes;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.codeobject.KernelArgument;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor;

/** One kernel on several sides: what metadata and descriptor say, arguments, machine code. */
final class KernelComparison {
  private KernelComparison() {}

  /**
   * Compares.
   *
   * @param parts the kernel on each side that has it
   */
  static Comparison open(List<KernelPart> parts) throws FormatException {
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
    for (Map.Entry<String, List<@Nullable KernelArgument>> row :
        Aligned.byKey(arguments, KernelComparison::key).entrySet()) {
      builder.add(
          new Draft(
              "argument",
              row.getKey(),
              Aligned.map(row.getValue(), (side, argument) -> KernelValues.of(argument))));
    }
    for (Map.Entry<String, List<KernelDescriptor.@Nullable Field>> row :
        Aligned.byKey(descriptors, field -> field.group() + " " + field.name()).entrySet()) {
      builder.add(
          new Draft(
                  "descriptor",
                  row.getKey(),
                  Aligned.map(row.getValue(), (side, field) -> values(field)))
              // Where the code lies from the descriptor is not what the kernel does.
              .places(
                  row.getKey().endsWith("BYTE_OFFSET")
                      ? new String[] {"value", "meaning"}
                      : new String[0]));
    }
    if (code) {
      builder.add(code(sides));
    }
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

  private static Draft code(List<Side> sides) {
    List<@Nullable Values> values = new ArrayList<>();
    for (Side side : sides) {
      values.add(Values.at(side.place()).with("size", side.sizeBytes()).size(side.sizeBytes()));
    }
    return new Draft("code", "machine code", values)
        .check(
            (side, progress) ->
                SameBytes.sameSides(sides.getFirst(), sides.get(side), progress)
                    ? Change.SAME
                    : Change.CHANGED)
        .opens(progress -> new ByteComparison(sides, new Resources()));
  }
}
