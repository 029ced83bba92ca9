package org.kpackworkbench.model.operation.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/** Makes one tree of artifacts; these are not touched. */
public record Overlay(OverlayRequest request) {
  /**
   * Returns what {@link #run} would write. Everything is read and compared; packed artifacts are
   * unpacked into the system's folder for temporary files meanwhile.
   *
   * @throws IOException as {@link #run}
   */
  public OverlayReport plan(Progress progress) throws IOException {
    return go(
        false, Path.of(System.getProperty("java.io.tmpdir", ".")), progress, ArtifactEvents.NONE);
  }

  /** Overlays, without a listener. */
  public OverlayReport run(Progress progress) throws IOException {
    return run(progress, ArtifactEvents.NONE);
  }

  /**
   * Overlays; with a conflict nothing is written.
   *
   * @param events receives the state of each artifact; all are done at the same time, once the tree
   *     is in its place
   * @throws org.kpackworkbench.model.base.bytes.FormatException if something is no artifact
   * @throws org.kpackworkbench.model.operation.output.OperationException if the output lies in an
   *     artifact, or an artifact in what is cleaned
   * @throws java.util.concurrent.CancellationException when cancelled; the output is as it was
   */
  public OverlayReport run(Progress progress, ArtifactEvents events) throws IOException {
    Path parent = Objects.requireNonNull(request.output().toAbsolutePath().normalize().getParent());
    return go(true, parent, progress, events);
  }

  private OverlayReport go(boolean write, Path scratch, Progress progress, ArtifactEvents events)
      throws IOException {
    for (Path artifact : request.artifacts()) {
      OutputOutsideInput.checkOutputNotIn(artifact, request.output());
    }
    place();
    StagedTree.checkFree(request.output(), true);
    progress.begin("Reading artifacts", request.artifacts().size(), Unit.ARTIFACTS);
    List<ArtifactInput> open = new ArrayList<>();
    UnpackBudget budget = UnpackBudget.operation(request.large());
    try {
      List<Brought> brought = new ArrayList<>();
      OverlayPlan plan = new OverlayPlan(request, progress);
      for (Path artifact : request.artifacts()) {
        brought.add(read(artifact, scratch, budget, plan, open, progress, events));
        progress.step(1);
      }
      OverlayReport report = plan.finish();
      if (write && report.conflicts().isEmpty() && !request.replace() && plan.isThere()) {
        brought.forEach(each -> events.done(each.artifact(), each.files().size()));
        return report.wasThere();
      }
      if (write && report.conflicts().isEmpty()) {
        progress.begin("Writing " + request.output(), plan.bytes(), Unit.BYTES);
        try (StagedTree staged = StagedTree.create(place(), true)) {
          report =
              report.noting(
                  plan.write(staged.folder(), progress, item -> advance(brought, item, events)));
          progress.step(0);
          staged.commit();
        }
        brought.forEach(each -> events.done(each.artifact(), each.files().size()));
      }
      return report;
    } finally {
      for (ArtifactInput input : open) {
        input.close();
      }
    }
  }

  /**
   * The tree itself. A link to it is followed, since the tree is added to; if existing files may be
   * replaced, the tree must be named directly.
   */
  private Path place() throws IOException {
    Path output = request.output();
    if (!Files.isSymbolicLink(output) || !Files.exists(output)) {
      return output;
    }
    if (request.replace()) {
      RealPaths.refuseLink(output);
    }
    return output.toRealPath();
  }

  /**
   * Content of an artifact.
   *
   * @param artifact as it was named
   * @param files where its files are; packed ones are unpacked there
   */
  private record Brought(Path artifact, Set<Path> files) {}

  private static Brought read(
      Path artifact,
      Path scratch,
      UnpackBudget budget,
      OverlayPlan plan,
      List<ArtifactInput> open,
      Progress progress,
      ArtifactEvents events)
      throws IOException {
    events.started(artifact, 0);
    try {
      ArtifactInput input = ArtifactInput.open(artifact, scratch, budget, progress.cancelOnly());
      open.add(input);
      plan.find(input.findings());
      List<TreeItem> files = plan.add(artifact, input.artifact());
      events.started(artifact, files.stream().mapToLong(TreeItem::sizeBytes).sum());
      return new Brought(
          artifact, files.stream().map(TreeItem::source).collect(Collectors.toUnmodifiableSet()));
    } catch (IOException failure) {
      events.failed(artifact, failure);
      throw failure;
    }
  }

  private static void advance(List<Brought> all, TreeItem written, ArtifactEvents events) {
    for (Brought brought : all) {
      if (brought.files().contains(written.source())) {
        events.advanced(brought.artifact(), written.sizeBytes());
        return;
      }
    }
  }
}
