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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.kpackworkbench.model.analysis.verify.Agreements;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Origin;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.analysis.verify.Rule;
import org.kpackworkbench.model.analysis.verify.context.Originals;
import org.kpackworkbench.model.analysis.verify.context.Surroundings;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageScan;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.TarUnpacking;

/**
 * Verifies files, trees, artifacts, packed ones too, and shards of them, to the last byte. For one
 * run on one thread; it uses more of its own.
 */
public final class Verifier {
  /** Beyond that, findings are counted file by file. */
  static final int MOST_FINDINGS = 100_000;

  private final VerifyRequest request;
  private final Surroundings around;
  private final Progress progress;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Path> checked = new ArrayList<>();
  private final List<NotChecked> notChecked = new ArrayList<>();
  private final Set<String> applied = ConcurrentHashMap.newKeySet();
  private final List<VerifyReport.Unreadable> unreadable = new ArrayList<>();
  private final List<CoverageGrid> coverage = new ArrayList<>();

  private Verifier(VerifyRequest request, Surroundings around, Progress progress) {
    this.request = request;
    this.around = around;
    this.progress = progress;
  }

  /**
   * Verifies.
   *
   * @param paths files, which are checked whatever they are; packed artifacts, which are unpacked
   *     first; and folders, of which each file of a known kind is checked. A fat binary among the
   *     files also tells whose code a host-only one of the same build finds
   * @param progress is advanced by stored bytes, file by file
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static VerifyReport run(List<Path> paths, VerifyRequest request, Progress progress) {
    Originals originals = Originals.of(request.originals(), paths, progress);
    try (Surroundings around =
        new Surroundings(originals, UnpackBudget.operation(request.large()))) {
      Verifier verifier = new Verifier(request, around, progress);
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
   * Checks one code object that is not in a file yet, or is filed under another target than before.
   *
   * @param place where it is to be
   * @param filed the target that it is filed under
   * @return what rules about code objects find, the worst first
   * @throws IOException where its bytes can no longer be read
   */
  public static List<Finding> codeObject(Place place, ByteView bytes, GpuTarget filed)
      throws IOException {
    Findings found = new Findings(place, StandardRules.all(), Progress.NONE);
    Checks checks = new Checks(StandardRules.all(), found);
    List<Filing> filings = List.of(new Filing(place, filed));
    checks.run(
        CodeObjectSubject.of(new Origin(place, -1, filings, true, true), bytes, new Agreements()));
    return found.sorted();
  }

  /**
   * Checks a manifest that is not written yet.
   *
   * @param path where it is to be; its archives are looked for in that folder
   * @param bytes what is to be written
   * @return what rules about manifests find, the worst first
   * @throws IOException where the folder cannot be listed
   */
  public static List<Finding> manifest(Path path, ByteView bytes, Progress progress)
      throws IOException {
    Place place = new Place.File(path);
    Findings found = new Findings(place, StandardRules.all(), progress);
    Checks checks = new Checks(StandardRules.all(), found);
    try (Surroundings around = new Surroundings()) {
      new FileCheck(checks, around, 1, progress).manifest(place, bytes);
    }
    return found.sorted();
  }

  /**
   * Checks a host binary that is not written yet, apart from its layout.
   *
   * @param path where it is to be; its archives are looked for from that folder
   * @param fat what it is to be like
   * @return what rules about host binaries find, the worst first
   * @throws IOException where what lies around it cannot be read
   */
  public static List<Finding> host(Path path, FatBinary fat, Progress progress) throws IOException {
    Place place = new Place.File(path);
    Findings found = new Findings(place, StandardRules.all(), progress);
    Checks checks = new Checks(StandardRules.all(), found);
    try (Surroundings around = new Surroundings()) {
      checks.run(new HostSubject(place, fat, List.of(), around, around.of(path)));
    }
    return found.sorted();
  }

  private VerifyReport report(List<Path> paths) {
    List<String> names = request.rules().stream().map(Rule::name).toList();
    List<String> idle = request.asked().stream().filter(name -> !applied.contains(name)).toList();
    return new VerifyReport(
        findings,
        checked,
        notChecked,
        unreadable,
        coverage,
        new VerifyReport.Scope(paths, names, idle, request.failOn()),
        null);
  }

  private void all(List<Path> paths) {
    // Packed artifacts that lie in one folder are one shard.
    Map<Path, List<Path>> packed = new LinkedHashMap<>();
    for (Path path : paths) {
      try {
        if (Files.isDirectory(path)) {
          folder(path, packed);
        } else if (isPacked(path)) {
          packed.computeIfAbsent(parent(path), each -> new ArrayList<>()).add(path);
        } else {
          add(new TreeRun(request, around, applied, progress).named(path));
          grid(path, path, around);
        }
      } catch (IOException failure) {
        unreadable.add(new VerifyReport.Unreadable(path, failure));
      }
    }
    packed.forEach(this::packed);
  }

  private static boolean isPacked(Path path) throws IOException {
    String name = String.valueOf(path.getFileName());
    return ArtifactInput.isPackedName(name)
        && ArtifactName.parse(ArtifactInput.folderName(path)).isPresent()
        && TarUnpacking.isPacked(path);
  }

  private static Path parent(Path path) {
    return Optional.ofNullable(path.toAbsolutePath().normalize().getParent()).orElse(path);
  }

  private void folder(Path folder, Map<Path, List<Path>> packed) throws IOException {
    Set<Path> unpacked = new HashSet<>();
    for (Path artifact : ArtifactInput.in(folder)) {
      if (!Files.isDirectory(artifact) && isPacked(artifact)) {
        packed.computeIfAbsent(parent(artifact), each -> new ArrayList<>()).add(artifact);
        unpacked.add(artifact);
      }
    }
    for (FileResult result : new TreeRun(request, around, applied, progress).folder(folder)) {
      add(result);
    }
    // What is unpacked is checked afterwards.
    notChecked.removeIf(left -> unpacked.contains(left.file()));
    grid(folder, folder, around);
  }

  private void packed(Path shard, List<Path> artifacts) {
    try (PackedRun run = PackedRun.start(request, around, applied, progress)) {
      for (Path artifact : artifacts.stream().distinct().toList()) {
        try {
          run.unpack(artifact).forEach(this::add);
        } catch (IOException failure) {
          unreadable.add(new VerifyReport.Unreadable(artifact, failure));
        }
      }
      run.run().forEach(this::add);
      try (Surroundings unpacked = new Surroundings(Originals.NONE, around.budget())) {
        grid(run.shard(), shard, unpacked);
      }
    } catch (IOException failure) {
      unreadable.add(new VerifyReport.Unreadable(shard, failure));
    }
  }

  private void grid(Path root, Path shown, Surroundings surroundings) throws IOException {
    if (request.coverage()) {
      CoverageGrid grid = CoverageScan.of(root, surroundings, progress);
      if (!grid.rows().isEmpty()) {
        coverage.add(grid.shownAs(shown));
      }
    }
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
