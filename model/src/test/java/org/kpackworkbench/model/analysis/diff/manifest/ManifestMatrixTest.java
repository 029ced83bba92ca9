package org.kpackworkbench.model.analysis.diff.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Column;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskState;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Step;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.GoldenArchive;

class ManifestMatrixTest {
  private static final String NAME = "rand_lib.kpm";

  @TempDir private Path folder;

  private static Pairs row(String file, long size, long kernels) {
    return map("file", file, "size", size, "kernel_count", kernels);
  }

  private Path manifest(String build, String component, Object... rows) throws IOException {
    Path kpack = Files.createDirectories(folder.resolve(build).resolve(".kpack"));
    return Files.write(kpack.resolve(NAME), ManifestPageTest.manifest(component, rows));
  }

  private static ManifestComparison open(Path... manifests) throws IOException {
    return (ManifestComparison)
        Compare.open(List.of(manifests), UnpackBudget.operation(), Progress.NONE);
  }

  private static List<String> names(ManifestMatrix matrix) {
    return matrix.columns().stream().map(Column::name).toList();
  }

  private static Row row(ManifestMatrix matrix, String key) {
    return matrix.rows().get(matrix.rowOf(key));
  }

  private static List<DiskState> disk(ManifestMatrix matrix, String key) {
    return row(matrix, key).cells().stream().map(cell -> cell.disk().state()).toList();
  }

  @Test
  void twoManifestsComeToOneSentence() throws IOException {
    Path before =
        manifest(
            "monday",
            "rand_lib",
            "gfx1030",
            row("d.kpack", 9, 2),
            "gfx900",
            row("a.kpack", 1000, 7),
            "gfx90a",
            row("c.kpack", 100_000, 20));
    Path after =
        manifest(
            "tuesday",
            "random",
            "gfx900",
            row("a.kpack", 1000, 7),
            "gfx90a",
            row("c.kpack", 100_000 - 2458, 15),
            "gfx942",
            row("e.kpack", 2048, 1));
    try (ManifestComparison compared = open(before, after)) {
      ManifestMatrix matrix = compared.matrix();
      assertThat(names(matrix)).containsExactly("monday", "tuesday");
      assertThat(matrix.rows())
          .extracting(Row::key)
          .containsExactly("gfx1030", "gfx900", "gfx90a", "gfx942");
      assertThat(matrix.rows())
          .extracting(each -> each.step(0, 1).change())
          .containsExactly(Change.REMOVED, Change.SAME, Change.CHANGED, Change.ADDED);
      Step step = row(matrix, "gfx90a").step(0, 1);
      assertThat(step.fields()).containsExactly("kernels", "size");
      assertThat(step.deltaBytes()).isEqualTo(-2458);
      assertThat(step.deltaKernels()).isEqualTo(-5);
      assertThat(matrix.largestBytes()).isEqualTo(100_000);
      assertThat(ManifestWords.summary(matrix))
          .isEqualTo(
              "gfx90a lost 5 kernels and 2.4 KiB, gfx1030 is gone, gfx942 is new (1 kernel, 2.0"
                  + " KiB), the component was renamed from rand_lib to random.");
      assertThat(compared.remarks()).contains(ManifestWords.summary(matrix));
      ManifestMatrix other = ((ManifestComparison) compared.swapped()).matrix();
      assertThat(names(other)).containsExactly("tuesday", "monday");
      assertThat(ManifestWords.summary(other))
          .startsWith("gfx90a gained 5 kernels and 2.4 KiB, gfx942 is gone, gfx1030 is new");
    }
  }

