package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.PackedArtifacts;
import org.kpackworkbench.model.analysis.verify.context.Originals;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.analysis.verify.run.TreeRun.FileResult;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.PackedTree;

/**
 * Verifies files, trees, artifacts, packed ones too, and shards of them, to the last byte. For one
 * run on one thread; it uses more of its own.
 */
public final class Verify {
  /** Beyond that, findings are counted file by file. */
  static final int MOST_FINDINGS = 100_000;

  private static final DatabaseNotes.Told<Finding> FINDINGS =
      new DatabaseNotes.Told<>(
          Finding::rule,
          Finding::file,
          Finding::message,
          (one, file, message) ->
              new Finding(
                  one.severity(), one.rule(), new Place.File(file), -1, message, one.advice()));

  private final VerifyRequest request;
  private final VerifyContext context;
  private final Progress progress;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Path> checked = new ArrayList<>();
  private final List<NotChecked> notChecked = new ArrayList<>();
  private final Set<String> applied = ConcurrentHashMap.newKeySet();
  private final List<VerifyReport.Unreadable> unreadable = new ArrayList<>();
  private final List<CoverageGrid> coverage = new ArrayList<>();

  /** Folders that have packed artifacts beside other things. */
  private final Set<Path> mixed = new HashSet<>();

  private Verify(VerifyRequest request, VerifyContext context, Progress progress) {
    this.request = request;
    this.context = context;
    this.progress = progress;
  }

  /** Verifies without progress. */
  public static VerifyReport run(List<Path> paths, VerifyRequest request) {
    return run(paths, request, Progress.NONE);
  }

  /**
   * Verifies.
   *
   * @param paths files, which are checked whatever they are; packed artifacts, which are unpacked
   *     first; and folders, of which each file of a known kind is checked. A fat binary among the
   *     files also shows whose code a host-only one of the same build finds
   * @param progress is advanced by stored bytes, file by file
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static VerifyReport run(List<Path> paths, VerifyRequest request, Progress progress) {
    Originals originals = Originals.of(request.originals(), paths, progress);
    try (VerifyContext context =
        new VerifyContext(originals, UnpackBudget.operation(request.large()))) {
      Verify verifier = new Verify(request, context, progress);
      context.takeVerified(paths);
      verifier.all(paths);
      originals
          .refused()
          .forEach((path, why) -> verifier.unreadable.add(new VerifyReport.Unreadable(path, why)));
      return verifier.report(paths);
    } catch (IOException closing) {
      throw new UncheckedIOException(closing);
    }
  }

  /**
   * Makes the grid of a folder or of one binary. Code objects are unpacked and compared as long as
   * there are not too many; rows of others are {@link CoverageGrid#lookedUp looked up}.
   *
   * @param root a folder of any kind: an artifact, a shard, an overlaid tree; or a file
   * @throws IOException if it is not there, or cannot be read at all
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static CoverageGrid coverage(Path root, Progress progress) throws IOException {
    return CoverageScan.of(root, progress);
  }

  private VerifyReport report(List<Path> paths) {
    List<String> names = request.rules().stream().map(Rule::name).toList();
    List<String> idle = request.asked().stream().filter(name -> !applied.contains(name)).toList();
    return new VerifyReport(
        DatabaseNotes.grouped(findings.stream().map(Verify::shown).toList(), FINDINGS),
        checked,
        notChecked,
        unreadable,
        coverage,
        new VerifyReport.Scope(paths, names, idle, request.failOn()),
        null);
  }

  /** Rules ask for the real paths of files; people named them by others. */
  private static Finding shown(Finding finding) {
    GivenPaths near = GivenPaths.like(finding.file());
    return new Finding(
        finding.severity(),
        finding.rule(),
        finding.place(),
        finding.fileOffset(),
        near.shown(finding.message()),
        near.shown(finding.advice()),
        finding.evidence());
  }

  /**
   * Something to verify.
   *
   * @param path as it was named
   * @param inside where it is
   * @param sizeBytes how much of the step it is
   */
  private record Part(Path path, Path inside, long sizeBytes, Taker<TreeRun> work) {}

