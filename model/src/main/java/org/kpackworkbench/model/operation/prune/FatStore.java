package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.DeviceCodeSink;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.hostonly.ReducedCode;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;

/**
 * A fat binary: planned host-only, and from that with the code that stays. Reading its bundles
 * takes as long as writing the code of one target, so a plan is kept until it is written.
 */
final class FatStore implements CodeStore {
  private final HostOnlyInput binary;
  private final Progress progress;
  private final List<DeviceCodeRow> rows;
  private final List<StoredCode> entries = new ArrayList<>();
  private @Nullable ReducedCode planned;
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
    return Closing.ifFails(
        HostOnlyInput.open(input, progress).allowingEmptyBundles(),
        binary -> new FatStore(binary, progress));
  }

  @Override
  public List<StoredCode> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Notes what is left out besides code: bundles that no wrapper points to, and the signature. */
  List<OperationNote> leftOut() throws IOException {
    return Stream.of(BinaryScan.unreferenced(binary.deviceCode(), binary.path()), binary.unsigned())
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws IOException {
    return reduced(gone).sizeBytes();
  }

  @Override
  public long scratchBytes(SortedSet<Integer> gone) throws IOException {
    return reduced(gone).isCompressed()
        ? kept(gone).stream().mapToLong(DeviceCodeRow::sizeBytes).sum()
        : 0;
  }

  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    Set<GpuTarget> targets = new HashSet<>();
    kept(gone).forEach(row -> targets.add(row.target()));
    Taker<DeviceCodeSink> reading =
        sink ->
            binary
                .deviceCode()
                .read(
                    targets::contains,
                    sink,
                    output.toAbsolutePath().getParent(),
                    UnpackBudget.operation(writing.large()),
                    writing.progress());
    try {
      reduced(gone).write(output, writing, reading);
    } catch (RestoreRefusedException refused) {
      FileSystemException failure =
          PrunePlan.cannotBePruned(
              binary.path(), PrunePlan.CANNOT_BE_LESS + " (" + refused.details() + ")");
      failure.initCause(refused);
      throw failure;
    }
  }

  private ReducedCode reduced(SortedSet<Integer> gone) throws IOException {
    if (planned == null || !plannedWithout.equals(gone)) {
      planned = binary.reduced(kept(gone), dropped(gone), progress);
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

  @Override
  public void close() throws IOException {
    binary.close();
  }
}
