package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.operation.archives.OlderLoaders;
import org.kpackworkbench.model.operation.archives.OlderLoaders.FiledRows;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/**
 * Keeps only the code that some GPUs need, in new files or in place.
 *
 * <p>A new file or tree gets its name as a whole, and a failure or cancellation leaves nothing. In
 * place each file is old or new at any moment; what an interrupted run had begun to change in a
 * tree, the next one on it completes; where one file cannot be changed, all stay as they were.
 * Links, hard links, modes and times stay. Used once, by one thread.
 */
public final class Prune {
  private static final int MOST_NAMED = 3;

  private final PruneRequest request;
  private final Formats formats;
  private final boolean installed;
  private final Maker<Path, DiskRoom> room;
  private final InPlace inPlace;
  private final List<PrunedFile> files = new ArrayList<>();
  private final List<OperationNote> findings = new ArrayList<>();
  private final LostAttributes lost = new LostAttributes();
  private final Map<String, TargetCode> dropped = new HashMap<>();
  private final Map<String, TargetCode> kept = new HashMap<>();
  private int fileCount;
  private long beforeBytes;
  private long afterBytes;
  private boolean completed;

  public Prune(PruneRequest request) {
    this(request, true, DiskRoom::at);
  }

  /**
   * Prunes files of other formats, too.
   *
   * @param formats all that are known; their documents offer what can be removed ({@link
   *     Document#codeStore})
   */
  public Prune(PruneRequest request, Formats formats) {
    this(request, true, DiskRoom::at, formats);
  }

  /**
   * Of a part of a package.
   *
   * @param installed whether a RECORD is one of an installed wheel, not of a wheel that is written
   * @param room the room on the disk of a folder
   */
  Prune(PruneRequest request, boolean installed, Maker<Path, DiskRoom> room) {
    this(request, installed, room, StandardFormats.all());
  }

  private Prune(
      PruneRequest request, boolean installed, Maker<Path, DiskRoom> room, Formats formats) {
    this.formats = formats;
    this.request = request;
    this.inPlace = new InPlace(request);
    this.installed = installed;
    this.room = room;
  }

  /**
   * The targets that there is code for in a file or below a folder, in their order.
   *
   * @throws IOException if it cannot be read
   */
  public static List<GpuTarget> targets(Path input, Progress progress) throws IOException {
    return PrunePlan.targets(Packages.inside(input, UnpackBudget.operation(), progress), progress);
  }

  /**
   * Why an open file cannot be pruned by itself; empty if it can. Not for the UI thread.
   *
   * @throws IOException if it has code that cannot be read
   */
  public static String refusal(Document document) throws IOException {
    return OpenStore.refusal(document);
  }

  /** Returns the message before anything is written, in a sentence; empty if there is none. */
  public static Optional<String> beforehand(PruneRequest request) throws IOException {
    return PackagePrune.beforehand(request);
  }

  /**
   * Returns what {@link #run} would do; changes nothing. Sizes afterwards are estimates.
   *
   * @throws OperationException if binaries would be left without any code, or there is none for the
   *     GPUs that are named
   */
  public PruneReport plan(Progress progress) throws IOException {
    Optional<PackagePrune> packed = PackagePrune.ofPlan(request, progress);
    if (packed.isPresent()) {
      PruneReport report = packed.get().plan(progress);
      if (!packed.get().isInPlace() || report.files().isEmpty()) {
        return report;
      }
      Path real = request.inputs().getFirst().toRealPath();
      return report.noting(inPlace.notes(real, inPlace.owned(List.of(real))));
    }
    List<OperationNote> older = new ArrayList<>();
    for (Path input : inputs()) {
      try (PrunePlan plan = open(input, progress)) {
        if (request.output().isEmpty()) {
          if (PruneJournal.isUnfinished(PrunePlan.journalRoot(input.toRealPath()))) {
            findings.add(
                OperationNote.warning(
                    "interrupted-run",
                    input,
                    "a run that changes files here was interrupted",
                    "The next run in place completes it first; what is planned here can differ"
                        + " then."));
          }
          findings.addAll(inPlace.notes(plan, inPlace.owned(InPlace.changed(plan))));
        }
        for (Planned planned : plan.changes().values()) {
          files.add(plan.report(planned, request.output().orElse(input), planned.afterBytes()));
        }
        older.addAll(olderLoaders(plan.changes().values()));
        sum(plan, plan.afterBytes());
      }
    }
    return report(older);
  }

