package org.kpackworkbench.model.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.ReappliedEdits;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;

/**
 * One operation that is killed repeatedly, and the files afterwards.
 *
 * <p>The files before are the output of the operation for other, smaller data; what it is to make
 * is known from an undisturbed run.
 */
final class CrashRun {
  private static final long POLL_NANOS = 100_000;

  private final CrashOperation operation;
  private final CrashData data;
  private final CrashPlace place;
  private final SplittableRandom random;
  private final CrashTally tally;
  private final CrashTree old;
  private final CrashTree wanted;
  private long runNanos;
  private long writeNanos;

  /**
   * Makes the files that exist before, runs it once undisturbed, and verifies its output.
   *
   * @param place a folder of its own
   */
  CrashRun(CrashOperation operation, CrashData small, CrashData data, Path place, long seed)
      throws IOException, InterruptedException {
    this.operation = operation;
    this.data = data;
    this.place = new CrashPlace(place);
    this.random = new SplittableRandom(seed);
    this.tally = new CrashTally(operation);
    this.place.make();
    operation.before(small, data, this.place);
    this.place.keep();
    old = CrashTree.of(this.place.out());
    undisturbed();
    wanted = CrashTree.of(this.place.out());
    if (wanted.sameContent(old) || !wanted.leftovers().isEmpty()) {
      throw new IllegalStateException(operation + " changes nothing, or leaves " + wanted);
    }
    VerifyReport report =
        Verify.run(List.of(this.place.out()), VerifyRequest.everything(), Progress.NONE);
    if (!report.unreadable().isEmpty() || report.count(Severity.ERROR) > 0) {
      throw new IllegalStateException(
          "what %s makes has errors: %s, unreadable: %s"
              .formatted(
                  operation,
                  report.findings().stream()
                      .filter(finding -> finding.severity() == Severity.ERROR)
                      .toList(),
                  report.unreadable()));
    }
  }

  CrashTally tally() {
    return tally;
  }

  private Process start(List<String> before) throws IOException {
    return new ProcessBuilder(CrashChild.command(before, operation, data, place))
        .redirectErrorStream(true)
        .start();
  }

  private static void expect(BufferedReader lines, String what) throws IOException {
    String line = lines.readLine();
    if (!what.equals(line)) {
      throw new IllegalStateException("the child said \"" + line + "\", not " + what);
    }
  }

