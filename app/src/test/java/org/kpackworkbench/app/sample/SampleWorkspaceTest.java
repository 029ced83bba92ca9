package org.kpackworkbench.app.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;

class SampleWorkspaceTest {
  @TempDir private Path folder;

  private static Path checkout() {
    Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("app/sample"))) {
        return at;
      }
    }
    throw new IllegalStateException("no app/sample above " + start);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .toList();
    }
  }

  /** With {@code -Dsample.update=true} the sample is made again: commit what changed. */
  @Test
  void isWhatTheProgramMakesOfTheFixtures() throws IOException {
    Path sample = checkout().resolve("app/sample");
    Path fixtures = checkout().resolve("model/src/test/fixtures/bin");
    if (Boolean.getBoolean("sample.update")) {
      new SampleMaker(fixtures, sample).make();
    }
    new SampleMaker(fixtures, folder).make();
    for (String name : names(folder)) {
      assertThat(sample.resolve(name))
          .as("%s, see isWhatTheProgramMakesOfTheFixtures", name)
          .hasSameBinaryContentAs(folder.resolve(name));
    }
    assertThat(names(sample)).containsExactlyInAnyOrderElementsOf(SampleWorkspace.NAMES);
  }

  @Test
  void isCarriedByTheProgramAndUnpackedWhole() throws IOException {
    SampleWorkspace workspace = SampleWorkspace.unpack(folder.resolve("new"));
    Path sample = checkout().resolve("app/sample");
    long size = 0;
    for (String name : SampleWorkspace.NAMES) {
      assertThat(workspace.folder().resolve(name)).hasSameBinaryContentAs(sample.resolve(name));
      size += Files.size(sample.resolve(name));
    }
    assertThat(names(workspace.folder()))
        .containsExactlyInAnyOrderElementsOf(SampleWorkspace.NAMES);
    assertThat(size).isLessThan(1_500_000);
  }

  @Test
  void keepsWhatTheUserChangedAndBringsBackWhatHeDeleted() throws IOException {
    SampleWorkspace workspace = SampleWorkspace.unpack(folder);
    Path changed = Files.writeString(folder.resolve("README.txt"), "mine");
    Path deleted = folder.resolve("lib/libmany.so");
    Files.delete(deleted);
    assertThat(SampleWorkspace.unpack(folder)).isEqualTo(workspace);
    assertThat(changed).hasContent("mine");
    assertThat(deleted).exists();
  }

  @Test
  void everyFileOfItOpensWithoutAProblem() throws IOException {
    SampleWorkspace workspace = SampleWorkspace.unpack(folder);
    assertThat(workspace.files()).isNotEmpty();
    for (Path file : workspace.files()) {
      try (Document document = StandardFormats.all().open(file, Progress.NONE)) {
        assertThat(document.problems()).as(file.toString()).isEmpty();
      }
    }
  }

  @Test
  void liesWhereASystemKeepsData() {
    Path home = Path.of("/home/u");
    assertThat(DataFolder.of("Linux", Map.of(), home))
        .isEqualTo(Path.of("/home/u/.local/share/kpack-workbench"));
    assertThat(DataFolder.of("Linux", Map.of("XDG_DATA_HOME", "/data"), home))
        .isEqualTo(Path.of("/data/kpack-workbench"));
    assertThat(DataFolder.of("Linux", Map.of("XDG_DATA_HOME", "data"), home))
        .isEqualTo(Path.of("/home/u/.local/share/kpack-workbench"));
    assertThat(DataFolder.of("Mac OS X", Map.of(), home))
        .isEqualTo(Path.of("/home/u/Library/Application Support/kpack-workbench"));
    assertThat(DataFolder.of("Windows 11", Map.of("LOCALAPPDATA", "/local"), home))
        .isEqualTo(Path.of("/local/kpack-workbench"));
  }
}
