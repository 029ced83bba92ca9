package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the README shows of commands is what they print. */
class ReadmeTest {
  private static final String PROMPT = "$ kpack-workbench ";
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String MORE = "…";

  @TempDir private Path folder;

  /** A command with the lines that are shown of what it prints. */
  private record Example(String command, List<String> lines) {}

  private static Path root() {
    Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("app/sample"))) {
        return at;
      }
    }
    throw new IllegalStateException("no checkout above " + start);
  }

  private static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(root().resolve("README.md"))) {
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

  private Object[] args(String command) {
    List<Object> args = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      String text = word.group(1) == null ? word.group(2) : word.group(1);
      Path inSample = root().resolve("app/sample").resolve(text);
      boolean output = !args.isEmpty() && args.getLast().equals("-o");
      args.add(output ? folder.resolve(text) : Files.isRegularFile(inSample) ? inSample : text);
    }
    return args.toArray();
  }

  @Test
  void everyExampleIsReal() throws IOException {
    List<Example> examples = examples();
    assertThat(examples).hasSizeGreaterThan(3);
    for (Example example : examples) {
      CliRun run = CliRun.of(args(example.command()));
      String printed =
          (run.out() + run.err())
              .replace(root().resolve("app/sample") + "/", "")
              .replace(folder + "/", "");
      String shown = String.join("\n", example.lines()).stripTrailing();
      if (shown.endsWith(MORE)) {
        assertThat(printed)
            .as(example.command())
            .startsWith(shown.substring(0, shown.length() - MORE.length()));
      } else {
        assertThat(printed.stripTrailing()).as(example.command()).isEqualTo(shown);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app/sample/lib/libmixed.so",
        "app/sample/lib/libhostonly.so",
        "app/sample/.kpack/kpackfix_gfx90a.kpack",
        "app/sample/.kpack/kpackfix.kpm",
        "app/sample/kernels/kinds-gfx942.hsaco",
        "app/sample",
        "model/src/test/fixtures/bin/libstatic.a",
        "model/src/test/fixtures/bin/compressed.co",
        "model/src/test/fixtures/bin/windows.dll"
      })
  void everyViewHasItsPicture(String file) throws IOException {
    String readme = Files.readString(root().resolve("README.md"));
    CliRun list = CliRun.of("render", root().resolve(file), "--view", "list");
    assertThat(list.out().lines().skip(1)).hasSizeGreaterThan(2);
    for (String line : list.out().lines().skip(1).toList()) {
      String picture = "app/pictures/%s.png".formatted(line.split(" ", 2)[0]);
      assertThat(readme).as(line).contains("](" + picture + ")");
      assertThat(root().resolve(picture)).isRegularFile();
    }
  }
}
