package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.picture.PictureRequest;

/** What the README shows of commands is what they print. */
class ReadmeTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)\\)");
  private static final Pattern VERSION = Pattern.compile("<\\w+\\.version>([^<]+)</");

  /** A row of the table of dependencies, with the version in its second column. */
  private static final Pattern DEPENDENCY =
      Pattern.compile("(?m)^\\| [^|]+ \\| ([0-9]+\\.[0-9][0-9.-]*) \\| [^|]+ \\| [^|]+ \\|$");

  private static final Pattern SHELL = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");

  @TempDir private Path folder;

  @Test
  void everyExampleIsReal() throws IOException {
    List<ConsoleExamples.Example> examples =
        ConsoleExamples.of(Checkout.root().resolve("README.md"));
    assertThat(examples).hasSizeGreaterThan(3);
    ConsoleExamples console = new ConsoleExamples(folder);
    for (ConsoleExamples.Example example : examples) {
      console.run(example);
    }
  }

  /** Each command to copy is a line by itself: what follows a comment is not run. */
  @Test
  void everyCommandToCopyIsALineOfItsOwn() throws IOException {
    String text = Files.readString(Checkout.root().resolve("README.md"));
    List<String> commands =
        SHELL
            .matcher(text)
            .results()
            .flatMap(block -> block.group(1).lines())
            .map(line -> line.replaceFirst(" +# [^#]*$", ""))
            .toList();
    assertThat(commands)
        .containsExactly(
            "app/run --sample",
            "mvn -B verify",
            "mvn -B -Pinstallers -DskipTests package",
            "sudo apt install ./installers/target/packages/kpack-workbench_*.deb",
            "sudo dnf install ./installers/target/packages/kpack-workbench-*.rpm");
  }

  @Test
  void namesEveryDependencyInTheVersionThatIsUsed() throws IOException {
    String pom = Files.readString(Checkout.root().resolve("pom.xml"));
    List<String> used =
        VERSION
            .matcher(pom.substring(0, pom.indexOf("</properties>")))
            .results()
            .map(version -> version.group(1))
            .toList();
    String readme = Files.readString(Checkout.root().resolve("README.md"));
    List<String> named =
        DEPENDENCY
            .matcher(readme.substring(readme.indexOf("## What it is built with")))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(used).hasSizeGreaterThan(15);
    assertThat(named).containsExactlyInAnyOrderElementsOf(used);
  }

  /** The page of dependencies and the code agree: msgpack-java writes, our own code reads. */
  @Test
  void saysThatMsgpackJavaOnlyWrites() throws IOException {
    String words = "writes MessagePack: tables of archives, manifests, markers";
    assertThat(Files.readString(Checkout.root().resolve("README.md")))
        .containsPattern("\\| msgpack-java [^\\n]*\\| " + words);
    assertThat(Files.readString(Checkout.root().resolve("app/guides/reference/dependencies.md")))
        .containsPattern("\\| msgpack-java [^\\n]*\\| " + words);
    try (Stream<Path> sources = Files.walk(Checkout.root().resolve("model/src/main/java"))) {
      assertThat(sources.filter(file -> file.toString().endsWith(".java")))
          .allSatisfy(
              file -> assertThat(Files.readString(file)).doesNotContain("MessageUnpacker;"));
    }
  }

  @Test
  void everyLinkLeadsSomewhereAndEveryCommandHasItsRow() throws IOException {
    Path page = Checkout.root().resolve("README.md");
    String text = Files.readString(page);
    assertThat(LINK.matcher(text).results().map(link -> link.group(1)))
        .hasSizeGreaterThan(10)
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).isRegularFile());
    assertThat(CommandLines.all().stream().map(CommandLines.Entry::name).skip(1))
        .hasSizeGreaterThan(10)
        .allSatisfy(command -> assertThat(text).contains("\n| `" + command + "` | "));
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
    String gallery = Files.readString(Checkout.gallery());
    CliRun list = CliRun.of("render", Checkout.root().resolve(file), "--view", "list");
    assertThat(list.out().lines().skip(1)).hasSizeGreaterThan(2);
    for (String line : list.out().lines().skip(1).toList()) {
      String picture = "../../pictures/" + line.split(" ", 2)[0] + ".png";
      assertThat(gallery).as(line).contains("](" + picture + ")");
      assertThat(Checkout.gallery().resolveSibling(picture)).isRegularFile();
      assertThat(PictureRequest.VIEWS).as("what shells complete").contains(line.split(" ", 2)[0]);
    }
  }
}
