package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs what a page shows of commands, in their order, in a copy of the sample workspace, and
 * compares what they print. A line that is only {@code …} represents any number of lines. What is
 * no command of the program, such as {@code cp}, the shell does.
 */
final class ConsoleExamples {
  private static final String PROMPT = "$ ";
  private static final String PROGRAM = "kpack-workbench ";
  private static final String STATUS = "echo $?";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String MORE = "…";

  private final Path work;
  private int status;

  /**
   * @param work the folder to work in; the sample is copied there
   */
  ConsoleExamples(Path work) throws IOException {
    this.work = work.toRealPath().resolve("work");
    Checkout.copy(Checkout.root().resolve("app/sample"), this.work);
  }

  /** A command with the lines that are shown of what it prints. */
  record Example(String command, List<String> lines) {}

  static List<Example> of(Path page) throws IOException {
    List<Example> examples = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        inside = line.equals("```console");
      } else if (inside && line.startsWith(PROMPT)) {
        examples.add(new Example(line.substring(PROMPT.length()), new ArrayList<>()));
      } else if (inside) {
        examples.getLast().lines().add(line);
      }
    }
    return examples;
  }

  /** The words of a command; what is between apostrophes is one. */
  static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  /** Copies a fixture into the folder, as a page says that it is there. */
  void with(String fixture) throws IOException {
    Files.copy(CliRun.fixture(fixture), work.resolve(fixture));
  }

  void run(Example example) throws IOException {
    String printed = printed(example.command());
    // Here paths are whole, and columns of tables as wide; people name files as they are shown.
    UnaryOperator<String> seen =
        printed.contains(work + "/")
            ? line -> line.replace(work + "/", "").replaceAll(" +", " ").stripTrailing()
            : String::stripTrailing;
    assertThat(shows(lines(example.lines(), seen), lines(printed.lines().toList(), seen)))
        .as("$ %s%nprints%n%s", example.command(), printed)
        .isTrue();
  }

  /** Lines as they are compared, without empty ones at the end. */
  private static List<String> lines(List<String> lines, UnaryOperator<String> as) {
    return String.join("\n", lines.stream().map(as).toList()).strip().lines().toList();
  }

  /** Whether that is what is shown, where the sign for more represents any lines. */
  private static boolean shows(List<String> shown, List<String> printed) {
    int more = shown.indexOf(MORE);
    if (more < 0) {
      return shown.equals(printed);
    }
    if (printed.size() < more || !printed.subList(0, more).equals(shown.subList(0, more))) {
      return false;
    }
    List<String> rest = shown.subList(more + 1, shown.size());
    return IntStream.rangeClosed(more, printed.size())
        .anyMatch(from -> shows(rest, printed.subList(from, printed.size())));
  }

  private String printed(String command) throws IOException {
    if (command.equals(STATUS)) {
      return String.valueOf(status);
    }
    if (!command.startsWith(PROGRAM)) {
      return shell(command);
    }
    CliRun run = CliRun.of(args(command.substring(PROGRAM.length())).toArray());
    status = run.status();
    return run.out() + run.err();
  }

  private List<Object> args(String command) throws IOException {
    List<Object> args = new ArrayList<>();
    for (String word : words(command)) {
      String before = args.isEmpty() ? "" : String.valueOf(args.getLast());
      boolean output = before.matches("-o|--output|--output-dir|--archives");
      // A binary is called in an archive as its file is.
      boolean name =
          args.isEmpty() || before.matches("--binary|--kernel-name") || word.startsWith("-");
      if (output || (!name && Files.exists(work.resolve(word)))) {
        args.add(work.resolve(word).normalize());
      } else if (word.startsWith("file://")) {
        args.add("file://" + work.resolve(word.substring("file://".length())));
      } else if (word.contains(",")
          && !name
          && Files.exists(work.resolve(word.split(",", -1)[0]))) {
        args.add(
            Stream.of(word.split(",", -1))
                .map(each -> work.resolve(each).toString())
                .collect(Collectors.joining(",")));
      } else if (word.endsWith("/*")) {
        args.addAll(inside(work.resolve(word.substring(0, word.length() - 2))));
      } else {
        args.add(word);
      }
    }
    return args;
  }

  private static List<Path> inside(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  private String shell(String command) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .start();
    try {
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      status = process.waitFor();
      assertThat(status).as("%s: %s", command, printed).isZero();
      return printed;
    } catch (InterruptedException stop) {
      throw new IOException(stop);
    }
  }
}
