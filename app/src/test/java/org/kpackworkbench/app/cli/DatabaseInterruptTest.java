package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.files.TreeDeletion;

/** Ctrl+C while a database is read, packed or unpacked is said, and leaves nothing. */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class DatabaseInterruptTest {
  private static final int FILES = 400;
  private static final int CODE_BYTES = 100_000;
  private static final int MOST_RUNS = 20;

  /** As the shell says of SIGINT. */
  private static final int INTERRUPTED = 130;

  /** What a library unpacks to; so much takes longer than it takes to interrupt it. */
  private static final int UNPACKED_BYTES = 200 << 20;

  /** A tree with a library whose solutions are far more than the file's own bytes. */
  @TempDir private static Path large;

  private static Path index;

  @TempDir private Path folder;
  private Path library;

  private void make() throws IOException {
    library = Files.createDirectories(folder.resolve("rocblas/library"));
    byte[] code = new byte[CODE_BYTES];
    byte[] start = Files.readAllBytes(CliRun.fixture("kinds-gfx942.hsaco"));
    Random random = new Random(1);
    for (int i = 0; i < FILES; i++) {
      random.nextBytes(code);
      System.arraycopy(start, 0, code, 0, start.length);
      Files.write(library.resolve("Kernels_%d_gfx942.co".formatted(i)), code);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  /** Ends it when there is something of the output; again where it has ended by itself before. */
  private void interrupted(Path output, Object... args) throws Exception {
    List<String> before = names();
    List<Integer> statuses = new ArrayList<>();
    for (int run = 0; run < MOST_RUNS; run++) {
      Process process = start(List.of(), args);
      JavaProcess.until(process, () -> !names().equals(before));
      int status = interrupt(process);
      statuses.add(status);
      if (status != 0) {
        assertThat(status).isEqualTo(INTERRUPTED);
        assertThat(names()).isEqualTo(before);
        return;
      }
      TreeDeletion.delete(output);
    }
    assertThat(statuses).as("each run ended before it was interrupted").isEmpty();
  }

  private static Process start(List<String> options, Object... args) throws IOException {
    return new ProcessBuilder(JavaProcess.interruptible(options, args))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Ends it as Ctrl+C does; its exit status. */
  private static int interrupt(Process process) throws Exception {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    if (process.exitValue() != 0) {
      assertThat(said).endsWith("kpack-workbench: cancelled\n");
    }
    return process.exitValue();
  }

  @BeforeAll
  static void makeLarge() throws IOException {
    index =
        Files.createDirectories(large.resolve("lib/rocblas/library"))
            .resolve("TensileLibrary_lazy_gfx942.dat.zlib");
    Files.createFile(large.resolve("lib/librocblas.so.4"));
    byte[] noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);
    try (DataOutputStream out =
        new DataOutputStream(new DeflaterOutputStream(Files.newOutputStream(index)))) {
      out.write(new byte[] {(byte) 0x82, (byte) 0xae});
      out.write("solutions_blob".getBytes(UTF_8));
      out.write(0xc6);
      out.writeInt(UNPACKED_BYTES);
      out.write(noise);
      byte[] zeros = new byte[1 << 20];
      for (int left = UNPACKED_BYTES - noise.length; left > 0; left -= zeros.length) {
        out.write(zeros);
      }
      out.write(0xa7);
      out.write("library".getBytes(UTF_8));
      out.write(0xc0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"info FILE", "list FILE", "list FILE --parts", "doctor TREE --gpu gfx942"})
  void aReaderLeavesNothing(String command) throws Exception {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    Object[] args =
        Stream.of(command.split(" "))
            .map(
                word ->
                    switch (word) {
                      case "FILE" -> index;
                      case "TREE" -> large;
                      default -> word;
                    })
            .toArray();
    for (int run = 0; run < MOST_RUNS; run++) {
      Process process = start(List.of("-Djava.io.tmpdir=" + temporary), args);
      JavaProcess.until(process, () -> !spooled(temporary).isEmpty());
      if (interrupt(process) == INTERRUPTED) {
        assertThat(spooled(temporary)).isEmpty();
        return;
      }
    }
    throw new AssertionError("each run ended before it was interrupted");
  }

  private static List<Path> spooled(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.toString().endsWith(".spool")).toList();
    }
  }

  @Test
  void nothingIsLeft() throws Exception {
    make();
    Path out = folder.resolve("out");
    interrupted(out, "pack-database", library, "-o", out);
    assertThat(CliRun.of("pack-database", library, "-o", out).status()).isZero();
    Path back = folder.resolve("back");
    interrupted(back, "unpack-database", out.resolve("rocblas-gfx942.kpack"), "-o", back);
    try (Stream<Path> files = Files.list(library)) {
      assertThat(files).hasSize(FILES);
    }
  }
}
