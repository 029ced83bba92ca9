package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.offload.BundleScan.BundleMagic;

/**
 * A file that is itself a bundle or a compressed bundle, or several one after another. Immutable.
 *
 * @param view the file's bytes
 * @param bundles the bundles in their order; no wrapper points to any
 */
public record BundleFile(ByteView view, List<StoredBundle> bundles) {

  /** Whether the bytes start as a bundle or compressed bundle does. */
  public static boolean isBundle(ByteView view) throws FormatException {
    return switch (BundleMagic.at(view, 0)) {
      case PLAIN, COMPRESSED -> true;
      case ELF, NONE -> false;
    };
  }

  /**
   * Reads the bundles.
   *
   * @throws FormatException {@code WRONG_MAGIC} where the file does not start with one; the first
   *     bundle's own problem where it cannot be read
   */
  public static BundleFile read(ByteView view) throws FormatException {
    if (!isBundle(view)) {
      throw FormatException.at(view, 0, "offload bundle", "magic", Reason.WRONG_MAGIC)
          .mismatch(BundleTable.MAGIC + " or CCOB", "other bytes");
    }
    BundleScan scan = new BundleScan(view, Progress.NONE);
    scan.scan(new ByteRange(0, view.size()), new TreeSet<>());
    List<StoredBundle> bundles = new ArrayList<>();
    long end = 0;
    for (BundleScan.Found found : scan.found()) {
      addOther(view, ByteRange.between(end, found.range().start()), bundles);
      bundles.add(new StoredBundle(bundles.size(), found.range(), found.content(), List.of()));
      end = found.range().end();
    }
    addOther(view, ByteRange.between(end, view.size()), bundles);
    if (bundles.getFirst().content() instanceof BrokenBundle(FormatException problem)) {
      throw problem;
    }
    return new BundleFile(view, List.copyOf(bundles));
  }

  /** Bytes between bundles that are no padding may be a bundle whose first bytes are damaged. */
  private static void addOther(ByteView view, ByteRange gap, List<StoredBundle> bundles)
      throws FormatException {
    long start = ZeroScan.firstNonZero(view, gap);
    // A bundle without a readable header ends with its magic.
    boolean counted = !bundles.isEmpty() && bundles.getLast().content() instanceof BrokenBundle;
    if (start == gap.end() || counted) {
      return;
    }
    ByteRange other = ByteRange.between(start, gap.end());
    FormatException problem =
        FormatException.at(view, start, "offload bundle", "magic", Reason.WRONG_MAGIC)
            .mismatch(
                "a bundle, or zero bytes to the end of the file",
                CountText.of(other.length(), "byte") + " that belong to no bundle");
    bundles.add(new StoredBundle(bundles.size(), other, new BrokenBundle(problem), List.of()));
  }
}
