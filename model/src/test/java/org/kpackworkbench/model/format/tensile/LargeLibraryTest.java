package org.kpackworkbench.model.format.tensile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.DocumentPart;

/** A library of 200 MB needs little memory, however it is read. */
@Tag("long")
class LargeLibraryTest {
  private static final int SOLUTIONS = 130_000;
  private static final long MOST_HEAP_BYTES = 24L << 20;

  @TempDir private Path folder;

  private Path large() throws IOException {
    Path file = folder.resolve("TensileLibrary_gfx942.dat");
    TensileLibraries.writeMany(file, SOLUTIONS, i -> "kernel_" + i, 1250);
    return file;
  }

  private static long heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void theRowsOfALargeLibraryAreNotHeld() throws IOException {
    Path file = large();
    assertThat(Files.size(file)).isGreaterThan(200_000_000);
    list(file);
  }

  @Test
  void whatALargeStreamUnpacksToIsNotHeld() throws IOException {
    Path plain = large();
    Path file = folder.resolve("TensileLibrary_gfx942.dat.zlib");
    try (OutputStream out = new DeflaterOutputStream(Files.newOutputStream(file))) {
      Files.copy(plain, out);
    }
    Files.delete(plain);
    list(file);
  }

  private static void list(Path file) throws IOException {
    long before = heapBytes();
    long start = System.nanoTime();
    try (TensileDocument document = (TensileDocument) StandardFormats.all().open(file)) {
      long opened = System.nanoTime();
      assertThat(document.problems()).isEmpty();
      List<DocumentPart> parts = document.parts();
      assertThat(parts).hasSize(2 * SOLUTIONS);
      int large = 0;
      for (int i = 0; i < parts.size(); i++) {
        large += parts.get(i).fields().getOrDefault("M", "0").length() > 5 ? 1 : 0;
      }
      long listed = System.nanoTime();
      assertThat(large).isEqualTo(SOLUTIONS - 100_000);
      long more = heapBytes() - before;
      System.getLogger(LargeLibraryTest.class.getName())
          .log(
              System.Logger.Level.INFO,
              "opened in %d ms, listed in %d ms, %d KiB of heap"
                  .formatted(
                      (opened - start) / 1_000_000, (listed - opened) / 1_000_000, more >> 10));
      assertThat(more).isLessThan(MOST_HEAP_BYTES);
    }
  }
}
