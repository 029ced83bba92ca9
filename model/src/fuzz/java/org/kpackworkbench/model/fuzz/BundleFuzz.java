package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadWalk;

/** Offload bundles and compressed ones (CCOB 1 to 3), unpacked within limits. */
public final class BundleFuzz {
  private BundleFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    ByteView view = ByteView.of("input.co", input);
    try {
      BundleFile.isBundle(view);
      OffloadWalk.everything(BundleFile.read(view));
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
    try {
      Check.listed(OffloadBundle.read(view).entries());
      BundleTable.read(view, input.length);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
