package org.kpackworkbench.model.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code src/test/library} is a program of its own that uses the library. What documentation and
 * guide show is a part of it, so it has to compile and to run, on the class path and as a module.
 */
class LibraryProjectTest {
  /** With these the JVM has nothing to warn of, also where it otherwise refuses. */
  private static final List<String> NO_WARNINGS =
      List.of(
          "--illegal-native-access=deny",
          "--sun-misc-unsafe-memory-access=deny",
          "-Dmsgpack.universal-buffer=true",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC");

  private static final Pattern SNIPPET =
      Pattern.compile("\\{@snippet class=\"tour\\.(\\w+)\" region=\"(\\w+)\"\\}");

  @TempDir private static Path onClassPath;

  @TempDir private Path folder;

  @BeforeAll
  static void compileForTheClassPath() throws Exception {
    compile(onClassPath, List.of("-Xlint:-path", "--class-path", libraries()));
  }

  private static Path checkout() {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.exists(base.resolve("ARCHITECTURE.md")) ? base : base.getParent();
  }

  private static Path source(String name) {
    return checkout().resolve("model/src/test/library/src/main/java").resolve(name);
  }

  /** Where the module is, with the libraries that it needs. */
  private static String libraries() {
    return System.getProperty("jdk.module.path", System.getProperty("java.class.path"));
  }

  private static String run(String program, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", program).toString());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", command, printed).isZero();
    return printed;
  }

  private static void compile(Path classes, List<String> options) throws Exception {
    List<String> compile = new ArrayList<>(List.of("-Xlint:all", "-Werror"));
    // It ends before thorough optimisation would pay.
    compile.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    compile.addAll(options);
    compile.addAll(List.of("-Xlint:-requires-automatic", "-d", classes.toString()));
    compile.add(source("tour/Tour.java").toString());
    compile.add(source("tour/Snippets.java").toString());
    assertThat(run("javac", compile)).isEmpty();
  }

  /** Runs one of the program's classes; returns what it prints. */
  private String start(String main, boolean asModule, Path... arguments) throws Exception {
    List<String> launch = new ArrayList<>(NO_WARNINGS);
    if (asModule) {
      Path classes = folder.resolve("classes");
      compile(
          classes, List.of("--module-path", libraries(), source("module-info.java").toString()));
      launch.add("--enable-native-access=com.github.luben.zstd_jni,org.xerial.sqlitejdbc");
      launch.addAll(List.of("--module-path", libraries() + File.pathSeparator + classes));
      launch.addAll(List.of("--module", "tour/tour." + main));
    } else {
      launch.add("--enable-native-access=ALL-UNNAMED");
      launch.addAll(List.of("--class-path", libraries() + File.pathSeparator + onClassPath));
      launch.add("tour." + main);
    }
    Stream.of(arguments).map(Path::toString).forEach(launch::add);
    return run("java", launch);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aProgramOpensListsLoadsConvertsAndVerifies(boolean asModule) throws Exception {
    assumeThat(!asModule || System.getProperty("jdk.module.path") != null)
        .as("tests run on the module path")
        .isTrue();
    Path fat = checkout().resolve("app/sample/lib/libmixed.so");
    assertThat(start("Tour", asModule, fat, folder.resolve("out")).lines())
        .hasSize(17)
        .contains("1 gfx90a 4096")
        .endsWith("made host-only", "4096 bytes for gfx942", "Passed");
  }

  @Test
  void theProgramIsShortAndTheGuideShowsIt() throws IOException {
    String text = Files.readString(source("tour/Tour.java"));
    String shown =
        text.substring(
                text.indexOf('\n', text.indexOf("// @start")) + 1, text.lastIndexOf("// @end"))
            .stripIndent()
            .strip();
    assertThat(shown.lines()).hasSizeLessThanOrEqualTo(30);
    assertThat(Files.readString(checkout().resolve("app/guides/reference/library.md")))
        .contains("```java\n" + shown + "\n```\n");
  }

  /** .ci/library installs the library and builds the program with just this file. */
  @Test
  void guideShowsWholePom() throws IOException {
    String pom = Files.readString(checkout().resolve("model/src/test/library/pom.xml")).strip();
    assertThat(Files.readString(checkout().resolve("app/guides/reference/library.md")))
        .contains("```xml\n" + pom + "\n```\n");
    assertThat(Files.readString(checkout().resolve(".ci/library")))
        .contains("cp -r model/src/test/library");
  }

  @Test
  void whatPackagesShowRuns() throws Exception {
    Path out = Files.createDirectories(folder.resolve("out"));
    assertThat(start("Snippets", false, checkout().resolve("app/sample"), out))
        .contains("ELF binary", "gfx90a:xnack+ runs on gfx90a", "TRUNCATED in ", "2 archives")
        .contains("kpackfix::", "  gfx942  ", "converted", "\nfalse\n");
    assertThat(out.resolve("fat.so")).isRegularFile();
    assertThat(out.resolve("code")).isNotEmptyDirectory();
    assertThat(out.resolve("split/demo_lib_generic/stage/lib/libmixed.so")).isRegularFile();
    assertThat(out.resolve("split/demo_lib_gfx942/stage/.kpack/demo_lib_gfx942.kpack"))
        .isRegularFile();
  }

  @Test
  void everyPromisedPackageShowsAPartOfIt() throws IOException {
    Path module = checkout().resolve("model/src/main/java");
    List<String> promised =
        Pattern.compile("exports (\\S+);")
            .matcher(Files.readString(module.resolve("module-info.java")))
            .results()
            .map(export -> export.group(1))
            .toList();
    assertThat(promised).isNotEmpty();
    for (String name : promised) {
      Path page = module.resolve(name.replace('.', '/')).resolve("package-info.java");
      String text = Files.readString(page);
      assertThat(text).as(name).doesNotContain("<pre>{@code", "{@snippet :");
      assertThat(SNIPPET.matcher(text).results())
          .as(name)
          .isNotEmpty()
          .allSatisfy(
              snippet ->
                  assertThat(Files.readString(source("tour/" + snippet.group(1) + ".java")))
                      .contains("// @start region=\"" + snippet.group(2) + "\"\n"));
    }
  }
}
