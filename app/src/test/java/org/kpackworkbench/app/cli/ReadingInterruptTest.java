package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl+C ends commands that write no file, leaves nothing, and is said. */
@DisabledOnOs(OS.WINDOWS)
class ReadingInterruptTest {
  /** Far more than can be read before the end comes. */
  private static final int FILES = 8_000;

  @TempDir private Path folder;

  /**
   * A command, of which the first word may be {@code disassemble} with a tool that does not end.
   */
  private List<Object> line(String command) throws Exception {
    List<Object> line = new ArrayList<>(List.of(command.split(" ")));
    if (line.getFirst().equals("disassemble")) {
      Path tool = Files.writeString(folder.resolve("llvm-objdump"), "#!/bin/sh\nexec sleep 600\n");
      Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    }
    return line;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "list",
        "kernels",
        "kernels --json",
        "kernels --csv",
        "search scratch",
        "search /^(\\w+\\w+)+\\1x!/",
        "disassemble --kernel axpy",
      })
  void anEndIsSaid(String command) throws Exception {
    // What is said of the first file says that the others are being read.
    Path missing = folder.resolve("missing");
    List<Object> line = line(command);
    Path file = CliRun.fixture("kinds-gfx942.hsaco");
    List<Path> files = new ArrayList<>(List.of(missing));
    for (int i = 0; i < FILES; i++) {
      files.add(file);
    }
    line.addAll(1, files);
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    ProcessBuilder builder =
        new ProcessBuilder(
            JavaProcess.command(List.of("-Djava.io.tmpdir=" + temporary), line.toArray()));
    builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader err = process.errorReader()) {
      assertThat(err.readLine()).contains("missing: the file does not exist");
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertThat(err.lines().collect(Collectors.joining("\n")))
          .isEqualTo("kpack-workbench: cancelled");
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as("as the shell says of SIGINT").isEqualTo(130);
    try (var left = Files.list(temporary)) {
      assertThat(left.filter(path -> !path.toString().contains("hsperf"))).isEmpty();
    }
  }
}
