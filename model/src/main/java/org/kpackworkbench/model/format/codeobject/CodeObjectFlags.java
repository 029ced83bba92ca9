package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.format.codeobject.Processor.Choice;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

/**
 * The {@code e_flags} of a code object, decoded.
 *
 * <p>See "ELF Header e_flags" in LLVM's AMDGPU usage guide; the bits changed with V3 and V4.
 *
 * @param raw the flags as they are, unsigned
 * @param version the code object version whose layout they have
 * @param processor what the low 8 bits name
 * @param xnack state of xnack; a clear V3 bit is {@code OFF} where the processor can do it
 * @param sramecc state of sramecc, likewise
 * @param genericVersion version of a generic processor's definition, V6 on; empty if it is 0
 * @param otherBits bits that no field claims; 0 in objects of the known versions
 */
public record CodeObjectFlags(
    long raw,
    CodeObjectVersion version,
    Processor processor,
    FeatureState xnack,
    FeatureState sramecc,
    OptionalInt genericVersion,
    long otherBits) {
  private static final int PROCESSOR_MASK = 0xff;
  private static final int XNACK_V2 = 0x01;
  private static final int TRAP_HANDLER_V2 = 0x02;
  private static final int XNACK_V3 = 0x100;
  private static final int SRAMECC_V3 = 0x200;
  private static final int XNACK_V4_SHIFT = 8;
  private static final int SRAMECC_V4_SHIFT = 10;
  private static final long FEATURES_V4 = 0xf00;
  private static final int GENERIC_VERSION_SHIFT = 24;
  private static final long GENERIC_VERSION = 0xff000000L;

  /** Decodes flags. */
  static CodeObjectFlags decode(long raw, CodeObjectVersion version, ProcessorTable table) {
    if (version.atLeast(4)) {
      return decodeV4(raw, version, table);
    }
    if (version.number() == 2 && (raw & ~(XNACK_V2 | TRAP_HANDLER_V2)) == 0) {
      // Early V2 objects name no processor here, but in a note.
      FeatureState xnack = (raw & XNACK_V2) != 0 ? FeatureState.ON : FeatureState.UNSUPPORTED;
      Processor none =
          new Processor(0, "not stated", false, Generation.UNKNOWN, Choice.UNKNOWN, Choice.UNKNOWN);
      return new CodeObjectFlags(
          raw, version, none, xnack, FeatureState.UNSUPPORTED, OptionalInt.empty(), 0);
    }
    Processor processor = table.byNumber((int) raw & PROCESSOR_MASK);
    return new CodeObjectFlags(
        raw,
        version,
        processor,
        bit((raw & XNACK_V3) != 0, processor.xnack()),
        bit((raw & SRAMECC_V3) != 0, processor.sramecc()),
        OptionalInt.empty(),
        raw & ~(PROCESSOR_MASK | XNACK_V3 | SRAMECC_V3));
  }

  private static CodeObjectFlags decodeV4(
      long raw, CodeObjectVersion version, ProcessorTable table) {
    int generic = version.atLeast(6) ? (int) (raw >>> GENERIC_VERSION_SHIFT) & 0xff : 0;
    long known = PROCESSOR_MASK | FEATURES_V4 | (version.atLeast(6) ? GENERIC_VERSION : 0);
    return new CodeObjectFlags(
        raw,
        version,
        table.byNumber((int) raw & PROCESSOR_MASK),
        FeatureState.ofV4((int) (raw >>> XNACK_V4_SHIFT)),
        FeatureState.ofV4((int) (raw >>> SRAMECC_V4_SHIFT)),
        generic == 0 ? OptionalInt.empty() : OptionalInt.of(generic),
        raw & ~known & 0xffffffffL);
  }

  private static FeatureState bit(boolean set, Choice choice) {
    if (set) {
      return FeatureState.ON;
    }
    return choice == Choice.SELECTABLE ? FeatureState.OFF : FeatureState.UNSUPPORTED;
  }

  /**
   * The target that the flags state: the processor with the features that are on or off. V3 cannot
   * say "any", so there only what is on is named. A feature that the processor always has is never
   * named.
   */
  public GpuTarget target() {
    List<Feature> features = new ArrayList<>();
    add(features, "sramecc", sramecc, processor.sramecc());
    add(features, "xnack", xnack, processor.xnack());
    return new GpuTarget(processor.name(), features);
  }

  private void add(List<Feature> features, String name, FeatureState state, Choice choice) {
    if (choice == Choice.ALWAYS_ON) {
      return;
    }
    if (state == FeatureState.ON || (state == FeatureState.OFF && version.atLeast(4))) {
      features.add(new Feature(name, state == FeatureState.ON));
    }
  }

  /** State of a target feature in a code object's flags; the order is that of the V4 encoding. */
  public enum FeatureState {
    UNSUPPORTED("not supported"),
    ANY("any"),
    OFF("off"),
    ON("on");

    private final String words;

    FeatureState(String words) {
      this.words = words;
    }

    /** In words, as a view shows it. */
    public String words() {
      return words;
    }

    /** The state that two bits of V4 flags encode. */
    static FeatureState ofV4(int bits) {
      return values()[bits & 3];
    }
  }

  /**
   * The version of a code object: its ELF ABI version plus 2.
   *
   * @param number 2–6 for the versions that are known; higher ones are read like 6
   */
  public record CodeObjectVersion(int number) {

    /** The version that an ELF header's ABI version represents. */
    static CodeObjectVersion ofAbi(int abiVersion) {
      return new CodeObjectVersion(abiVersion + 2);
    }

    /** Whether it is {@code number} or newer. */
    public boolean atLeast(int number) {
      return this.number >= number;
    }

    /** Whether LLVM's AMDGPU usage guide describes it. */
    public boolean known() {
      return number <= 6;
    }

    /** {@code V5}, as people write it. */
    @Override
    public String toString() {
      return "V" + number;
    }
  }
}
