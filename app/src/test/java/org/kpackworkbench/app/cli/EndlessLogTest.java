package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.Option.InputLimits;

/** A log that comes through a pipe or from a device fills no disk, and nothing of it is left. */
@EnabledOnOs(OS.LINUX)
class EndlessLogTest {
  @TempDir Path folder;
  private Path temporary;

  @BeforeEach
  void makeTemporary() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  private Process start(Path err, Object... args) throws IOException {
    return new ProcessBuilder(
            JavaProcess.command(List.of("-Xmx64m", "-Djava.io.tmpdir=" + temporary), args))
        .redirectError(err.toFile())
        .start();
  }

  private Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "-"})
  void aDeviceWithoutLinesIsNoLog(String name) throws Exception {
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
                JavaProcess.command(
                    List.of("-Xmx64m", "-Djava.io.tmpdir=" + temporary), "resolve", "--log", name))
            .redirectInput(Path.of("/dev/zero").toFile())
            .redirectError(err.toFile());
    assertThat(builder.start().waitFor()).isEqualTo(2);
    assertThat(err)
        .content()
        .startsWith("kpack-workbench: " + name + ": expected a log, which is text in lines, found ")
        .contains("without a line end; --allow-large accepts it");
    assertThat(files()).isEmpty();
  }

  @Test
  void whatDoesNotEndIsRefusedAtALimit() throws IOException {
    byte[] line = "kpack: x\n".getBytes(StandardCharsets.UTF_8);
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return line[0];
          }

          @Override
          public int read(byte[] window, int from, int count) {
            for (int i = 0; i < count; i++) {
              window[from + i] = line[i % line.length];
            }
            return count;
          }
        };
    assertThat(ResolveOptions.LOG.inputLimits().mostBytes()).isEqualTo(4L << 30);
    try (Spool spool = Spool.open()) {
      InputLimits limits = new InputLimits(3 << 20, 1 << 20);
      assertThatThrownBy(() -> spool.take(endless, "log", "pipe", limits, Progress.NONE))
          .isInstanceOf(TooMuchException.class)
          .hasMessage("pipe: expected at most 3.0 MiB, found more; --allow-large accepts it");
      assertThat(Files.size(spool.place("log"))).isLessThanOrEqualTo(3 << 20);
      byte[] one = new byte[2 << 20];
      assertThat(
              spool.take(
                  new ByteArrayInputStream(one), "all", "pipe", InputLimits.NONE, Progress.NONE))
          .hasSize(one.length);
    }
  }

  @Test
  void whoAllowsItGetsALogOfOneLine() throws Exception {
    Path pipe = pipe();
    Process process =
        start(folder.resolve("err"), "resolve", "--log", pipe, "--allow-large", "--json");
    try (OutputStream out = Files.newOutputStream(pipe)) {
      for (int mebibyte = 0; mebibyte < 18; mebibyte++) {
        out.write(new byte[1 << 20]);
      }
      out.write("\nkpack: loaded code object: 5 bytes\n".getBytes(StandardCharsets.UTF_8));
    }
    String read = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(read).isZero();
    assertThat(read).contains("\"outcome\":");
    assertThat(files()).isEmpty();
  }

  @Test
  void nothingIsLeftWhenTheProcessIsAskedToEndAndTheNextRemovesWhatAKilledOneLeft()
      throws Exception {
    Path pipe = pipe();
    for (boolean kill : new boolean[] {false, true}) {
      Process process = start(folder.resolve("err"), "resolve", "--log", pipe);
      try (OutputStream out = Files.newOutputStream(pipe)) {
        out.write("some line\n".repeat(1 << 16).getBytes(StandardCharsets.UTF_8));
        while (files().stream().noneMatch(file -> file.endsWith("log"))) {
          assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).as("ended").isFalse();
        }
        if (kill) {
          process.destroyForcibly();
        } else {
          process.destroy();
        }
        assertThat(process.waitFor()).isEqualTo(kill ? 137 : 143);
      }
      assertThat(files().isEmpty()).isEqualTo(!kill);
    }
    Process next = start(folder.resolve("err"), "resolve", "--log", pipe);
    Files.writeString(pipe, "hipErrorInvalidImage\n");
    assertThat(next.waitFor()).isEqualTo(1);
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(temporary)) {
      return all.filter(each -> !each.equals(temporary) && !each.toString().contains("hsperfdata"))
          .toList();
    } catch (java.io.UncheckedIOException gone) {
      return List.of(temporary);
    }
  }
}
