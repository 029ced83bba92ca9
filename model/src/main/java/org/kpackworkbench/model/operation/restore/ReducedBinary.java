package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.format.host.edit.HostBinary;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.DeviceCodeSink;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.hostonly.ReducedCode;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;

/**
 * A fat binary with some of its code objects only, planned in full before anything is written; of
 * compressed bundles the size is an estimate then.
 *
 * <p>It is laid out as its host-only form that got the code back; neither that form nor an archive
 * is written meanwhile. Used by one thread, as long as the original is open.
 */
public final class ReducedBinary implements ReducedCode {
  private final HostBinary original;
  private final FatBinary hostOnly;
  private final byte[] note;

  /** The code of bundles that are not compressed, and of those that are unpacked now. */
  private final Map<BundleOrigin, ByteView> code = new IdentityHashMap<>();

  private final List<BundleBytes> bundles = new ArrayList<>();
  private final FatLayout plan;

  private ReducedBinary(
      HostBinary original, FatBinary hostOnly, List<DeviceCodeRow> rows, DroppedTargets dropped)
      throws IOException {
    this.original = original;
    this.hostOnly = hostOnly;
    this.note = PruneNote.bytes(dropped);
    FatBinary fat = original.device();
    for (DeviceCodeRow row : rows) {
      switch (fat.bundleOf(fat.wrappers().get(row.wrapper())).orElseThrow().content()) {
        case OffloadBundle plain ->
            code.put(row.origin(), plain.content(plain.entries().get(row.origin().index())));
        case BareCodeObject bare -> code.put(row.origin(), bare.elf().view());
        default -> {}
      }
    }
    double share = packedShare(fat);
    for (PlannedBundle bundle : OriginalCode.bundles(fat.wrappers().size(), rows, code).bundles()) {
      bundles.add(
          bundle.isCompressed()
              ? BundleBytes.planned(
                  bundle, Math.max(1, (long) (bundle.layout().sizeBytes() * share)))
              : BundleBytes.plain(bundle, Progress.NONE));
    }
    this.plan = plan(bundles);
  }

  /**
   * Plans it.
   *
   * @param original the fat binary
   * @param hostOnly its host-only form, written or only planned
   * @param rows the code that stays
   * @param dropped what a note in it says of the rest
   * @throws RestoreRefusedException if it cannot be laid out
   * @throws FormatException if the file changed meanwhile
   */
  public static ReducedBinary plan(
      HostBinary original, FatBinary hostOnly, List<DeviceCodeRow> rows, DroppedTargets dropped)
      throws IOException {
    try {
      return new ReducedBinary(original, hostOnly, rows, dropped);
    } catch (Refused refused) {
      throw new RestoreRefusedException(original.path(), refused, List.of());
    }
  }

  private FatLayout plan(List<BundleBytes> all) throws IOException {
    FatLayout made = FatLayout.of(hostOnly, all, note);
    made.checkResult(hostOnly, all);
    return made;
  }

  private static double packedShare(FatBinary fat) {
    long stored = 0;
    long unpacked = 0;
    for (StoredBundle bundle : fat.bundles()) {
      if (bundle.content() instanceof CompressedBundle compressed) {
        stored += compressed.storedSizeBytes();
        unpacked += compressed.uncompressedSizeBytes();
      }
    }
    return unpacked > 0 ? (double) stored / unpacked : 1;
  }

  @Override
  public long sizeBytes() {
    return plan.newSizeBytes();
  }

  @Override
  public boolean isCompressed() {
    return bundles.stream().anyMatch(each -> each.bundle().isCompressed());
  }

  @Override
  public void write(Path output, CodeStore.Writing writing, Taker<DeviceCodeSink> reading)
      throws IOException {
    Progress progress = writing.progress();
    // Prune has checked what stays free.
    DiskRoom.at(Objects.requireNonNull(output.toAbsolutePath().getParent()))
        .requireAll(sizeBytes());
    try (ReplacingFile file = ReplacingFile.create(output, false);
        CompressedSpool spool = new CompressedSpool(output, progress)) {
      FatLayout whole = plan;
      List<BundleBytes> all = bundles;
      if (isCompressed()) {
        all = read(reading, new BundleSink(spool, writing.threads(), false));
        try {
          whole = plan(all);
        } catch (Refused refused) {
          // A section of a Windows binary cannot grow, and what it had was compressed otherwise.
          all = read(reading, new BundleSink(spool, writing.threads(), true));
          whole = plan(all);
        }
      }
      Restore.write(original, whole, all, file, writing.durable(), new LostAttributes(), progress);
    } catch (Refused refused) {
      throw new RestoreRefusedException(original.path(), refused, List.of());
    }
  }

  private static List<BundleBytes> read(Taker<DeviceCodeSink> reading, BundleSink sink)
      throws IOException {
    reading.take(sink);
    sink.drain();
    return sink.all;
  }

  /** Compresses bundles as soon as their code is unpacked. */
  private final class BundleSink implements DeviceCodeSink {
    private final CompressedSpool spool;
    private final int threads;
    private final boolean best;
    private final List<BundleBytes> all = new ArrayList<>(bundles);
    private final List<BundleOrigin> unpacked = new ArrayList<>();

    BundleSink(CompressedSpool spool, int threads, boolean best) {
      this.spool = spool;
      this.threads = threads;
      this.best = best;
    }

    @Override
    public void take(List<DeviceCodeRow> rows, ByteView bytes) {
      BundleOrigin origin = rows.getFirst().origin();
      if (code.putIfAbsent(origin, bytes) == null) {
        unpacked.add(origin);
      }
    }

    @Override
    public void drain() throws IOException {
      List<Integer> ready = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        PlannedBundle bundle = all.get(i).bundle();
        if (bundle.isCompressed() && isUnpacked(bundle)) {
          ready.add(i);
        }
      }
      try {
        List<PlannedBundle> next = ready.stream().map(i -> all.get(i).bundle()).toList();
        List<BundleBytes> packed = spool.prepare(next, threads, best);
        for (int i = 0; i < packed.size(); i++) {
          all.set(ready.get(i), packed.get(i));
        }
      } catch (Refused refused) {
        throw new RestoreRefusedException(original.path(), refused, List.of());
      }
      unpacked.forEach(code::remove);
      unpacked.clear();
    }

    private static boolean isUnpacked(PlannedBundle bundle) {
      return bundle.entries().stream()
          .map(PlannedBundle.Entry::code)
          .allMatch(each -> each == null || each.bytes() != null);
    }
  }
}
