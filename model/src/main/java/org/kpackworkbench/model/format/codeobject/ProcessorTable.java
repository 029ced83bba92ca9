package org.kpackworkbench.model.format.codeobject;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.format.codeobject.Processor.Choice;

/**
 * The processors that LLVM numbers, from the table of GPU names.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class ProcessorTable {
  private static final ProcessorTable STANDARD = of(GpuTable.processors());

  private final List<Processor> processors;
  private final Map<Integer, Processor> byNumber = new HashMap<>();
  private final Map<String, Processor> byName = new HashMap<>();

  private ProcessorTable(List<Processor> processors) {
    this.processors = List.copyOf(processors);
    for (Processor processor : processors) {
      if (byNumber.put(processor.number(), processor) != null
          || byName.put(processor.name(), processor) != null) {
        throw new IllegalStateException("listed twice: " + processor);
      }
    }
  }

  /** The table that comes with the program. */
  public static ProcessorTable standard() {
    return STANDARD;
  }

  /** All that are listed, in the order of the table. */
  public List<Processor> processors() {
    return processors;
  }

  /** The processor of a number; one that is not listed gets its number as its name. */
  public Processor byNumber(int number) {
    Processor found = byNumber.get(number);
    return found != null ? found : Processor.unknown(number);
  }

  /** The processor of a name, such as {@code gfx90a}; null if none is listed. */
  public @org.jspecify.annotations.Nullable Processor byName(String name) {
    return byName.get(name);
  }

  static ProcessorTable of(Collection<GpuTable.Listed> listed) {
    return new ProcessorTable(
        listed.stream()
            .map(
                each ->
                    new Processor(
                        each.number(),
                        each.name(),
                        true,
                        Generation.of(each.generation()),
                        choice(each.features(), "xnack"),
                        choice(each.features(), "sramecc")))
            .toList());
  }

  private static Choice choice(List<String> features, String feature) {
    if (features.contains(feature)) {
      return Choice.SELECTABLE;
    }
    return features.contains("(" + feature + ")") ? Choice.ALWAYS_ON : Choice.NONE;
  }

  /**
   * Processors whose kernel descriptors have one layout and one set of granularities.
   *
   * <p>See "Kernel Descriptor" in LLVM's AMDGPU usage guide.
   */
  public enum Generation {
    R600("r600"),
    GFX6("gfx6"),
    GFX7("gfx7"),
    GFX8("gfx8"),
    GFX9("gfx9"),
    /** gfx90a, gfx940–gfx942: one file of vector and accumulation registers. */
    GFX90A("gfx90a"),
    /** As {@link #GFX90A}, with more local memory. */
    GFX950("gfx950"),
    GFX10("gfx10"),
    GFX11("gfx11"),
    /** As {@link #GFX11}, without the DX10 clamp and IEEE mode bits. */
    GFX11_7("gfx11.7"),
    GFX12("gfx12"),
    /** gfx1250 and its like: 1024 vector registers, named barriers. */
    GFX12_5("gfx12.5"),
    GFX13("gfx13"),
    /** A processor that is not in the table: only what all have in common is read. */
    UNKNOWN("unknown");

    private final String text;

    Generation(String text) {
      this.text = text;
    }

    /** The name in the table of processors. */
    public String text() {
      return text;
    }

    /** Whether it lies between two generations, both included. */
    boolean between(Generation first, Generation last) {
      return this != UNKNOWN && compareTo(first) >= 0 && compareTo(last) <= 0;
    }

    /** Whether vector and accumulation registers share one file. */
    boolean unifiedRegisters() {
      return this == GFX90A || this == GFX950;
    }

    /** Whether a kernel may run with waves of 32 or of 64 work-items. */
    boolean choosesWaveSize() {
      return between(GFX10, GFX13);
    }

    /** Vector registers are given out in blocks of this many; 0 if that is not known. */
    int vgprBlock(int waveSize) {
      return switch (this) {
        case GFX6, GFX7, GFX8, GFX9 -> 4;
        case GFX90A, GFX950 -> 8;
        case GFX10, GFX11, GFX11_7, GFX12 -> waveSize == 32 ? 8 : 4;
        case GFX12_5 -> waveSize == 32 ? 16 : 8;
        case R600, GFX13, UNKNOWN -> 0;
      };
    }

    /** Local memory is given out in blocks of this many bytes; 0 if that is not known. */
    int ldsBlockBytes() {
      return switch (this) {
        case GFX6 -> 64 * 4;
        case GFX7, GFX8, GFX9, GFX90A, GFX10, GFX11, GFX11_7, GFX12 -> 128 * 4;
        case GFX950 -> 320 * 4;
        case GFX12_5 -> 512 * 4;
        case R600, GFX13, UNKNOWN -> 0;
      };
    }

    static Generation of(String text) {
      for (Generation generation : values()) {
        if (generation.text.equals(text)) {
          return generation;
        }
      }
      throw new IllegalArgumentException("no such generation: " + text);
    }
  }
}
