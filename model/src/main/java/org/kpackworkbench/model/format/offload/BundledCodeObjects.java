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
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.ListedCodeObjects;

/** The code objects of a fat binary's bundles, or of a file of bundles. */
public final class BundledCodeObjects extends ListedCodeObjects<BundledRow> {
  private final UnpackedBundles unpacked;

  /** Of these rows. */
  public BundledCodeObjects(List<BundledRow> rows, UnpackedBundles unpacked) {
    super(rows, number -> rows.get(number).row());
    this.unpacked = unpacked;
  }

  /** The entry's id, which says more than the target. */
  @Override
  public Map<String, MsgValue> metadata(int row) {
    BundleEntry entry = listed(row).entry();
    return entry == null ? Map.of() : Map.of("entry", new MsgValue.Text(entry.id().text()));
  }

  /** Keeps a bundle that is unpacked into a file until the document is closed. */
  @Override
  public ByteView load(int row, Progress progress) throws IOException {
    return open(row, unpacked.budget(), progress).bytes();
  }

  @Override
  public SpooledBytes open(int row, UnpackBudget budget, Progress progress) throws IOException {
    BundledRow source = listed(row);
    FormatException problem = source.row().problem();
    if (problem != null) {
      throw problem;
    }
    StoredBundle bundle = source.bundle();
    return switch (bundle.content()) {
      case BareCodeObject bare -> new SpooledBytes(bare.elf().view(), null);
      case BrokenBundle(FormatException broken) -> throw broken;
      case OffloadBundle plain -> new SpooledBytes(plain.content(entry(source.entry())), null);
      case CompressedBundle compressed ->
          unpacked.open(bundle.index(), compressed, entry(source.entry()), budget, progress);
    };
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    try (SpooledBytes code = open(row, budget, progress)) {
      code.bytes().writeTo(out, progress);
    }
  }

  private static BundleEntry entry(@Nullable BundleEntry entry) {
    return Objects.requireNonNull(entry, "only a bare code object has no entry");
  }
}
