package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/** A fat binary that is planned in full: a plan for each container. Used by one thread. */
interface FatLayout {
  /**
   * Plans the fat form of a binary.
   *
   * @param note what the file says of code that was dropped; null for nothing
   * @throws Refused if it cannot be laid out
   */
  static FatLayout of(FatBinary host, List<BundleBytes> bundles, byte @Nullable [] note)
      throws IOException {
    return host.image() instanceof CoffFile windows
        ? new CoffRestorePlan(windows, host, bundles, note)
        : new RestorePlan(host, bundles, note);
  }

  /** Whether the bundles go where they were, and not into a segment of their own. */
  boolean inPlace();

  /** The virtual address of a bundle. */
  long address(int bundle);

  /** Size of the new file. */
  long newSizeBytes();

  /** The layout of the new file. */
  LayoutFacts facts();

  /** Returns the file that would be written. */
  HostImage result() throws IOException;

  /** Writes the file. */
  void write(FileChannel channel, LayoutWriter.Watcher watcher, Progress progress)
      throws IOException;

  /**
   * Checks what would be written as it is checked once it is: what is wrong now is wrong with the
   * file, which contradicts itself.
   */
  default void checkResult(FatBinary host, List<BundleBytes> bundles) throws IOException {
    FatBinary fat = FatBinary.read(result());
    if (fat.wrappers().size() != host.wrappers().size()) {
      throw unusual("it would have %d wrappers".formatted(fat.wrappers().size()));
    }
    if (bundles.stream().allMatch(bundle -> bundle.source() != null)) {
      checkNotZeros(fat);
    }
    for (int i = 0; i < bundles.size(); i++) {
      for (int wrapper : bundles.get(i).bundle().wrappers()) {
        long pointer = fat.wrappers().get(wrapper).pointer().value();
        if (pointer != address(i)) {
          throw unusual("wrapper %d would point to 0x%x".formatted(wrapper, pointer));
        }
      }
    }
  }

  /** Checks that readers do not take all code of a fat binary for removed. */
  static void checkNotZeros(FatBinary fat) throws Refused {
    if (fat.state() == DeviceCode.HALF_CONVERTED && fat.marker() == null) {
      throw new Refused(RestoreRefusal.ONLY_ZEROS, "");
    }
  }

  /** A refusal of the layout as it is. */
  static Refused unusual(String fault) {
    return new Refused(RestoreRefusal.UNUSUAL_LAYOUT, fault);
  }
}
