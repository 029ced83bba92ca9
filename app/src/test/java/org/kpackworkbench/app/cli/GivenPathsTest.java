package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output of commands names files by the folders that were given, not by where links lead. */
@DisabledOnOs(OS.WINDOWS)
class GivenPathsTest {
  @TempDir private Path folder;
  private Path real;
  private Path link;

  /** Lines that name where links lead, with their commands. */
  private final List<String> others = new ArrayList<>();

  @BeforeEach
  void makeLink() throws IOException {
    real = Files.createDirectory(folder.toRealPath().resolve("where-it-is"));
    link = Files.createSymbolicLink(folder.resolve("given"), real);
  }

  private void namesWhatWasGiven(Object... args) {
    for (String json : List.of("", "--json")) {
      List<Object> all = new ArrayList<>(Arrays.asList(args));
      if (!json.isEmpty() && !args[0].equals("render")) {
        all.add(json);
      }
      CliRun run = CliRun.of(all.toArray());
      (run.out() + run.err())
          .lines()
          .filter(line -> line.contains(real.getFileName().toString()))
          .forEach(line -> others.add(String.join(" ", args[0].toString(), json, line)));
    }
  }

  @Test
  void writingCommandsNameGivenPaths() throws IOException {
    for (List<Object> args : WritingCommands.make(link).writingTo(link).values()) {
      namesWhatWasGiven(args.toArray());
    }
    assertThat(others).isEmpty();
  }

  @Test
  void changesInPlaceNameGivenPaths() throws IOException {
    Path tree = Files.createDirectories(link.resolve("tree/lib"));
    Path library = Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libmany.so"));
    Files.copy(CliRun.fixture("libmixed.so"), tree.resolve("libmixed.so"));
    Files.writeString(tree.resolve("broken.so"), "\u007fELF and nothing else");
    Files.writeString(tree.resolve("broken.kpack"), "KPAK and nothing else");
    Path wheel =
        Files.copy(CliRun.fixture(PackageInputTest.WHEEL), link.resolve("w-1-py3-none-any.whl"));
    Path sample = Checkout.root().resolve("app/sample/.kpack");
    Path archive = Files.copy(sample.resolve("kpackfix_gfx90a.kpack"), link.resolve("a.kpack"));
    Path manifest = Files.copy(sample.resolve("kpackfix.kpm"), link.resolve("kpackfix.kpm"));
    Path hostOnly =
        Files.copy(sample.resolveSibling("lib/libhostonly.so"), link.resolve("libhostonly.so"));
    namesWhatWasGiven("prune", link.resolve("tree"), "--keep", "gfx942", "--in-place", "--dry-run");
    namesWhatWasGiven("prune", link.resolve("tree"), "--keep", "gfx942", "--in-place");
    namesWhatWasGiven("prune", library, "--keep", "gfx1030", "--in-place");
    namesWhatWasGiven("prune", wheel, "--keep", "gfx942", "--in-place");
    namesWhatWasGiven("prune", archive, "--keep", "gfx90a", "--in-place", "--dry-run");
    namesWhatWasGiven("edit", archive, "--set", "group=x", "--force");
    namesWhatWasGiven("edit", archive, "--delete", "name:mixed", "--force", "--write-index");
    namesWhatWasGiven("edit", archive, "--set", "group=y", "--force");
    namesWhatWasGiven("list", archive, "--binary", "lib/libmany.so");
    namesWhatWasGiven("edit", manifest, "--update-from-disk", "--force");
    namesWhatWasGiven("edit", hostOnly, "--kernel-name", "x", "--force", "--force-contents");
    namesWhatWasGiven("pack-database", link.resolve("tree"), "-o", link.resolve("tree"));
    namesWhatWasGiven("restore", hostOnly, "-o", hostOnly, "--force");
    namesWhatWasGiven("verify", link);
    namesWhatWasGiven("resolve", "--tree", link, "--target", "gfx942");
    namesWhatWasGiven("doctor", link, "--target", "gfx942");
    namesWhatWasGiven("info", "--recursive", link);
    assertThat(others).isEmpty();
  }

  /** Errors, too, name a relative path as it was given. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "convert F -o O --kernel-name k --search-path p --archives O",
        "restore F -o O",
        "pack F -o O --group-name g --gfx-arch-family f",
        "prune F --target gfx942 -o O",
        "resolve F --target gfx942",
        "split-wheel F --output-dir O",
        "split-wheel F.missing --output-dir O",
      })
  void errorsNameRelativePathsAsGiven(String command) throws IOException {
    Path file = Files.writeString(real.resolve("cut.kpack"), "KPAK and nothing else");
    Path relative = Path.of("").toRealPath().relativize(file);
    List<Object> args =
        List.of(
            (Object[])
                command
                    .replace("F", relative.toString())
                    .replace("O", real.resolve("out").toString())
                    .split(" ", -1));
    CliRun run = CliRun.of(args.toArray());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .hasLineCount(1)
        .contains(" " + relative)
        .doesNotContain(" " + file)
        .matches(
            Pattern.compile(
                command.contains("missing") ? ".*: the file does not exist\\n" : ".*",
                Pattern.DOTALL));
    assertThat(real.resolve("out")).doesNotExist();
    List<Object> json = new ArrayList<>(args);
    json.add("--json");
    CliRun document = CliRun.of(json.toArray());
    if (!document.out().isEmpty()) {
      assertThat(document.rows("problems"))
          .isNotEmpty()
          .allSatisfy(
              problem ->
                  assertThat(problem.values().toString())
                      .contains(relative.toString())
                      .doesNotContain(file.toString()));
    }
  }
}
