package org.kpackworkbench.model.format.codeobject;

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

  /** Vector registers are given out in blocks of this many; 0 where that is not known. */
  int vgprBlock(int waveSize) {
    return switch (this) {
      case GFX6, GFX7, GFX8, GFX9 -> 4;
      case GFX90A, GFX950 -> 8;
      case GFX10, GFX11, GFX11_7, GFX12 -> waveSize == 32 ? 8 : 4;
      case GFX12_5 -> waveSize == 32 ? 16 : 8;
      case R600, GFX13, UNKNOWN -> 0;
    };
  }

  /** Local memory is given out in blocks of this many bytes; 0 where that is not known. */
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