  private void undisturbed() throws IOException, InterruptedException {
    place.reset();
    Process process = start(List.of());
    try (BufferedReader lines = process.inputReader()) {
      expect(lines, CrashChild.BEGIN);
      long begin = System.nanoTime();
      while (process.isAlive() && !isWriting()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      long writes = System.nanoTime();
      List<String> said = lines.lines().toList();
      if (said.isEmpty() || !said.getLast().equals(CrashChild.END)) {
        throw new IllegalStateException(operation + ": " + said);
      }
      runNanos = System.nanoTime() - begin;
      writeNanos = System.nanoTime() - writes;
      tally.took(runNanos / 1e9);
    }
    process.waitFor();
  }

  /** Whether something that is not finished is there. */
  private boolean isWriting() throws IOException {
    try (Stream<Path> children = Files.list(place.out())) {
      return children.anyMatch(CrashTree::isOurs);
    } catch (java.io.UncheckedIOException changing) {
      return true;
    }
  }

  /** Names and times of what has its final name, as far as that can be had in no time. */
  private List<String> named() throws IOException {
    List<String> named = new ArrayList<>();
    try (Stream<Path> children = Files.list(place.out())) {
      for (Path child : children.sorted().toList()) {
        if (!CrashTree.isOurs(child)) {
          named.add(child + " " + Files.readAttributes(child, "fileKey").get("fileKey"));
        }
      }
    } catch (java.io.UncheckedIOException | java.nio.file.NoSuchFileException changing) {
      return List.of();
    }
    return named;
  }

  /**
   * Kills it: half of the times at any moment, a quarter while it writes, a quarter at the moment
   * when names change.
   *
   * @param times how often
   */
  void kill(int times) throws IOException, InterruptedException {
    // The first run had to find everything on the disk.
    undisturbed();
    for (int i = 0; i < times; i++) {
      place.reset();
      List<String> before = named();
      Process process = start(List.of());
      try (BufferedReader lines = process.inputReader()) {
        expect(lines, CrashChild.BEGIN);
        switch (i % 4) {
          case 2 -> {
            while (process.isAlive() && !isWriting()) {
              LockSupport.parkNanos(POLL_NANOS);
            }
            LockSupport.parkNanos((long) (writeNanos * random.nextDouble()));
          }
          case 3 -> {
            while (process.isAlive() && named().equals(before)) {
              Thread.onSpinWait();
            }
            LockSupport.parkNanos(random.nextLong(1_000_000));
          }
          // One in each part of the run.
          default -> LockSupport.parkNanos((long) (runNanos * (i + random.nextDouble()) / times));
        }
        // The process itself would close its output, too.
        process.toHandle().destroyForcibly();
        process.waitFor();
        check(lines.lines().toList(), true);
      }
    }
  }

  /**
   * Runs it where no file may become larger than some random size, as when a disk fills up.
   *
   * @param times how often
   */
  void full(int times) throws IOException, InterruptedException {
    long largest = 0;
    try (Stream<Path> all = Files.walk(place.out())) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        largest = Math.max(largest, Files.size(each));
      }
    }
    for (int i = 0; i < times; i++) {
      place.reset();
      long blocks = 1 + (long) (largest / 1024.0 * (i + random.nextDouble()) / times);
      Process process =
          start(List.of("bash", "-c", "ulimit -f " + blocks + " && exec \"$@\"", "bash"));
      try (BufferedReader lines = process.inputReader()) {
        expect(lines, CrashChild.BEGIN);
        List<String> said = lines.lines().toList();
        process.waitFor();
        CrashTree found = CrashTree.of(place.out());
        boolean failed = !said.isEmpty() && said.getLast().startsWith(CrashChild.FAILED);
        tally.full(failed);
        boolean fine =
            operation.unit() == CrashOperation.Unit.FILE
                ? found.neither(old, wanted).isEmpty()
                : found.sameContent(old);
        if (failed && (!fine || !found.leftovers().isEmpty())) {
          tally.failure("full disk: " + found.neither(old, old) + " " + found.leftovers());
        } else if (!failed && !found.sameContent(wanted)) {
          tally.failure("full disk: said " + said + ", but it is not whole");
        }
      }
    }
  }

  /** Kills it at each call of the system that changes a name; needs {@code strace}. */
  void steps(int most) throws IOException, InterruptedException {
    int steps = StepCount.of(start(StepCount.counting(place.folder())), place.folder());
    int[] chosen = new SplittableRandom(7).ints(Math.min(steps, most), 1, steps + 1).toArray();
    for (int i = 0; i < chosen.length; i++) {
      place.reset();
      Process process = start(StepCount.killingAt(steps <= most ? i + 1 : chosen[i]));
      try (BufferedReader lines = process.inputReader()) {
        List<String> said = lines.lines().toList();
        process.waitFor();
        tally.step();
        check(said, false);
      }
    }
  }

  private void check(List<String> said, boolean timed) throws IOException {
    boolean ended = said.contains(CrashChild.END);
    CrashTree found = CrashTree.of(place.out());
    List<String> half =
        operation.unit() == CrashOperation.Unit.ALL
                && (found.sameContent(old) || found.sameContent(wanted))
            ? List.of()
            : found.neither(old, wanted);
    boolean mixed = !found.sameContent(old) && !found.sameContent(wanted);
    if (!half.isEmpty()) {
      tally.failure("half there: " + half);
    } else if (mixed && operation.unit() == CrashOperation.Unit.ALL) {
      tally.failure("partly old and partly new");
    }
    tally.killed(
        timed, ended, mixed ? CrashTally.State.MIXED : state(found), !found.leftovers().isEmpty());
    String again = again(found);
    if (again != null) {
      tally.failure(again);
    }
  }

  private CrashTally.State state(CrashTree found) {
    return found.sameContent(old) ? CrashTally.State.OLD : CrashTally.State.NEW;
  }

  /** What is wrong after the next run; null if nothing is. */
  private @Nullable String again(CrashTree found) throws IOException {
    if (operation == CrashOperation.SAVE) {
      String lost = recover(found);
      if (lost != null) {
        return lost;
      }
    } else {
      operation.run(data, place);
    }
    CrashTree after = CrashTree.of(place.out());
    if (!after.sameContent(wanted)) {
      return "the next run made something else: " + after.neither(wanted, wanted);
    }
    return after.leftovers().isEmpty() ? null : "the next run left " + after.leftovers();
  }

  /** As the window does after a crash: applies the edits of the journal again, and saves. */
  private @Nullable String recover(CrashTree found) throws IOException {
    RecoveredEdits.Found left = RecoveredEdits.in(place.journals());
    if (!left.unreadable().isEmpty() && found.sameContent(old)) {
      tally.journalBroken();
    }
    for (RecoveredEdits each : left.edits()) {
      try (EditedArchive archive = ReappliedEdits.of(each).document()) {
        archive.save(Progress.NONE);
      }
      each.discard();
      tally.recovered();
    }
    if (!CrashTree.of(place.out()).sameContent(wanted)) {
      // Killed before the last edit was written down.
      place.reset();
      operation.run(data, place);
    }
    return null;
  }
}
