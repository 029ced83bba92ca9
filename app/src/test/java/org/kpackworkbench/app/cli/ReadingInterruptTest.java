package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl+C ends commands that write no file, leaves nothing, and is said. */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class ReadingInterruptTest {
  /** Far more than can be read before the end comes. */
  private static final int FILES = 8_000;

  /** As many as fit an argument, twice. */
  private static final int MOST_FOLDERS = 30_000;

  private static final int MOST_RUNS = 20;

  /** As the shell says of SIGINT. */
  private static final int INTERRUPTED = 130;

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
    Process process = start(temporary, line);
    try (BufferedReader err = process.errorReader()) {
      assertThat(err.readLine()).contains("missing: the file does not exist");
      interrupt(process);
      assertThat(err.lines().collect(Collectors.joining("\n")))
          .isEqualTo("kpack-workbench: cancelled");
    }
    checkEnded(process, temporary);
  }

  private Process start(Path temporary, List<Object> line) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            JavaProcess.interruptible(List.of("-Djava.io.tmpdir=" + temporary), line.toArray()));
    builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    return builder.redirectOutput(folder.resolve("printed").toFile()).start();
  }

  private static void interrupt(Process process) throws Exception {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  private static void checkEnded(Process process, Path temporary) throws Exception {
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(INTERRUPTED);
    try (var left = Files.list(temporary)) {
      assertThat(left.filter(path -> !path.toString().contains("hsperf"))).isEmpty();
    }
  }

  /**
   * The end comes when a file of the tree is being read; again where a run has ended by itself
   * before.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "resolve PROGRAM --needed --env PATHS --target gfx942",
        "resolve --tree LIB --target gfx942",
        "resolve --tree LIB --target gfx942 --json",
        "verify LIB",
        "verify LIB --format json",
      })
  @EnabledOnOs(OS.LINUX)
  void anEndIsSaidWhileATreeIsRead(String command) throws Exception {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("program");
    Files.copy(CliRun.fixture("needed-plain.so"), program);
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Path library = lib.resolve("libneeded-b.so.1");
    Files.copy(CliRun.fixture("libmany.so"), library);
    for (int i = 0; i < FILES; i++) {
      Files.createLink(lib.resolve("lib%d.so".formatted(i)), library);
    }
    String none = "/:".repeat(MOST_FOLDERS);
    List<Object> line = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      line.add(
          switch (word) {
            case "LIB" -> lib;
            case "PROGRAM" -> program;
            // None is relative, of which there is something to say when the search has ended.
            case "PATHS" -> "LD_LIBRARY_PATH=" + none + lib + ":" + none + "/";
            default -> word;
          });
    }
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    List<Integer> statuses = new ArrayList<>();
    while (!statuses.contains(INTERRUPTED)) {
      assertThat(statuses).as("each run ended before").hasSizeLessThan(MOST_RUNS);
      Process process = start(temporary, line);
      try (BufferedReader err = process.errorReader()) {
        Path open = Path.of("/proc", Long.toString(process.pid()), "fd");
        JavaProcess.until(process, () -> isOpen(lib, open));
        interrupt(process);
        List<String> said = err.lines().toList();
        statuses.add(process.waitFor());
        if (statuses.getLast() == INTERRUPTED) {
          assertThat(said).containsExactly("kpack-workbench: cancelled");
          checkEnded(process, temporary);
        }
      }
    }
    String printed = Files.readString(folder.resolve("printed"));
    assertThat(printed).doesNotContain("binaries with wrappers", "files checked");
    if (!command.contains("json")) {
      assertThat(printed).isEmpty();
    }
  }

  /** Whether a process has a file of a folder open. */
  private static boolean isOpen(Path folder, Path descriptors) {
    try (var all = Files.newDirectoryStream(descriptors)) {
      for (Path each : all) {
        if (target(each).startsWith(folder + "/")) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException ended) {
      return false;
    }
    return false;
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
