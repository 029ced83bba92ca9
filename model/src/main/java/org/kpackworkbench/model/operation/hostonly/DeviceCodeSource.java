package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;

/**
 * The device code of a fat binary as it goes into archives: for each wrapper the entries of the
 * bundle that it points to, whatever order and number the bundles have. Used by one thread.
 */
public final class DeviceCodeSource {
  /** What is unpacked at one time; then whoever takes it has to have done with it. */
  private static final long MOST_UNPACKED_BYTES = 64L << 20;

  private static final long IN_MEMORY_BYTES = 32L << 20;
  private static final long MOST_BUNDLE_BYTES = 64L << 30;

  private final Path path;
  private final List<Wrapped> bundles = new ArrayList<>();
  private final List<StoredBundle> unreferenced = new ArrayList<>();

  /** A bundle that wrappers point to, and the rows of each of its entries. */
  private record Wrapped(StoredBundle bundle, List<List<DeviceCodeRow>> rowsByEntry) {}

  private DeviceCodeSource(Path path) {
    this.path = path;
  }

  /**
   * Reads the tables of all bundles; of a compressed one no more than its beginning is unpacked.
   *
   * @param refuseUnreferenced whether a bundle that no wrapper points to is a reason to refuse the
   *     file; it is left out otherwise, since no loader could find it
   * @throws ConversionRefusedException where archives cannot hold all of it
   * @throws FormatException where the file changed meanwhile
   */
  public static DeviceCodeSource of(ConvertInput input, boolean refuseUnreferenced)
      throws ConversionRefusedException, FormatException {
    DeviceCodeSource source = new DeviceCodeSource(input.path());
    if (input.outcome() != Outcome.CONVERTED) {
      return source;
    }
    try {
      for (StoredBundle bundle : input.fat().bundles()) {
        source.add(bundle, refuseUnreferenced);
      }
      UnclaimedBytes.check(input.fat());
    } catch (Refused refused) {
      throw new ConversionRefusedException(input.path(), refused.refusal(), refused.details());
    }
    source.bundles.sort(Comparator.comparing(wrapped -> wrapped.bundle().wrappers().getFirst()));
    return source;
  }

  private void add(StoredBundle bundle, boolean refuseUnreferenced)
      throws Refused, FormatException {
    if (bundle.wrappers().isEmpty()) {
      if (bundle.content() instanceof BrokenBundle) {
        return;
      }
      if (refuseUnreferenced) {
        throw new Refused(
            Refusal.UNREFERENCED_BUNDLE,
            "%d bytes at file offset 0x%x"
                .formatted(bundle.range().length(), bundle.range().start()));
      }
      unreferenced.add(bundle);
      return;
    }
    bundles.add(new Wrapped(bundle, BundleRows.of(bundle)));
  }

  /** The bundles that no wrapper points to; they go into no archive. */
  public List<StoredBundle> unreferenced() {
    return List.copyOf(unreferenced);
  }

  /** All rows, by wrapper and then in the order of its bundle. */
  public List<DeviceCodeRow> rows() {
    return bundles.stream()
        .flatMap(wrapped -> wrapped.rowsByEntry().stream())
        .flatMap(List::stream)
        .sorted(
            Comparator.comparingInt(DeviceCodeRow::wrapper)
                .thenComparingInt(row -> row.origin().index()))
        .toList();
  }

  /** The targets that it has code for, as {@link GpuTarget} sorts them. */
  public SortedSet<GpuTarget> targets() {
    SortedSet<GpuTarget> targets = new TreeSet<>();
    rows().forEach(row -> targets.add(row.target()));
    return targets;
  }

  /** Size of all code objects, each counted once. */
  public long sizeBytes() {
    return sizeBytes(target -> true);
  }

  /** Size of the code objects for some targets, each counted once. */
  public long sizeBytes(Predicate<GpuTarget> keep) {
    return bundles.stream()
        .flatMap(wrapped -> wrapped.rowsByEntry().stream())
        .map(List::getFirst)
        .filter(row -> keep.test(row.target()))
        .mapToLong(DeviceCodeRow::sizeBytes)
        .sum();
  }

