package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.kpackworkbench.app.console.Console;
import tools.jackson.databind.ObjectMapper;

/**
 * The result of a command line, run in this process. JSON that it printed is as its schema says,
 * and options that its messages name exist.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 * @param opened the files that the window was opened on; null if it was not
 * @param compared whether the window was to compare them
 */
record CliRun(int status, String out, String err, List<Path> opened, boolean compared) {

  static CliRun of(Object... args) {
    return reading(InputStream.nullInputStream(), args);
  }

  /** Runs a command line whose end is two hours after its beginning. */
  static CliRun ofTwoHours(Object... args) {
    Instant begin = Instant.now();
    Iterator<Instant> times = List.of(begin, begin.plusSeconds(7200)).iterator();
    return of(InputStream.nullInputStream(), times::next, args);
  }

  /** The same with something in standard input. */
  static CliRun reading(InputStream in, Object... args) {
    return of(in, InstantSource.system(), args);
  }

  private static CliRun of(InputStream in, InstantSource clock, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<List<Path>> opened = new ArrayList<>();
    boolean[] compared = {false};
    WindowStart window =
        request -> {
          opened.add(request.files());
          compared[0] = request.compare();
          return ExitStatus.DONE;
        };
    int status =
        new Cli(new Console(out, err, false).reading(in), window, null, OptionalInt::empty, clock)
            .run(Stream.of(args).map(String::valueOf).toArray(String[]::new));
    String printed = out.toString(StandardCharsets.UTF_8);
    for (PrintedJson json :
        PrintedJson.of(Stream.of(args).map(String::valueOf).toList(), printed)) {
      assertThat(json.faults()).as("%s prints %s", List.of(args), json).isEmpty();
    }
    String messages = err.toString(StandardCharsets.UTF_8);
    assertThat(Hints.wrong(Stream.of(args).map(String::valueOf).toList(), messages))
        .as("options that %s does not have", List.of(args))
        .isEmpty();
    return new CliRun(
        status, printed, messages, opened.isEmpty() ? null : opened.getFirst(), compared[0]);
  }

  /** Standard output as a JSON document. */
  @SuppressWarnings("unchecked")
  Map<String, Object> json() {
    return new ObjectMapper().readValue(out, Map.class);
  }

  /** A list of objects of the JSON document. */
  @SuppressWarnings("unchecked")
  List<Map<String, Object>> rows(String name) {
    return (List<Map<String, Object>>) json().get(name);
  }

  /** A compiled fixture of the model. */
  static Path fixture(String name) {
    Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      Path file = at.resolve("model/src/test/fixtures/bin").resolve(name);
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new IllegalArgumentException("no fixture " + name + " above " + start);
  }
}
