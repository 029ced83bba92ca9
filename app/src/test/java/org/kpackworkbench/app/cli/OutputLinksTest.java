package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What lies behind a link stays as it is, whatever is written under the link's name. */
@DisabledOnOs(OS.WINDOWS)
class OutputLinksTest {
  /** Folders in which commands write their output; they may be links. */
  private static final Set<String> PARENTS =
      Set.of("split", "tars", "wheels", "packages", "debs", "extracted");

  @TempDir Path folder;

  @Test
  void forceReplacesLinksAndNeverFollowsThem() throws IOException {
    WritingCommands commands = WritingCommands.make(Files.createDirectory(folder.resolve("in")));
    Path first = Files.createDirectory(folder.resolve("first"));
    for (List<Object> command : commands.writingTo(first).values()) {
      assertThat(CliRun.of(command.toArray()).status()).as("%s", command).isLessThan(2);
    }
    Path out = Files.createDirectory(folder.resolve("out"));
    Path victims = Files.createDirectory(folder.resolve("victims"));
    List<Path> precious = new ArrayList<>();
    for (Path made : made(first)) {
      Path link = out.resolve(first.relativize(made).toString());
      Files.createDirectories(link.getParent());
      Path victim = victims.resolve("v" + precious.size());
      if (Files.isDirectory(made)) {
        precious.add(Files.writeString(Files.createDirectory(victim).resolve("x"), "precious"));
      } else {
        precious.add(Files.writeString(victim, "precious"));
      }
      Files.createSymbolicLink(link, victim);
    }
    assertThat(precious).hasSizeGreaterThan(15);
    for (Map.Entry<String, List<Object>> command : commands.writingTo(out).entrySet()) {
      CliRun run = CliRun.of(command.getValue().toArray());
      // A tree that is added to is not replaced.
      boolean refused = command.getKey().equals("overlay");
      assertThat(run.status()).as("%s: %s", command, run.err()).matches(s -> refused == (s == 2));
      assertThat(run.err().contains("it is a link to")).as(run.err()).isEqualTo(refused);
      assertThat(precious)
          .as(command.getKey())
          .allSatisfy(one -> assertThat(one).hasContent("precious"));
    }
    for (Path made : made(first)) {
      Path there = out.resolve(first.relativize(made).toString());
      assertThat(Files.isSymbolicLink(there))
          .as(there.toString())
          .isEqualTo(there.endsWith("laid"));
    }
    try (Stream<Path> left = Files.walk(victims)) {
      assertThat(left.filter(Files::isRegularFile)).hasSameSizeAs(precious);
    }
  }

  /** What was made, each as a whole. */
  private static List<Path> made(Path folder) throws IOException {
    List<Path> made = new ArrayList<>();
    try (Stream<Path> children = Files.list(folder)) {
      for (Path child : children.sorted().toList()) {
        if (PARENTS.contains(child.getFileName().toString())) {
          made.addAll(made(child));
        } else {
          made.add(child);
        }
      }
    }
    return made;
  }

  @Test
  void aLinkThatIsChangedItselfStaysOne() throws IOException {
    Path file = Files.copy(CliRun.fixture("libone.so"), folder.resolve("libone.so.1"));
    Path link = Files.createSymbolicLink(folder.resolve("libone.so"), Path.of("libone.so.1"));
    CliRun run =
        CliRun.of(
            "convert",
            link,
            "-o",
            link,
            "--kernel-name",
            "k",
            "--archives",
            folder,
            "--search-path",
            "x.kpack",
            "--force");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(CliRun.of("info", file, "--json").json()).containsEntry("deviceCode", "host-only");
  }

  @Test
  void nothingIsReplacedInAFolderThatALinkLeadsTo() throws IOException {
    Path made = Files.createDirectory(folder.resolve("in"));
    Map<String, List<Object>> commands = WritingCommands.make(made).writingTo(folder);
    for (String name : List.of("split", "split packed", "recombine", "extract")) {
      Path real = Files.createDirectory(folder.resolve("real " + name));
      Path link = Files.createSymbolicLink(folder.resolve("link " + name), real);
      List<Object> command = new ArrayList<>(commands.get(name));
      int output = Math.max(command.indexOf("-o"), command.indexOf("--output-dir")) + 1;
      command.set(output, link);
      CliRun run = CliRun.of(command.toArray());
      assertThat(run.status()).as("%s: %s", command, run.err()).isEqualTo(2);
      assertThat(run.err()).contains("it is a link to " + real, "links are not replaced");
      assertThat(real).isEmptyDirectory();
      // What only adds may follow it.
      command.remove("--force");
      CliRun added = CliRun.of(command.toArray());
      assertThat(added.status()).as("%s: %s", command, added.err()).isZero();
      assertThat(real).isNotEmptyDirectory();
      command.set(output, real);
      command.add("--force");
      assertThat(CliRun.of(command.toArray()).status()).as("%s", command).isZero();
    }
  }

  @Test
  void anEditedLinkStaysOneToo() throws IOException {
    Path made = Files.createDirectory(folder.resolve("in"));
    WritingCommands.make(made);
    Path archive = made.resolve("host/all.kpack");
    Path link = Files.createSymbolicLink(folder.resolve("link.kpack"), archive);
    CliRun run = CliRun.of("edit", link, "--set", "group=other", "--force");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(CliRun.of("info", archive, "--json").json()).containsEntry("group", "other");
  }

  @Test
  void noLinkIsFollowedWithoutForceEither() throws IOException {
    Path nowhere = folder.resolve("nowhere");
    Path link = Files.createSymbolicLink(folder.resolve("link"), nowhere);
    Path input = CliRun.fixture("libone.so");
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("verify", input, "-o", link),
            List.of("diff", input, input, "-o", link),
            List.of("extract", input, "--index", 0, "-o", link))) {
      assertThat(CliRun.of(command.toArray()).status()).as("%s", command).isEqualTo(2);
      assertThat(Files.exists(nowhere, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }
  }
}