  /**
   * Reads the code objects, each once, in the order of the wrappers.
   *
   * @param keep the targets that are wanted
   * @param temporaryFolder where large compressed bundles are unpacked; null for the system's
   *     folder. Nothing stays there
   * @param budget how much may be unpacked
   * @throws ConversionRefusedException where a compressed bundle cannot be unpacked
   * @throws IOException what the sink throws, or where the file changed meanwhile
   */
  public void read(
      Predicate<GpuTarget> keep,
      DeviceCodeSink sink,
      @Nullable Path temporaryFolder,
      UnpackBudget budget,
      Progress progress)
      throws IOException {
    UnpackLimits limits =
        new UnpackLimits(budget, IN_MEMORY_BYTES, MOST_BUNDLE_BYTES, temporaryFolder);
    try (UnpackedBundles unpacked = new UnpackedBundles(sink)) {
      for (Wrapped wrapped : bundles) {
        List<List<DeviceCodeRow>> wanted =
            wrapped.rowsByEntry().stream()
                .filter(rows -> keep.test(rows.getFirst().target()))
                .toList();
        if (wanted.isEmpty()) {
          continue;
        }
        progress.step(0);
        switch (wrapped.bundle().content()) {
          case OffloadBundle plain -> take(wanted, plain, sink);
          case BareCodeObject bare -> sink.take(wanted.getFirst(), bare.elf().view());
          case CompressedBundle packed ->
              take(wanted, unpack(wrapped, packed, unpacked, limits, progress), sink);
          case BrokenBundle broken -> throw broken.problem();
        }
      }
    }
  }

  private OffloadBundle unpack(
      Wrapped wrapped,
      CompressedBundle packed,
      UnpackedBundles unpacked,
      UnpackLimits limits,
      Progress progress)
      throws IOException {
    String where = "the bundle of wrapper %d".formatted(wrapped.bundle().wrappers().getFirst());
    try {
      UnpackedBundle bundle = unpacked.open(packed, limits, progress);
      UnclaimedBytes.check(bundle, where);
      return bundle.bundle();
    } catch (Refused refused) {
      throw new ConversionRefusedException(path, refused.refusal(), refused.details());
    } catch (FormatException failure) {
      if (failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
        throw failure;
      }
      throw new ConversionRefusedException(
          path, Refusal.BROKEN_BUNDLE, "%s: %s".formatted(where, failure.getMessage()));
    }
  }

  private static void take(
      List<List<DeviceCodeRow>> wanted, OffloadBundle bundle, DeviceCodeSink sink)
      throws IOException {
    for (List<DeviceCodeRow> rows : wanted) {
      sink.take(rows, bundle.content(bundle.entries().get(rows.getFirst().origin().index())));
    }
  }

  /** Bundles that were unpacked and that the sink may still read. */
  private static final class UnpackedBundles implements AutoCloseable {
    private final DeviceCodeSink sink;
    private final List<UnpackedBundle> open = new ArrayList<>();
    private long bytes;

    UnpackedBundles(DeviceCodeSink sink) {
      this.sink = sink;
    }

    UnpackedBundle open(CompressedBundle packed, UnpackLimits limits, Progress progress)
        throws IOException {
      if (bytes > 0 && bytes + packed.uncompressedSizeBytes() > MOST_UNPACKED_BYTES) {
        sink.drain();
        closeAll();
      }
      UnpackedBundle bundle = packed.unpack(limits, progress);
      open.add(bundle);
      bytes += bundle.bytes().size();
      return bundle;
    }

    private void closeAll() throws IOException {
      while (!open.isEmpty()) {
        open.removeLast().close();
      }
      bytes = 0;
    }

    @Override
    public void close() throws IOException {
      try {
        if (!open.isEmpty()) {
          sink.drain();
        }
      } finally {
        closeAll();
      }
    }
  }
}