  private PrunePlan open(Path input, Progress progress) throws IOException {
    return PrunePlan.of(request, input, installed, formats, progress);
  }

  private static List<OperationNote> olderLoaders(Collection<Planned> changes) throws IOException {
    List<FiledRows> written = new ArrayList<>();
    List<Path> removed = new ArrayList<>();
    for (Planned planned : changes) {
      Path file = planned.item().source();
      if (planned.work() instanceof ArchivesPlan.Archive archive) {
        archive.rows(file).ifPresent(written::add);
      } else if (planned.isRemoval() && file.toString().endsWith(".kpack")) {
        removed.add(file);
      }
    }
    return OlderLoaders.planned(written, removed);
  }

  /** Prunes without progress. */
  public PruneReport run() throws IOException {
    return run(Progress.NONE);
  }

  /**
   * Prunes.
   *
   * @throws FileAlreadyExistsException if the output is there already, is not to be replaced, and
   *     is not what would be written
   * @throws OperationException if binaries would be left without any code, or there is none for the
   *     GPUs that are named
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PruneReport run(Progress progress) throws IOException {
    Optional<PackagePrune> packed = PackagePrune.of(request, false, room, progress);
    if (packed.isPresent()) {
      return packed.get().isInPlace()
          ? packageInPlace(packed.get(), progress)
          : packed.get().run(progress);
    }
    List<Path> inputs = inputs();
    if (request.output().isEmpty()) {
      for (Path input : inputs) {
        Optional<List<Path>> left = PruneJournal.recover(PrunePlan.journalRoot(input.toRealPath()));
        completed |= left.isPresent();
        findings.addAll(InPlace.changedMeanwhile(left.orElse(List.of())));
      }
    }
    try {
      if (request.output().isEmpty()) {
        // What is refused of one of several inputs is refused before another one changes.
        for (Path input : inputs.subList(1, inputs.size())) {
          try (PrunePlan plan = open(input, progress)) {
            List<OperationNote> unused = inPlace.allowed(InPlace.changed(plan));
          }
        }
      }
      for (Path input : inputs) {
        try (PrunePlan plan = open(input, progress)) {
          if (request.output().isEmpty()) {
            findings.addAll(inPlace.notes(plan, inPlace.allowed(InPlace.changed(plan))));
          }
          PruneWriting writing = new PruneWriting(request, plan, room, lost, progress);
          report(plan, writing.write(), writing.findings());
        }
      }
    } catch (OperationException refused) {
      throw completed
          ? new OperationException(
              refused.reason(), "An interrupted run was completed first. " + refused.getMessage())
          : refused;
    }
    return report();
  }

  /** A package that is one file is subject to the same rules as any other file. */
  private PruneReport packageInPlace(PackagePrune packed, Progress progress) throws IOException {
    Path real = request.inputs().getFirst().toRealPath();
    List<OperationNote> notes = inPlace.notes(real, inPlace.allowed(List.of(real)));
    InPlace.requireWritable(Objects.requireNonNull(real.getParent()));
    InPlace.requireReplaceable(real);
    PruneReport report = packed.run(progress);
    return report.files().isEmpty() ? report : report.noting(notes);
  }

  /**
   * Prunes a tree, of which only what changes is written.
   *
   * @param folder an empty folder for that
   * @param taker what it is for; not called where there is no file in the tree
   */
  PruneReport run(Path folder, Taker<Map<String, Optional<Path>>> taker, Progress progress)
      throws IOException {
    try (PrunePlan plan = open(request.inputs().getFirst(), progress)) {
      PruneWriting writing = new PruneWriting(request, plan, room, lost, progress);
      PruneWriting.Result result = writing.changes(folder, taker);
      report(plan, result, writing.findings());
      return report();
    }
  }

