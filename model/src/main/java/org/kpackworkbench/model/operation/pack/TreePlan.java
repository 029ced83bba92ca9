package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.BinaryNotes;
import org.kpackworkbench.model.operation.archives.CandidateFile;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;

/** What there is to pack, and what becomes of each file. */
final class TreePlan {
  private final PackRequest request;
  private final Path input;
  private final boolean tree;
  private final List<TreeItem> items;
  private final Map<String, PlannedBinary> binaries = new LinkedHashMap<>();
  private final List<DeviceCodeRow> rows = new ArrayList<>();
  private final List<OperationNote> findings = new ArrayList<>();
  private final SortedSet<GpuTarget> targets = new TreeSet<>();
  private final List<String> copied = new ArrayList<>();
  private long copiedSizeBytes;

  private TreePlan(PackRequest request, Path input, boolean tree, List<TreeItem> items) {
    this.request = request;
    this.input = input;
    this.tree = tree;
    this.items = items;
  }

  /**
   * Looks at everything.
   *
   * @param unusable files that turned out not to be convertible, by their path, and why
   */
  static TreePlan of(PackRequest request, Map<String, OperationNote> unusable, Progress progress)
      throws IOException {
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
    progress.begin("Looking at " + request.input(), 0);
    List<TreeItem> items =
        folder
            ? TreeItem.below(input, progress)
            : List.of(TreeItem.file(input, String.valueOf(request.input().getFileName())));
    TreePlan plan = new TreePlan(request, input, folder, items);
    plan.look(unusable, progress);
    return plan;
  }

  private void look(Map<String, OperationNote> unusable, Progress progress) throws IOException {
    Progress quiet = progress.cancelOnly();
    BinaryScan look = new BinaryScan(request, tree, findings, quiet);
    progress.begin("Looking for device code", 0);
    for (TreeItem item : items) {
      progress.step(0);
      switch (item.kind()) {
        case FILE -> {
          OperationNote known = unusable.get(item.path());
          if (known != null) {
            findings.add(known);
          }
          BinaryScan.Seen seen = known == null ? look.at(item) : null;
          if (seen == null) {
            copied.add(item.path());
            copiedSizeBytes += item.sizeBytes();
          } else {
            binaries.put(item.path(), seen.planned());
            rows.addAll(seen.rows());
            seen.rows().forEach(row -> targets.add(row.target()));
          }
        }
        case SPECIAL ->
            findings.add(
                new OperationNote(
                    Severity.WARNING,
                    "special-file",
                    item.source(),
                    "it is a device, pipe or socket, and is left out",
                    ""));
        case FOLDER, LINK -> {}
      }
    }
    request.options().filter().check(targets, request.input(), findings);
    if (kernels() > 0) {
      checkArchivePlace();
      checkLabels();
    } else if (tree) {
      findings.add(
          new OperationNote(
              Severity.NOTE,
              "nothing-to-pack",
              request.input(),
              "there is no binary with device code in it that can be packed",
              ""));
    }
  }

  /** Loaders ask for what is labelled, and for nothing else. */
  private void checkLabels() {
    if (request.labels().isEmpty()) {
      return;
    }
    SortedSet<GpuTarget> kept = keptTargets();
    for (GpuTarget target : kept) {
      if (!request.labels().contains(target.toString())) {
        long kernels = rows.stream().filter(row -> row.target().equals(target)).count();
        findings.add(
            new OperationNote(
                Severity.WARNING,
                "target-not-labelled",
                request.input(),
                "%s for %s, which gfx_arches does not list: no loader reaches %s"
                    .formatted(
                        kernels == 1 ? "1 code object is" : kernels + " code objects are",
                        target,
                        kernels == 1 ? "it" : "them"),
                "Add it to --gfx-arches, or leave its code out with --keep-targets."));
      }
    }
    List<String> texts = CodeWriter.texts(kept);
    for (String label : request.labels()) {
      if (!texts.contains(label)) {
        findings.add(
            new OperationNote(
                Severity.WARNING,
                "label-without-code",
                request.input(),
                "gfx_arches lists %s, for which there is no code".formatted(label),
                "There is code for %s.".formatted(String.join(", ", texts))));
      }
    }
  }

  private static void checkName(String name, String what) throws OperationException {
    String fault = GroupNames.fault(name);
    if (fault != null) {
      throw new OperationException(
          OperationException.Reason.BAD_NAME,
          "the %s's name becomes part of a file's name, and \"%s\" cannot: %s"
              .formatted(what, name, fault));
    }
  }

  private void checkArchivePlace() throws OperationException {
    for (TreeItem item : items) {
      boolean taken =
          item.path().equals(request.archive())
              || (item.path().equals(".kpack") && item.kind() != TreeItem.Kind.FOLDER);
      if (taken) {
        throw new OperationException(
            OperationException.Reason.ARCHIVE_IN_TREE,
            "%s is in the way of the archive %s; choose another group or family"
                .formatted(item.source(), request.archive()));
      }
    }
  }

  PackRequest request() {
    return request;
  }

  Path input() {
    return input;
  }

  boolean isTree() {
    return tree;
  }