  @Test
  void sizesThatDifferReadDifferently() throws IOException {
    Path monday = manifest("monday", "lib", "gfx900", row("a.kpack", 5_000_000, 7));
    Path tuesday = manifest("tuesday", "lib", "gfx900", row("a.kpack", 5_000_300, 7));
    Path friday = manifest("friday", "lib", "gfx900", row("a.kpack", 6_000_000, 7));
    try (ManifestComparison compared = open(monday, tuesday)) {
      Row row = row(compared.matrix(), "gfx900");
      assertThat(ManifestWords.size(row, 0)).isEqualTo("4.768 MiB");
      assertThat(ManifestWords.size(row, 1)).isEqualTo("4.769 MiB");
    }
    try (ManifestComparison compared = open(monday, friday)) {
      Row row = row(compared.matrix(), "gfx900");
      assertThat(ManifestWords.size(row, 0)).isEqualTo("4.8 MiB");
      assertThat(ManifestWords.size(row, 1)).isEqualTo("5.7 MiB");
    }
  }

  private Path cut(Path whole, int end) throws IOException {
    Path kpack = Files.createDirectories(folder.resolve("cut-" + end).resolve(".kpack"));
    return Files.write(kpack.resolve(NAME), Arrays.copyOf(Files.readAllBytes(whole), end));
  }

