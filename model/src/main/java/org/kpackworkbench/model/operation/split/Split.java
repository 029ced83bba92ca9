package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;
import org.kpackworkbench.model.format.artifact.ArtifactProgress;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.split.SplitReport.Failed;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;

/**
 * Splits one artifact, or all of a shard: what is for every GPU apart from what is for one.
 *
 * <p>The output of one artifact is written to a folder beside its place, its archives are verified,
 * and then all of it is moved to its place together; a failure or cancellation leaves nothing of it
 * behind. In a shard the other artifacts go on when one fails; those that were done when the whole
 * is cancelled stay. Inputs are not touched. What cannot be converted is copied and reported. The
 * same input gives the same trees and packed files, whatever the number of threads.
 *
 * <p>If output of an artifact exists and is not to be replaced, it is made again and compared:
 * equal output is not changed. Different output is replaced where an earlier run wrote it and
 * nothing was changed since, with what that run wrote and this one does not; it is refused
 * otherwise.
 *
 * <p>Artifacts of a shard are done at the same time, by as many threads as the options say; they
 * share the threads that compress and a bounded amount of memory.
 */
public final class Split {
  private final SplitRequest request;
  private final Databases databases;

  /** With the databases that are installed. */
  public Split(SplitRequest request) {
    this(request, Databases.installed());
  }

  /** With some databases. */
  public Split(SplitRequest request, Databases databases) {
    this.request = request;
    this.databases = databases;
  }

  /**
   * Returns what {@link #run} would write; changes nothing. Packed artifacts are unpacked for it,
   * beside the output, and removed again.
   *
   * @throws IOException as {@link #run}
   */
  public SplitReport plan(Progress progress) throws IOException {
    SplitInput input = SplitInput.of(request);
    Path scratch = existing(request.output());
    return each(
        input,
        progress,
        ArtifactEvents.NONE,
        "Looking for device code",
        (job, together, counted) -> job.plan(scratch, counted));
  }

  /** Splits, without a listener. */
  public SplitReport run(Progress progress) throws IOException {
    return run(progress, ArtifactEvents.NONE);
  }

  /**
   * Splits.
   *
   * @param progress is begun with the size of all inputs
   * @param events receives the state of each artifact
   * @throws org.kpackworkbench.model.operation.output.OperationException if the request cannot be
   *     done
   * @throws java.nio.file.FileAlreadyExistsException if an artifact of the output is there already
   *     and is not to be replaced
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if something cannot be read or written. In a shard that is reported for its
   *     artifact
   */
  public SplitReport run(Progress progress, ArtifactEvents events) throws IOException {
    if (request.replace()) {
      RealPaths.refuseLink(request.output());
    }
    SplitInput input = SplitInput.of(request);
    try (NewFolders folders = new NewFolders();
        WriterPool pool = new WriterPool(request.options().writing(false))) {
      folders.make(request.output().toAbsolutePath().normalize());
      return each(
          input,
          progress,
          events,
          "Splitting",
          (job, together, counted) -> {
            int threads = Math.max(1, request.options().threads() / together);
            WriteOptions writing = request.options().writing(false).withThreads(threads);
            try (WriterPool part = pool.part(together)) {
              return job.run(part, writing, counted);
            }
          });
    }
  }

  private static Path existing(Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    while (!Files.isDirectory(at)) {
      at = Objects.requireNonNull(at.getParent());
    }
    return at;
  }

  /** Work on each artifact. */
  private interface Work {
    /**
     * Does it.
     *
     * @param together how many are done at one time
     */
    SplitOutcome on(SplitJob job, int together, ArtifactProgress progress) throws IOException;
  }

  private SplitReport each(
      SplitInput input, Progress progress, ArtifactEvents events, String what, Work work)
      throws IOException {
    progress.begin("Reading " + request.input(), input.artifacts().size(), Unit.ARTIFACTS);
    List<Failed> failed = new ArrayList<>(input.failed());
    failed.forEach(each -> events.failed(each.source(), each.error()));
    List<SplitJob> jobs = new ArrayList<>();
    UnpackBudget budget = UnpackBudget.operation(request.options().large());
    long total = 0;
    for (SplitInput.Artifact artifact : input.artifacts()) {
      SplitJob job = new SplitJob(request, artifact, databases, budget);
      try {
        job.open(progress.cancelOnly());
        jobs.add(job);
        total += job.sizeBytes();
      } catch (IOException failure) {
        failed.add(failed(job, failure, events));
      }
      progress.step(1);
    }
    int together = Math.clamp(jobs.size(), 1, request.options().threads());
    progress.begin(
        jobs.size() == 1
            ? what + " " + jobs.getFirst().source()
            : "%s, %d artifacts".formatted(what, jobs.size()),
        total,
        Unit.BYTES);
    List<SplitOutcome> outcomes = new ArrayList<>();
    if (!jobs.isEmpty()) {
      AtomicBoolean stopped = new AtomicBoolean();
      List<Callable<Done>> calls = new ArrayList<>();
      for (SplitJob job : jobs) {
        calls.add(() -> done(job, work, together, progress, events, stopped));
      }
      for (Done done : Threads.all(calls, together, "kpack-split-")) {
        if (done.outcome() != null) {
          outcomes.add(done.outcome());
        }
        if (done.failed() != null) {
          failed.add(done.failed());
        }
      }
    }
    failed.sort(Comparator.comparing(each -> String.valueOf(each.source().getFileName())));
    return new SplitReport(outcomes, input.skipped(), failed);
  }

  /** Outcome or failure: one of both. */
  private record Done(@Nullable SplitOutcome outcome, @Nullable Failed failed) {}

  private Done done(
      SplitJob job,
      Work work,
      int together,
      Progress progress,
      ArtifactEvents events,
      AtomicBoolean stopped)
      throws IOException {
    ArtifactProgress counted =
        new ArtifactProgress(job.source(), job.sizeBytes(), progress, events, stopped);
    boolean ended = false;
    try {
      counted.step(0);
      events.started(job.source(), job.sizeBytes());
      SplitOutcome outcome = work.on(job, together, counted);
      events.done(outcome.source(), outcome.artifacts().size());
      ended = true;
      return new Done(outcome, null);
    } catch (IOException failure) {
      Failed failed = failed(job, failure, events);
      counted.complete();
      ended = true;
      return new Done(null, failed);
    } finally {
      if (!ended) {
        stopped.set(true);
      }
    }
  }

  /** In a shard the others go on; the failure of a single one is that of the whole. */
  private Failed failed(SplitJob job, IOException failure, ArtifactEvents events)
      throws IOException {
    Failed failed = new Failed(job.source(), failure);
    events.failed(job.source(), failure);
    if (!request.batch()) {
      throw failure;
    }
    return failed;
  }
}
