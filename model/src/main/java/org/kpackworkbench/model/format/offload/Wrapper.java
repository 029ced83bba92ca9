package org.kpackworkbench.model.format.offload;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * A fat-binary wrapper ({@code __CudaFatBinaryWrapper}).
 *
 * @param index its index, which a loader appends to the name as {@code #n}
 * @param section the section of wrappers that contains it
 * @param range its 24 bytes, relative to the image's start
 * @param address its virtual address; in an object file its offset in {@code section}
 * @param magicValue the magic as stored
 * @param version 1
 * @param pointer the pointer's effective value, and which relocation it came from
 * @param reserved the last field as stored
 * @param pointedSection the section the pointer falls in; null if it falls in none
 * @param target what the pointer points to
 */
public record Wrapper(
    int index,
    HostImage.Section section,
    ByteRange range,
    long address,
    long magicValue,
    long version,
    HostImage.Pointer pointer,
    long reserved,
    HostImage.@Nullable Section pointedSection,
    WrapperTarget target) {

  /** Size of a wrapper in the file. */
  public static final int SIZE_BYTES = 24;

  /** The version that runtimes register. */
  public static final int VERSION = 1;

  /** Returns the meaning of the magic. */
  public WrapperMagic magic() {
    return WrapperMagic.of(magicValue);
  }

  /** The magic's name, or its number where it has none. */
  public String magicWords() {
    return magic() == WrapperMagic.OTHER ? "0x%08x".formatted(magicValue) : magic().words();
  }

  /** The index that a HIPK wrapper states: the low 32 bits of the reserved field. */
  public long statedIndex() {
    return reserved & 0xffffffffL;
  }

  /** Whether it is a HIPK wrapper that states another index than its own. */
  public boolean statesOther() {
    return magic() == WrapperMagic.HIPK && statedIndex() != index;
  }

  /**
   * Returns the problem of where the wrapper points, if it is one of a host-only binary; empty if
   * there is none.
   */
  public String wrongIfConverted() {
    return switch (target) {
      case WrapperTarget.ToMarker marked -> "";
      case WrapperTarget.ToBundle(int bundle) ->
          "Wrapper %d is HIPK but points to bundle %d.".formatted(index, bundle);
      case WrapperTarget.ToNothing(String why) ->
          "Wrapper %d is HIPK but does not point to the marker: %s.".formatted(index, why);
    };
  }
}
