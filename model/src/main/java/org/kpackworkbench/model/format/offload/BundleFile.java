package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
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
          .expected(BundleTable.MAGIC + " or CCOB")
          .found("other bytes")
          .build();
    }
    BundleScan scan = new BundleScan(view, Progress.NONE);
    scan.scan(new ByteRange(0, view.size()), new TreeSet<>());
    List<StoredBundle> bundles = new ArrayList<>();
    for (BundleScan.Found found : scan.found()) {
      bundles.add(new StoredBundle(bundles.size(), found.range(), found.content(), List.of()));
    }
    if (bundles.getFirst().content() instanceof BrokenBundle(FormatException problem)) {
      throw problem;
    }
    return new BundleFile(view, List.copyOf(bundles));
  }
}
