package org.kpackworkbench.views.analysis.resolve;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.job.Background;

/**
 * Background work of which only the newest run counts; an older one is cancelled. UI thread only.
 */
final class LatestWork {
  private final Background.Latest latest;
  private @Nullable AtomicBoolean running;

  /** Something that takes time. */
  @FunctionalInterface
  interface Work<T> {
    T run(Progress progress) throws Exception;
  }

  LatestWork(Background background) {
    latest = background.latest();
  }

  <T> void run(Work<T> work, Consumer<? super T> onResult, Consumer<? super Throwable> onFailure) {
    stop();
    AtomicBoolean mine = new AtomicBoolean();
    running = mine;
    latest.run(() -> work.run(mine::get), onResult, onFailure);
  }

  void stop() {
    AtomicBoolean older = running;
    if (older != null) {
      older.set(true);
      running = null;
    }
    latest.forget();
  }
}
