package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workflow and the hook of the guide on builds do what the guide says. */
@Tag("long")
class WorkflowExamplesTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ *(?:- run|entry): kpack-workbench (.+)$");
  private static final Pattern FILES = Pattern.compile("(?m)^ *files: (.+)$");

  @TempDir private Path folder;

  @Test
  void workflowPacksVerifiesAndResolves() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("install/lib"));
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve("libmany.so"));
    for (String command : commands().subList(0, 3)) {
      assertThat(run(command, List.of())).as(command).isEqualTo(ExitStatus.DONE);
    }
    assertThat(folder.resolve("verify.sarif")).content().contains("\"version\": \"2.1.0\"");
    Files.delete(folder.resolve("packed/.kpack/rand-gfx94X.kpack"));
    assertThat(run(commands().get(2), List.of())).isEqualTo(ExitStatus.FINDINGS);
  }

  @Test
  void hookRefusesADamagedArchive() throws Exception {
    List<String> kinds = new ArrayList<>();
    Pattern hooked = Pattern.compile(matches(FILES).getFirst());
    try (Stream<Path> sample = Files.walk(Path.of("sample").toAbsolutePath())) {
      for (Path file : sample.filter(Files::isRegularFile).toList()) {
        if (hooked.matcher(file.toString()).find()) {
          Files.copy(file, folder.resolve(file.getFileName()));
          kinds.add(file.getFileName().toString());
        }
      }
    }
    assertThat(kinds).contains("kpackfix.kpm", "kpackfix_gfx90a.kpack");
    String hook = commands().getLast();
    assertThat(run(hook, kinds)).isEqualTo(ExitStatus.DONE);
    Path archive = folder.resolve("kpackfix_gfx90a.kpack");
    Files.write(archive, Arrays.copyOf(Files.readAllBytes(archive), 1000));
    assertThat(run(hook, kinds)).isEqualTo(ExitStatus.FINDINGS);
    Files.writeString(folder.resolve("kpackfix.kpm"), "{", StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(run(hook, List.of("kpackfix.kpm"))).isNotEqualTo(ExitStatus.DONE);
  }

  private int run(String command, List<String> files) throws Exception {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.addAll(files);
    Process process =
        new ProcessBuilder(JavaProcess.command(List.of(), words.toArray()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  private static List<String> commands() throws IOException {
    List<String> commands = matches(COMMAND);
    assertThat(commands).hasSize(4);
    return commands;
  }

  private static List<String> matches(Pattern pattern) throws IOException {
    Path page = Checkout.root().resolve("app/guides/wire-it-into-a-build.md");
    List<String> found = new ArrayList<>();
    for (Matcher line = pattern.matcher(Files.readString(page)); line.find(); ) {
      found.add(line.group(1));
    }
    return found;
  }
}
