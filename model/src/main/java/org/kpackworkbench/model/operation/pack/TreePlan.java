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
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Quiet;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.output.Finding;

/** What there is to pack, and what becomes of each file. */
final class TreePlan {
  private final PackRequest request;
  private final Path input;
  private final boolean tree;
  private final List<TreeItem> items;
  private final Map<String, PlannedBinary> binaries = new LinkedHashMap<>();
  private final List<DeviceCodeRow> rows = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
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
  static TreePlan of(PackRequest request, Map<String, Finding> unusable, Progress progress)
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
    checkApart(request, input);
    progress.begin("Looking at " + request.input(), 0);
    List<TreeItem> items =
        folder
            ? TreeItem.below(input, progress)
            : List.of(TreeItem.file(input, String.valueOf(request.input().getFileName())));
    TreePlan plan = new TreePlan(request, input, folder, items);
    plan.look(unusable, progress);
    return plan;
  }

  private void look(Map<String, Finding> unusable, Progress progress) throws IOException {
    Quiet quiet = new Quiet(progress, false);
    BinaryLook look = new BinaryLook(request, tree, findings, quiet);
    progress.begin("Looking for device code", 0);
    for (TreeItem item : items) {
      progress.step(0);
      switch (item.kind()) {
        case FILE -> {
          Finding known = unusable.get(item.path());
          if (known != null) {
            findings.add(known);
          }
          BinaryLook.Seen seen = known == null ? look.at(item) : null;
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
                new Finding(
                    Finding.Severity.WARNING,
                    "special-file",
                    item.source(),
                    "it is a device, pipe or socket, and is left out",
                    ""));
        case FOLDER, LINK -> {}
      }
    }
    FilterCheck.check(request.options().filter(), targets, request.input(), findings);
    if (kernels() > 0) {
      checkArchivePlace();
      checkLabels();
    } else if (tree) {
      findings.add(
          new Finding(
              Finding.Severity.NOTE,
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
            new Finding(
                Finding.Severity.WARNING,
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
            new Finding(
                Finding.Severity.WARNING,
                "label-without-code",
                request.input(),
                "gfx_arches lists %s, for which there is no code".formatted(label),
                "There is code for %s.".formatted(String.join(", ", texts))));
      }
    }
  }

  private static void checkName(String name, String what) throws PackException {
    String fault = GroupNames.fault(name);
    if (fault != null) {
      throw new PackException(
          PackException.Reason.BAD_NAME,
          "the %s's name becomes part of a file's name, and \"%s\" cannot: %s"
              .formatted(what, name, fault));
    }
  }

  private static void checkApart(PackRequest request, Path input) throws IOException {
    Path output = RealPaths.of(request.output());
    if (output.startsWith(input)) {
      throw new PackException(
          PackException.Reason.OVERLAP,
          "the output %s lies in the input %s".formatted(request.output(), request.input()));
    }
    if (input.startsWith(output)) {
      throw new PackException(
          PackException.Reason.OVERLAP,
          "the input %s lies in the output %s".formatted(request.input(), request.output()));
    }
  }

  private void checkArchivePlace() throws PackException {
    for (TreeItem item : items) {
      boolean taken =
          item.path().equals(request.archive())
              || (item.path().equals(".kpack") && item.kind() != TreeItem.Kind.FOLDER);
      if (taken) {
        throw new PackException(
            PackException.Reason.ARCHIVE_IN_TREE,
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

  PackedArchive archive(Path root) {
    return new PackedArchive(
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

  List<Finding> findings() {
    return findings;
  }
}
