package org.kpackworkbench.views.analysis.resolve;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.job.Background;

/**
 * Background work of which only the newest run counts; an older one is cancelled. UI thread only.
 */
final class LatestWork {
  private final Background.Latest latest;
  private @Nullable Stop running;

  /** Something that takes time. */
  @FunctionalInterface
  interface Work<T> {
    T run(Progress progress) throws Exception;
  }

  /** Cancels work whose result is no longer needed. */
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

  LatestWork(Background background) {
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
