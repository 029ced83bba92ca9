package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.HardLinks;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;

/** The files to pack, and the change of each. */
final class TreePlan {
  private final PackRequest request;
  private final Path input;
  private final boolean tree;
  private final List<TreeItem> items;
  private final Map<String, ScannedBinary> binaries = new LinkedHashMap<>();

  /** For each further name of a file its first name. */
  private final Map<String, String> firstNames;

  /** The further names of files by the first one. */
  private final Map<String, List<TreeItem>> furtherNames = new HashMap<>();

  private final Map<String, List<OperationNote>> notesOf = new LinkedHashMap<>();
  private final List<OperationNote> findings = new ArrayList<>();

  private TreePlan(PackRequest request, Path input, boolean tree, List<TreeItem> items)
      throws IOException {
    this.request = request;
    this.input = input;
    this.tree = tree;
    this.items = items;
    this.firstNames = tree ? HardLinks.firstNames(items) : Map.of();
    for (TreeItem item : items) {
      String first = firstNames.get(item.path());
      if (first != null) {
        furtherNames.computeIfAbsent(first, each -> new ArrayList<>()).add(item);
      }
    }
  }

  /** Examines all files. */
  static TreePlan of(PackRequest request, Progress progress) throws IOException {
    checkName(request.group(), "group");
    checkName(request.family(), "family");
    if (!Files.exists(request.input())) {
      throw new NoSuchFileException(request.input().toString());
    }
    Path input = request.input().toRealPath();
    boolean folder = Files.isDirectory(input);
    if (!folder && !Files.isRegularFile(input)) {
      throw new FileSystemException(
          request.input().toString(), null, "it is neither a file nor a folder");
    }
    OutputOutsideInput.check(request.input(), request.output());
    if (folder) {
      progress.begin("Reading " + request.input(), 0, Unit.NAMES);
    }
    List<OperationNote> unreadable = new ArrayList<>();
    List<TreeItem> items =
        folder
            ? TreeItem.readable(
                input,
                (path, reason) ->
                    unreadable.add(OperationNote.unreadable(path, reason, "is left out")),
                progress)
            : List.of(TreeItem.file(input, String.valueOf(request.input().getFileName())));
    TreePlan plan = new TreePlan(request, input, folder, items);
    if (!unreadable.isEmpty()) {
      plan.notesOf.put("", unreadable);
    }
    plan.checkNotPrebuilt();
    plan.look(progress);
    plan.check();
    return plan;
  }

  /**
   * A folder that has an empty file beside it, named as it is and as prebuilt, is an overlay's,
   * with all that is in it.
   */
  private void checkNotPrebuilt() throws IOException {
    List<Path> marks = new ArrayList<>();
    for (Path at = input; at != null && at.getFileName() != null; at = at.getParent()) {
      marks.add(at.resolveSibling(at.getFileName() + ArtifactFolder.PREBUILT));
    }
    items.stream()
        .filter(item -> item.kind() == TreeItem.Kind.FILE)
        .filter(item -> item.path().endsWith(ArtifactFolder.PREBUILT))
        .forEach(item -> marks.add(item.source()));
    for (Path mark : marks) {
      String name = mark.getFileName().toString();
      String folder = name.substring(0, name.length() - ArtifactFolder.PREBUILT.length());
      if (Files.isRegularFile(mark)
          && Files.size(mark) == 0
          && !folder.isEmpty()
          && Files.isDirectory(mark.resolveSibling(folder))) {
        throw Obstacle.PREBUILT.exception(
            "%s has %s beside it: the tree came from an overlay, and must not be packed again. Pack what the build made",
            mark.resolveSibling(folder), name);
      }
    }
  }

  private void look(Progress progress) throws IOException {
    Progress quiet = progress.cancelOnly();
    progress.begin("Looking for device code", items.size(), Unit.NAMES);
    for (TreeItem item : items) {
      progress.step(1);
      List<OperationNote> notes = new ArrayList<>();
      switch (item.kind()) {
        case FILE -> {
          if (firstNames.containsKey(item.path())) {
            binaryOf(item).ifPresent(first -> notes.add(sameFile(item, first)));
          } else {
            ScannedBinary scan = scan(item, notes, quiet);
            if (scan != null) {
              binaries.put(item.path(), scan);
            }
          }
        }
        case SPECIAL -> notes.add(OperationNote.leftOut(item.source()));
        case FOLDER, LINK -> {}
      }
      notesOf.put(item.path(), notes);
    }
  }

  /** A binary turns out not to be convertible, and is copied. */
  void drop(TreeItem item, IOException failure) throws IOException {
    notesOf.put(item.path(), List.of(refused(item, failure)));
    binaries.remove(item.path());
  }

