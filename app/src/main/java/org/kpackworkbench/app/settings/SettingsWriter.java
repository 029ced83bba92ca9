package org.kpackworkbench.app.settings;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writes some time after a change, so that many changes make one write; at the latest at exit. */
final class SettingsWriter {
  private static final long DELAY_MILLIS = 500;

  private final Runnable save;
  private final AtomicBoolean dirty = new AtomicBoolean();
  private final Executor later =
      CompletableFuture.delayedExecutor(DELAY_MILLIS, TimeUnit.MILLISECONDS);

  SettingsWriter(Runnable save) {
    this.save = save;
    Runtime.getRuntime().addShutdownHook(new Thread(this::flush, "settings at exit"));
  }

  void changed() {
    if (!dirty.getAndSet(true)) {
      later.execute(this::flush);
    }
  }

  synchronized void flush() {
    if (dirty.getAndSet(false)) {
      save.run();
    }
  }
}
