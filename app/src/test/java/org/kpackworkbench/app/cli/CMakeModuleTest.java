package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

/** The module for CMake, with real CMake and Ninja, on a project with two artifacts. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("long")
class CMakeModuleTest {
  @TempDir private Path folder;
  private Path project = Path.of("");
  private Path out = Path.of("");
  private Path calls = Path.of("");
  private String build = "build";

  @BeforeEach
  void builtProject() throws Exception {
    CMakeRecipeTest.mustBeInstalled("cmake", "--version");
    CMakeRecipeTest.mustBeInstalled("ninja", "--version");
    project = Files.createDirectories(folder.toRealPath().resolve("a project"));
    out = project.resolve("build/split");
    calls = folder.resolve("calls.txt");
    artifact("many_lib_gfx90X", "libmany.so");
    artifact("mixed_lib_gfx90X", "libmixed.so");
    Files.writeString(
        project.resolve("CMakeLists.txt"),
        """
        cmake_minimum_required(VERSION 3.21)
        project(two LANGUAGES NONE)
        list(APPEND CMAKE_MODULE_PATH "%s")
        include(KpackWorkbench)
        kpack_split_artifacts(NAME split
          ARTIFACT_DIRS "${CMAKE_SOURCE_DIR}/many_lib_gfx90X" "${CMAKE_SOURCE_DIR}/mixed_lib_gfx90X"
          OUTPUT_DIR split GPU_TARGETS gfx90a gfx1100)
        install(DIRECTORY "${CMAKE_BINARY_DIR}/split/" DESTINATION artifacts)
        """
            .formatted(module().getParent()));
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("kpack-workbench");
    Files.writeString(
        program,
        "#!/bin/sh\necho \"$*\" >>'%s'\nexec %s \"$@\"\n"
            .formatted(
                calls,
                JavaProcess.command(List.of()).stream()
                    .map(word -> "'" + word + "'")
                    .collect(Collectors.joining(" "))));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    run(Map.of(), "cmake", "-S", ".", "-B", "build", "-G", "Ninja");
    assertThat(splitsOfBuild()).isEqualTo(2);
  }

  @Test
  void nothingIsSplitTwice() throws Exception {
    assertThat(names())
        .containsExactly(
            "many_lib_generic",
            "many_lib_gfx1100",
            "many_lib_gfx90a:xnack+",
            "many_lib_gfx90a:xnack-",
            "mixed_lib_generic",
            "mixed_lib_gfx1100",
            "mixed_lib_gfx90a");
    assertThat(splitsOfBuild()).as("the list of files is read").isZero();
    assertThat(run(Map.of(), "ninja", "-C", "build")).contains("no work to do");
  }

  @Test
  void changedFilesAndDeletedArtifactsAreMadeAgain() throws Exception {
    splitsOfBuild();
    Path library = project.resolve("many_lib_gfx90X/a/stage/lib/libmany.so");
    Files.setLastModifiedTime(library, FileTime.from(Instant.now()));
    assertThat(splitsOfBuild()).as("touched").isEqualTo(1);
    assertThat(splitsOfBuild()).isZero();

    Path archive = out.resolve("mixed_lib_gfx1100/a/stage/.kpack/mixed_lib_gfx1100.kpack");
    byte[] content = Files.readAllBytes(archive);
    try (Stream<Path> files = Files.walk(out.resolve("mixed_lib_gfx1100"))) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(splitsOfBuild()).as("deleted").isEqualTo(1);
    assertThat(archive).hasBinaryContent(content);
    assertThat(splitsOfBuild()).isZero();

    Files.writeString(library.resolveSibling("notes.txt"), "new");
    assertThat(splitsOfBuild()).as("a new file").isEqualTo(1);
    assertThat(out.resolve("many_lib_generic/a/stage/lib/notes.txt")).exists();
  }

  @Test
  void makefilesMakeDeletedArtifactsAgain() throws Exception {
    CMakeRecipeTest.mustBeInstalled("make", "--version");
    run(Map.of(), "cmake", "-S", ".", "-B", "make", "-G", "Unix Makefiles");
    build = "make";
    assertThat(splitsOfBuild()).isEqualTo(2);
    assertThat(splitsOfBuild()).isZero();
    Path archive =
        project.resolve("make/split/mixed_lib_gfx1100/a/stage/.kpack/mixed_lib_gfx1100.kpack");
    Files.delete(archive);
    assertThat(splitsOfBuild()).as("deleted").isEqualTo(1);
    assertThat(archive).exists();
    assertThat(splitsOfBuild()).isZero();
    Path library = project.resolve("many_lib_gfx90X/a/stage/lib/libmany.so");
    Files.setLastModifiedTime(library, FileTime.from(Instant.now().plusSeconds(2)));
    assertThat(splitsOfBuild()).as("touched").isEqualTo(1);
  }

  @Test
  void artifactsOfAGpuThatIsNoLongerBuiltAreRemoved() throws Exception {
    splitsOfBuild();
    Path list = project.resolve("CMakeLists.txt");
    Files.writeString(list, Files.readString(list).replace("gfx90a gfx1100)", "gfx90a)"));
    assertThat(splitsOfBuild()).isEqualTo(2);
    assertThat(names()).noneMatch(name -> name.endsWith("gfx1100")).hasSize(5);
    assertThat(splitsOfBuild()).isZero();
    assertThat(run(Map.of(), "ninja", "-C", "build")).contains("no work to do");
  }

  @Test
  void installsBelowDestdir() throws Exception {
    Path stage = folder.toRealPath().resolve("stage");
    run(Map.of("DESTDIR", stage.toString()), "ninja", "-C", "build", "install");
    assertThat(stage.resolve("usr/local/artifacts/mixed_lib_gfx90a/artifact_manifest.txt"))
        .exists();
  }

  private void artifact(String name, String library) throws IOException {
    Path artifact = Files.createDirectories(project.resolve(name));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "a/stage\n");
    Path lib = Files.createDirectories(artifact.resolve("a/stage/lib"));
    Files.copy(CliRun.fixture(library), lib.resolve(library));
  }

  private static Path module() {
    return Checkout.root()
        .resolve("installers/src/main/resources/org/kpackworkbench/installers/cmake")
        .resolve("KpackWorkbench.cmake");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> made = Files.list(out)) {
      return made.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private int splitsOfBuild() throws Exception {
    Files.deleteIfExists(calls);
    run(Map.of(), "cmake", "--build", build);
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  private String run(Map<String, String> variables, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
    builder.environment().remove("DESTDIR");
    builder.environment().putAll(variables);
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
