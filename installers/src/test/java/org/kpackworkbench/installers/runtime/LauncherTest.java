package org.kpackworkbench.installers.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.cli.CommandLines;
import org.kpackworkbench.installers.Edition;

/** The script on a Java that only says how it was started. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final Path OPTIONS = Path.of("../app/src/main/launch/java.args");

  @TempDir Path folder;
  private Path launcher = Path.of("");

  @BeforeEach
  void write() throws Exception {
    Path home = folder.resolve("a folder");
    launcher = home.resolve("bin/kpack-workbench");
    List<String> commands =
        CommandLines.all().stream()
            .map(CommandLines.Entry::name)
            .filter(n -> !n.isEmpty())
            .toList();
    Launcher.write(launcher, OPTIONS, commands, Edition.FULL);
    Path java = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\nprintf '%s\\n' \"$@\" \"LC_ALL=${LC_ALL:-}\" \"T=${JAVA_TOOL_OPTIONS:-}\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void argumentsArriveAsTheyWere() throws Exception {
    assertThat(start(launcher, Map.of(), "info", "a file.kpack", "", "*"))
        .containsSubsequence(
            "-m", RuntimeImage.MAIN, "info", "a file.kpack", "", "*", "LC_ALL=C.UTF-8");
  }

  @Test
  void everyCommandHasTheCacheOfCommandsAndTheWindowItsOwn() throws Exception {
    for (CommandLines.Entry entry : CommandLines.all()) {
      boolean drawn = entry.name().isEmpty() || entry.name().equals("render");
      assertThat(start(launcher, Map.of(), entry.name().isEmpty() ? "x.kpack" : entry.name()))
          .filteredOn(line -> line.startsWith("-XX:AOTCache="))
          .singleElement()
          .asString()
          .endsWith(drawn ? "/cache/window.aot" : "/cache/commands.aot");
    }
  }

  @Test
  void longWorkIsCompiledWell() throws Exception {
    String quick = "-XX:TieredStopAtLevel=1";
    assertThat(start(launcher, Map.of(), "info")).contains(quick);
    assertThat(start(launcher, Map.of(), "--version")).contains(quick);
    assertThat(start(launcher, Map.of(), "resolve", "--log", "x"))
        .containsSubsequence(quick, "-XX:TieredStopAtLevel=4");
    // Hashes that ran when the cache was filled would stay with the first compiler.
    assertThat(start(launcher, Map.of(), "extract", "a.kpack", "--all"))
        .containsSubsequence(quick, "-XX:TieredStopAtLevel=4", "-XX:-AOTReplayTraining");
    assertThat(Files.readString(Path.of("../app/run"))).contains("-XX:-AOTReplayTraining)");
    assertThat(start(launcher, Map.of(), "extract", "a.kpack"))
        .contains(quick)
        .doesNotContain("-XX:TieredStopAtLevel=4");
    assertThat(start(launcher, Map.of(), "split", "--kpm-sha256"))
        .containsSubsequence(quick, "-XX:TieredStopAtLevel=4");
    assertThat(start(launcher, Map.of(), "verify")).doesNotContain(quick);
    assertThat(start(launcher, Map.of())).doesNotContain(quick);
  }

  @Test
  void commandsStartAsFromACheckout() throws Exception {
    String run = Files.readString(Path.of("../app/run"));
    assertThat(start(launcher, Map.of(), "list")).containsSubsequence(Launcher.SHORT_OPTIONS);
    assertThat(run).contains("\nshort=(" + String.join(" ", Launcher.SHORT_OPTIONS) + ")\n");
    for (String command : List.of("convert", "pack", "prune", "split")) {
      assertThat(start(launcher, Map.of(), command)).containsSubsequence(Launcher.NATIVE_OPTIONS);
      assertThat(run)
          .containsPattern(
              "\"commands %s\".*quick=\\(%s\\)"
                  .formatted(command, Pattern.quote(String.join(" ", Launcher.NATIVE_OPTIONS))));
    }
  }

  @Test
  void onlyTheWindowHasItsOptionsAndLongWorkStillGetsTheSecondCompiler() throws Exception {
    for (List<String> window : List.of(start(launcher, Map.of(), "x"), start(launcher, Map.of()))) {
      assertThat(window)
          .containsSubsequence(Launcher.WINDOW_OPTIONS)
          .noneMatch(option -> option.startsWith("-XX:TieredStopAtLevel"));
    }
    assertThat(start(launcher, Map.of(), "info"))
        .doesNotContainAnyElementsOf(Launcher.WINDOW_OPTIONS);
  }

  @Test
  void everyStartHasTheOptionsOfEveryStart() throws Exception {
    assertThat(start(launcher, Map.of(), "info")).containsAll(Launcher.options(OPTIONS));
    assertThat(Files.readString(launcher)).doesNotContainPattern("@[A-Z_]+@");
  }

  @Test
  void commandLineAloneStartsWithoutAnythingOfTheWindow() throws Exception {
    Launcher.write(launcher, OPTIONS, List.of("info", "pack", "verify"), Edition.COMMANDS);
    for (String word : List.of("info", "x.kpack", "render")) {
      assertThat(start(launcher, Map.of(), word))
          .noneMatch(option -> option.contains("window.aot") || option.contains("javafx"))
          .anyMatch(option -> option.endsWith("/cache/commands.aot"))
          .anyMatch(option -> option.startsWith("--enable-native-access=com.github.luben"));
    }
  }

  @Test
  void isFoundThroughLinks() throws Exception {
    Path link = Files.createDirectories(folder.resolve("usr/bin")).resolve("kw");
    Files.createSymbolicLink(link, Path.of("../../a folder/bin/kpack-workbench"));
    Path second = folder.resolve("second");
    Files.createSymbolicLink(second, link);
    assertThat(start(link, Map.of(), "info")).contains("info");
    assertThat(start(second, Map.of(), "info")).contains("info");
  }

  @Test
  void optionsForOtherProgramsAreNotTakenAndItsOwnAre() throws Exception {
    assertThat(
            start(
                launcher,
                Map.of(
                    "JAVA_TOOL_OPTIONS", "-Dother", "KPACK_WORKBENCH_JAVA_OPTIONS", "-Xmx1g -Da=b"),
                "info"))
        .contains("T=", "-Xmx1g", "-Da=b")
        .doesNotContain("-Dother");
  }

  @Test
  void theUsersLocaleAndHomeStay() throws Exception {
    assertThat(start(launcher, Map.of("LC_ALL", "de_DE.UTF-8", "HOME", "/home/me"), "info"))
        .contains("LC_ALL=de_DE.UTF-8", "-Duser.home=/home/me");
  }

  @Test
  void aJavaThatCannotStartEndsWithTwo() throws Exception {
    Path java = launcher.resolveSibling("../runtime/bin/java").normalize();
    Files.writeString(
        java,
        """
        #!/bin/sh
        case "$*" in *-Xmx999g*) echo "Could not reserve"; exit 1 ;; esac
        case "$*" in *--dry-run*) exit 0 ;; esac
        exit 1
        """);
    assertThat(status(Map.of(), "verify")).as("what the program itself says").isEqualTo(1);
    Map<String, String> small = Map.of("KPACK_WORKBENCH_JAVA_OPTIONS", "-Xmx1g");
    assertThat(status(small, "verify")).as("with options that it can take").isEqualTo(1);
    Map<String, String> large = Map.of("KPACK_WORKBENCH_JAVA_OPTIONS", "-Xmx999g");
    assertThat(status(large, "verify")).isEqualTo(2);
    Files.delete(java);
    assertThat(status(Map.of(), "verify")).isEqualTo(2);
  }

  @Test
  void onlyOptionsThatMayKeepJavaFromStartingAreTried() throws Exception {
    Path starts = folder.resolve("starts");
    Files.writeString(
        launcher.resolveSibling("../runtime/bin/java").normalize(),
        "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"$STARTS\"\n");
    for (String option : List.of("", "-Dprism.order=sw -Dkpackworkbench.startTimes=true")) {
      assertThat(started(starts, option)).singleElement().asString().doesNotContain("--dry-run");
    }
    for (String option : List.of("-Da=b -Xmx1g", "-Djava.security.manager=allow")) {
      assertThat(started(starts, option))
          .satisfiesExactly(
              tried -> assertThat(tried).contains(option, "--dry-run"),
              run -> assertThat(run).contains(option).doesNotContain("--dry-run"));
    }
  }

  /** How a start with these options has started Java. */
  private List<String> started(Path starts, String options) throws Exception {
    Files.deleteIfExists(starts);
    assertThat(
            status(
                Map.of("KPACK_WORKBENCH_JAVA_OPTIONS", options, "STARTS", starts.toString()),
                "verify"))
        .isZero();
    return Files.readAllLines(starts);
  }

  private int status(Map<String, String> environment, String... args) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(List.of(args));
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  private static List<String> start(Path program, Map<String, String> environment, String... args)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.command().addAll(List.of(args));
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }
}
