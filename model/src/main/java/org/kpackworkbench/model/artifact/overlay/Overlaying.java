package org.kpackworkbench.model.artifact.overlay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.kpackworkbench.model.artifact.merge.Apart;
import org.kpackworkbench.model.artifact.tar.ArtifactInput;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.pack.Quiet;
import org.kpackworkbench.model.tree.StagedTree;

/** Makes one tree of artifacts; these are not touched. */
public final class Overlaying {
  private final OverlayRequest request;

  public Overlaying(OverlayRequest request) {
    this.request = request;
  }

  /**
   * What {@link #run} would write. Everything is read and compared; packed artifacts are unpacked
   * into the system's folder for temporary files meanwhile.
   *
   * @throws IOException as {@link #run}
   */
  public OverlayReport plan(Progress progress) throws IOException {
    return go(false, Path.of(System.getProperty("java.io.tmpdir", ".")), progress);
  }

  /**
   * Overlays; with a conflict nothing is written.
   *
   * @throws org.kpackworkbench.model.bytes.FormatException where something is no artifact
   * @throws org.kpackworkbench.model.artifact.merge.CombineException where the output lies in an
   *     artifact, or an artifact in what is cleaned
   * @throws java.util.concurrent.CancellationException when cancelled; the output is as it was
   */
  public OverlayReport run(Progress progress) throws IOException {
    Path parent = Objects.requireNonNull(request.output().toAbsolutePath().normalize().getParent());
    return go(true, parent, progress);
  }

  private OverlayReport go(boolean write, Path scratch, Progress progress) throws IOException {
    for (Path artifact : request.artifacts()) {
      Apart.checkOutputNotIn(artifact, request.output());
    }
    StagedTree.checkFree(request.output(), true);
    progress.begin("Reading artifacts", request.artifacts().size());
    List<ArtifactInput> open = new ArrayList<>();
    try {
      OverlayPlan plan = new OverlayPlan(request, progress);
      for (Path artifact : request.artifacts()) {
        ArtifactInput input = ArtifactInput.open(artifact, scratch, new Quiet(progress, false));
        open.add(input);
        plan.add(artifact, input.artifact());
        progress.step(1);
      }
      OverlayReport report = plan.finish();
      if (write && report.conflicts().isEmpty()) {
        progress.begin("Writing " + request.output(), plan.bytes());
        try (StagedTree staged = StagedTree.create(request.output(), true)) {
          plan.write(staged.folder(), progress);
          progress.step(0);
          staged.commit();
        }
      }
      return report;
    } finally {
      for (ArtifactInput input : open) {
        input.close();
      }
    }
  }
}