  /**
   * Compares what there is with the request.
   *
   * @throws OperationException if it cannot be done
   */
  void check() throws OperationException {
    findings.clear();
    SortedSet<GpuTarget> targets = new TreeSet<>();
    rows().forEach(row -> targets.add(row.target()));
    request.options().filter().check(targets, request.input(), findings);
    if (kernels() > 0) {
      checkArchivePlace();
      checkLabels();
      Map<Path, ScannedBinary> sources = new LinkedHashMap<>();
      for (TreeItem item : items) {
        ScannedBinary binary = binaries.get(item.path());
        if (binary != null) {
          sources.put(item.source(), binary);
        }
      }
      request.options().warnOfLoaders(request.input(), sources, request.labels(), findings);
    } else if (tree) {
      findings.add(
          OperationNote.note(
              "nothing-to-pack",
              request.input(),
              "there is no binary with device code in it that can be packed"));
    }
  }

  private List<DeviceCodeRow> rows() {
    return binaries.values().stream().flatMap(binary -> binary.rows().stream()).toList();
  }

  /** Loaders look up only code for the labelled targets. */
  private void checkLabels() throws OperationException {
    if (request.labels().isEmpty()) {
      return;
    }
    SortedSet<GpuTarget> kept = keptTargets();
    if (kept.stream().map(GpuTarget::toString).noneMatch(request.labels()::contains)) {
      throw Obstacle.NOTHING_KEPT.exception(
          "%s has no code for %s; it has some for %s, which no loader finds if %s does not list it",
          request.input(),
          String.join(", ", request.labels()),
          String.join(", ", TargetFilter.texts(kept)),
          PackRequest.LABELS);
    }
    for (TreeItem item : items) {
      ScannedBinary binary = binaries.get(item.path());
      if (binary != null
          && !binary.kept().isEmpty()
          && binary.kept().stream()
              .noneMatch(row -> request.labels().contains(row.target().toString()))) {
        findings.add(BinaryScan.nothingKept(item.source(), "gfx_arches lists"));
      }
    }
    for (GpuTarget target : kept) {
      if (!request.labels().contains(target.toString())) {
        long kernels = rows().stream().filter(row -> row.target().equals(target)).count();
        findings.add(
            OperationNote.warning(
                "target-not-labelled",
                request.input(),
                "%s for %s, which gfx_arches does not list: no loader reaches %s"
                    .formatted(
                        CountText.of(kernels, "code object is", "code objects are"),
                        target,
                        CountText.word(kernels, "it", "them")),
                "Add it to --gfx-arches, or leave its code out with --target."));
      }
    }
    List<String> texts = TargetFilter.texts(kept);
    for (String label : request.labels()) {
      if (!texts.contains(label)) {
        findings.add(
            OperationNote.warning(
                "label-without-code",
                request.input(),
                "gfx_arches lists %s, for which there is no code".formatted(label),
                "There is code for %s.".formatted(String.join(", ", texts))));
      }
    }
  }

  private static void checkName(String name, String what) throws OperationException {
    String fault = GroupNames.fault(name).orElse(null);
    if (fault != null) {
      throw Obstacle.BAD_NAME.exception(
          "the %s's name becomes part of a file's name, and \"%s\" cannot: %s", what, name, fault);
    }
  }

  private void checkArchivePlace() throws OperationException {
    for (TreeItem item : items) {
      boolean taken =
          item.path().equals(request.archive())
              || (item.path().equals(".kpack") && item.kind() != TreeItem.Kind.FOLDER);
      if (taken) {
        throw Obstacle.ARCHIVE_IN_TREE.exception(
            "%s already exists where the archive %s would be written; choose another group or family",
            item.source(), request.archive());
      }
    }
  }

  /** Whether the tree itself has a folder for archives. */
  boolean hasArchiveFolder() {
    return items.stream().anyMatch(item -> item.path().equals(".kpack"));
  }

  PackRequest request() {
    return request;
  }

  Path input() {
    return input;
  }

  List<TreeItem> items() {
    return items;
  }

  /** A binary that is converted or host-only; null for whatever is copied. */
  @Nullable PlannedBinary binary(TreeItem item) {
    ScannedBinary binary = binaries.get(item.path());
    return binary == null
        ? null
        : new PlannedBinary(
            item.path(),
            binary.preview(),
            item.toRoot(request.archive()),
            TargetFilter.texts(binary.kept().stream().map(DeviceCodeRow::target).toList()),
            binary.kept().size(),
            binary.keptSizeBytes());
  }

  int kernels() {
    return binaries.values().stream().mapToInt(binary -> binary.kept().size()).sum();
  }

