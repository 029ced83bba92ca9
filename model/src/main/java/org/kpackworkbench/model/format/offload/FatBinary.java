package org.kpackworkbench.model.format.offload;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * Device code of a library, program or object file. Immutable, safe for use by many threads.
 *
 * @param image the file
 * @param state what it has
 * @param diagnosis why it is in that state, in sentences, where that needs saying
 * @param wrappers the wrappers in their order
 * @param bundles the bundles by offset: those that wrappers point to, and those that follow them
 * @param marker the marker of a host-only binary, or null
 * @param relocatable the device code of an {@code -fgpu-rdc} object
 * @param fatSections the sections that hold bundles, usually one
 * @param problems what was found broken
 */
public record FatBinary(
    HostImage image,
    DeviceCode state,
    List<String> diagnosis,
    List<Wrapper> wrappers,
    List<StoredBundle> bundles,
    @Nullable Marker marker,
    List<RelocatableCode> relocatable,
    List<? extends HostImage.Section> fatSections,
    List<FormatException> problems) {

  /**
   * Reads wrappers, bundles' headers and the marker. No code object is looked into, nothing is
   * decompressed.
   *
   * @throws FormatException only where the file changed meanwhile
   */
  public static FatBinary read(HostImage image) throws FormatException {
    return read(image, Progress.NONE);
  }

  /** Like {@link #read(HostImage)}; reports progress, and can be cancelled. */
  public static FatBinary read(HostImage image, Progress progress) throws FormatException {
    return new FatBinaryReader(image, progress).read();
  }

  /**
   * Returns the file, where only ELF files are dealt with.
   *
   * @throws ClassCastException if it is a Windows binary
   */
  public ElfFile elf() {
    return (ElfFile) image;
  }

  /**
   * Returns the sections that hold bundles, where only ELF files are dealt with.
   *
   * @throws ClassCastException if it is a Windows binary
   */
  public List<ElfSection> elfSections() {
    return fatSections.stream().map(ElfSection.class::cast).toList();
  }

  /** The bundle that a wrapper points to; empty if it points to none. */
  public Optional<StoredBundle> bundleOf(Wrapper wrapper) {
    return wrapper.target() instanceof WrapperTarget.ToBundle(int bundle)
        ? Optional.of(bundles.get(bundle))
        : Optional.empty();
  }

  /** Returns the state in words, with the unconverted wrappers that lead to no device code. */
  public String stateWords() {
    List<Wrapper> lost =
        wrappers.stream()
            .filter(wrapper -> state == DeviceCode.FAT && bundleOf(wrapper).isEmpty())
            .toList();
    return lost.isEmpty()
        ? state.words()
        : lost.size() == wrappers.size()
            ? "fat, and no wrapper leads to device code"
            : "%s, but %s %s leads to none"
                .formatted(
                    state.words(),
                    lost.size() == 1 ? "wrapper" : "each of the wrappers",
                    ListText.some(lost.stream().map(each -> "" + each.index()).toList()));
  }

  /** Whether there is any trace of device code. */
  public boolean hasDeviceCode() {
    return state != DeviceCode.NONE;
  }

  /**
   * A section of an {@code -fgpu-rdc} object: device code before device linking, usually LLVM
   * bitcode.
   *
   * @param section the section
   * @param id what the section's name says it is for; of {@code .llvm.offloading} empty
   */
  public record RelocatableCode(HostImage.Section section, EntryId id) {}
}