  private void all(List<Path> paths) {
    // Packed artifacts that lie in one folder are one shard.
    Map<Path, List<Path>> packed = new LinkedHashMap<>();
    Map<Path, PackageFile> packages = new LinkedHashMap<>();
    Map<Path, Map<Path, PackageFile>> folders = new LinkedHashMap<>();
    List<Part> parts = new ArrayList<>();
    for (Path path : Packages.each(paths)) {
      try {
        if (!Packages.in(path).isEmpty()) {
          folders.put(path, folderOfPackages(path, parts));
          continue;
        }
        Optional<PackageFile> whole = isPacked(path) ? Optional.empty() : opened(path);
        Path inside = isPacked(path) || whole.isPresent() ? path : inside(path);
        if (whole.isPresent()) {
          packages.put(path, whole.get());
        } else if (Files.isDirectory(inside)) {
          parts.add(folder(path, inside, packed));
        } else if (isPacked(path)) {
          packed.computeIfAbsent(parent(path), each -> new ArrayList<>()).add(path);
        } else {
          parts.add(file(path, inside));
        }
      } catch (IOException failure) {
        unreadable.add(new VerifyReport.Unreadable(path, failure));
      }
    }
    run(parts);
    packed.values().forEach(this::packed);
    packages(packages, Optional.empty());
    folders.forEach((folder, all) -> packages(all, Optional.of(folder)));
  }

  /** A path that is no file has no size: opening it gives the error. */
  private Part file(Path path, Path inside) throws IOException {
    long sizeBytes = Files.isRegularFile(inside) ? Files.size(inside) : 0;
    return new Part(path, inside, sizeBytes, run -> add(run.named(inside)));
  }

  /** The packages of a folder that has nothing but files; its other files are parts. */
  private Map<Path, PackageFile> folderOfPackages(Path folder, List<Part> parts)
      throws IOException {
    Map<Path, PackageFile> packages = new LinkedHashMap<>();
    for (Path file : FolderWalk.of(folder, progress).files()) {
      Optional<PackageFile> whole = isPacked(file) ? Optional.empty() : opened(file);
      if (whole.isPresent()) {
        packages.put(file, whole.get());
      } else {
        parts.add(file(file, file));
      }
    }
    return packages;
  }

  /** Several are one step, so that its total is that of all of them. */
  private void run(List<Part> parts) {
    Progress counted = parts.size() == 1 ? progress : progress.withoutSteps();
    if (parts.size() > 1) {
      progress.begin(
          "Verifying %d files and folders".formatted(parts.size()),
          parts.stream().mapToLong(Part::sizeBytes).sum(),
          Unit.BYTES);
    }
    TreeRun run = new TreeRun(request, context, applied, counted);
    List<Part> read =
        parts.stream().filter(part -> attempt(part, each -> each.work().take(run))).toList();
    // Each is a step of its own, which is not to end the one of all parts.
    for (Part part : read) {
      if (!mixed.contains(part.inside())) {
        attempt(part, each -> grid(each.inside(), each.inside(), context));
      }
    }
  }

  /** Does something with a part; false if it cannot be read. */
  private boolean attempt(Part part, Taker<Part> reading) {
    try {
      reading.take(part);
      return true;
    } catch (IOException failure) {
      unreadable.add(new VerifyReport.Unreadable(part.path(), failure));
      return false;
    }
  }

  /** A package, open; empty if the file is none, or is so damaged that it does not open. */
  private Optional<PackageFile> opened(Path path) throws IOException {
    try {
      return PackageFile.open(path, context.budget(), progress);
    } catch (FormatException damaged) {
      unlessChanged(damaged);
      return Optional.empty();
    }
  }

  private Path inside(Path path) throws IOException {
    try {
      return Packages.inside(path, context.budget(), progress);
    } catch (FormatException damaged) {
      unlessChanged(damaged);
      return path;
    }
  }

  /** As a file, what is damaged is checked like any other, which says what is wrong. */
  private static void unlessChanged(FormatException damaged) throws FormatException {
    if (damaged.reason() == FormatException.Reason.FILE_CHANGED) {
      throw damaged;
    }
  }

  /**
   * Packages are checked as files, and then all of them together as what they install.
   *
   * @param packages from the file to what is open of it
   * @param folder the folder that was named and has them
   */
  private void packages(Map<Path, PackageFile> packages, Optional<Path> folder) {
    if (packages.isEmpty()) {
      return;
    }
    Path first = packages.keySet().iterator().next();
    try {
      context.takeTogether(List.copyOf(packages.values()));
      for (Path each : packages.keySet()) {
        add(new TreeRun(request, context, applied, progress).named(each));
        // What is in it is checked below.
        notChecked.removeIf(left -> left.file().equals(each));
      }
      if (folder.isPresent()) {
        for (List<PackageFile> round : Packages.rounds(List.copyOf(packages.values()))) {
          Path tree = Packages.overlaid(folder, round);
          run(List.of(folder(folder.get(), tree, new LinkedHashMap<>())));
        }
        return;
      }
      PackageFile one = Objects.requireNonNull(packages.get(first));
      Path tree =
          packages.size() == 1 && !Packages.isDescribedApart(one.format())
              ? one.tree().root()
              : Packages.overlaid(folder, List.copyOf(packages.values()));
      run(List.of(folder(first, tree, new LinkedHashMap<>())));
    } catch (IOException failure) {
      unreadable.add(new VerifyReport.Unreadable(first, failure));
    }
  }

