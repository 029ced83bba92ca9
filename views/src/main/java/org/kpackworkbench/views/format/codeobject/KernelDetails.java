package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.DescriptorMismatch;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;

/**
 * Everything about one kernel.
 *
 * @param code its code object
 * @param kernel what the metadata says of it
 * @param place where it is
 * @param location where its parts are, in the code object
 * @param fields its descriptor, down to bits; empty if there is none
 * @param mismatches in what descriptor and metadata disagree
 * @param problem why there is no descriptor; empty if there is one
 */
record KernelDetails(
    CodeObject code,
    Kernel kernel,
    Place.Kernel place,
    KernelLocation location,
    List<DescriptorField> fields,
    List<DescriptorMismatch> mismatches,
    String problem) {

  /**
   * A field of the descriptor.
   *
   * @param place its bytes
   * @param problem the sentence about it where it disagrees with the metadata or is unexpected
   */
  record DescriptorField(KernelDescriptor.Field field, Place place, String problem) {

    /** The value as people read it: small ones in decimal, all in hexadecimal. */
    String value() {
      long value = field.value();
      return value >= -9 && value <= 9 ? Long.toString(value) : "0x%x (%d)".formatted(value, value);
    }
  }

  /** The kernel of a place, by its symbol, or failing that by its name; null for none. */
  static @Nullable Kernel find(CodeObject code, Place.Kernel place) throws FormatException {
    Kernel bySymbol = code.kernelOf(place);
    if (bySymbol != null) {
      return bySymbol;
    }
    for (Kernel kernel : code.kernels()) {
      if (kernel.name().equals(place.symbol())) {
        return kernel;
      }
    }
    return null;
  }

  /** Reads what there is to know about a kernel; null if there is no such. */
  static @Nullable KernelDetails load(ShownCodeObject subject, Place.Kernel place)
      throws IOException {
    Kernel kernel = find(subject.code(), place);
    return kernel == null ? null : of(subject, kernel);
  }

  static KernelDetails of(ShownCodeObject subject, Kernel kernel) throws FormatException {
    CodeObject code = subject.code();
    Place.Kernel place = code.placeOf(kernel, subject.place());
    KernelLocation location = code.locate(kernel);
    try {
      KernelDescriptor descriptor = code.descriptor(kernel);
      ByteRange range = location.descriptor();
      if (descriptor == null || range == null) {
        return new KernelDetails(
            code,
            kernel,
            place,
            location,
            List.of(),
            List.of(),
            "No symbol says where the kernel's descriptor is.");
      }
      List<DescriptorMismatch> mismatches = code.check(kernel);
      List<DescriptorField> fields = new ArrayList<>();
      for (KernelDescriptor.Field field : descriptor.fields()) {
        long start = code.view().fileOffset(range.start() + field.byteOffset());
        fields.add(
            new DescriptorField(
                field,
                new Place.Part(place, field.name(), new ByteRange(start, field.sizeBytes())),
                problem(field, mismatches)));
      }
      return new KernelDetails(
          code, kernel, place, location, List.copyOf(fields), List.copyOf(mismatches), "");
    } catch (FormatException broken) {
      return switch (broken.reason()) {
        case FILE_CHANGED, CLOSED -> throw broken;
        default ->
            new KernelDetails(
                code,
                kernel,
                place,
                location,
                List.of(),
                List.of(),
                "The kernel's descriptor cannot be read: " + broken.getMessage());
      };
    }
  }

  private static String problem(KernelDescriptor.Field field, List<DescriptorMismatch> mismatches) {
    String sentences =
        mismatches.stream()
            .filter(mismatch -> mismatch.field().equals(field.name()))
            .map(DescriptorMismatch::sentence)
            .collect(Collectors.joining(" "));
    return sentences.isEmpty() && field.unexpected()
        ? "This is a value that the field must not have."
        : sentences;
  }

  /** The numbers of the metadata that no other page shows. */
  List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    add(facts, "Language", (kernel.language() + " " + kernel.languageVersion()).strip());
    add(facts, "Kind", kernel.kind());
    add(facts, "Required work-group", sizes(kernel.reqdWorkgroupSize()));
    add(facts, "Work-group hint", sizes(kernel.workgroupSizeHint()));
    add(facts, "Cluster", sizes(kernel.clusterDims()));
    add(facts, "Uniform work-group", yesNo(kernel.uniformWorkGroupSize()));
    add(facts, "Dynamic stack", yesNo(kernel.usesDynamicStack()));
    add(facts, "Work-group processor mode", yesNo(kernel.workgroupProcessorMode()));
    kernel.other().forEach((key, value) -> add(facts, key, value.toString()));
    return List.copyOf(facts);
  }

  private static void add(List<Fact> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.add(Fact.of(name, value));
    }
  }

  private static String yesNo(@Nullable Boolean value) {
    return value == null ? "" : value ? "yes" : "no";
  }

  private static String sizes(List<Long> sizes) {
    return sizes.stream().map(Objects::toString).collect(Collectors.joining(" × "));
  }

  /** The bytes of an instruction; null if they are not this kernel's. */
  @Nullable Place placeOf(DisassemblyLine.Instruction instruction) {
    ByteRange range = location.code();
    if (range == null || location.codeAddress() < 0) {
      return null;
    }
    long inside = instruction.address() - location.codeAddress();
    long length = instruction.hex().replace(" ", "").length() / 2;
    if (inside < 0 || length <= 0 || length > range.length() - inside) {
      return null;
    }
    return CodeObjectPlaces.instruction(
        place,
        instruction.address(),
        new ByteRange(code.view().fileOffset(range.start() + inside), length));
  }
}