  private static int positionOf(Path file, String text) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).indexOf(text);
  }

  @Test
  void whatCouldNotBeReadIsNotKnownWhereverTheManifestEnds() throws IOException {
    Path whole =
        manifest(
            "whole",
            "lib",
            "gfx1030",
            row("a.kpack", 1000, 7),
            "gfx900",
            row("b.kpack", 2000, 8),
            "gfx90a",
            row("c.kpack", 3000, 9));
    for (int end = positionOf(whole, "component_name"); end < Files.size(whole); end++) {
      Path broken = cut(whole, end);
      int read = 0;
      for (String key : List.of("gfx900", "gfx90a")) {
        read += end >= positionOf(whole, key) - 1 ? 1 : 0;
      }
      for (Path[] pair : new Path[][] {{whole, broken}, {broken, whole}}) {
        try (ManifestComparison compared = open(pair)) {
          ManifestMatrix matrix = compared.matrix();
          int cut = pair[0].equals(broken) ? 0 : 1;
          assertThat(matrix.rows())
              .as("cut at %d", end)
              .extracting(each -> each.step(0, 1).change())
              .doesNotContain(Change.REMOVED, Change.ADDED, Change.CHANGED)
              .filteredOn(Change.UNREADABLE::equals)
              .hasSize(3 - read);
          assertThat(ManifestWords.summary(matrix))
              .startsWith(
                  "The readable parts of both manifests agree. cut-%d could not be read whole, so that rows may be missing; not known: "
                      .formatted(end))
              .contains("gfx90a")
              .doesNotContain("gone", "new", "renamed", "the same");
          assertThat(ManifestWords.change(row(matrix, "gfx90a"), 0, 1))
              .isEqualTo("gfx90a is not known");
          assertThat(ManifestWords.size(row(matrix, "gfx90a"), cut)).isEqualTo("not known");
          assertThat(ManifestWords.cell(matrix, row(matrix, "gfx90a"), cut))
              .contains("not known: the manifest could not be read whole");
          for (int row = 0; row < compared.rowCount(); row++) {
            assertThat(compared.change(row))
                .as(compared.row(row).key())
                .isNotIn(Change.REMOVED, Change.ADDED);
          }
          assertThat(compared.outcome()).isNotEqualTo(Outcome.SAME);
        }
      }
    }
  }

  @Test
  void whatIsGoneIsNamedHoweverMuchElseChanged() throws IOException {
    List<Object> before = new ArrayList<>();
    List<Object> after = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      before.addAll(List.of("gfx110" + i, row("b" + i + ".kpack", 1000, 1)));
      after.addAll(List.of("gfx110" + i, row("b" + i + ".kpack", 90_000 + i, 1)));
    }
    before.addAll(List.of("gfx906", row("small.kpack", 10, 1)));
    try (ManifestComparison compared =
        open(
            manifest("before", "lib", before.toArray()),
            manifest("after", "lib", after.toArray()))) {
      assertThat(ManifestWords.summary(compared.matrix()))
          .startsWith("gfx1107 gained ")
          .endsWith("gfx906 is gone, 4 other architectures changed, too.");
    }
  }

  @Test
  void aManifestThatEndsBehindItsRowsHasThemAll() throws IOException {
    Path less =
        Files.write(
            folder.resolve("less.kpm"),
            MsgBytes.pack(
                map(
                    "format_version",
                    1,
                    "kpack_files",
                    map("gfx900", row("a.kpack", 1, 1)),
                    "component_name",
                    "lib")));
    Path whole =
        manifest("whole", "lib", "gfx900", row("a.kpack", 1, 1), "gfx906", row("b.kpack", 1, 1));
    try (ManifestComparison compared = open(whole, cut(less, (int) Files.size(less) - 2))) {
      assertThat(row(compared.matrix(), "gfx906").step(0, 1).change()).isEqualTo(Change.REMOVED);
      assertThat(ManifestWords.summary(compared.matrix()))
          .startsWith("gfx906 is gone. ")
          .endsWith("could not be read whole; not known: the component, the prefix.");
    }
  }

  @Test
  void aCutManifestAmongManyIsNoChange() throws IOException {
    Object[] rows = {"gfx900", row("a.kpack", 1000, 7), "gfx90a", row("c.kpack", 3000, 9)};
    Path one = manifest("1", "lib", rows);
    Path again = manifest("2", "lib", rows);
    Path last = manifest("3", "lib", "gfx900", row("a.kpack", 1000, 7));
    Path broken = cut(one, positionOf(one, "gfx90a") + 2);
    Files.write(broken.resolveSibling("c.kpack"), GoldenArchive.bytes());
    Files.write(broken.resolveSibling("a.kpack"), GoldenArchive.bytes());
    try (ManifestComparison compared = open(one, broken, again)) {
      compared.compareContents(Progress.NONE, row -> {});
      ManifestMatrix matrix = compared.matrix();
      assertThat(matrix.nextChanged(0, 1)).isEqualTo(-1);
      assertThat(disk(matrix, "gfx90a").get(1)).as("it may name it").isEqualTo(DiskState.NOTHING);
      assertThat(ManifestWords.summary(matrix))
          .startsWith("The readable parts of 3 manifests agree. cut-")
          .endsWith("could not be read whole, so that rows may be missing; not known: gfx90a.");
    }
    try (ManifestComparison compared = open(broken, last, again)) {
      for (int row = 0; row < compared.rowCount(); row++) {
        if (compared.row(row).key().equals("gfx90a")) {
          assertThat(compared.row(row).cells())
              .extracting(each -> each.change())
              .as("against the first, of which it is not known")
              .containsExactly(Change.SAME, Change.UNREADABLE, Change.UNREADABLE);
          assertThat(compared.deltaBytes(row)).isZero();
        }
      }
    }
    try (ManifestComparison compared = open(one, broken, last)) {
      ManifestMatrix matrix = compared.matrix().sorted(Order.NAME);
      assertThat(ManifestWords.summary(matrix))
          .startsWith(
              "The readable parts of the first and the last manifest agree. Something changed in 1 of 2 steps, first in 3. cut-");
      assertThat(ManifestWords.summary(compared.matrix()))
          .startsWith("From 1 to 3: gfx90a is gone. ");
    }
  }

  @Test
  void oneThatCannotBeReadStaysAColumnAndHidesNoChangeBehindIt() throws IOException {
    Path one = manifest("1", "lib", "gfx900", row("a.kpack", 1000, 7));
    Path empty = manifest("2", "lib", "gfx900", row("a.kpack", 1000, 7));
    Files.write(empty, new byte[0]);
    Path damaged = manifest("3", "lib", "gfx900", row("a.kpack", 1000, 7));
    Files.write(damaged, new byte[] {0x05, 1, 2, 3});
    Path last = manifest("4", "other", "gfx900", row("a.kpack", 900, 7));
    try (ManifestComparison compared = open(one, empty, damaged, last)) {
      ManifestMatrix matrix = compared.matrix();
      assertThat(compared.kind()).isEqualTo(ComparisonKind.MANIFESTS);
      assertThat(matrix.columns())
          .extracting(ManifestWords::wrong)
          .containsExactly(
              "",
              "the manifest is empty",
              "the manifest is damaged: kpm manifest, root: expected a map, found an integer",
              "");
      assertThat(matrix.headers())
          .filteredOn(header -> header.name().equals("dialect"))
          .singleElement()
          .satisfies(header -> assertThat(header.unread()).containsExactlyInAnyOrder(1, 2));
      assertThat(matrix.nextChanged(0, 1)).as("the first in which it is known").isEqualTo(3);
      Row row = row(matrix, "gfx900");
      assertThat(row.stepIn(2).change()).isEqualTo(Change.UNREADABLE);
      assertThat(row.stepIn(3).deltaBytes()).isEqualTo(-100);
      assertThat(ManifestWords.cell(matrix, row, 1)).contains("not known: the manifest is empty");
      assertThat(ManifestWords.cell(matrix, row, 3)).contains("gfx900 lost 100 B");
      assertThat(ManifestWords.changesIn(matrix, 3))
          .isEqualTo("gfx900 lost 100 B, the component was renamed from lib to other.");
      assertThat(ManifestWords.summary(matrix))
          .contains("first in 4. 2 is empty. 3 is damaged: kpm manifest, root: expected a map");
    }
    try (ManifestComparison compared = open(one, empty)) {
      assertThat(ManifestWords.summary(compared.matrix()))
          .isEqualTo("Nothing can be compared. 2 is empty.");
    }
  }

  @Test
  void everyKindOfChangeHasItsWords() throws IOException {
    Pairs hashed = row("b.kpack", 7, 7);
    hashed.put("sha256", new byte[32]);
    Pairs other = row("b.kpack", 7, 7);
    other.put("sha256", HexFormat.of().parseHex(GoldenArchive.SHA256));
    Pairs unknown = row("c.kpack", 7, 7);
    unknown.put("origin", "here");
    Path before =
        manifest(
            "1",
            "lib",
            "gfx900",
            row("a.kpack", 7, 7),
            "gfx906",
            hashed,
            "gfx908",
            row("c.kpack", 7, 7),
            "gfx90a",
            row("d.kpack", 10, 5));
    Path after =
        manifest(
            "2",
            "lib",
            "gfx900",
            row("z.kpack", 7, 7),
            "gfx906",
            other,
            "gfx908",
            unknown,
            "gfx90a",
            row("d.kpack", 20, 4));
    try (ManifestComparison compared = open(before, after)) {
      ManifestMatrix matrix = compared.matrix();
      assertThat(matrix.rows())
          .extracting(each -> ManifestWords.change(each, 0, 1))
          .containsExactly(
              "gfx900 is in z.kpack, no longer in a.kpack",
              "gfx906 has another checksum",
              "gfx908 differs in origin",
              "gfx90a lost 1 kernel and gained 10 B");
    }
    try (ManifestComparison compared = open(before, before)) {
      assertThat(ManifestWords.summary(compared.matrix())).isEqualTo("Both manifests agree.");
    }
  }

  @Test
  void manifestsAreOrderedByNameOrByTime() throws IOException {
    List<Path> builds = new ArrayList<>();
    for (int build : new int[] {10, 2, 1}) {
      builds.add(manifest("build-" + build, "lib", "gfx900", row("a.kpack", 100L * build, build)));
    }
    Files.setLastModifiedTime(builds.get(0), FileTime.fromMillis(1_000_000));
    Files.setLastModifiedTime(builds.get(1), FileTime.fromMillis(3_000_000));
    Files.setLastModifiedTime(builds.get(2), FileTime.fromMillis(3_000_000));
    try (ManifestComparison compared = open(builds.toArray(Path[]::new))) {
      ManifestMatrix given = compared.matrix();
      assertThat(names(given)).containsExactly("build-10", "build-2", "build-1");
      ManifestMatrix byName = given.sorted(Order.NAME);
      assertThat(names(byName)).containsExactly("build-1", "build-2", "build-10");
      assertThat(byName.rows().getFirst().cells())
          .extracting(Cell::sizeBytes)
          .containsExactly(100L, 200L, 1000L);
      // Those of one time are ordered by name.
      assertThat(names(byName.sorted(Order.TIME)))
          .containsExactly("build-10", "build-1", "build-2");
      assertThat(byName.sorted(Order.TIME).columns())
          .extracting(Column::side)
          .containsExactly(0, 2, 1);
    }
  }

  @Test
  void theFirstManifestInWhichSomethingChangedIsFound() throws IOException {
    List<Path> builds = new ArrayList<>();
    for (int build = 0; build < 6; build++) {
      int size = build < 2 ? 1000 : 3048;
      builds.add(
          build < 4
              ? manifest("b" + build, "lib", "gfx900", row("a.kpack", size, 1))
              : manifest(
                  "b" + build,
                  "lib",
                  "gfx900",
                  row("a.kpack", size, 1),
                  "gfx906",
                  row("b.kpack", 1, 1)));
    }
    try (ManifestComparison compared = open(builds.toArray(Path[]::new))) {
      ManifestMatrix matrix = compared.matrix();
      assertThat(matrix.nextChanged(0, 1)).isEqualTo(2);
      assertThat(matrix.nextChanged(2, 1)).isEqualTo(4);
      assertThat(matrix.nextChanged(4, 1)).isEqualTo(-1);
      assertThat(matrix.nextChanged(4, -1)).isEqualTo(2);
      assertThat(matrix.nextChanged(2, -1)).isEqualTo(-1);
      assertThat(ManifestWords.summary(matrix))
          .isEqualTo(
              "From b0 to b5: gfx900 gained 2.0 KiB, gfx906 is new (1 kernel, 1 B). Something"
                  + " changed in 2 of 5 steps, first in b2.");
    }
  }

  @Test
  void theDiskOfEachSideIsInTheSameRow() throws IOException {
    byte[] archive = GoldenArchive.bytes();
    Pairs hashed = row("hashed.kpack", 903, 3);
    hashed.put("sha256", HexFormat.of().parseHex(GoldenArchive.SHA256));
    Pairs other = row("other.kpack", 903, 3);
    other.put("sha256", new byte[32]);
    Path full =
        manifest(
            "full",
            "lib",
            "gfx1",
            row("good.kpack", 903, 3),
            "gfx2",
            row("counted.kpack", 903, 4),
            "gfx3",
            row("sized.kpack", 900, 3),
            "gfx4",
            row("missing.kpack", 1, 1),
            "gfx5",
            row("broken.kpack", 3, 1),
            "gfx6",
            hashed,
            "gfx7",
            other);
    Path partly = manifest("partly", "lib", "gfx1", row("good.kpack", 903, 3));
    Path full2 = full.getParent();
    for (String name : List.of("good", "counted", "sized", "hashed", "other", "unnamed")) {
      Files.write(full2.resolve(name + ".kpack"), archive);
    }
    Files.write(full2.resolve("broken.kpack"), new byte[3]);
    Files.write(partly.resolveSibling("good.kpack"), archive);
    Files.write(partly.resolveSibling("sized.kpack"), archive);
    try (ManifestComparison compared = open(full, partly)) {
      assertThat(disk(compared.matrix(), "gfx1")).containsOnly(DiskState.NOT_DONE);
      compared.compareContents(Progress.NONE, row -> {});
      ManifestMatrix matrix = compared.matrix();
      assertThat(disk(matrix, "gfx1")).containsOnly(DiskState.SIZE_AGREES);
      assertThat(disk(matrix, "gfx2")).containsExactly(DiskState.OTHER_KERNELS, DiskState.NOTHING);
      // An archive of that name that the other manifest does not name is in the same row.
      assertThat(disk(matrix, "gfx3")).containsExactly(DiskState.OTHER_SIZE, DiskState.UNNAMED);
      assertThat(disk(matrix, "gfx4").getFirst()).isEqualTo(DiskState.MISSING);
      assertThat(disk(matrix, "gfx5").getFirst()).isEqualTo(DiskState.UNREADABLE);
      assertThat(disk(matrix, "gfx6").getFirst()).isEqualTo(DiskState.AGREES);
      assertThat(disk(matrix, "gfx7").getFirst()).isEqualTo(DiskState.OTHER_CHECKSUM);
      assertThat(disk(matrix, "unnamed.kpack"))
          .containsExactly(DiskState.UNNAMED, DiskState.NOTHING);
      assertThat(row(matrix, "unnamed.kpack").named()).isFalse();
      assertThat(row(matrix, "gfx3").cells().getFirst().disk().words())
          .contains("900 bytes in the manifest, 903 on disk");
      assertThat(ManifestWords.disk(matrix, 0))
          .isEqualTo(
              "On disk 1 archive is missing, 1 archive has another size, 1 archive has another"
                  + " number of kernels, 1 archive has another checksum, 1 archive cannot be read,"
                  + " 1 archive is in no manifest.");
      // What the disk holds is no difference between manifests.
      assertThat(compared.outcome()).isEqualTo(Outcome.DIFFERENT);
    }
    try (ManifestComparison same = open(full, full)) {
      same.compareContents(Progress.NONE, row -> {});
      assertThat(same.outcome()).isEqualTo(Outcome.IDENTICAL);
    }
  }

  @Test
  void aCopyWithoutArchivesMissesNone() throws IOException {
    Path copy = Files.createDirectories(folder.resolve("git-blob-1"));
    Path one =
        Files.copy(manifest("one", "lib", "gfx900", row("a.kpack", 1, 1)), copy.resolve(NAME));
    Path two = manifest("two", "lib", "gfx900", row("a.kpack", 1, 1));
    try (ManifestComparison compared = open(one, two)) {
      compared.compareContents(Progress.NONE, row -> {});
      ManifestMatrix matrix = compared.matrix();
      assertThat(matrix.columns())
          .extracting(Column::disk)
          .containsExactly(DiskLook.NOWHERE, DiskLook.DONE);
      assertThat(disk(matrix, "gfx900")).containsExactly(DiskState.NOT_DONE, DiskState.MISSING);
      assertThat(ManifestWords.disk(matrix, 0)).isEqualTo("Its archives are not beside it.");
    }
  }

  @Test
  void severalCopiesWithoutArchivesAreOneSentence() throws IOException {
    Path[] copies = new Path[3];
    for (int at = 0; at < copies.length; at++) {
      Path copy = Files.createDirectories(folder.resolve("git-blob-" + at));
      copies[at] =
          Files.copy(
              manifest("one" + at, "lib", "gfx900", row("a.kpack", 1, 1)), copy.resolve(NAME));
    }
    try (ManifestComparison compared = open(copies)) {
      compared.compareContents(Progress.NONE, row -> {});
      assertThat(ManifestWords.disks(compared.matrix()))
          .containsExactly("The archives are not beside the manifests.");
    }
    Path other = manifest("two", "lib", "gfx900", row("a.kpack", 1, 1));
    try (ManifestComparison compared = open(copies[0], copies[1], other)) {
      compared.compareContents(Progress.NONE, row -> {});
      assertThat(ManifestWords.disks(compared.matrix()))
          .hasSize(2)
          .last()
          .asString()
          .startsWith("The archives of 2 manifests are not beside them: ");
    }
  }

  @Test
  void lookingAtTheDiskCanBeCancelledAndGoneOnWith() throws IOException {
    Path[] manifests = new Path[3];
    for (int side = 0; side < 3; side++) {
      Pairs hashed = row("a.kpack", 903, 3);
      hashed.put("sha256", HexFormat.of().parseHex(GoldenArchive.SHA256));
      manifests[side] = manifest("b" + side, "lib" + side, "gfx900", hashed);
      Files.write(manifests[side].resolveSibling("a.kpack"), GoldenArchive.bytes());
    }
    try (ManifestComparison compared = open(manifests)) {
      AtomicInteger known = new AtomicInteger();
      // Cancelled when the first disk is known.
      Progress once = () -> known.get() > 0;
      assertThatThrownBy(() -> compared.compareContents(once, row -> known.incrementAndGet()))
          .isInstanceOf(CancellationException.class);
      assertThat(disk(compared.matrix(), "gfx900")).contains(DiskState.NOT_DONE);
      compared.compareContents(Progress.NONE, row -> {});
      assertThat(disk(compared.matrix(), "gfx900")).containsOnly(DiskState.AGREES);
    }
  }

  @Test
  void theArchivesOfAnyTwoManifestsCanBeOpened() throws IOException {
    Path[] manifests = new Path[3];
    for (int side = 0; side < 3; side++) {
      manifests[side] = manifest("b" + side, "lib", "gfx900", row("a.kpack", 903, 3));
      Files.write(manifests[side].resolveSibling("a.kpack"), GoldenArchive.bytes());
    }
    try (ManifestComparison compared = open(manifests)) {
      try (Comparison archives = compared.open("gfx900", 1, 2, Progress.NONE)) {
        assertThat(archives).isNotNull();
        assertThat(archives.sides())
            .extracting(Side::label)
            .containsExactly(
                manifests[1].resolveSibling("a.kpack").toString(),
                manifests[2].resolveSibling("a.kpack").toString());
      }
      try (Comparison archives = compared.open("gfx900", 2, 0, Progress.NONE)) {
        assertThat(archives.sides().getFirst().label())
            .isEqualTo(manifests[2].resolveSibling("a.kpack").toString());
      }
      assertThat(compared.open("gfx1", 0, 1, Progress.NONE)).isNull();
    }
    try (ManifestComparison compared = open(manifests[0], manifests[1])) {
      ManifestComparison swapped = (ManifestComparison) compared.swapped();
      try (Comparison archives = swapped.open("gfx900", 0, 1, Progress.NONE)) {
        assertThat(archives.sides().getFirst().label())
            .isEqualTo(manifests[1].resolveSibling("a.kpack").toString());
      }
    }
  }

  @Test
  void moreThanFiftyAreATableOnly() throws IOException {
    Path manifest = manifest("b", "lib", "gfx900", row("a.kpack", 903, 3));
    List<Path> many = java.util.Collections.nCopies(51, manifest);
    try (Comparison compared = Compare.open(many, UnpackBudget.operation(), Progress.NONE)) {
      assertThat(compared).isInstanceOf(ListComparison.class);
    }
    try (Comparison compared =
        Compare.open(many.subList(0, 50), UnpackBudget.operation(), Progress.NONE)) {
      assertThat(compared).isInstanceOf(ManifestComparison.class);
    }
  }

  @Test
  void namesAreWhatTellsManifestsApart() {
    assertThat(
            ManifestComparison.ShortNames.of(
                List.of("/a/b1/.kpack/x.kpm", "/a/b2/.kpack/x.kpm", "/a/b3/.kpack/x.kpm")))
        .containsExactly("b1", "b2", "b3");
    assertThat(ManifestComparison.ShortNames.of(List.of("old.kpm", "new.kpm")))
        .containsExactly("old.kpm", "new.kpm");
    assertThat(ManifestComparison.ShortNames.of(List.of("a/x.kpm", "a/x.kpm")))
        .containsExactly("a/x.kpm", "a/x.kpm");
    assertThat(ManifestComparison.ShortNames.of(List.of("a/x.kpm", "x.kpm")))
        .doesNotHaveDuplicates()
        .noneMatch(String::isEmpty);
  }
}
