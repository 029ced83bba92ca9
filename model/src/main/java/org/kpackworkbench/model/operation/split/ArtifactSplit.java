package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.ArchiveLayout.FatBinaryItem;
import org.kpackworkbench.model.operation.split.ArchiveLayout.SplitNames;
import org.kpackworkbench.model.operation.split.OutputTrees.OutputTree;
import org.kpackworkbench.model.operation.split.SourceTree.SourceItem;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;

/** Splits one artifact into a work folder. Used by one thread. */
final class ArtifactSplit {
  private final SplitRequest request;
  private final Path source;
  private final SourceTree tree;
  private final SplitNames names;
  private final TargetFilter filter;
  private final UnpackBudget budget;
  private final Progress progress;
  private final List<OperationNote> findings = new ArrayList<>();
  private final List<SourceItem> candidates = new ArrayList<>();
  private final List<DroppedTarget> dropped = new ArrayList<>();
  private final TreeSet<GpuTarget> fileTargets = new TreeSet<>();
  private final LostAttributes lost = new LostAttributes();
  private boolean planned;

  /**
   * @param source the artifact as it was named
   * @param findings what is to be said of it already
   * @param budget what may be unpacked
   */
  ArtifactSplit(
      SplitRequest request,
      Path source,
      SourceTree tree,
      List<OperationNote> findings,
      UnpackBudget budget,
      Progress progress) {
    this.request = request;
    this.source = source;
    this.tree = tree;
    this.names = new SplitNames(tree.artifact().name().prefix());
    this.filter = request.options().filter();
    this.budget = budget;
    this.progress = progress;
    this.findings.addAll(findings);
  }

  /** An artifact whose tree came from an overlay is refused. */
  static void checkNotPrebuilt(ArtifactFolder artifact, Path source) throws OperationException {
    List<String> prebuilt = artifact.prebuiltPrefixes();
    if (!prebuilt.isEmpty()) {
      throw Obstacle.PREBUILT.exception(
          "%s has %s%s beside a stage prefix: the tree came from an overlay, and must not be split again. Split what the build made",
          source, prebuilt.getFirst(), ArtifactFolder.PREBUILT);
    }
  }

  /** Returns what would be written. */
  SplitOutcome plan() throws IOException {
    OutputTrees trees = trees(null);
    List<FatBinaryItem> fat = fill(trees);
    for (FatBinaryItem binary : fat) {
      long size = binary.scan().preview().outputSizeBytes();
      trees.generic().added(binary.source().prefix(), size);
      binary.others().forEach(name -> trees.generic().added(name.prefix(), size));
    }
    trees.plan(layout(fat), request.kpm() != KpmForm.NONE);
    return outcome(fat, trees);
  }

  /**
   * Splits.
   *
   * @param work an empty folder for the new artifacts
   * @param scratch an empty folder for whatever is in the way soon
   */
  SplitOutcome run(Path work, Path scratch, WriterPool pool, WriteOptions writing)
      throws IOException {
    OutputTrees trees = trees(work);
    List<FatBinaryItem> fat = fill(trees);
    ArchiveLayout layout = layout(fat);
    try (ArchiveRun run =
        new ArchiveRun(request, trees, pool, writing, scratch, budget, progress)) {
      run.start(layout);
      List<FatBinaryItem> converted = run.convert(fat, layout, findings);
      if (converted.size() < fat.size()) {
        fat = converted;
        layout = run.lead(fat, layout, layout(fat));
      }
      run.finish(fat, layout);
      findings.addAll(run.notes());
    }
    return outcome(fat, trees);
  }

  private OutputTrees trees(@Nullable Path work) throws IOException {
    planned = work == null;
    return new OutputTrees(tree.artifact().name(), work, tree.artifact(), progress, lost);
  }

  /** Takes over all but fat binaries, and returns those. */
  private List<FatBinaryItem> fill(OutputTrees trees) throws IOException {
    for (SourceItem item : tree.items()) {
      progress.step(planned ? item.item().sizeBytes() : 0);
      copy(item, trees);
    }
    List<FatBinaryItem> fat = new ArrayList<>();
    for (List<SourceItem> names : candidateNames()) {
      FatBinaryItem binary = fat(names);
      if (binary != null) {
        fat.add(binary);
        continue;
      }
      for (SourceItem item : names) {
        trees.generic().file(item, (file, start) -> true);
      }
    }
    checkFilter(fat);
    return fat;
  }

