package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/** Writes a file of bundles again with some of their entries, each bundle in its form. */
public final class BundleRewrite {
  private BundleRewrite() {}

  /** Which entries stay. */
  public interface Choice {
    /**
     * Whether an entry stays.
     *
     * @param bundle the bundle's number in the file
     */
    boolean keeps(int bundle, BundleEntry entry);
  }

  /**
   * Writes it. The host's entries come first, the others follow in their order; code objects are
   * aligned as they were.
   *
   * @param output where nothing is yet
   * @param threads that compress
   * @throws FormatException where a bundle cannot be read, or not be stored in its form
   */
  public static void write(
      BundleFile file,
      Choice choice,
      Path output,
      int threads,
      UnpackBudget budget,
      Progress progress)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(output)) {
      long at = 0;
      for (StoredBundle stored : file.bundles()) {
        long start = stored.range().start();
        long alignment = Math.min(PlannedBundle.ALIGNMENT, Math.max(1, Long.lowestOneBit(start)));
        int padding = stored.index() == 0 ? 0 : (int) (-at & (alignment - 1));
        out.write(new byte[padding]);
        at += padding;
        Predicate<BundleEntry> keeps = entry -> choice.keeps(stored.index(), entry);
        switch (stored.content()) {
          case OffloadBundle plain ->
              at += bundle(plain, BundleForm.PLAIN, keeps, output, out, threads, progress);
          case CompressedBundle compressed -> {
            try (UnpackedBundle inside = compressed.unpack(UnpackLimits.of(budget), progress)) {
              inside.verifyHash(progress);
              BundleForm form = Objects.requireNonNull(BundleForm.of(compressed));
              long size = bundle(inside.bundle(), form, keeps, output, out, threads, progress);
              at += size;
            }
          }
          default -> throw new IllegalArgumentException(stored.content().kindName());
        }
      }
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
    PlannedBundle planned = new PlannedBundle(form, List.copyOf(hosts), List.of(0), alignment);
    try (CompressedSpool spool = new CompressedSpool(output, progress)) {
      BundleBytes bytes = spool.prepare(List.of(planned), threads).getFirst();
      bytes.writeTo(out::write);
      return bytes.sizeBytes();
    } catch (Refused refused) {
      throw FormatException.at(bundle.bytes(), 0, "offload bundle", "", Reason.TOO_LARGE)
          .found(String.valueOf(refused.getMessage()))
          .build();
    }
  }

  /** A code object that is in a bundle. */
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
