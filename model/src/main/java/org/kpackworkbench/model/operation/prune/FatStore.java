package org.kpackworkbench.model.operation.prune;

import static java.util.Comparator.naturalOrder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.ReducedFile;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/**
 * A fat binary: planned host-only, and from that with the code that stays. Reading its bundles
 * takes as long as writing the code of one target, so a plan is kept until it is written.
 */
final class FatStore implements CodeStore {
  /** Name of the binary while its code is in an archive of its own. */
  private static final String NAME = "binary";

  private static final String ARCHIVE = "code.kpack";

  private final HostOnlyInput binary;
  private final Progress progress;
  private final List<DeviceCodeRow> rows;
  private final List<StoredCode> entries = new ArrayList<>();
  private final List<OperationNote> notes = new ArrayList<>();
  private @Nullable ReducedFile planned;
  private SortedSet<Integer> plannedWithout = Collections.emptySortedSet();

  private FatStore(HostOnlyInput binary, Progress progress) throws IOException {
    this.binary = binary;
    this.progress = progress;
    this.rows =
        binary.outcome() == HostOnlyOutcome.CONVERTED ? binary.deviceCode().rows() : List.of();
    // Wrappers that share a bundle share its origins, too.
    Set<BundleOrigin> once = Collections.newSetFromMap(new IdentityHashMap<>());
    for (DeviceCodeRow row : rows) {
      long size = once.add(row.origin()) ? row.sizeBytes() : 0;
      entries.add(new StoredCode(row.wrapper(), row.target(), size));
    }
  }

  /**
   * Opens a binary, which may have bundles that are empty already.
   *
   * @throws HostOnlyRefusedException if it cannot be pruned
   */
  static FatStore open(Path input, Progress progress) throws IOException {
    HostOnlyInput binary = HostOnlyInput.open(input, progress).allowingEmptyBundles();
    try {
      return new FatStore(binary, progress);
    } catch (IOException | RuntimeException failure) {
      binary.close();
      throw failure;
    }
  }

  @Override
  public List<StoredCode> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Takes the notes about what was planned or written since the last call. */
  List<OperationNote> takeNotes() {
    List<OperationNote> taken = List.copyOf(notes);
    notes.clear();
    return taken;
  }

  /** Whether kept code is unpacked to a work file. */
  private boolean isCompressed() {
    return binary.fat().bundles().stream()
        .anyMatch(bundle -> bundle.content() instanceof CompressedBundle);
  }

  private HostOnlyRequest hostOnly() {
    return new HostOnlyRequest(binary.path(), binary.path(), false, NAME, List.of(ARCHIVE));
  }

  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws IOException {
    BinaryScan.unreferenced(binary.deviceCode(), binary.path()).ifPresent(notes::add);
    return isCompressed()
        ? binary.restoredSizeBytes(
            hostOnly(), kept(gone), dropped(gone), packedShare(binary.fat()), progress)
        : reduced(gone).sizeBytes();
  }

  @Override
  public long scratchBytes(SortedSet<Integer> gone) throws IOException {
    if (!isCompressed()) {
      return 0;
    }
    long host = binary.preview(hostOnly(), progress).outputSizeBytes();
    for (int number = 0; number < rows.size(); number++) {
      host += gone.contains(number) ? 0 : entries.get(number).sizeBytes();
    }
    return host;
  }

  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    // What is compressed is unpacked once, into an archive; the rest is taken from where it is.
    if (isCompressed()) {
      byArchive(gone, output, writing);
    } else {
      reduced(gone).write(output, writing.durable(), writing.progress());
    }
  }

  private ReducedFile reduced(SortedSet<Integer> gone) throws IOException {
    if (planned == null || !plannedWithout.equals(gone)) {
      planned = binary.reduced(hostOnly(), kept(gone), dropped(gone), progress);
      plannedWithout = gone;
    }
    return planned;
  }

  private List<DeviceCodeRow> kept(SortedSet<Integer> gone) {
    List<DeviceCodeRow> kept = new ArrayList<>(rows);
    gone.reversed().forEach(number -> kept.remove((int) number));
    return kept;
  }

  private DroppedTargets dropped(SortedSet<Integer> gone) {
    DroppedTargets.Collector dropped = new DroppedTargets.Collector();
    for (int number : gone) {
      DeviceCodeRow row = rows.get(number);
      dropped.add(row.target().toString(), PruneNote.SELF, row.wrapper());
    }
    return dropped.note();
  }

  private void byArchive(SortedSet<Integer> gone, Path output, Writing writing) throws IOException {
    Map<Integer, Set<String>> kept = new HashMap<>();
    Set<GpuTarget> stored = new TreeSet<>();
    for (DeviceCodeRow row : kept(gone)) {
      stored.add(row.target());
      kept.computeIfAbsent(row.wrapper(), key -> new HashSet<>()).add(row.target().toString());
    }
    if (stored.isEmpty()) {
      // An archive has some code; of a binary that loses all of it, none is put back.
      stored.add(rows.stream().map(DeviceCodeRow::target).min(naturalOrder()).orElseThrow());
    }
    Path folder = Objects.requireNonNull(output.toAbsolutePath().getParent());
    try (ScratchFolder scratch = ScratchFolder.in(folder, String.valueOf(output.getFileName()))) {
      Path host = scratch.folder().resolve("host");
      ArchiveOptions options =
          ArchiveOptions.DEFAULT
              .withScheme(StorageScheme.NONE)
              .withFilter(TargetFilter.keeping(stored))
              .withThreads(writing.threads())
              .allowingLarge(writing.large());
      ConvertReport converted =
          new Convert(
                  ConvertRequest.keeping(
                          binary.path(), host, NAME, List.of(ARCHIVE), scratch.folder())
                      .with(options))
              .allowingEmptyBundles()
              .run(writing.progress());
      new Restore(
              RestoreRequest.of(host, output)
                  .withArchives(List.of(scratch.folder().resolve(ARCHIVE)))
                  .withPartial(true)
                  .withThreads(writing.threads())
                  .allowingLarge(writing.large()))
          .noting(dropped(gone))
          .only((wrapper, target) -> kept.getOrDefault(wrapper, Set.of()).contains(target))
          .run(writing.progress());
      // Bundles that no wrapper points to were named when this was planned.
      converted.findings().stream()
          .filter(note -> !note.rule().equals(BinaryScan.UNREFERENCED))
          .forEach(notes::add);
    }
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
  public void close() throws IOException {
    binary.close();
  }
}
