package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.DeviceCodeSink;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;

/**
 * The device code of a fat binary as it goes into archives: for each wrapper the entries of the
 * bundle that it points to, whatever order and number the bundles have. Used by one thread.
 */
public final class DeviceCodeSource {
  /** Most that is unpacked at one time; then the sink has to drain. */
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

  /** The binary. */
  public Path path() {
    return path;
  }

  /**
   * Reads the tables of all bundles; of a compressed one no more than its beginning is unpacked.
   *
   * @param refuseUnreferenced whether a bundle that no wrapper points to is a reason to refuse the
   *     file; it is left out otherwise, since no loader could find it
   * @param keepSignature whether a signature is a reason to refuse the file
   * @throws HostOnlyRefusedException if archives cannot hold all of it
   * @throws FormatException if the file changed meanwhile
   */
  public static DeviceCodeSource of(
      HostOnlyInput input, boolean refuseUnreferenced, boolean keepSignature)
      throws HostOnlyRefusedException, FormatException {
    DeviceCodeSource source = new DeviceCodeSource(input.path());
    if (input.outcome() != HostOnlyOutcome.CONVERTED) {
      return source;
    }
    try {
      if (keepSignature && input.isSigned()) {
        throw new Refused(HostOnlyRefusal.SIGNED, "");
      }
      Map<StoredBundle, Integer> copies = copies(input.fat());
      for (StoredBundle bundle : input.fat().bundles()) {
        int copy = copies.getOrDefault(bundle, 0);
        source.add(bundle, copy, refuseUnreferenced, input.allowsEmptyBundles());
      }
      UnclaimedBytes.check(input.fat());
    } catch (Refused refused) {
      throw new HostOnlyRefusedException(input.path(), refused.refusal(), refused.details());
    }
    source.bundles.sort(Comparator.comparing(wrapped -> wrapped.bundle().wrappers().getFirst()));
    return source;
  }

  /** Finds bundles with the bytes of others, and numbers them. */
  private static Map<StoredBundle, Integer> copies(FatBinary fat) throws FormatException {
    Map<Long, List<StoredBundle>> bySize = new HashMap<>();
    for (StoredBundle bundle : fat.bundles()) {
      bySize.computeIfAbsent(bundle.range().length(), size -> new ArrayList<>()).add(bundle);
    }
    Map<StoredBundle, Integer> copies = new IdentityHashMap<>();
    for (List<StoredBundle> alike : bySize.values()) {
      Map<Long, Integer> seen = new HashMap<>();
      for (StoredBundle bundle : alike.size() > 1 ? alike : List.<StoredBundle>of()) {
        ByteView bytes = fat.image().view().slice(bundle.range().start(), bundle.range().length());
        int count = seen.merge(Digests.crc32c(bytes, Progress.NONE), 1, Integer::sum);
        copies.put(bundle, count - 1);
      }
    }
    return copies;
  }

