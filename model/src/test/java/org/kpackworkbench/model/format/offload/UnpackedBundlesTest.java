package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;

/** Large bundles are given back as soon as another is read. */
class UnpackedBundlesTest {
  private static final UnpackBudget BUDGET = UnpackBudget.one();

  private final UnpackedBundles bundles = new UnpackedBundles(BUDGET);

  private SpooledBytes open(int index) throws IOException {
    byte[] code = new byte[SpooledBytes.IN_MEMORY_BYTES];
    code[0] = (byte) index;
    byte[] stored = Ccobs.ccob(3, Ccobs.Method.ZSTD, Bundles.forTargets(Map.of("gfx942", code)));
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("c", stored));
    BundleEntry entry = bundle.readTable().entries().getLast();
    return bundles.open(index, bundle, entry, BUDGET, Progress.NONE);
  }

  @Test
  void keepsTheLastAndThoseInUse() throws IOException {
    SpooledBytes first = open(1);
    first.close();
    assertThat(first.bytes().u8(0)).as("the last stays").isEqualTo(1);
    try (SpooledBytes second = open(2)) {
      FormatException closed =
          catchThrowableOfType(FormatException.class, () -> first.bytes().u8(0));
      assertThat(closed.reason()).isEqualTo(Reason.CLOSED);
      open(3).close();
      assertThat(second.bytes().u8(0)).as("in use").isEqualTo(2);
    }
    bundles.close();
  }
}