  SortedSet<GpuTarget> keptTargets() {
    SortedSet<GpuTarget> kept = new TreeSet<>();
    binaries.values().forEach(each -> each.kept().forEach(row -> kept.add(row.target())));
    return kept;
  }

  private List<TreeItem> copied() {
    return items.stream()
        .filter(item -> item.kind() == TreeItem.Kind.FILE && !isBinary(item))
        .toList();
  }

  private boolean isBinary(TreeItem item) {
    return binaries.containsKey(item.path()) || binaryOf(item).isPresent();
  }

  /** The path of the binary of which something is a further name. */
  Optional<String> binaryOf(TreeItem item) {
    return Optional.ofNullable(firstNames.get(item.path())).filter(binaries::containsKey);
  }

  private static OperationNote sameFile(TreeItem item, String first) {
    return OperationNote.note(
        "same-file",
        item.source(),
        "it is the same file as %s, by a hard link, and stays so".formatted(first));
  }

  /** All bytes that are read and written. */
  long workBytes() {
    return copied().stream().mapToLong(TreeItem::sizeBytes).sum()
        + binaries.values().stream()
            .mapToLong(binary -> binary.keptSizeBytes() + binary.preview().outputSizeBytes())
            .sum();
  }

  /**
   * Where a tree cannot be what this plan makes, by names and by the sizes of what is copied; empty
   * if it may be.
   */
  Optional<String> differenceFrom(Path there, Progress progress) throws IOException {
    SortedMap<String, TreeItem> found = new TreeMap<>();
    TreeItem.below(there, progress.cancelOnly()).forEach(item -> found.put(item.path(), item));
    for (TreeItem item : items) {
      TreeItem other = found.remove(item.path());
      boolean special = item.kind() == TreeItem.Kind.SPECIAL;
      if (special ? other != null : other == null || item.kind() != other.kind()) {
        return Optional.of(item.path());
      }
      if (other != null && !isBinary(item) && item.sizeBytes() != other.sizeBytes()) {
        return Optional.of(item.path());
      }
    }
    if (kernels() > 0) {
      found.remove(".kpack");
      if (found.remove(request.archive()) == null) {
        return Optional.of(request.archive());
      }
    }
    return found.keySet().stream().findFirst();
  }

  PackPlan plan(Path root) {
    return new PackPlan(
        kernels() == 0 ? List.of() : List.of(archive(root)),
        items.stream().map(this::binary).filter(Objects::nonNull).toList(),
        copied().stream().map(TreeItem::path).toList(),
        copied().stream().mapToLong(TreeItem::sizeBytes).sum(),
        links(),
        dropped(),
        findings());
  }

  PlannedArchive archive(Path root) {
    return PlannedArchive.of(
        root.resolve(request.archive()),
        request.group(),
        request.family(),
        request.labels().isEmpty() ? TargetFilter.texts(keptTargets()) : request.labels(),
        request.options().scheme(),
        binaries.values().stream().flatMap(binary -> binary.kept().stream()).toList());
  }

  int links() {
    return (int) items.stream().filter(item -> item.kind() == TreeItem.Kind.LINK).count();
  }

  List<DroppedTarget> dropped() {
    return DroppedTarget.of(rows(), request.options().filter());
  }

  /** Returns the notes about files, in their order, and then about the whole. */
  List<OperationNote> findings() {
    return Stream.concat(notesOf.values().stream().flatMap(List::stream), findings.stream())
        .map(note -> note.named(request.input(), input))
        .toList();
  }

  /**
   * Returns the request that makes a file host-only: found from the folders of all of its names.
   */
  HostOnlyRequest hostOnly(TreeItem item, Path output) {
    List<String> paths =
        Stream.concat(Stream.of(item), furtherNames.getOrDefault(item.path(), List.of()).stream())
            .map(each -> each.toRoot(request.archive()))
            .distinct()
            .toList();
    return new HostOnlyRequest(item.source(), output, false, item.path(), paths);
  }

  /** Scans a file; null for one that is copied. */
  private @Nullable ScannedBinary scan(TreeItem item, List<OperationNote> notes, Progress progress)
      throws IOException {
    if (tree && !BinaryScan.isCandidate(item.source(), notes)) {
      return null;
    }
    try {
      return BinaryScan.scan(
              hostOnly(item, item.source()), request.options(), target -> {}, notes, progress)
          .orElse(null);
    } catch (IOException failure) {
      notes.add(refused(item, failure));
      return null;
    }
  }

  /** The note on a file of a tree that cannot be converted; a single file is refused. */
  private OperationNote refused(TreeItem item, IOException failure) throws IOException {
    if (!tree) {
      throw failure;
    }
    return BinaryScan.copied(item.source(), failure);
  }
}