  private void report(PrunePlan plan, PruneWriting.Result result, List<OperationNote> notes) {
    Path root = request.output().orElse(plan.input());
    for (TreeItem item : plan.items()) {
      Planned planned = plan.changes().get(item.path());
      if (planned != null && result.wrote(item)) {
        files.add(plan.report(planned, root, result.sizeBytes(item)));
      }
    }
    findings.addAll(notes);
    sum(plan, plan.sum(result::sizeBytes));
  }

  /** Each input once: not those that are in another one. */
  private List<Path> inputs() throws IOException {
    Map<Path, Path> byReal = new LinkedHashMap<>();
    for (Path input : request.inputs()) {
      refusePackages(input);
      byReal.putIfAbsent(input.toRealPath(), input);
    }
    List<Path> inputs = new ArrayList<>();
    byReal.forEach(
        (real, input) -> {
          if (byReal.keySet().stream()
              .noneMatch(other -> !other.equals(real) && real.startsWith(other))) {
            inputs.add(input);
          }
        });
    return inputs;
  }

  private static void refusePackages(Path folder) throws OperationException, IOException {
    List<Path> packages = Packages.in(folder);
    if (!packages.isEmpty()) {
      throw Obstacle.FOLDER_OF_PACKAGES.exception(
          "%s is a folder of packages (%s). Prune each package by itself, with its file as input and -o for the new one; or unpack or install them, and prune that tree.",
          folder,
          ListText.some(
              packages.stream().map(each -> String.valueOf(each.getFileName())).toList(),
              MOST_NAMED));
    }
  }

  private PruneReport report() throws IOException {
    return report(OlderLoaders.around(archives()));
  }

  private PruneReport report(List<OperationNote> olderLoaders) {
    return new PruneReport(
        files.stream().sorted(Comparator.comparing(PrunedFile::path)).toList(),
        fileCount,
        beforeBytes,
        afterBytes,
        sorted(dropped),
        sorted(kept),
        Stream.of(
                findings,
                inPlace.unknownOwners(),
                larger(),
                olderLoaders,
                lost.each(OperationNote::lost))
            .flatMap(Collection::stream)
            .toList(),
        completed);
  }

  /** Archives that are written, changed or gone; those beside them stay with others now. */
  private List<Path> archives() {
    return files.stream()
        .map(PrunedFile::path)
        .filter(each -> each.toString().endsWith(".kpack"))
        .toList();
  }

  private List<OperationNote> larger() {
    List<PrunedFile> larger =
        files.stream()
            .filter(file -> file.outcome() == PruneReport.Outcome.PRUNED)
            .filter(file -> file.afterBytes() > file.beforeBytes())
            .sorted(Comparator.comparing(PrunedFile::path))
            .toList();
    if (larger.isEmpty()) {
      return List.of();
    }
    PrunedFile first = larger.getFirst();
    int others = larger.size() - 1;
    return List.of(
        OperationNote.note(
            "larger-than-before",
            first.path(),
            "with less code it is larger than before, by %s%s: its new layout takes more room than the code that goes"
                .formatted(
                    SizeText.of(first.afterBytes() - first.beforeBytes()),
                    others == 0
                        ? ""
                        : ", as " + CountText.of(others, "other file is", "other files are"))));
  }

  private static List<TargetCode> sorted(Map<String, TargetCode> byTarget) {
    return byTarget.values().stream()
        .sorted(Comparator.comparing(code -> GpuTarget.lenient(code.target())))
        .toList();
  }

  private void sum(PrunePlan plan, long after) {
    fileCount += plan.fileCount();
    beforeBytes += plan.beforeBytes();
    afterBytes += after;
    findings.addAll(plan.findings());
    plan.balance().dropped().forEach(code -> dropped.merge(code.target(), code, TargetCode::and));
    plan.balance().kept().forEach(code -> kept.merge(code.target(), code, TargetCode::and));
  }
}
