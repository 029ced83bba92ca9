package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Row.Role;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.GoldenArchive;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

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
    TableComparison found =
        (TableComparison) Compare.open(List.of(one, two), UnpackBudget.operation(), Progress.NONE);
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

  @Test
  void filesWithTheSameBytesAtAnotherPathWereMoved() throws IOException {
    Files.writeString(one.resolve("lib/a"), "kept name, other folder");
    Files.writeString(one.resolve("lib/b"), "kept name, other folder");
    Files.writeString(one.resolve("lib/gone"), "of this size, but other bytes!!");
    Files.createFile(one.resolve("lib/empty"));
    Files.createDirectory(two.resolve("new"));
    Files.writeString(two.resolve("new/other"), "kept name, other folder");
    Files.writeString(two.resolve("new/b"), "kept name, other folder");
    Files.writeString(two.resolve("new/here"), "of this size, and other bytes!!");
    Files.createFile(two.resolve("new/nothing"));
    TableComparison found = open();
    assertThat(Compared.changes(found))
        .containsExactly(
            Map.entry("lib/a", Change.RENAMED),
            Map.entry("lib/b", Change.RENAMED),
            Map.entry("lib/empty", Change.REMOVED),
            Map.entry("lib/gone", Change.REMOVED),
            Map.entry("new", Change.ADDED),
            Map.entry("new/b", Change.RENAMED),
            Map.entry("new/here", Change.ADDED),
            Map.entry("new/nothing", Change.ADDED),
            Map.entry("new/other", Change.RENAMED));
    int row = Compared.index(found, "lib/b");
    assertThat(found.counterpart(row)).isEqualTo(Compared.index(found, "new/b"));
    assertThat(found.row(row).changedFields())
        .containsExactly(new Field("path", List.of("lib/b", "new/b"), Role.NAME, false));
    assertThat(found.deltaBytes(row)).isZero();
    assertThat(found.counterpart(Compared.index(found, "lib/gone"))).isEqualTo(-1);
    try (Comparison below = found.open(row, Progress.NONE)) {
      assertThat(below.isIdentical(Progress.NONE)).isTrue();
    }
    TableComparison swapped = (TableComparison) found.swapped();
    assertThat(swapped.row(row).changedFields())
        .containsExactly(new Field("path", List.of("new/b", "lib/b"), Role.NAME, false));
    assertThat(swapped.change(row)).isEqualTo(Change.RENAMED);
  }

  @Test
  void lookingForWhatWasMovedCanBeCancelled() throws IOException {
    Files.writeString(one.resolve("lib/a"), "the same bytes");
    Files.writeString(two.resolve("lib/b"), "the same bytes");
    TableComparison found =
        (TableComparison) Compare.open(List.of(one, two), UnpackBudget.operation(), Progress.NONE);
    Progress stopping =
        new Progress() {
          private boolean looking;

          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            looking = what.contains("moved");
          }

          @Override
          public boolean cancelled() {
            return looking;
          }
        };
    assertThatThrownBy(() -> found.compareContents(stopping, row -> {}))
        .isInstanceOf(CancellationException.class);
    assertThat(found.contentsCompared()).isFalse();
    found.compareContents(Progress.NONE, row -> {});
    assertThat(Compared.changes(found)).containsEntry("lib/b", Change.RENAMED);
  }

  private Path packed(Path tree, String name) throws IOException {
    Path file = folder.resolve(name);
    TarPack.write(tree, file, TarOptions.DEFAULT, Progress.NONE);
    return file;
  }

  private static List<Path> scratchFolders() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(path -> path.toString().contains("diffed_lib_generic.")).toList();
    }
  }

  @Test
  void packedTreesAreComparedWithFoldersAndWithOneAnother() throws IOException {
    Path before = packed(one, "diffed_lib_generic.tar.zst");
    Files.writeString(two.resolve("lib/text"), "next");
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(before, two), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(scratchFolders()).isEmpty();
      found.compareContents(Progress.NONE, row -> {});
      assertThat(found.kind()).isEqualTo(ComparisonKind.TREES);
      assertThat(Compared.changes(found)).containsExactly(Map.entry("lib/text", Change.CHANGED));
      int row = Compared.index(found, "lib/text");
      assertThat(found.row(row).cells().getFirst().place()).isNull();
      assertThat(found.row(row).cells().getLast().place())
          .isEqualTo(new Place.File(two.resolve("lib/text")));
      try (Comparison below = found.open(row, Progress.NONE)) {
        assertThat(below.sides().getFirst().label()).isEqualTo(before + "/lib/text");
        assertThat(below.isIdentical(Progress.NONE)).isFalse();
      }
    }
    assertThat(scratchFolders()).isEmpty();
    Path after = packed(two, "other.tar.zst");
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(before, after), UnpackBudget.operation(), Progress.NONE)) {
      found.compareContents(Progress.NONE, row -> {});
      assertThat(Compared.changes(found)).containsExactly(Map.entry("lib/text", Change.CHANGED));
    }
    try (Comparison same =
        Compare.open(List.of(before, before), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(same.isIdentical(Progress.NONE)).isTrue();
    }
  }

  @Test
  void whatCannotBeUnpackedIsComparedAsAFileBesideAFile() throws IOException {
    Path whole = packed(one, "diffed_lib_generic.tar.zst");
    Path torn = folder.resolve("torn.tar.zst");
    Files.write(torn, java.util.Arrays.copyOf(Files.readAllBytes(whole), 200));
    try (TableComparison found =
        (TableComparison)
            Compare.open(List.of(whole, torn), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(found.kind()).isEqualTo(ComparisonKind.FILES);
      assertThat(found.problems()).singleElement().returns(1, Side.Problem::side);
    }
    assertThatThrownBy(
            () -> Compare.open(List.of(torn, two), UnpackBudget.operation(), Progress.NONE))
        .isInstanceOf(FormatException.class);
    assertThat(scratchFolders()).isEmpty();
  }

  @Test
  void comparesAFileWhoseNameIsNoText() throws Exception {
    String[] command = {"sh", "-c", "touch \"$(printf 'lib/a\\377')\""};
    Process touch = new ProcessBuilder(command).directory(two.toFile()).start();
    assumeTrue(touch.waitFor() == 0, "names of any bytes");
    Files.writeString(two.resolve("lib/text"), "next");
    TableComparison found = open();
    assertThat(found.problems()).isEmpty();
    assertThat(Compared.changes(found))
        .containsOnly(
            Map.entry("lib/a\ufffdff", Change.ADDED), Map.entry("lib/text", Change.CHANGED));
  }
}
