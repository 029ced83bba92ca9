package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;

/** Archives that are files: large, shared by threads, closed, or changed under the reader. */
class OpenArchiveTest {
  private static final long GIB = 1L << 30;

  @TempDir Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("test.kpack"), bytes);
  }

  private static byte[] many(int count, int size) {
    byte[][] kernels = new byte[count][];
    Pairs toc = map();
    for (int i = 0; i < count; i++) {
      kernels[i] = kernel(i, size);
      toc.put("lib/" + i + ".so#0", map("gfx900", entry(i, size)));
    }
    return TestArchive.zstd(kernels).toc(toc).bytes();
  }

  private static void put(FileChannel file, long position, byte[] bytes) throws IOException {
    file.write(ByteBuffer.wrap(bytes), position);
  }

  private static byte[] little(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private Path sparse(TestArchive made, long tableOffset, Sparse contents) throws IOException {
    Path path = folder.resolve("sparse.kpack");
    try (FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      byte[] header = new byte[64];
      System.arraycopy(TestArchive.golden(), 0, header, 0, 8);
      ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putLong(8, tableOffset);
      put(file, 0, header);
      contents.write(file);
      put(file, tableOffset, made.table());
    }
    return path;
  }

  private interface Sparse {
    void write(FileChannel file) throws IOException;
  }

  @Test
  void aBlobAreaAbove4GiBOfUncompressedBlobs() throws Exception {
    byte[] kernel = kernel(7, 9000);
    TestArchive made =
        TestArchive.plain()
            .toc(map("a#0", map("gfx900", entry(0, 5 * GIB)), "b#0", map("gfx900", entry(1, 9000))))
            .blobs(map("offset", 64, "size", 5 * GIB), map("offset", 64 + 5 * GIB, "size", 9000));
    Path path = sparse(made, 64 + 5 * GIB + 9000, file -> put(file, 64 + 5 * GIB, kernel));
    try (KpackArchive archive = KpackArchive.open(path)) {
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.load(1).bytes(0, 9000)).isEqualTo(kernel);
      assertThat(archive.load(0).size()).isEqualTo(5 * GIB);
      assertThat(archive.load(0).u8(5 * GIB - 1)).isZero();
      assertThat(archive.stored(1).fileOffset(0)).isEqualTo(64 + 5 * GIB);
    }
  }

  @Test
  void aBlobAreaAbove4GiBOfFrames() throws Exception {
    byte[] kernel = kernel(7, 9000);
    TestArchive made = TestArchive.zstd();
    byte[] frame = made.frame(kernel);
    long second = 64 + 4 + 4 + 0xe000_0000L;
    long third = second + 4 + 0x9000_0000L;
    made.area(third + 4 + frame.length - 64)
        .toc(
            map(
                "a#0", map("gfx900", entry(0, 10)),
                "b#0", map("gfx900", entry(1, 10)),
                "c#0", map("gfx900", entry(2, 9000))));
    Path path =
        sparse(
            made,
            third + 4 + frame.length,
            file -> {
              put(file, 64, little(3));
              put(file, 68, little(0xe000_0000));
              put(file, second, little(0x9000_0000));
              put(file, third, little(frame.length));
              put(file, third + 4, frame);
            });
    try (KpackArchive archive = KpackArchive.open(path)) {
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.load(2).bytes(0, 9000)).isEqualTo(kernel);
      assertThat(archive.storedSizeBytes(0)).isEqualTo(0xe000_0000L);
      assertThat(archive.place(2).range().start()).isEqualTo(third + 4);
      assertThatThrownBy(() -> archive.load(0)).isInstanceOf(FormatException.class);
    }
  }

  @Test
  void thirtyTwoThreadsReadOneArchive() throws Exception {
    int kernels = 200;
    try (KpackArchive archive = KpackArchive.open(write(many(kernels, 3000)));
        ExecutorService threads = Executors.newFixedThreadPool(32)) {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Integer>> results = new ArrayList<>();
      for (int thread = 0; thread < 32; thread++) {
        int first = thread;
        Callable<Integer> work =
            () -> {
              start.await();
              int right = 0;
              for (int i = 0; i < kernels; i++) {
                int number = (i * 7 + first) % kernels;
                int row = archive.find("lib/" + number + ".so", 0, "gfx900").orElse(-1);
                if (java.util.Arrays.equals(
                    archive.load(row).bytes(0, 3000), kernel(number, 3000))) {
                  right++;
                }
              }
              return right;
            };
        results.add(threads.submit(work));
      }
      start.countDown();
      for (Future<Integer> result : results) {
        assertThat(result.get()).isEqualTo(kernels);
      }
    }
  }

  @Test
  void closedWhileOthersReadIsAnErrorForThem() throws Exception {
    KpackArchive archive = KpackArchive.open(write(many(200, 20_000)));
    AtomicInteger loaded = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<Throwable>> results = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        Callable<Throwable> work =
            () -> {
              for (int row = 0; ; row = (row + 1) % 200) {
                try {
                  archive.load(row);
                  archive.entry(row);
                  loaded.incrementAndGet();
                } catch (Throwable failure) {
                  return failure;
                }
              }
            };
        results.add(threads.submit(work));
      }
      while (loaded.get() < 100) {
        Thread.onSpinWait();
      }
      archive.close();
      for (Future<Throwable> result : results) {
        assertThat(result.get())
            .isInstanceOfSatisfying(
                FormatException.class,
                failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
      }
    }
    assertThatThrownBy(() -> archive.metadata(0)).isInstanceOf(FormatException.class);
    archive.close();
  }

  @Test
  void aFileThatShrinksWhileItIsOpenIsAnError() throws Exception {
    Path path = write(many(200, 20_000));
    try (KpackArchive archive = KpackArchive.open(path)) {
      archive.load(199);
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(8000);
      }
      for (int row : new int[] {1, 199}) {
        assertThatThrownBy(() -> archive.load(row))
            .isInstanceOfSatisfying(
                FormatException.class,
                failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED));
      }
      assertThatThrownBy(() -> archive.entry(199))
          .isInstanceOfSatisfying(
              FormatException.class,
              failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED));
    }
  }

  @Test
  void aFileThatShrankBeforeTheChainWasWalkedIsAnError() throws Exception {
    Path path = write(many(200, 20_000));
    try (KpackArchive archive = KpackArchive.open(path)) {
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(8000);
      }
      assertThatThrownBy(() -> archive.blobs(Progress.NONE))
          .isInstanceOfSatisfying(
              FormatException.class,
              failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED));
    }
  }

  @Test
  void aFileThatCannotBeOpenedLeavesNothingOpen() throws Exception {
    Path path = write(new byte[100]);
    assertThatThrownBy(() -> KpackArchive.open(path))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.WRONG_MAGIC))
        .hasMessageStartingWith(path + " at 0x0");
    assertThatThrownBy(() -> KpackArchive.open(folder)).isInstanceOf(FormatException.class);
    assertThatThrownBy(() -> KpackArchive.open(folder.resolve("none")))
        .isInstanceOf(java.nio.file.NoSuchFileException.class);
  }
}
