package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.console.Console;

/** {@code app/run} in a checkout that is built, on a Java that only does what is defined here. */
@EnabledOnOs(OS.LINUX)
class RunScriptTest {
  /** Commands whose work the window's classes do. */
  private static final Predicate<String> DRAWN = Predicate.isEqual("render");

  @TempDir Path folder;
  private Path root = Path.of("");
  private Path jdk = Path.of("");

  private record Run(int status, String said) {}

  @BeforeEach
  void builtCheckout() throws IOException {
    root = Files.createDirectories(folder.resolve("a checkout"));
    for (String script : new String[] {"app/run", ".ci/find-jdk", ".ci/system-libraries"}) {
      Path copy = root.resolve(script);
      Files.createDirectories(copy.getParent());
      Files.copy(Checkout.root().resolve(script), copy);
      assertThat(copy.toFile().setExecutable(true)).isTrue();
    }
    for (String made :
        new String[] {
          "pom.xml",
          "app/pom.xml",
          "app/src/main/x",
          "app/sample/x",
          "app/guides/x",
          "app/target/classes/module-info.class",
          "app/target/run/class-path.txt",
          "app/target/run/java.args",
        }) {
      Files.createDirectories(root.resolve(made).getParent());
      Files.writeString(root.resolve(made), "");
    }
    Files.writeString(
        root.resolve("app/target/run/class-path.txt"), root.resolve("pom.xml").toString());
    jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    java(
        """
        case "$*${JAVA_TOOL_OPTIONS:-}" in *999g*) echo "Could not reserve"; exit 1 ;; esac
        case "$*" in *--dry-run*) echo tried >>"$0.tries"; exit 0 ;; esac
        exit 1
        """);
    Files.copy(jdk.resolve("bin/java"), jdk.resolve("bin/javac"));
    assertThat(jdk.resolve("bin/javac").toFile().setExecutable(true)).isTrue();
  }

