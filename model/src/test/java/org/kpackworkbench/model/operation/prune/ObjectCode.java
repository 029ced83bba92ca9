package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.offload.Wrapper;

/** What is in objects. */
final class ObjectCode {
  private ObjectCode() {}

  /** What each wrapper leads to for each target, as hashes. */
  static Map<String, String> of(ByteView object) throws IOException {
    FatBinary fat = FatBinary.read(HostImages.read(object));
    Map<String, String> all = new TreeMap<>();
    for (Wrapper wrapper : fat.wrappers()) {
      StoredBundle bundle = fat.bundleOf(wrapper).orElse(null);
      if (bundle != null) {
        add(bundle, "wrapper " + wrapper.index(), all);
      }
    }
    for (StoredBundle bundle : fat.bundles()) {
      add(bundle, "bundle " + bundle.index(), all);
    }
    return all;
  }

  private static void add(StoredBundle bundle, String name, Map<String, String> all)
      throws IOException {
    switch (bundle.content()) {
      case OffloadBundle plain -> add(plain, name, all);
      case CompressedBundle packed -> {
        try (UnpackedBundle inside =
            packed.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
          inside.verifyHash(Progress.NONE);
          add(inside.bundle(), name, all);
        }
      }
      default -> throw new AssertionError(bundle.content().kindName());
    }
  }

  private static void add(OffloadBundle bundle, String name, Map<String, String> all)
      throws IOException {
    for (BundleEntry entry : bundle.entries()) {
      if (entry.isDevice()) {
        ByteView bytes = bundle.content(entry);
        all.put(
            name + " " + entry.target(),
            Long.toHexString(Digests.crc32c(bytes, Progress.NONE)) + ":" + bytes.size());
      }
    }
  }
}
