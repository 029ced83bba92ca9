package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;

/** Reads everything from device code, as all views together would. */
public final class OffloadWalk {
  private static final Place FILE = new Place.File(Path.of("sample.so"));
  private static final UnpackLimits LIMITS =
      new UnpackLimits(UnpackBudget.one(), 1 << 20, 1 << 20, null);

  private OffloadWalk() {}

  public static long everything(ElfFile elf) throws IOException {
    FatBinary fat = FatBinary.read(elf);
    long sum = (long) fat.state().words().length() + fat.diagnosis().size() + fat.problems().size();
    for (Wrapper wrapper : fat.wrappers()) {
      sum += wrapper.magicWords().length() + wrapper.pointer().words().length();
      sum += fat.bundleOf(wrapper).isEmpty() ? 0 : 1;
    }
    sum += bundles(fat.bundles());
    sum += fat.marker() == null ? 0 : fat.marker().toString().length();
    ClaimMap map = ClaimMap.of(elf.view().size(), OffloadClaims.of(fat, FILE));
    return sum + map.runs(new ByteRange(0, elf.view().size())).size();
  }

  public static long everything(BundleFile file) throws IOException {
    ClaimMap map = ClaimMap.of(file.view().size(), OffloadClaims.of(file, FILE));
    return bundles(file.bundles()) + map.runs(new ByteRange(0, file.view().size())).size();
  }

  private static long bundles(List<StoredBundle> bundles) throws IOException {
    long sum = 0;
    for (StoredBundle stored : bundles) {
      sum +=
          switch (stored.content()) {
            case OffloadBundle plain -> entries(plain);
            case CompressedBundle compressed -> compressed(compressed);
            case BareCodeObject bare -> bare.elf().extentBytes();
            case BrokenBundle broken -> broken.problem().getMessage().length();
          };
    }
    return sum;
  }

  private static long entries(OffloadBundle bundle) {
    long sum = 0;
    for (BundleEntry entry : bundle.entries()) {
      try {
        sum += bundle.content(entry).size();
      } catch (FormatException outside) {
        sum += outside.getMessage().length();
      }
    }
    return sum;
  }

  private static long compressed(CompressedBundle bundle) throws IOException {
    long sum = 0;
    try {
      sum += bundle.readTable().entries().size();
    } catch (FormatException broken) {
      sum += broken.getMessage().length();
    }
    try (UnpackedBundle unpacked = bundle.unpack(LIMITS, Progress.NONE)) {
      sum += entries(unpacked.bundle());
      unpacked.verifyHash(Progress.NONE);
    } catch (FormatException broken) {
      sum += broken.getMessage().length();
    }
    return sum;
  }
}