  private void java(String script) throws IOException {
    Path java = Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\n" + script);
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private Run run(Map<String, String> environment) throws Exception {
    return run(environment, "verify", "x");
  }

  private Run run(Map<String, String> environment, String command, String file) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("app/run").toString(), command, file)
            .directory(folder.toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), said);
  }

  @Test
  void whatTheProgramEndsWithIsHandedOnAndJavaIsTriedOnce() throws Exception {
    assertThat(run(Map.of())).isEqualTo(new Run(1, ""));
    assertThat(run(Map.of())).isEqualTo(new Run(1, ""));
    assertThat(jdk.resolve("bin/java.tries")).hasContent("tried");
  }

  @Test
  void optionsWithWhichJavaCannotStartEndWithTwo() throws Exception {
    Run run = run(Map.of("JAVA_TOOL_OPTIONS", "-Xmx999g"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.said()).contains("Could not reserve", "Java cannot start", "JAVA_TOOL_OPTIONS");
    assertThat(run(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g")).status()).isEqualTo(1);
  }

  /** Java is tried with the options that it is then started with. */
  @Test
  void optionsOfACommandWithWhichJavaCannotStartEndWithTwo() throws Exception {
    java("case \"$*\" in *-Xms64m*) echo 'larger than the maximum' >&2; exit 1 ;; esac; exit 0\n");
    assertThat(run(Map.of(), "verify", "x").status()).isZero();
    assertThat(run(Map.of(), "pack", "x").status()).isEqualTo(2);
  }

  /** Whatever draws nothing starts without a look for libraries of a screen. */
  @Test
  void everyCommandButTheWindowAndPicturesNeedsNoScreen() throws Exception {
    java("exit 0\n");
    Path looked = root.resolve("looked");
    Files.writeString(
        root.resolve(".ci/system-libraries"), "#!/bin/sh\n: >\"%s\"\n".formatted(looked));
    List<String> commands = new ArrayList<>(List.of("help", "--version"));
    Cli.VERBS.stream().map(Cli.Verb::name).filter(DRAWN.negate()).forEach(commands::add);
    for (String command : commands) {
      assertThat(run(Map.of(), command, "x").status()).as(command).isZero();
      assertThat(looked).as(command).doesNotExist();
    }
    Files.createDirectory(folder.resolve("kernels-of-today"));
    for (String drawn : List.of("render", "lib/x.so", "kernels-of-today", "--sample")) {
      assertThat(run(Map.of(), drawn, "x").status()).isZero();
      assertThat(looked).as(drawn).exists();
      Files.delete(looked);
      for (String screen : List.of("headless", "display")) {
        Files.deleteIfExists(root.resolve("app/target/run/libraries-" + screen));
      }
    }
  }

  /** A cache that another Java made would only be refused, with a warning for each start. */
  @Test
  void aCacheIsUsedWithTheJavaThatMadeIt() throws Exception {
    java("echo \"$*\"; exit 0\n");
    Path state = root.resolve("app/target/run");
    Files.writeString(state.resolve("commands.aot"), "");
    Files.writeString(state.resolve("window.aot"), "");
    assertThat(run(Map.of(), "info", "x").said()).doesNotContain("AOTCache");
    long made = Files.getLastModifiedTime(jdk.resolve("bin/java")).to(TimeUnit.SECONDS);
    Files.writeString(state.resolve("caches-of"), "%s %d%n".formatted(jdk, made));
    for (Cli.Verb verb : Cli.VERBS) {
      String cache = DRAWN.test(verb.name()) ? "window.aot" : "commands.aot";
      assertThat(run(Map.of(), verb.name(), "x").said())
          .as(verb.name())
          .contains("-XX:AOTCache=" + state.resolve(cache));
    }
    assertThat(run(Map.of(), "x.kpack", "y.kpack").said())
        .contains("-XX:AOTCache=" + state.resolve("window.aot"));
    Files.writeString(state.resolve("caches-of"), "%s %d%n".formatted(jdk, made + 1));
    assertThat(run(Map.of(), "info", "x").said()).doesNotContain("AOTCache");
  }

  /** The JVM keeps no classes from before Java 6 between starts. */
  @Test
  void aCopyTakesThePlaceOfALibraryWithOldClasses() throws Exception {
    Path library = Files.writeString(folder.resolve("old-1.0.jar"), "");
    Path other = Files.writeString(folder.resolve("new-1.0.jar"), "");
    Path state = root.resolve("app/target/run");
    Files.writeString(state.resolve("class-path.txt"), library + ":" + other);
    Files.delete(state.resolve("java.args"));
    for (String read : new String[] {"java.args", "rehearsal.txt"}) {
      Path file = root.resolve("app/src/main/launch").resolve(read);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
    // Copies the first of the jars.
    java("case \"$*\" in *OldClasses.java*) cp \"$5\" \"$4\" ;; esac; exit 0\n");
    for (String tool : new String[] {"jar", "mvn"}) {
      Path made = Files.writeString(jdk.resolve("bin").resolve(tool), "#!/bin/sh\n");
      assertThat(made.toFile().setExecutable(true)).isTrue();
    }
    Run run = run(Map.of("PATH", jdk.resolve("bin") + ":" + System.getenv("PATH")));
    assertThat(run.status()).as(run.said()).isZero();
    assertThat(state.resolve("java.args"))
        .content()
        .contains(":" + state.resolve("jars/old-1.0.jar") + ":" + other + "\"")
        .doesNotContain(library.toString());
  }

  /** What caches are made of has to be commands that do something. */
  @Test
  void theRehearsalEndsWell() throws Exception {
    String sample = Checkout.root().resolve("app/sample").toString();
    String script =
        Files.readString(Checkout.root().resolve("app/src/main/launch/rehearsal.txt"))
            .replace("@SAMPLE@", sample)
            .replace("@OUT@", folder.resolve("out").toString());
    for (String line : script.lines().toList()) {
      OutputStream nowhere = OutputStream.nullOutputStream();
      int status =
          new Cli(new Console(nowhere, nowhere, false), files -> ExitStatus.DONE, null)
              .run(line.split("\t", -1));
      assertThat(status).as(line).isIn(ExitStatus.DONE, ExitStatus.FINDINGS);
    }
  }

  @Test
  void aJavaThatIsNoneEndsWithTwo() throws Exception {
    java("echo 'UnsupportedClassVersionError' >&2; exit 1\n");
    assertThat(run(Map.of()).status()).isEqualTo(2);
    Files.writeString(jdk.resolve("bin/java"), "no program");
    assertThat(run(Map.of()).status()).isEqualTo(2);
  }
}
