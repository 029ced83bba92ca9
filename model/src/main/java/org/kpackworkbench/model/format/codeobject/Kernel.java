package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * A kernel, as the metadata describes it. Texts that are not stated are empty, numbers {@link
 * #NOT_STATED}, yes-or-no values null.
 *
 * <p>See "Code Object V3 Metadata" and its successors in LLVM's AMDGPU usage guide.
 *
 * @param index its position in the metadata
 * @param kernelName its name; {@link #name}, {@link #demangledName} and {@link #shortName} lead to
 *     it
 * @param symbol the ELF symbol of its descriptor, {@code NAME.kd}
 * @param language e.g. {@code OpenCL C}
 * @param languageVersion e.g. {@code 2.0}
 * @param kind {@code normal}, {@code init} or {@code fini}; empty means normal
 * @param args its arguments, hidden ones included, in the order of the metadata
 * @param vgprs vector registers; on gfx90a and its successors with the accumulation registers
 * @param agprs accumulation registers
 * @param sgprs scalar registers
 * @param vgprSpills vector registers stored in memory because there were too few registers
 * @param sgprSpills scalar registers stored in memory because there were too few registers
 * @param ldsBytes local memory of a work-group, without what is added at dispatch
 * @param scratchBytes scratch memory of a work-item
 * @param kernargBytes size of the arguments
 * @param kernargAlign alignment of the arguments, in bytes
 * @param maxFlatWorkgroupSize most work-items in a work-group
 * @param wavefrontSize work-items in a wave
 * @param uniformWorkGroupSize whether the grid must be a multiple of the work-group
 * @param usesDynamicStack whether the stack grows as it runs
 * @param workgroupProcessorMode whether work-groups may use both compute units of a pair
 * @param reqdWorkgroupSize the only work-group size that is allowed, X, Y, Z; empty: any
 * @param workgroupSizeHint the work-group size that is expected; empty: none
 * @param clusterDims size of a cluster of work-groups, X, Y, Z; empty: none
 * @param maxNumWorkGroups most work-groups in X, Y, Z, each {@link #NOT_STATED} where not stated
 * @param other keys that are not known, as written
 */
public record Kernel(
    int index,
    KernelName kernelName,
    String symbol,
    String language,
    String languageVersion,
    String kind,
    List<KernelArgument> args,
    long vgprs,
    long agprs,
    long sgprs,
    long vgprSpills,
    long sgprSpills,
    long ldsBytes,
    long scratchBytes,
    long kernargBytes,
    long kernargAlign,
    long maxFlatWorkgroupSize,
    long wavefrontSize,
    @Nullable Boolean uniformWorkGroupSize,
    @Nullable Boolean usesDynamicStack,
    @Nullable Boolean workgroupProcessorMode,
    List<Long> reqdWorkgroupSize,
    List<Long> workgroupSizeHint,
    List<Long> clusterDims,
    List<Long> maxNumWorkGroups,
    Map<String, MsgValue> other) {

  /** Means a number that the metadata does not state. */
  public static final long NOT_STATED = -1;

  static final String DESCRIPTOR_SUFFIX = ".kd";

  /** The name as the metadata has it: mangled. */
  public String name() {
    return kernelName.mangled();
  }

  /** The name as the source spells it, with template arguments and parameters. */
  public String demangledName() {
    return kernelName.demangled();
  }

  /** The qualified name alone, for narrow columns. */
  public String shortName() {
    return kernelName.brief();
  }

  /** Whether a text is one of its names: symbol, mangled name, or in the source's spelling. */
  public boolean isCalled(String text) {
    return name().equals(text)
        || symbol.equals(text)
        || demangledName().equals(text)
        || shortName().equals(text);
  }

  /** The ELF symbol of its machine code. */
  public String codeSymbol() {
    if (symbol.isEmpty()) {
      return name();
    }
    return symbol.endsWith(DESCRIPTOR_SUFFIX)
        ? symbol.substring(0, symbol.length() - DESCRIPTOR_SUFFIX.length())
        : symbol;
  }

  /** The arguments that a caller passes. */
  public List<KernelArgument> visibleArgs() {
    return args.stream().filter(argument -> !argument.hidden()).toList();
  }

  /**
   * Where the parts of a kernel lie. Ranges are relative to the code object.
   *
   * @param code its machine code; null if no symbol says where that is
   * @param codeAddress virtual address of the code; -1 if not known, and in object files, which
   *     have none yet
   * @param descriptor its descriptor; null if no symbol says where that is
   * @param descriptorAddress likewise
   */
  public record KernelLocation(
      @Nullable ByteRange code,
      long codeAddress,
      @Nullable ByteRange descriptor,
      long descriptorAddress) {}

  /**
   * An argument of a kernel, as the metadata describes it. Texts that are not stated are empty,
   * numbers {@link Kernel#NOT_STATED}.
   *
   * @param name its name in the source
   * @param typeName its type in the source
   * @param offset where it starts in the kernel's arguments, in bytes
   * @param sizeBytes its size
   * @param valueKind how it is passed, e.g. {@code by_value}, {@code global_buffer}, {@code
   *     hidden_…}
   * @param addressSpace for pointers, e.g. {@code global}
   * @param access what the source allows, e.g. {@code read_only}
   * @param actualAccess what the code does
   * @param pointeeAlign alignment of what a pointer points to, in bytes
   * @param qualifiers of {@code const restrict volatile pipe} those that are set
   * @param other keys that are not known, as written
   */
  public record KernelArgument(
      String name,
      String typeName,
      long offset,
      long sizeBytes,
      String valueKind,
      String addressSpace,
      String access,
      String actualAccess,
      long pointeeAlign,
      List<String> qualifiers,
      Map<String, MsgValue> other) {

    /** Whether the compiler added it, so that no caller passes it. */
    public boolean hidden() {
      return valueKind.startsWith("hidden_");
    }
  }

  /**
   * A kernel's name, demangled on first use: code objects hold thousands of names that are long and
   * slow to demangle. Immutable towards its users, safe for use by many threads.
   */
  public static final class KernelName {
    private final String mangled;
    // Both may be worked out by several threads, which then find the same.
    private @Nullable String demangled;
    private @Nullable String brief;

    public KernelName(String mangled) {
      this.mangled = mangled;
    }

    /** As the metadata has it. */
    public String mangled() {
      return mangled;
    }

    /** As the source spells it, with template arguments and parameters. */
    public String demangled() {
      String known = demangled;
      if (known == null) {
        known = Demangler.demangle(mangled);
        demangled = known;
      }
      return known;
    }

    /** The qualified name alone, for narrow columns. */
    public String brief() {
      String known = brief;
      if (known == null) {
        known = Demangler.shortName(mangled);
        brief = known;
      }
      return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof KernelName that && mangled.equals(that.mangled);
    }

    @Override
    public int hashCode() {
      return mangled.hashCode();
    }

    @Override
    public String toString() {
      return mangled;
    }
  }
}
