package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipe for CMake in the guide packs what a project installs, with real CMake: again without a
 * change it touches nothing, after a change it replaces, and {@code DESTDIR} counts. Where CMake is
 * not installed it is skipped, unless {@code KPACK_CMAKE_REQUIRED} says that it must be there.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("long")
class CMakeRecipeTest {
  private static final String ARCHIVE = ".kpack/rand-gfx94X.kpack";

  @TempDir private Path folder;
  private Path project = Path.of("");
  private Path prefix = Path.of("");

  /** What a process printed. */
  private record Ran(int status, String printed) {}

  @BeforeEach
  void configuredProject() throws IOException {
    mustBeInstalled("cmake", "--version");
    mustBeInstalled("make", "--version");
    project = Files.createDirectories(folder.toRealPath().resolve("a project"));
    prefix = folder.toRealPath().resolve("the prefix");
    Files.copy(CliRun.fixture("libmixed.so"), project.resolve("librand.so"));
    Files.writeString(
        project.resolve("CMakeLists.txt"),
        """
        cmake_minimum_required(VERSION 3.19)
        project(rand LANGUAGES NONE)
        install(PROGRAMS librand.so DESTINATION lib)
        %s"""
            .formatted(recipe()));
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path program = bin.resolve("kpack-workbench");
    Files.writeString(
        program,
        "#!/bin/sh\nexec %s \"$@\"\n"
            .formatted(
                JavaProcess.command(List.of()).stream()
                    .map(word -> "'" + word + "'")
                    .collect(Collectors.joining(" "))));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(
            run(
                Map.of(),
                "cmake",
                "-S",
                ".",
                "-B",
                "build",
                "-G",
                "Unix Makefiles",
                "-DCMAKE_INSTALL_PREFIX=" + prefix))
        .extracting(Ran::status)
        .isEqualTo(0);
  }

  static void mustBeInstalled(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
    } catch (IOException notThere) {
      String message = "the recipe for CMake was not tried: no " + command[0] + " is installed";
      if ("true".equals(System.getenv("KPACK_CMAKE_REQUIRED"))) {
        fail(message, notThere);
      }
      // The test runner keeps the reason for its report; people who watch should see it, too.
      System.err.println("Skipped: " + message);
      abort(message);
    }
  }

  private static String recipe() throws IOException {
    String page = Files.readString(Checkout.root().resolve("app/guides/wire-it-into-a-build.md"));
    String begin = "```cmake\n";
    int start = page.indexOf(begin) + begin.length();
    assertThat(start).isGreaterThan(begin.length());
    return page.substring(start, page.indexOf("```", start));
  }

  private Ran run(Map<String, String> variables, String... command) throws IOException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
    builder.environment().remove("DESTDIR");
    builder.environment().putAll(variables);
    builder
        .environment()
        .put("PATH", folder.resolve("bin") + ":" + environment.getOrDefault("PATH", "/usr/bin"));
    Process process = builder.start();
    try {
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), printed);
    } catch (InterruptedException stop) {
      throw new IOException(stop);
    }
  }

  private Ran install(Map<String, String> variables) throws IOException {
    return run(variables, "make", "-C", "build", "install");
  }

  /** Every file below a folder, with what tells whether it was written again. */
  private static Map<String, String> state(Path tree) throws IOException {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        state.put(
            tree.relativize(file).toString(),
            Files.readAttributes(file, "unix:ino,lastModifiedTime,size").toString());
      }
    }
    return state;
  }

  @Test
  void secondInstallationTouchesNothingAndAChangeReplaces() throws IOException {
    Path packed = prefix.resolveSibling("the prefix-packed");
    Ran first = install(Map.of());
    assertThat(first.status()).as(first.printed()).isZero();
    Map<String, String> before = state(packed);
    assertThat(before).containsOnlyKeys(ARCHIVE, "lib/librand.so");

    Ran second = install(Map.of());
    assertThat(second.status()).as(second.printed()).isZero();
    assertThat(second.printed()).contains("Up to date");
    assertThat(state(packed)).isEqualTo(before);

    Files.delete(project.resolve("librand.so"));
    Files.copy(CliRun.fixture("libmany.so"), project.resolve("librand.so"));
    Ran changed = install(Map.of());
    assertThat(changed.status()).as(changed.printed()).isZero();
    assertThat(changed.printed()).contains("differs in ");
    assertThat(state(packed)).isNotEqualTo(before);
    assertThat(CliRun.of("list", packed.resolve(ARCHIVE), "--json").rows("entries"))
        .hasSize(CliRun.of("list", project.resolve("librand.so"), "--json").rows("entries").size());
    assertThat(install(Map.of()).printed()).contains("Up to date");
  }

  @Test
  void destdirIsInFrontOfThePrefix() throws IOException {
    Path destination = folder.toRealPath().resolve("a destination");
    Map<String, String> variables = Map.of("DESTDIR", destination.toString());
    Path packed = Path.of(destination + prefix.toString() + "-packed");
    Ran first = install(variables);
    assertThat(first.status()).as(first.printed()).isZero();
    assertThat(prefix).doesNotExist();
    Map<String, String> before = state(packed);
    assertThat(before).containsOnlyKeys(ARCHIVE, "lib/librand.so");
    Ran second = run(variables, "cmake", "--install", "build");
    assertThat(second.status()).as(second.printed()).isZero();
    assertThat(second.printed()).contains("Up to date");
    assertThat(state(packed)).isEqualTo(before);
  }

  @Test
  void whatCannotBePackedFailsTheInstallation() throws IOException {
    Files.delete(project.resolve("librand.so"));
    Files.copy(CliRun.fixture("libcomm.so"), project.resolve("librand.so"));
    assertThat(install(Map.of()).status()).isNotZero();
  }
}
