package org.kpackworkbench.views.analysis.resolve;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.job.Background;

/** Work of which only the newest counts; what is older is stopped. UI thread only. */
final class Simulation {
  private final Background.Latest latest;
  private @Nullable Stop running;

  /** Something that takes time. */
  @FunctionalInterface
  interface Work<T> {
    T run(Progress progress) throws Exception;
  }

  /** Stops work that nobody waits for any more. */
  private static final class Stop implements Progress {
    private volatile boolean now;

    @Override
    public void begin(String what, long totalUnits) {}

    @Override
    public void advance(long units) {}

    @Override
    public boolean cancelled() {
      return now;
    }
  }

  Simulation(Background background) {
    latest = background.latest();
  }

  <T> void run(Work<T> work, Consumer<? super T> onResult, Consumer<? super Throwable> onFailure) {
    stop();
    Stop mine = new Stop();
    running = mine;
    latest.run(() -> work.run(mine), onResult, onFailure);
  }

  void stop() {
    Stop older = running;
    if (older != null) {
      older.now = true;
      running = null;
    }
    latest.forget();
  }
}