  private void add(StoredBundle bundle, int copy, boolean refuseUnreferenced, boolean mayBeEmpty)
      throws Refused, FormatException {
    if (bundle.wrappers().isEmpty()) {
      if (bundle.content() instanceof BrokenBundle) {
        return;
      }
      if (refuseUnreferenced) {
        throw new Refused(
            HostOnlyRefusal.UNREFERENCED_BUNDLE,
            "%d bytes at file offset 0x%x"
                .formatted(bundle.range().length(), bundle.range().start()));
      }
      unreferenced.add(bundle);
      return;
    }
    bundles.add(new Wrapped(bundle, BundleRows.of(bundle, copy, mayBeEmpty)));
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
   * @param keep the selected targets
   * @param temporaryFolder where large compressed bundles are unpacked; null for the system's
   *     folder. Nothing stays there
   * @param budget how much may be unpacked
   * @throws HostOnlyRefusedException if a compressed bundle cannot be unpacked
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
      throw new HostOnlyRefusedException(path, refused.refusal(), refused.details());
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      throw new HostOnlyRefusedException(
          path, HostOnlyRefusal.BROKEN_BUNDLE, "%s: %s".formatted(where, failure.getMessage()));
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
      bundle.verifyHash(progress.cancelOnly());
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

  /**
   * Makes the rows of a bundle's entries.
   *
   * <p>An archive has one row for a wrapper and a target, and a loader takes the first that fits.
   * Two entries for one target would need two rows there; under a name that no loader looks up, one
   * of them would be lost, as if it were left out. So such a bundle is refused.
   */
  private record BundleRows(StoredBundle bundle, int copy, boolean mayBeEmpty) {
    private static final int MOST_NAME_CHARACTERS = 128;
    private static final int MOST_NAMED = 5;
    private static final Pattern NAME = Pattern.compile(GpuTarget.FILE_NAME);

    /** Rows for each entry that holds device code: as many as wrappers point to the bundle. */
    static List<List<DeviceCodeRow>> of(StoredBundle bundle, int copy, boolean mayBeEmpty)
        throws Refused, FormatException {
      return new BundleRows(bundle, copy, mayBeEmpty).rows();
    }

    private List<List<DeviceCodeRow>> rows() throws Refused, FormatException {
      try {
        return switch (bundle.content()) {
          case OffloadBundle plain -> rows(plain.table(), BundleForm.PLAIN);
          case CompressedBundle packed -> {
            BundleForm form =
                BundleForm.of(packed)
                    .orElseThrow(
                        () ->
                            broken(
                                "compression method %d is not known"
                                    .formatted(packed.methodValue())));
            yield rows(packed.readTable(), form);
          }
          case BareCodeObject bare -> List.of(bare(bare));
          case BrokenBundle problem -> throw problem.problem();
        };
      } catch (FormatException failure) {
        failure.throwIfFileChanged();
        throw broken(String.valueOf(failure.getMessage()));
      }
    }

    private List<DeviceCodeRow> bare(BareCodeObject bare) throws Refused, FormatException {
      GpuTarget target = CodeObject.of(bare.elf()).target();
      checkName(target, () -> "the code object");
      return rows(
          target, BundleOrigin.bare(target.toString()).asCopy(copy), bare.elf().view().size());
    }

    private List<List<DeviceCodeRow>> rows(BundleTable table, @Nullable BundleForm form)
        throws Refused {
      List<String> ids = new ArrayList<>();
      List<Integer> empty = new ArrayList<>();
      for (FormatException problem : table.problems()) {
        check(problem);
      }
      for (BundleEntry entry : table.entries()) {
        ids.add(entry.id().text());
        if (entry.isDevice() && entry.sizeBytes() == 0) {
          empty.add(entry.index());
        }
        if (!entry.isDevice() && entry.sizeBytes() != 0) {
          throw new Refused(HostOnlyRefusal.HOST_CODE, "%s, %s".formatted(where(), name(entry)));
        }
      }
      List<List<DeviceCodeRow>> rows = new ArrayList<>();
      Map<GpuTarget, BundleEntry> seen = new HashMap<>();
      for (BundleEntry entry : table.entries()) {
        if (!entry.isDevice() || entry.sizeBytes() == 0) {
          continue;
        }
        GpuTarget target = entry.target();
        if (target == null) {
          throw new Refused(HostOnlyRefusal.NO_TARGET, "%s, %s".formatted(where(), name(entry)));
        }
        checkName(target, () -> name(entry));
        BundleEntry other = seen.putIfAbsent(target, entry);
        if (other != null) {
          throw new Refused(
              HostOnlyRefusal.SAME_TARGET,
              "%s, %s and %s".formatted(where(), name(other), name(entry)));
        }
        BundleOrigin origin =
            new BundleOrigin(
                entry.id().text(),
                null,
                entry.index(),
                ids,
                empty,
                form == null ? BundleForm.PLAIN : form,
                copy);
        rows.add(rows(target, origin, entry.sizeBytes()));
      }
      for (BundleEntry entry : table.entries()) {
        checkText(entry);
      }
      if (rows.isEmpty() && !mayBeEmpty) {
        throw new Refused(
            HostOnlyRefusal.NO_DEVICE_CODE,
            where()
                + switch (ids.size()) {
                  case 0 -> " has no entry";
                  case 1 -> " has one entry, " + ids.getFirst();
                  default -> " has the entries " + String.join(", ", ids);
                });
      }
      return rows;
    }

    /** A file says what its targets are called, and files are called after targets. */
    private void checkName(GpuTarget target, Supplier<String> what) throws Refused {
      String name = target.toString();
      if (name.length() > MOST_NAME_CHARACTERS || !NAME.matcher(name).matches()) {
        throw new Refused(HostOnlyRefusal.UNSAFE_TARGET, "%s, %s".formatted(where(), what.get()));
      }
    }

    /** Archives keep ids as text; what is none would come back as other bytes. */
    private void checkText(BundleEntry entry) throws Refused {
      String id = entry.id().text();
      if (!id.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw new Refused(
            HostOnlyRefusal.UNREADABLE_ID,
            "%s, entry %d (%s)".formatted(where(), entry.index(), id.replaceAll("[^ -~]", "?")));
      }
    }

    /**
     * Refuses a problem unless it only looks strange and can be kept: entries that share bytes, for
     * example.
     */
    private void check(FormatException problem) throws Refused {
      if (problem.reason() == Reason.DUPLICATE_KEY) {
        throw new Refused(
            HostOnlyRefusal.SAME_TARGET,
            "%s, %s, %s".formatted(where(), problem.field(), problem.found()));
      }
      if (problem.reason() != Reason.BAD_VALUE) {
        throw broken(String.valueOf(problem.getMessage()));
      }
    }

    private List<DeviceCodeRow> rows(GpuTarget target, BundleOrigin origin, long sizeBytes) {
      return bundle.wrappers().stream()
          .map(wrapper -> new DeviceCodeRow(wrapper, target, origin, sizeBytes))
          .toList();
    }

    private Refused broken(String why) {
      return new Refused(HostOnlyRefusal.BROKEN_BUNDLE, "%s: %s".formatted(where(), why));
    }

    private String where() {
      List<String> wrappers =
          bundle.wrappers().stream().limit(MOST_NAMED).map(String::valueOf).toList();
      int more = bundle.wrappers().size() - wrappers.size();
      if (wrappers.size() == 1) {
        return "the bundle of wrapper " + wrappers.getFirst();
      }
      return more > 0
          ? "the bundle of wrappers %s and %d more".formatted(String.join(", ", wrappers), more)
          : "the bundle of wrappers %s and %s"
              .formatted(
                  String.join(", ", wrappers.subList(0, wrappers.size() - 1)), wrappers.getLast());
    }

    private static String name(BundleEntry entry) {
      return "entry %d (%s)".formatted(entry.index(), entry.id().text());
    }
  }

  /**
   * Looks for bytes among the device code that no bundle says anything of: a bundle that counts too
   * few entries would lose the others without a word. Zeros are padding.
   */
  private static final class UnclaimedBytes {
    private final ByteView view;
    private final List<ByteRange> claimed = new ArrayList<>();

    private UnclaimedBytes(ByteView view) {
      this.view = view;
    }

    /** Checks all sections that hold bundles. */
    static void check(FatBinary fat) throws Refused, FormatException {
      UnclaimedBytes unclaimed = new UnclaimedBytes(fat.image().view());
      for (StoredBundle bundle : fat.bundles()) {
        unclaimed.claim(bundle);
      }
      for (HostImage.Section section : fat.fatSections()) {
        ByteRange found = unclaimed.in(fat.image().rangeOf(section));
        if (found != null) {
          throw new Refused(
              HostOnlyRefusal.UNCLAIMED_BYTES,
              "%d bytes of %s, from file offset 0x%x on"
                  .formatted(found.length(), section.label(), found.start()));
        }
      }
    }

    /** Checks what a compressed bundle was decompressed to. */
    static void check(UnpackedBundle unpacked, String where) throws Refused, FormatException {
      UnclaimedBytes unclaimed = new UnclaimedBytes(unpacked.bytes());
      unclaimed.claim(unpacked.bundle().table(), 0);
      ByteRange found = unclaimed.in(new ByteRange(0, unpacked.bytes().size()));
      if (found != null) {
        throw new Refused(
            HostOnlyRefusal.UNCLAIMED_BYTES,
            "%s, %d bytes from offset 0x%x of what it decompresses to"
                .formatted(where, found.length(), found.start()));
      }
    }

    private void claim(StoredBundle bundle) {
      switch (bundle.content()) {
        case OffloadBundle plain -> claim(plain.table(), bundle.range().start());
        case BrokenBundle broken -> {}
        default -> claimed.add(bundle.range());
      }
    }

    private void claim(BundleTable table, long start) {
      claimed.add(new ByteRange(start, table.headerSizeBytes()));
      for (BundleEntry entry : table.entries()) {
        long offset = start + entry.offset();
        boolean inside =
            entry.offset() >= 0 && entry.sizeBytes() > 0 && entry.sizeBytes() <= table.endBytes();
        if (inside && offset >= 0 && offset <= view.size()) {
          claimed.add(new ByteRange(offset, Math.min(entry.sizeBytes(), view.size() - offset)));
        }
      }
    }

    /** The first range that nothing claims, from its first byte that is not zero; null for none. */
    private @Nullable ByteRange in(ByteRange whole) throws FormatException {
      claimed.sort(null);
      long at = whole.start();
      for (ByteRange each : claimed) {
        if (each.start() > at && at < whole.end()) {
          ByteRange found = gap(at, Math.min(each.start(), whole.end()));
          if (found != null) {
            return found;
          }
        }
        at = Math.max(at, each.end());
      }
      return at < whole.end() ? gap(at, whole.end()) : null;
    }

    private @Nullable ByteRange gap(long start, long end) throws FormatException {
      ByteRange range = ByteRange.between(start, end);
      long first = ZeroScan.firstNonZero(view, range);
      return first < end ? ByteRange.between(first, end) : null;
    }
  }
}
