package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Text and JSON of a command carry the same facts: each value of the JSON is in the text, but for
 * those fields that a golden file names. A field that one of them loses, or that only JSON gets, is
 * a change of that file.
 */
class SameFactsTest {
  private static final Set<String> REPORTS =
      Set.of(
          "convert",
          "edit",
          "extract",
          "overlay",
          "pack",
          "pack-database",
          "prune",
          "recombine",
          "restore",
          "split",
          "split-wheel",
          "unpack-database");
  private static final List<String> FIXTURES =
      List.of(
          "libcomm.so",
          "libhostonly.so",
          "libcompressed.so",
          "librdc.so",
          "libstatic.a",
          "container-llvm22.bin",
          "kinds-gfx1100.hsaco",
          "windows.dll");

  @TempDir private Path folder;

  @Test
  void operationsSayTheSame() throws IOException {
    WritingCommands commands = WritingCommands.make(folder.resolve("in"));
    Map<String, List<Object>> text =
        commands.writingTo(Files.createDirectories(folder.resolve("a")));
    Map<String, List<Object>> json =
        commands.writingTo(Files.createDirectories(folder.resolve("b")));
    Map<String, Set<String>> missing = new TreeMap<>();
    for (String name : REPORTS) {
      List<Object> planned = new ArrayList<>(text.get(name));
      planned.add("--dry-run");
      missing.put(name + " --dry-run", missing(planned, planned));
      missing.put(name, missing(text.get(name), json.get(name)));
    }
    GoldenOutput.check("only-in-json-of-operations.txt", words(missing));
  }

  @Test
  void filesSayTheSame() throws IOException {
    Map<String, Set<String>> missing = new TreeMap<>();
    for (String fixture : FIXTURES) {
      for (String command : List.of("info", "list")) {
        List<Object> run = List.of(command, CliRun.fixture(fixture));
        if (CliRun.of(run.toArray()).status() < 2) {
          missing.put(command + " " + fixture, missing(run, run));
        }
      }
    }
    GoldenOutput.check("only-in-json-of-files.txt", words(missing));
  }

  private Set<String> missing(List<Object> textCommand, List<Object> jsonCommand) {
    CliRun text = CliRun.of(textCommand.toArray());
    List<Object> withJson = new ArrayList<>(jsonCommand);
    withJson.add("--json");
    CliRun json = CliRun.of(withJson.toArray());
    assertThat(json.status()).as(json.err()).isEqualTo(text.status()).isLessThan(2);
    String said = anyFolder(text.out() + text.err());
    Set<String> missing = new TreeSet<>();
    Map<String, Object> document = json.json();
    document.remove("schema");
    document.forEach((name, value) -> find(name, value, said, missing));
    return missing;
  }

  private String anyFolder(String words) {
    return words
        .replace(folder.resolve("a").toString(), "OUT")
        .replace(folder.resolve("b").toString(), "OUT");
  }

  /** Looks for each value; a field is missing where any of its values is. */
  private void find(String path, Object value, String said, Set<String> missing) {
    switch (value) {
      case null -> {}
      case Map<?, ?> object ->
          object.forEach((name, each) -> find(path + "." + name, each, said, missing));
      case List<?> list -> list.forEach(each -> find(path, each, said, missing));
      case Number number -> {
        String decimal = Long.toString(number.longValue());
        String hex = "0x" + Long.toHexString(number.longValue());
        if (!Pattern.compile("(?<![\\w.])(" + decimal + "|" + hex + ")(?![\\w])")
            .matcher(said)
            .find()) {
          missing.add(path);
        }
      }
      default -> {
        if (!said.contains(anyFolder(value.toString()))) {
          missing.add(path);
        }
      }
    }
  }

  private static String words(Map<String, Set<String>> missing) {
    StringBuilder words = new StringBuilder();
    missing.forEach(
        (name, fields) -> {
          words.append(name).append('\n');
          fields.forEach(field -> words.append("  ").append(field).append('\n'));
        });
    return words.toString();
  }
}
