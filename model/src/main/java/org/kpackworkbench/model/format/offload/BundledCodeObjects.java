package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.ListedCodeObjects;

/** The code objects of a fat binary's bundles, or of a file of bundles. */
public final class BundledCodeObjects extends ListedCodeObjects<BundledRow> {
  private final UnpackedBundles unpacked;

  /** Of these rows. */
  public BundledCodeObjects(List<BundledRow> rows, UnpackedBundles unpacked) {
    super(rows, BundledRow::row);
    this.unpacked = unpacked;
  }

  /** The entry's id, which says more than the target. */
  @Override
  public Map<String, MsgValue> metadata(int row) {
    BundleEntry entry = listed(row).entry();
    return entry == null ? Map.of() : Map.of("entry", new MsgValue.Text(entry.id().text()));
  }

  @Override
  public ByteView load(int row, Progress progress) throws IOException {
    return load(row, unpacked.budget(), progress);
  }

  private ByteView load(int row, UnpackBudget budget, Progress progress) throws IOException {
    BundledRow source = listed(row);
    FormatException problem = source.row().problem();
    if (problem != null) {
      throw problem;
    }
    StoredBundle bundle = source.bundle();
    return switch (bundle.content()) {
      case BareCodeObject bare -> bare.elf().view();
      case BrokenBundle(FormatException broken) -> throw broken;
      case OffloadBundle plain -> plain.content(entry(source.entry()));
      case CompressedBundle compressed ->
          // Places in it count from its own first byte, not from that of its unpacked bundle.
          unpacked
              .get(bundle.index(), compressed, budget, progress)
              .content(entry(source.entry()))
              .detached();
    };
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    load(row, budget, progress).writeTo(out, progress);
  }

  private static BundleEntry entry(@Nullable BundleEntry entry) {
    return Objects.requireNonNull(entry, "only a bare code object has no entry");
  }
}
