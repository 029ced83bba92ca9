package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.console.Console;

/** The program of the package for the command line, which has neither JavaFX nor the views. */
class WithoutWindowTest {
  private static final Pattern OF_WINDOW =
      Pattern.compile(".*(/views/target/.*|kpack-workbench-views|javafx|controlsfx|atlantafx).*");

  private static final Path SAMPLE = Path.of("sample").toAbsolutePath();

  private record Ended(int status, String out, String err) {}

  @TempDir Path folder;

  @Test
  void helpNamesNothingThatNeedsTheWindow() throws Exception {
    Ended help = run("--help");
    assertThat(help.err()).isEmpty();
    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains("kpack-workbench COMMAND ...", "  verify ")
        .doesNotContain("--sample", "--compare", "--reset", "window", "  render ");
  }

  @Test
  void refusesFilesAndPicturesWithWhatToDo() throws Exception {
    String file = SAMPLE.resolve("lib/libmixed.so").toString();
    Ended opened = run(file);
    assertThat(opened.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(opened.err())
        .contains(
            file + " cannot be opened: this installation has no window",
            "try kpack-workbench info " + file);
    assertThat(run().err()).contains("name a command: this installation has no window");
    assertThat(run("render", file, "-o", "x.png").err()).contains("unknown command 'render'");
  }

  /** The commands that fill the cache for fast starts use most of the program. */
  @Test
  void commandsNeedNoClassOfTheWindow() throws Exception {
    List<String> lines = new ArrayList<>();
    Cli.verbs(false).forEach(verb -> lines.add(verb.name() + "\t--help"));
    for (String line : Files.readAllLines(Path.of("src/main/launch/rehearsal.txt"))) {
      String out = folder.resolve("out").toString();
      lines.add(line.replace("@SAMPLE@", SAMPLE.toString()).replace("@OUT@", out));
    }
    Path script = Files.write(folder.resolve("commands.txt"), lines);
    Ended ended = java(WithoutWindowTest.class.getName(), script.toString());
    assertThat(ended.err()).doesNotContain("error in the program", "NoClassDefFound");
    assertThat(ended.out().lines()).hasSize(lines.size()).noneMatch(line -> line.startsWith("2"));
  }

  /** Runs the command lines in a file, and prints how each ended. */
  public static void main(String[] args) throws Exception {
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      OutputStream nowhere = OutputStream.nullOutputStream();
      Console console = new Console(nowhere, System.err, false);
      int status = new Cli(console, null, null).run(line.split("\t", -1));
      System.out.println(status + " " + line);
    }
  }

  private static Ended run(String... args) throws Exception {
    return java("org.kpackworkbench.app.Main", args);
  }

  private static Ended java(String main, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
    command.add(main);
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).start();
    process.getOutputStream().close();
    // What it has to say fits in a pipe.
    byte[] out = process.getInputStream().readAllBytes();
    byte[] err = process.getErrorStream().readAllBytes();
    return new Ended(
        process.waitFor(),
        new String(out, StandardCharsets.UTF_8),
        new String(err, StandardCharsets.UTF_8));
  }

  private static String classPath() {
    return Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
        .filter(entry -> !entry.isEmpty())
        .filter(entry -> !OF_WINDOW.matcher(entry).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
