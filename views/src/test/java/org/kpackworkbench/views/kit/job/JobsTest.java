package org.kpackworkbench.views.kit.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

class JobsTest {
  private static final long SECOND = 1_000_000_000L;

  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<Job> ended = new ArrayList<>();
  private long now;
  private final Jobs jobs = new Jobs(Background.on(waiting::add, Runnable::run), () -> now);

  JobsTest() {
    jobs.onEnd(ended::add);
  }

  private void runAll() {
    while (!waiting.isEmpty()) {
      waiting.poll().run();
    }
  }

  @Test
  void workThatIsShownElsewhereStaysInTheListOnlyWhereItFailed() {
    Job done = jobs.pass("Compare", progress -> 1);
    Job failed =
        jobs.pass(
            "Compare again",
            progress -> {
              throw new IOException("it is gone");
            });
    Job stopped =
        jobs.pass(
            "Compare again",
            progress -> {
              throw new CancellationException("stopped");
            });
    assertThat(jobs.list()).containsExactly(stopped, failed, done);
    runAll();
    assertThat(jobs.list()).containsExactly(failed);
    assertThat(done.state()).isEqualTo(Job.State.DONE);
    assertThat(ended).containsExactly(done, failed, stopped);
  }

  @Test
  void progressRateAndTimeLeftAreShown() {
    Progress[] progress = new Progress[1];
    Job job =
        jobs.start(
            "Extract",
            given -> {
              progress[0] = given;
              given.begin("Writing", 100 << 20, Unit.BYTES);
              given.advance(10 << 20);
              jobs.refresh();
              now += SECOND;
              given.advance(20 << 20);
              jobs.refresh();
              return 3;
            },
            count -> JobOutcome.done("Wrote " + count));
    assertThat(job.state()).isEqualTo(Job.State.RUNNING);
    assertThat(jobs.runningProperty().get()).isEqualTo(1);
    List<String> speeds = new ArrayList<>();
    List<Number> fractions = new ArrayList<>();
    job.speedProperty()
        .subscribe(
            text -> {
              speeds.add(text);
            });
    job.fractionProperty()
        .subscribe(
            part -> {
              fractions.add(part);
            });
    runAll();
    assertThat(speeds).contains("20.0 MiB/s, 4 s left");
    assertThat(fractions).contains(0.3);
    assertThat(job.stepProperty().get()).isEqualTo("Writing");
    assertThat(job.state()).isEqualTo(Job.State.DONE);
    assertThat(job.outcomeProperty().get()).isEqualTo(JobOutcome.done("Wrote 3"));
    assertThat(jobs.runningProperty().get()).isZero();
    assertThat(ended).containsExactly(job);
  }

  @Test
  void whatIsCountedIsNotTakenForBytes() {
    Job job =
        jobs.start(
            "Resolve",
            given -> {
              given.begin("Resolving", 50, Unit.FILES);
              jobs.refresh();
              now += 4 * SECOND;
              given.advance(2);
              jobs.refresh();
              return 2;
            },
            count -> JobOutcome.done("Resolved " + count));
    List<String> speeds = new ArrayList<>();
    job.speedProperty()
        .subscribe(
            text -> {
              speeds.add(text);
            });
    runAll();
    assertThat(speeds).contains("0.5 files/s, 1 min 36 s left");
  }

  @Test
  void cancellingStopsTheWorkAtItsNextStep() {
    List<Integer> steps = new ArrayList<>();
    Job job =
        jobs.start(
            "Long",
            progress -> {
              for (int i = 0; i < 10; i++) {
                if (i == 3) {
                  jobs.cancelNewest();
                }
                progress.step(1);
                steps.add(i);
              }
              return steps;
            },
            result -> JobOutcome.done("done"));
    runAll();
    assertThat(steps).containsExactly(0, 1, 2);
    assertThat(job.state()).isEqualTo(Job.State.CANCELLED);
    assertThat(job.failureProperty().get()).isNull();
    assertThat(job.outcomeProperty().get()).isNull();
  }

  @Test
  void aFailureKeepsItsCause() {
    IOException cause = new IOException("disk full");
    Job job =
        jobs.start(
            "Write",
            progress -> {
              throw cause;
            },
            result -> JobOutcome.done("done"));
    runAll();
    assertThat(job.state()).isEqualTo(Job.State.FAILED);
    assertThat(job.failureProperty().get()).isSameAs(cause);
  }

  @Test
  void endedJobsStayUntilTheyAreCleared() {
    jobs.start("First", progress -> 1, result -> JobOutcome.done("one"));
    runAll();
    Job running = jobs.start("Second", progress -> 2, result -> JobOutcome.done("two"));
    assertThat(jobs.list()).extracting(Job::title).containsExactly("Second", "First");
    jobs.clearEnded();
    assertThat(jobs.list()).containsExactly(running);
  }

  @Test
  void theNewestRunningJobIsCancelledFirst() {
    Job first = jobs.start("First", progress -> 1, result -> JobOutcome.done("one"));
    Job second = jobs.start("Second", progress -> 2, result -> JobOutcome.done("two"));
    assertThat(jobs.cancelNewest()).isTrue();
    assertThat(second.cancelRequested()).isTrue();
    assertThat(first.cancelRequested()).isFalse();
    assertThat(jobs.cancelNewest()).isTrue();
    assertThat(first.cancelRequested()).isTrue();
    assertThat(jobs.cancelNewest()).isFalse();
  }
}
