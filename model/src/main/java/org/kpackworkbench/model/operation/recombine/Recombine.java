package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.recombine.ComponentJob.ComponentResult;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
import org.kpackworkbench.model.operation.recombine.Shards.Shard;

/**
 * Makes packages' artifacts from shards. The same input gives the same bytes, whatever the number
 * of threads; shards are not touched.
 *
 * <p>Where all artifacts of a component are there already and are not to be replaced, they are
 * compared with what would be written: left alone where they are the same, else refused.
 */
public record Recombine(RecombineRequest request) {
  /**
   * Returns what {@link #run} would write. Everything is read and compared; packed artifacts are
   * unpacked into the system's folder for temporary files meanwhile.
   *
   * @throws IOException as {@link #run}
   */
  public RecombineReport plan(Progress progress) throws IOException {
    return go(
        false, Path.of(System.getProperty("java.io.tmpdir", ".")), progress, ArtifactEvents.NONE);
  }

  /** Recombines, without a listener. */
  public RecombineReport run(Progress progress) throws IOException {
    return run(progress, ArtifactEvents.NONE);
  }

  /**
   * Recombines.
   *
   * @param progress is begun with the number of components
   * @param events receives the state of each component
   * @throws UnusableConfigException if the configuration has errors
   * @throws org.kpackworkbench.model.operation.output.OperationException if there are no shards,
   *     not the primary one, not the component, or output and input are not apart
   * @throws FileAlreadyExistsException if an artifact is there already and is not to be replaced
   * @throws java.util.concurrent.CancellationException when cancelled; components that were done
   *     stay
   */
  public RecombineReport run(Progress progress, ArtifactEvents events) throws IOException {
    return go(true, request.output(), progress, events);
  }

  private RecombineReport go(boolean write, Path scratch, Progress progress, ArtifactEvents events)
      throws IOException {
    if (write && request.replace()) {
      RealPaths.refuseLink(request.output());
    }
    Checked<PackagingConfig> checked = PackagingConfig.read(ConfigText.read(request.config()));
    if (!checked.usable()) {
      throw new UnusableConfigException(request.config(), checked);
    }
    PackagingConfig config = checked.value();
    List<OperationNote> findings = new ArrayList<>();
    checked.problems().forEach(problem -> findings.add(noteOf(request.config(), problem)));
    Shards shards = Shards.in(request.shards(), request.config(), config.primary(), findings);
    OutputOutsideInput.check(request.shards(), request.output());
    List<ComponentParts> all = new ArrayList<>();
    for (String component : shards.components(request.components())) {
      all.add(ComponentParts.of(component, shards, config, findings));
    }
    checkFree(all, write);
    progress.begin("Recombining", all.size(), Unit.COMPONENTS);
    List<Callable<ComponentResult>> jobs = new ArrayList<>();
    UnpackBudget budget = UnpackBudget.operation(request.large());
    for (ComponentParts parts : all) {
      jobs.add(
          () -> {
            progress.step(0);
            ComponentResult result =
                new ComponentJob(request, config, parts, scratch, budget, progress, events)
                    .run(write);
            progress.step(1);
            return result;
          });
    }
    try (NewFolders folders = new NewFolders()) {
      if (write) {
        folders.make(request.output());
      }
      RecombineReport report =
          report(shards, Threads.all(jobs, request.threads(), "kpack-recombine-"), findings);
      if (!report.artifacts().isEmpty()) {
        folders.keep();
      }
      return report;
    }
  }

  private boolean areThere(ComponentParts parts) throws IOException {
    return !request.replace()
        && StagedTree.haveContent(
            parts.names().stream().map(name -> request.target(name.toString())).toList());
  }

  private void checkFree(List<ComponentParts> all, boolean write) throws IOException {
    for (ComponentParts parts : all) {
      if (write && areThere(parts)) {
        // They are compared.
        continue;
      }
      for (ArtifactName name : parts.names()) {
        Path target = request.target(name.toString());
        if (request.packed()) {
          if (!request.replace() && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
          }
        } else {
          StagedTree.checkFree(target, request.replace());
        }
      }
    }
  }

  private static RecombineReport report(
      Shards shards, List<ComponentResult> results, List<OperationNote> findings) {
    List<RecombinedArtifact> artifacts = new ArrayList<>();
    List<RecombineReport.Failed> failed = new ArrayList<>();
    for (ComponentResult result : results) {
      artifacts.addAll(result.artifacts());
      findings.addAll(result.findings());
      if (result.failure() != null) {
        failed.add(new RecombineReport.Failed(result.component(), result.failure()));
      }
    }
    return new RecombineReport(
        shards.all().stream().map(Shard::name).toList(), artifacts, failed, findings);
  }

  /** Returns a note of a problem of a configuration. */
  public static OperationNote noteOf(Path config, ConfigProblem problem) {
    return new OperationNote(
        Severity.valueOf(problem.severity().name()),
        "configuration",
        config,
        "line %d: %s".formatted(problem.line(), problem.words()),
        problem.advice());
  }
}
