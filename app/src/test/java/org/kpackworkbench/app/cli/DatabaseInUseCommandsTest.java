package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on a database that another program writes: it is read, said, and left alone. */
class DatabaseInUseCommandsTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void copy() throws IOException {
    String name = "rocfft_kernel_cache.db";
    file = Files.copy(CliRun.fixture(name), folder.resolve(name));
  }

  /** What a file is, by its name: its content and when it was written. */
  private Map<Path, List<Object>> files() throws IOException {
    Map<Path, List<Object>> files = new HashMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path each : all.toList()) {
        FileTime written = Files.getLastModifiedTime(each);
        files.put(each, List.of(new String(Files.readAllBytes(each), "ISO-8859-1"), written));
      }
    }
    return files;
  }

  /** Each command shows the kernels and says it, once, with what to do. */
  private void isSaid(String found, String advice) throws IOException {
    Map<Path, List<Object>> before = files();
    for (List<String> command :
        List.of(List.of("list"), List.of("list", "--parts"), List.of("info"))) {
      CliRun run = CliRun.of(Stream.concat(command.stream(), Stream.of(file)).toArray());
      assertThat(run.out()).as("%s", command).contains("fft_rtc_fwd_len64_sp_ip");
      assertThat(run.err())
          .as("%s", command)
          .contains(file.toString(), advice)
          .containsOnlyOnce(found);
      assertThat(run.status()).as("%s", command).isEqualTo(2);
    }
    assertThat(files()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-wal", "-journal"})
  void changesThatAreNotInTheFileYet(String ending) throws IOException {
    Files.writeString(folder.resolve(file.getFileName() + ending), "not empty");
    isSaid(ending + " beside it, 9 bytes", "Close the program that has");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theLockOfAProgramThatWrites() throws Exception {
    Process writer = Writer.start(file);
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("locked");
      isSaid("a lock of another program", "Close the program that writes it.");
    } finally {
      writer.destroyForcibly().waitFor();
    }
    CliRun run = CliRun.of("list", file);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  /** Holds the lock of a program that writes. */
  static final class Writer {
    private Writer() {}

    static Process start(Path file) throws IOException, URISyntaxException {
      return new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              Path.of(Writer.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                  .toString(),
              Writer.class.getName(),
              file.toString())
          .redirectErrorStream(true)
          .start();
    }

    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
          var lock = channel.lock(0x40000000L, 512, false)) {
        System.out.println(lock.isValid() ? "locked" : "not locked");
        // Until it is killed, at the latest with what started it.
        System.in.read();
      }
    }
  }
}
