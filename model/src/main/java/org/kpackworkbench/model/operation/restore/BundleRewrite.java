package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/**
 * Writes bundles again with some of their entries, each bundle in its form. They lie one after
 * another, with nothing but zeros between them.
 *
 * @param place the range of {@code view} that they are in
 * @param gone by a bundle's {@link StoredBundle#index} the indices of the entries that go
 */
public record BundleRewrite(
    ByteView view, ByteRange place, List<StoredBundle> bundles, Map<Integer, Set<Integer>> gone) {
  /**
   * Writes the bundles. Of those that lose entries, the host's come first, the others follow in
   * their order; code objects are aligned as they were. The others are copied. Each bundle is
   * aligned as it was, up to {@value PlannedBundle#ALIGNMENT} bytes; the first stays where it is.
   *
   * @param output where nothing is yet
   * @return where each is in the output
   * @throws FormatException if a bundle cannot be read, or not be stored in its form
   */
  public List<ByteRange> write(Path output, CodeStore.Writing writing) throws IOException {
    List<ByteRange> written = new ArrayList<>();
    Progress progress = writing.progress();
    UnpackBudget budget = UnpackBudget.operation(writing.large());
    try (OutputStream out = Files.newOutputStream(output)) {
      long at = 0;
      for (StoredBundle stored : bundles) {
        long padding = padding(stored, written.isEmpty(), at);
        ByteView.zeros("padding", padding).writeTo(out, progress);
        at += padding;
        Set<Integer> without = gone.getOrDefault(stored.index(), Set.of());
        long size =
            without.isEmpty()
                ? copy(stored.range(), out, progress)
                : bundle(stored, without, output, out, writing.threads(), budget, progress);
        written.add(new ByteRange(at, size));
        at += size;
      }
    }
    return written;
  }

  /**
   * Where {@link #write} puts them. Sizes of compressed bundles that lose entries are estimates, as
   * if all their code objects were alike; all others are exact.
   *
   * @throws FormatException if a bundle cannot be read
   */
  public List<ByteRange> plan() throws FormatException {
    List<ByteRange> planned = new ArrayList<>();
    long at = 0;
    for (StoredBundle stored : bundles) {
      at += padding(stored, planned.isEmpty(), at);
      Set<Integer> without = gone.getOrDefault(stored.index(), Set.of());
      long size = without.isEmpty() ? stored.range().length() : sizeBytes(stored, without);
      planned.add(new ByteRange(at, size));
      at += size;
    }
    return planned;
  }

  private static long sizeBytes(StoredBundle stored, Set<Integer> without) throws FormatException {
    switch (stored.content()) {
      case OffloadBundle plain -> {
        Predicate<BundleEntry> keeps = entry -> !without.contains(entry.index());
        return planned(plain, BundleForm.PLAIN, keeps).layout().sizeBytes();
      }
      case CompressedBundle compressed -> {
        long goes = 0;
        for (BundleEntry entry : compressed.readTable().entries()) {
          goes += without.contains(entry.index()) ? entry.sizeBytes() : 0;
        }
        double share = (double) goes / Math.max(1, compressed.uncompressedSizeBytes());
        return Math.max(0, stored.range().length() - (long) (share * stored.range().length()));
      }
      default -> throw new IllegalArgumentException(stored.content().kindName());
    }
  }

  /** The zeros before a bundle, which keep its alignment. */
  private long padding(StoredBundle stored, boolean first, long at) {
    long start = stored.range().start() - place.start();
    long alignment = Math.min(PlannedBundle.ALIGNMENT, Math.max(1, Long.lowestOneBit(start)));
    return first ? start : -at & (alignment - 1);
  }

  private long copy(ByteRange range, OutputStream out, Progress progress) throws IOException {
    view.slice(range.start(), range.length()).writeTo(out, progress);
    return range.length();
  }

  private static long bundle(
      StoredBundle stored,
      Set<Integer> without,
      Path output,
      OutputStream out,
      int threads,
      UnpackBudget budget,
      Progress progress)
      throws IOException {
    Predicate<BundleEntry> keeps = entry -> !without.contains(entry.index());
    switch (stored.content()) {
      case OffloadBundle plain -> {
        return bundle(plain, BundleForm.PLAIN, keeps, output, out, threads, progress);
      }
      case CompressedBundle compressed -> {
        try (UnpackedBundle inside = compressed.unpack(UnpackLimits.of(budget), progress)) {
          inside.verifyHash(progress);
          BundleForm form = BundleForm.of(compressed).orElseThrow();
          return bundle(inside.bundle(), form, keeps, output, out, threads, progress);
        }
      }
      default -> throw new IllegalArgumentException(stored.content().kindName());
    }
  }

  private static long bundle(
      OffloadBundle bundle,
      BundleForm form,
      Predicate<BundleEntry> keeps,
      Path output,
      OutputStream out,
      int threads,
      Progress progress)
      throws IOException {
    PlannedBundle planned = planned(bundle, form, keeps);
    try (CompressedSpool spool = new CompressedSpool(output, progress)) {
      BundleBytes bytes = spool.prepare(List.of(planned), threads, false).getFirst();
      bytes.writeTo(out::write);
      return bytes.sizeBytes();
    } catch (Refused refused) {
      throw FormatException.at(bundle.bytes(), 0, "offload bundle", "", Reason.TOO_LARGE)
          .found(String.valueOf(refused.getMessage()))
          .build();
    }
  }

  private static PlannedBundle planned(
      OffloadBundle bundle, BundleForm form, Predicate<BundleEntry> keeps) throws FormatException {
    List<PlannedBundle.Entry> hosts = new ArrayList<>();
    List<PlannedBundle.Entry> devices = new ArrayList<>();
    long alignment = PlannedBundle.ALIGNMENT;
    for (BundleEntry entry : bundle.entries()) {
      if (entry.sizeBytes() > 0) {
        alignment = Math.min(alignment, Long.lowestOneBit(entry.offset()));
      }
      if (keeps.test(entry)) {
        (entry.isDevice() ? devices : hosts)
            .add(new PlannedBundle.Entry(entry.id().text(), new Stored(bundle.content(entry))));
      }
    }
    hosts.addAll(devices);
    return new PlannedBundle(form, List.copyOf(hosts), List.of(0), alignment);
  }

  private record Stored(ByteView bytes) implements Code {
    @Override
    public long sizeBytes() {
      return bytes.size();
    }

    @Override
    public Object stored() {
      return bytes;
    }

    @Override
    public void writeTo(OutputStream out, Progress progress) throws IOException {
      bytes.writeTo(out, progress);
    }
  }
}
