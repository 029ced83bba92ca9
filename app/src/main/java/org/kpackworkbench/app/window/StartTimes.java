package org.kpackworkbench.app.window;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.CountedBackground;

/**
 * How long the window takes to be on screen, from the start of the process: started with {@code
 * -Dkpackworkbench.startTimes=true} the program says it and closes its window. A stage counts from
 * the pulse behind the one that drew it, because a pulse begins when the frame before it is
 * painted. The builder of packages also starts the program so, to see which classes a start needs.
 */
final class StartTimes {
  private static final String PROPERTY = "kpackworkbench.startTimes";

  /** Microseconds of the clock when the launcher began; {@code app/run} says it, too. */
  private static final String LAUNCHED = "kpackworkbench.launchedMicros";

  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final Instant started;
  private final CountedBackground work = new CountedBackground(THREADS);
  private final StringJoiner said = new StringJoiner(", ");
  private int stages;

  StartTimes(Instant started) {
    this.started = started;
  }

  /** The watch, if it was requested; else null. */
  static @Nullable StartTimes ifAsked() {
    return Boolean.getBoolean(PROPERTY) ? new StartTimes(processStart()) : null;
  }

  // Of the whole process, launcher included: what a user waits for begins there. The system itself
  // knows that only to the second that it was booted in, so who measures says when it began.
  private static Instant processStart() {
    Long micros = Long.getLong(LAUNCHED);
    return micros != null
        ? Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
        : ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
  }

  /** Background work of which is known whether any is left. */
  Background background() {
    return work.background();
  }

  /**
   * Watches a window that is about to be shown.
   *
   * @param file whether what was to be opened is there
   * @param answer takes the times, once, when nothing is left to do
   */
  void watch(Scene scene, BooleanSupplier file, Consumer<String> answer) {
    boolean[] drawn = new boolean[3];
    scene.addPostLayoutPulseListener(
        () -> {
          if (stages == 0 && drawn[0]) {
            stage("window");
          } else if (stages == 1 && drawn[1]) {
            stage("file");
          } else if (stages == 2 && drawn[2]) {
            stage("at rest");
            answer.accept(said.toString());
          }
          drawn[0] = true;
          drawn[1] = file.getAsBoolean();
          drawn[2] = drawn[1] && work.pending() == 0;
          Platform.requestNextPulse();
        });
  }

  private void stage(String name) {
    stages++;
    said.add(name + " " + Duration.between(started, Instant.now()).toMillis() + " ms");
  }
}