  List<TreeItem> items() {
    return items;
  }

  @Nullable PlannedBinary binary(TreeItem item) {
    return binaries.get(item.path());
  }

  int kernels() {
    return binaries.values().stream().mapToInt(PlannedBinary::kernels).sum();
  }

  SortedSet<GpuTarget> keptTargets() {
    SortedSet<GpuTarget> kept = new TreeSet<>(targets);
    kept.removeIf(target -> !request.options().filter().keeps(target));
    return kept;
  }

  /** All bytes that are read and written. */
  long workBytes() {
    return copiedSizeBytes
        + binaries.values().stream()
            .mapToLong(binary -> binary.originalSizeBytes() + binary.preview().outputSizeBytes())
            .sum();
  }

  /**
   * Where a tree cannot be what this plan makes, by names and by the sizes of what is copied; empty
   * where it may be.
   */
  Optional<String> differenceFrom(Path there, Progress progress) throws IOException {
    SortedMap<String, TreeItem> found = new TreeMap<>();
    TreeItem.below(there, progress).forEach(item -> found.put(item.path(), item));
    for (TreeItem item : items) {
      TreeItem other = found.remove(item.path());
      boolean special = item.kind() == TreeItem.Kind.SPECIAL;
      if (special ? other != null : other == null || item.kind() != other.kind()) {
        return Optional.of(item.path());
      }
      if (other != null && binary(item) == null && item.sizeBytes() != other.sizeBytes()) {
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
        List.copyOf(binaries.values()),
        copied,
        copiedSizeBytes,
        links(),
        dropped(),
        findings);
  }

  PlannedArchive archive(Path root) {
    return new PlannedArchive(
        root.resolve(request.archive()),
        request.group(),
        request.family(),
        request.labels().isEmpty() ? CodeWriter.texts(keptTargets()) : request.labels(),
        request.options().scheme(),
        kernels(),
        -1,
        binaries.values().stream().mapToLong(PlannedBinary::originalSizeBytes).sum(),
        -1);
  }

  int links() {
    return (int) items.stream().filter(item -> item.kind() == TreeItem.Kind.LINK).count();
  }

  List<DroppedTarget> dropped() {
    return DroppedTarget.of(rows, request.options().filter());
  }

  List<OperationNote> findings() {
    return findings;
  }

  /** Looks at a file: whether it has device code, and whether that can be packed. */
  static final class BinaryScan {
    private final PackRequest request;
    private final boolean tree;
    private final List<OperationNote> findings;
    private final Progress progress;

    /** A binary with device code, or a host-only one, and all rows that it has. */
    record Seen(PlannedBinary planned, List<DeviceCodeRow> rows) {}

    /**
     * @param tree whether a file that cannot be converted is copied; a single one is refused
     * @param findings gets what is to be said of files
     */
    BinaryScan(PackRequest request, boolean tree, List<OperationNote> findings, Progress progress) {
      this.request = request;
      this.tree = tree;
      this.findings = findings;
      this.progress = progress;
    }

    /** What a file is; null for one that is copied. */
    @Nullable Seen at(TreeItem item) throws IOException {
      if (tree && !CandidateFile.isCandidate(item.source(), findings)) {
        return null;
      }
      try {
        return look(item);
      } catch (HostOnlyRefusedException refused) {
        if (!tree) {
          throw refused;
        }
        findings.add(BinaryNotes.refused(item.source(), refused));
        return null;
      } catch (FormatException failure) {
        if (!tree || failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED) {
          throw failure;
        }
        findings.add(BinaryNotes.unreadable(item.source(), failure));
        return null;
      }
    }

    private @Nullable Seen look(TreeItem item) throws IOException {
      try (HostOnlyInput input = HostOnlyInput.open(item.source(), progress)) {
        if (input.outcome() == HostOnlyOutcome.NO_DEVICE_CODE) {
          return null;
        }
        String searchPath = item.toRoot(request.archive());
        DeviceCodeSource source =
            DeviceCodeSource.of(input, request.options().refuseUnreferenced());
        CodeWriter.checkKey(item.source(), item.path());
        HostOnlyPreview preview =
            input.preview(convertRequest(request, item, item.source()), progress);
        BinaryNotes.unreferenced(source, item.source(), findings);
        TargetFilter filter = request.options().filter();
        List<DeviceCodeRow> kept =
            source.rows().stream().filter(row -> filter.keeps(row.target())).toList();
        if (kept.isEmpty() && !source.rows().isEmpty()) {
          findings.add(BinaryNotes.nothingKept(item.source()));
        }
        return new Seen(
            new PlannedBinary(
                item.path(),
                preview,
                searchPath,
                CodeWriter.texts(kept.stream().map(DeviceCodeRow::target).toList()),
                kept.size(),
                source.sizeBytes(filter::keeps)),
            source.rows());
      }
    }

    /** What makes the file host-only. */
    static HostOnlyRequest convertRequest(PackRequest request, TreeItem item, Path output) {
      return new HostOnlyRequest(
          item.source(), output, false, item.path(), List.of(item.toRoot(request.archive())));
    }
  }
}
