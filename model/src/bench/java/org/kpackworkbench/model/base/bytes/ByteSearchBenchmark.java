package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.kpackworkbench.model.base.job.Progress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** How many megabytes a second are searched, in a mapped file that does not hold the pattern. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class ByteSearchBenchmark {
  private static final int FILE_MEGABYTES = 256;

  /** Eight bytes, four, with a wildcard, one byte that is nowhere. */
  @Param({"fe00112233445566", "fe001122", "fe00??112233", "fe"})
  public String pattern;

  private Path path;
  private OpenFile file;

  @Setup
  public void write() throws IOException {
    path = Files.createTempFile("search", ".bin");
    byte[] bytes = new byte[FILE_MEGABYTES * 1_000_000];
    new Random(1).nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      // The first byte of every pattern does not occur.
      bytes[i] = bytes[i] == (byte) 0xfe ? 0 : bytes[i];
    }
    Files.write(path, bytes);
    file = OpenFile.open(path);
  }

  @TearDown
  public void delete() throws IOException {
    file.close();
    Files.delete(path);
  }

  @Benchmark
  @OperationsPerInvocation(FILE_MEGABYTES)
  public OptionalLong megabytes() throws FormatException {
    return new ByteSearch(file.view(), SearchPattern.hex(pattern)).next(0, Progress.NONE);
  }
}
