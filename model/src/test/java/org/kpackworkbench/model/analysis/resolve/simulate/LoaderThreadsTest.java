package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.bytes.ByteView;

/** One loader and many threads. */
class LoaderThreadsTest extends OnInstalledTree {
  private static final int THREADS = 32;
  private static final int KERNELS = 50;

  private String[] rows;

  @BeforeEach
  void fillTree() throws IOException {
    rows = new String[KERNELS];
    Arrays.setAll(
        rows, i -> "lib/libtest.so#%d@%s".formatted(i, i % 2 == 0 ? "gfx942" : "gfx1100"));
    tree.with("a.kpack", rows);
  }

  @Test
  void allLoadsFromOneArchiveHaveTheRightBytes() throws Exception {
    load(100_000);
  }

  @Tag("long")
  @Test
  void aMillionLoadsFromOneArchiveAllHaveTheRightBytes() throws Exception {
    load(1_000_000);
  }

  private void load(int loads) throws Exception {
    try (Loader loader = loader()) {
      List<LoadRequest> requests = requests();
      List<byte[]> expected = Arrays.stream(rows).map(InstalledTree::code).toList();
      AtomicLong right = new AtomicLong();
      run(
          thread -> {
            for (int i = thread; i < loads; i += THREADS) {
              int kernel = i % KERNELS;
              ByteView bytes = loader.load(requests.get(kernel)).bytes();
              if (bytes != null
                  && Arrays.equals(bytes.bytes(0, (int) bytes.size()), expected.get(kernel))) {
                right.incrementAndGet();
              }
            }
          });
      assertThat(right).hasValue(loads);
      assertThat(loader.archiveCount()).isEqualTo(1);
    }
  }

  @Test
  void closingMeanwhileWaitsAndIsAnErrorAfterwards() throws Exception {
    for (int round = 0; round < 5; round++) {
      Loader loader = loader();
      List<LoadRequest> requests = requests();
      CountDownLatch busy = new CountDownLatch(4);
      AtomicLong refused = new AtomicLong();
      AtomicLong wrong = new AtomicLong();
      Future<?> closer;
      try (ExecutorService closing = Executors.newSingleThreadExecutor()) {
        closer =
            closing.submit(
                () -> {
                  busy.await();
                  loader.close();
                  return null;
                });
        run(
            thread -> {
              for (int i = 0; ; i++) {
                int kernel = (i + thread) % KERNELS;
                try {
                  ByteView bytes = loader.load(requests.get(kernel)).bytes();
                  if (bytes == null || bytes.size() != InstalledTree.code(rows[kernel]).length) {
                    wrong.incrementAndGet();
                  }
                } catch (IllegalStateException closed) {
                  refused.incrementAndGet();
                  return;
                }
                if (i == 0) {
                  busy.countDown();
                }
              }
            });
        closer.get();
      }
      assertThat(refused).hasValue(THREADS);
      assertThat(wrong).hasValue(0);
    }
  }

  @Test
  void aClosedLoaderSaysSo() throws IOException {
    Loader loader = loader();
    loader.close();
    loader.close();
    assertThatThrownBy(() -> loader.resolve(requests().getFirst()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the loader is closed");
    assertThatThrownBy(() -> loader.architectures(tree.archive("a.kpack")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void manyThreadsOpenManyArchivesEachOnce() throws Exception {
    for (int i = 0; i < 40; i++) {
      Files.copy(tree.archive("a.kpack"), tree.archive("copy-" + i + ".kpack"));
    }
    try (Loader loader = loader()) {
      run(
          thread -> {
            for (int i = 0; i < 40; i++) {
              String path = "../.kpack/copy-%d.kpack".formatted((i + thread) % 40);
              assertThat(loader.resolve(tree.request(0, "gfx942", path)).succeeded()).isTrue();
            }
          });
      assertThat(loader.archiveCount()).isEqualTo(40);
    }
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  /** Runs something in all threads and waits; a failure of one is a failure of this. */
  private static void run(Work work) throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Void>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        all.add(
            () -> {
              work.run(thread);
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(all)) {
        done.get();
      }
    }
  }

  private List<LoadRequest> requests() {
    List<LoadRequest> requests = new ArrayList<>();
    for (int i = 0; i < KERNELS; i++) {
      String target = i % 2 == 0 ? "gfx942" : "gfx1100 gfx11-generic";
      requests.add(tree.request(i, target, "../.kpack/a.kpack"));
    }
    return requests;
  }

  private static Loader loader() {
    return new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT);
  }
}