  private static boolean isPacked(Path path) throws IOException {
    String name = String.valueOf(path.getFileName());
    return ArtifactInput.isPackedName(name)
        && ArtifactName.parse(ArtifactInput.folderName(path)).isPresent()
        && PackedTree.is(path);
  }

  private static Path parent(Path path) {
    return Optional.ofNullable(path.toAbsolutePath().normalize().getParent()).orElse(path);
  }

  private Part folder(Path path, Path folder, Map<Path, List<Path>> packed) throws IOException {
    FolderWalk walk = FolderWalk.of(folder, progress);
    Map<Path, List<Path>> shards = new TreeMap<>();
    for (Path file : walk.files()) {
      if (isPacked(file)) {
        Path parent = Objects.requireNonNull(file.getParent());
        shards.computeIfAbsent(parent, none -> new ArrayList<>()).add(file);
      }
    }
    Set<Path> unpacked = new HashSet<>();
    for (Map.Entry<Path, List<Path>> each : shards.entrySet()) {
      // Artifacts are one shard, packed or not: each may have what another one needs.
      List<Path> beside = ArtifactFolder.foldersIn(each.getKey());
      walk = walk.without(beside);
      unpacked.addAll(each.getValue());
      List<Path> shard =
          packed.computeIfAbsent(parent(each.getValue().getFirst()), none -> new ArrayList<>());
      shard.addAll(each.getValue());
      shard.addAll(beside);
      shard.sort(null);
      mixed.add(each.getKey());
    }
    FolderWalk rest = walk;
    return new Part(
        path,
        folder,
        TreeRun.sizeBytes(rest),
        run -> {
          run.folder(folder, rest).forEach(this::add);
          // What is unpacked is checked afterwards.
          notChecked.removeIf(left -> unpacked.contains(left.file()));
        });
  }

  private void packed(List<Path> artifacts) {
    Path shard = Objects.requireNonNullElse(artifacts.getFirst().getParent(), Path.of(""));
    try (PackedRun run = new PackedRun(request, context, applied, progress, shard)) {
      for (Path artifact : artifacts.stream().distinct().toList()) {
        try {
          run.open(artifact).forEach(this::add);
        } catch (IOException failure) {
          unreadable.add(new VerifyReport.Unreadable(artifact, failure));
        }
      }
      Path root = run.run(this::add);
      grid(mixed.contains(shard) ? whole(shard) : root, shard, run.context());
    } catch (IOException failure) {
      unreadable.add(new VerifyReport.Unreadable(shard, failure));
    }
  }

  /** Returns the tree of a folder that has more than artifacts. */
  private Path whole(Path folder) throws IOException {
    return PackedArtifacts.inside(
        folder,
        context.budget(),
        (path, reason) -> {
          // The finding about what is damaged was made when it was opened.
          if (!(reason instanceof FormatException)) {
            throw reason;
          }
        },
        progress);
  }

  private void grid(Path root, Path shown, VerifyContext read) throws IOException {
    if (request.coverage()) {
      CoverageGrid grid = CoverageScan.of(root, read, damaged(), progress);
      if (!grid.rows().isEmpty()) {
        coverage.add(grid.shownAs(shown));
      }
    }
  }

  /** The files with errors: what is wrong with an archive's code is known by now. */
  private Set<Path> damaged() {
    Set<Path> damaged = new HashSet<>();
    for (Finding finding : findings) {
      if (finding.severity() == Severity.ERROR) {
        try {
          damaged.add(finding.file().toRealPath());
        } catch (IOException gone) {
          // What is no longer there serves no binary either.
          continue;
        }
      }
    }
    return damaged;
  }

  private void add(FileResult result) {
    if (result.checked() != null) {
      checked.add(result.checked());
    }
    notChecked.addAll(result.notChecked());
    if (result.unreadable() != null) {
      unreadable.add(result.unreadable());
    }
    List<Finding> found = result.findings();
    if (findings.size() + found.size() <= MOST_FINDINGS || found.size() <= 1) {
      findings.addAll(found);
      return;
    }
    Finding worst = found.getFirst();
    findings.add(
        new Finding(
            worst.severity(),
            worst.rule(),
            new Place.File(worst.file()),
            -1,
            worst.message()
                + " %d more findings of this file are not listed.".formatted(found.size() - 1),
            worst.advice()));
  }
}