  /** The candidates, each with all of its names. */
  private Collection<List<SourceItem>> candidateNames() throws IOException {
    Map<String, String> firstNames =
        HardLinks.firstNames(candidates.stream().map(SourceItem::item).toList());
    Map<String, List<SourceItem>> names = new LinkedHashMap<>();
    for (SourceItem item : candidates) {
      names
          .computeIfAbsent(
              firstNames.getOrDefault(item.path(), item.path()), first -> new ArrayList<>())
          .add(item);
    }
    return names.values();
  }

  /**
   * Returns the fat binary; null for a file that is copied as it is.
   *
   * @param all its names
   */
  private @Nullable FatBinaryItem fat(List<SourceItem> all) throws IOException {
    progress.step(0);
    SourceItem item = all.getFirst();
    Path file = item.item().source();
    try {
      // Which prefixes have archives is not known yet; with all of them the marker is the longest.
      ScannedBinary scan =
          BinaryScan.scan(
                  new HostOnlyRequest(file, file, false, item.path(), searchPaths(all)),
                  request.options(),
                  target -> checkTarget(file, target),
                  findings,
                  progress.cancelOnly())
              .orElse(null);
      if (scan != null && scan.preview().outcome() == HostOnlyOutcome.ALREADY_HOST_ONLY) {
        findings.add(
            OperationNote.note(
                "already-host-only",
                file,
                "copied unchanged: its device code was moved to archives before, and its marker"
                    + " refers to those"));
        return null;
      }
      return scan == null
          ? null
          : new FatBinaryItem(
              item, all.subList(1, all.size()), scan, Files.getLastModifiedTime(file));
    } catch (IOException failure) {
      findings.add(BinaryScan.copied(file, failure));
      return null;
    }
  }

  private List<String> searchPaths(List<SourceItem> all) {
    return all.stream()
        .flatMap(name -> names.searchPaths(name, tree.prefixes()).stream())
        .distinct()
        .toList();
  }

  /** Artifacts are called after targets, which a file may call as it likes. */
  private static void checkTarget(Path file, GpuTarget target) throws FormatException {
    String family = target.toString();
    if (family.equals(ArtifactName.GENERIC) || !ArtifactName.isFamily(family)) {
      throw FormatException.in(file.toString(), "bundle", "target", Reason.BAD_VALUE)
          .mismatch("a target that an artifact can be named after", "\"" + family + "\"");
    }
  }

  private void copy(SourceItem item, OutputTrees trees) throws IOException {
    switch (item.item().kind()) {
      case FOLDER -> trees.generic().folder(item);
      case SPECIAL -> special(item);
      case LINK -> {
        if (keeps(item)) {
          of(item, trees).link(item);
        }
      }
      case FILE -> {
        if (!keeps(item)) {
          progress.step(planned ? 0 : item.item().sizeBytes());
        } else if (item.architecture() != null) {
          of(item, trees).file(item, (file, start) -> true);
        } else if (!trees
            .generic()
            .file(item, (file, start) -> !BinaryScan.isCandidate(file, start, findings))) {
          candidates.add(item);
        }
      }
    }
  }

  private static OutputTree of(SourceItem item, OutputTrees trees) throws IOException {
    GpuTarget target = item.architecture();
    return target == null ? trees.generic() : trees.of(target);
  }

  /** Whether something is for an architecture that is kept, or for all. */
  private boolean keeps(SourceItem item) {
    @Nullable GpuTarget target = item.architecture();
    if (target == null) {
      return true;
    }
    fileTargets.add(target);
    if (filter.keeps(target)) {
      return true;
    }
    dropped.add(new DroppedTarget(target, 0, item.item().sizeBytes()));
    return false;
  }

  private void special(SourceItem item) {
    findings.add(OperationNote.leftOut(item.item().source()));
  }

  /** Where archives go; nothing may lie there. */
  private ArchiveLayout layout(List<FatBinaryItem> fat) throws IOException {
    ArchiveLayout layout = ArchiveLayout.of(names, fat);
    for (String path : ArchiveRun.paths(layout)) {
      if (tree.has(path)) {
        throw Obstacle.ARCHIVE_IN_TREE.exception(
            "%s already exists where a new archive would be written: was this artifact split before?",
            tree.artifact().prefix(path));
      }
    }
    return layout;
  }

