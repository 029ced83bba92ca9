package org.kpackworkbench.model.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.archive.GoldenArchive;
import org.kpackworkbench.model.diff.run.Comparer;
import org.kpackworkbench.model.job.Progress;

class TreeComparisonTest {
  @TempDir private Path folder;
  private Path one;
  private Path two;

  @BeforeEach
  void makeTrees() throws IOException {
    one = tree("one");
    two = tree("two");
  }

  private Path tree(String name) throws IOException {
    Path root = folder.resolve(name);
    Files.createDirectories(root.resolve("lib/.kpack"));
    Files.write(root.resolve("lib/.kpack/a.kpack"), GoldenArchive.bytes());
    Files.writeString(root.resolve("lib/text"), "text");
    Files.createSymbolicLink(root.resolve("lib/link"), Path.of("text"));
    return root;
  }

  private TableComparison open() throws IOException {
    TableComparison found = (TableComparison) Comparer.open(List.of(one, two), Progress.NONE);
    found.compareContents(Progress.NONE, row -> {});
    return found;
  }

  @Test
  void equalTreesAreTheSame() throws IOException {
    TableComparison found = open();
    assertThat(found.kind()).isEqualTo(ComparisonKind.TREES);
    assertThat(Compared.changes(found)).isEmpty();
    assertThat(found.outcome()).isEqualTo(Outcome.SAME);
    assertThat(found.isIdentical(Progress.NONE)).isFalse();
  }

  @Test
  void pathsKindsModesLinksAndContentsAreCompared() throws IOException {
    byte[] archive = GoldenArchive.bytes();
    archive[64] ^= 1;
    Files.write(two.resolve("lib/.kpack/a.kpack"), archive);
    Files.setPosixFilePermissions(
        two.resolve("lib/text"), PosixFilePermissions.fromString("rwxr-x---"));
    Files.delete(two.resolve("lib/link"));
    Files.createSymbolicLink(two.resolve("lib/link"), Path.of("other"));
    Files.writeString(two.resolve("lib/new"), "new");
    Files.createDirectory(one.resolve("thing"));
    Files.writeString(two.resolve("thing"), "now a file");
    TableComparison found = open();
    assertThat(Compared.changes(found))
        .containsExactly(
            Map.entry("lib/.kpack/a.kpack", Change.CHANGED),
            Map.entry("lib/link", Change.CHANGED),
            Map.entry("lib/new", Change.ADDED),
            Map.entry("lib/text", Change.CHANGED),
            Map.entry("thing", Change.CHANGED));
    assertThat(Compared.row(found, "lib/link").changedFields().getFirst().values())
        .containsExactly("text", "other");
    int row = Compared.index(found, "lib/.kpack/a.kpack");
    try (TableComparison below = (TableComparison) found.open(row, Progress.NONE)) {
      below.compareContents(Progress.NONE, index -> {});
      assertThat(Compared.changes(below))
          .containsExactly(Map.entry("lib/libtest.so#0 @ gfx900", Change.CHANGED));
    }
  }

  @Test
  void artifactsAreAlsoComparedByTheirStagePrefixes() throws IOException {
    Files.writeString(one.resolve("artifact_manifest.txt"), "lib\n");
    Files.writeString(two.resolve("artifact_manifest.txt"), "lib\nmath/stage\n");
    TableComparison found = open();
    assertThat(found.kind()).isEqualTo(ComparisonKind.ARTIFACTS);
    assertThat(Compared.changes(found))
        .containsEntry("math/stage", Change.ADDED)
        .containsEntry("artifact_manifest.txt", Change.CHANGED);
    Files.write(two.resolve("artifact_manifest.txt"), new byte[] {(byte) 0xff});
    TableComparison broken = open();
    assertThat(broken.problems()).hasSize(1);
    assertThat(Compared.changes(broken)).containsEntry("lib", Change.REMOVED);
  }
}