  private SplitOutcome outcome(List<FatBinaryItem> fat, OutputTrees trees) throws IOException {
    List<SplitArtifact> artifacts = trees.finish(request.output(), request.form().ending());
    Collection<GpuTarget> written = trees.targets();
    findings.addAll(lost.each(OperationNote::lost));
    fat.forEach(binary -> dropped.addAll(DroppedTarget.of(binary.scan().rows(), filter)));
    List<String> colons =
        written.stream()
            .filter(target -> !target.features().isEmpty())
            .map(target -> tree.artifact().name().withFamily(target.toString()).toString())
            .toList();
    if (!colons.isEmpty()) {
      Path first = request.output().resolve(colons.getFirst());
      String named = String.join(", ", colons);
      findings.add(
          fat.stream().allMatch(binary -> binary.scan().rules().allowsColon())
              ? OperationNote.note(
                  "colon-in-file-name",
                  first,
                  "%s: Windows allows no colon in names, and ROCM_KPACK_PATH reads it as a separator"
                      .formatted(named))
              : OperationNote.warning(
                  "colon-in-file-name",
                  first,
                  "%s: Windows allows no colon in names: no loader there finds their archives"
                      .formatted(named),
                  "Convert the binaries one by one, each with a search path without %s."
                      .formatted(GpuTarget.PLACEHOLDER)));
    }
    written.stream()
        .map(GpuTarget::toString)
        .filter(family -> family.indexOf('_') >= 0)
        .forEach(
            family ->
                findings.add(
                    OperationNote.warning(
                        "underscore-in-family",
                        request.output().resolve(tree.artifact().name().withFamily(family) + ""),
                        "the family %s has an underscore: tools that read an artifact's name as"
                                .formatted(family)
                            + " name, component and family do not see this artifact",
                        "Put its files into the artifacts of its GPUs (%s), or name it in such"
                                .formatted(String.join(", ", GpuTable.members(family)))
                            + " tools yourself.")));
    tree.artifact().outside().stream().map(OperationNote::outsidePrefixes).forEach(findings::add);
    if (!fat.isEmpty()) {
      Map<Path, ScannedBinary> binaries = new LinkedHashMap<>();
      fat.forEach(each -> binaries.put(each.source().item().source(), each.scan()));
      request.options().warnOfLoaders(source, binaries, List.of(), findings);
    }
    return new SplitOutcome(
        source,
        tree.artifact().name(),
        true,
        artifacts,
        fat.size(),
        DroppedTarget.sum(dropped),
        findings,
        false);
  }

  private void checkFilter(List<FatBinaryItem> fat) throws OperationException {
    TreeSet<GpuTarget> found = new TreeSet<>(fileTargets);
    fat.forEach(binary -> binary.scan().rows().forEach(row -> found.add(row.target())));
    if (found.isEmpty()) {
      findings.add(
          OperationNote.note(
              "nothing-to-split",
              source,
              "it has no device code and no files of the databases that are split"));
    } else if (request.allowEmpty() && found.stream().noneMatch(filter::keeps)) {
      findings.add(
          OperationNote.note(
              "nothing-kept",
              source,
              "it has no code for the targets to keep, and becomes host-only"));
    } else {
      filter.check(found, source, findings);
    }
  }

  /** Copies an artifact as it is. */
  static SplitOutcome passThrough(
      Path source,
      ArtifactFolder artifact,
      List<OperationNote> findings,
      Path work,
      Path output,
      Progress progress)
      throws IOException {
    ArtifactName name = artifact.name();
    LostAttributes lost = new LostAttributes();
    OutputTree tree = new OutputTree(name, work, artifact, progress, lost);
    List<OperationNote> all = new ArrayList<>(findings);
    for (TreeItem item :
        TreeItem.readable(
            artifact.folder(),
            (path, reason) -> all.add(OperationNote.unreadable(path, reason, "is left out")),
            progress.cancelOnly())) {
      progress.step(0);
      tree.asItIs(item);
    }
    SplitArtifact made = tree.finishAsItIs(output);
    all.addAll(lost.each(OperationNote::lost));
    return new SplitOutcome(source, name, false, List.of(made), 0, List.of(), all, false);
  }
}
