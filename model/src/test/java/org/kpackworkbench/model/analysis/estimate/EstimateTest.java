package org.kpackworkbench.model.analysis.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.estimate.Sharing.Between;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.operation.describe.Arguments;

class EstimateTest {
  @TempDir Path folder;

  private static EstimateReport of(EstimateSettings settings) throws IOException {
    return Estimate.of(settings, StandardFormats.all(), Progress.NONE);
  }

  private static EstimateSettings quick(List<Path> files, StorageScheme... schemes) {
    return new EstimateSettings(
        files,
        List.of(schemes),
        List.of(3),
        List.of(Grouping.TARGET, Grouping.ALL),
        List.of(4096),
        List.of(),
        true);
  }

  private static List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> file.toString().contains("estimate")).toList();
    }
  }

  @Test
  void measuresEveryWayAndRemovesItsFiles() throws IOException {
    EstimateSettings all =
        quick(
            List.of(Fixtures.path("libdrift.so")),
            StorageScheme.writable().toArray(StorageScheme[]::new));
    EstimateReport report = of(all);
    assertThat(report.problems()).isEmpty();
    assertThat(report.ways())
        .extracting(each -> each.way().words())
        .containsExactly(
            "zstd-per-kernel, level 3",
            "zstd-per-kernel, level 3, long windows",
            "none",
            "zstd-dictionary (experimental), level 3, 4.0 KiB",
            "zstd-solid (experimental), level 3, by target",
            "zstd-solid (experimental), level 3, by all");
    Measured today = report.ways().getFirst();
    Measured none = report.ways().get(2);
    Measured together = report.ways().getLast();
    assertThat(today.percent()).isEqualTo(100);
    assertThat(none.sizeBytes()).isGreaterThan(report.sizeBytes());
    assertThat(together.sizeBytes()).isLessThan(today.sizeBytes());
    assertThat(together.worstUnpackedBytes()).isEqualTo(report.sizeBytes());
    assertThat(today.worstUnpackedBytes()).isEqualTo(4096);
    assertThat(report.ways())
        .allMatch(each -> each.medianNanos() > 0 && each.medianNanos() <= each.worstNanos())
        .allMatch(each -> each.writeNanos() > 0 && each.allNanos() > 0);
    assertThat(left()).isEmpty();
  }

  @Test
  void measuresWaysThatNoArchiveHas() throws IOException {
    EstimateReport report =
        of(
            new EstimateSettings(
                List.of(Fixtures.path("libmany.so")),
                List.of(),
                List.of(3),
                List.of(),
                List.of(4096),
                Arrangement.measuredOnly(),
                false));
    assertThat(report.ways())
        .extracting(each -> each.way().words())
        .containsExactly(
            "zstd-per-kernel, level 3",
            "zstd-solid (experimental), level 3, in order of likeness",
            "zstd-dictionary (experimental), level 3, 4.0 KiB for each family",
            "zstd-dictionary (experimental), level 3, 4.0 KiB for each binary",
            "zstd-solid (experimental), level 3, headers, symbols and notes apart",
            "zstd-solid (experimental), level 3, by name, addresses masked (an upper limit)");
    // Frames of 16 MiB: with likeness and by name all of it is one.
    assertThat(report.ways().get(1).worstUnpackedBytes()).isEqualTo(report.sizeBytes());
    assertThat(report.ways().get(1).sizeBytes()).isLessThan(report.ways().getFirst().sizeBytes());
    assertThat(report.ways().getLast().sizeBytes())
        .isLessThan(report.ways().getFirst().sizeBytes());
    assertThat(report.ways()).allMatch(each -> each.medianNanos() > 0 && each.allNanos() > 0);
    assertThat(left()).isEmpty();
  }

  @Test
  void eachBinaryHasADictionaryOfItsOwn() throws IOException {
    Path many = Fixtures.path("libmany.so");
    Path drift = Fixtures.path("libdrift.so");
    long together = withDictionaries(List.of(many, drift));
    long apart = withDictionaries(List.of(many)) + withDictionaries(List.of(drift));
    // Each archive lists the targets of both.
    assertThat(together).isBetween(apart, apart + 200);
  }

  private static long withDictionaries(List<Path> files) throws IOException {
    EstimateSettings binaries =
        new EstimateSettings(
            files,
            List.of(),
            List.of(3),
            List.of(),
            List.of(4096),
            List.of(Arrangement.BINARIES),
            false);
    return of(binaries).ways().getLast().sizeBytes();
  }

  @Test
  void countsEqualCodeByWhatIsBetween() throws IOException {
    Path copy = folder.resolve("copy.so");
    Files.copy(Fixtures.path("libone.so"), copy);
    EstimateReport report =
        of(quick(List.of(Fixtures.path("libone.so"), copy), StorageScheme.NONE));
    assertThat(report.codeObjects()).isEqualTo(2 * report.distinct());
    assertThat(report.sharing().duplicates())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.between()).isEqualTo(Between.INPUTS);
              assertThat(each.count()).isEqualTo(report.distinct());
              assertThat(each.sizeBytes()).isEqualTo(report.sizeBytes());
            });
  }

  @Test
  void sumsUpPackagesByTargetFamilyAndAll() throws IOException {
    EstimateReport report = of(quick(List.of(Fixtures.path("libdrift.so")), StorageScheme.NONE));
    assertThat(report.sharing().packages())
        .extracting(each -> each.grouping())
        .containsExactly(Grouping.TARGET, Grouping.FAMILY, Grouping.ALL);
    long all = report.sharing().packages().getLast().sizeBytes();
    long byTarget = report.sharing().packages().getFirst().sizeBytes();
    assertThat(report.sharing().packages().getFirst().twiceBytes()).isEqualTo(byTarget - all);
    assertThat(report.sharing().downloads())
        .hasSize(report.sharing().packages().getFirst().count())
        .allMatch(each -> each.all() == all)
        .allMatch(each -> each.byTarget() <= each.byFamily() && each.byFamily() <= all);
    assertThat(report.sharing().downloads().stream().mapToLong(each -> each.byTarget()).sum())
        .isEqualTo(byTarget);
  }

  @Test
  void findsPiecesThatCodeObjectsShareWhereverTheyAre() throws IOException {
    // 60,000 bytes that one has at 0 and the other at 12,345, behind bytes of its own.
    byte[] common = TestArchive.kernel(7, 60_000);
    byte[] moved = TestArchive.kernel(8, 72_345);
    System.arraycopy(common, 0, moved, 12_345, common.length);
    Path file = folder.resolve("alike.kpack");
    Files.write(
        file,
        TestArchive.plain(common, moved, TestArchive.kernel(9, 5000))
            .toc(
                map(
                    "a#0", map("gfx900", TestArchive.entry(0, 60_000)),
                    "b#0", map("gfx900", TestArchive.entry(1, 72_345)),
                    "c#0", map("gfx900", TestArchive.entry(2, 5000))))
            .bytes());
    try (KpackArchive archive = KpackArchive.open(file)) {
      Likeness likeness = Likeness.of(archive, new int[] {0, 1, 2}, Progress.NONE);
      assertThat(likeness.readBytes()).isEqualTo(137_345);
      assertThat(likeness.distinctBytes()).isBetween(137_345 - 60_000L, 137_345 - 57_000L);
      assertThat(likeness.shared().get(0))
          .satisfies(line -> assertThat(line.get(1)).isBetween(95, 100));
      assertThat(likeness.shared().get(0).getFirst()).isEqualTo(100);
      assertThat(likeness.shared().get(1).get(0)).isBetween(79, 83);
      assertThat(likeness.shared().get(2)).containsExactly(0, 0, 100);
      assertThat(likeness.nearest(likeness.objects().getFirst())).isEqualTo("b#0 @ gfx900");
    }
  }

  @Test
  void whatCannotBeReadIsAProblem() throws IOException {
    Path broken = Files.write(folder.resolve("broken.kpack"), new byte[] {'K', 'P', 'A', 'K', 9});
    EstimateReport report =
        of(quick(List.of(broken, Fixtures.path("libone.so")), StorageScheme.NONE));
    assertThat(report.problems()).singleElement().asString().contains("broken.kpack");
    assertThatThrownBy(() -> of(quick(List.of(broken), StorageScheme.NONE)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no code object was found");
  }

  @Test
  void cancellingLeavesNothing() throws IOException {
    AtomicInteger ways = new AtomicInteger();
    Progress third =
        new Progress() {
          @Override
          public void begin(String what, long total, org.kpackworkbench.model.base.job.Unit unit) {
            if (what.startsWith("Way ")) {
              ways.incrementAndGet();
            }
          }

          @Override
          public boolean cancelled() {
            return ways.get() == 3;
          }
        };
    EstimateSettings settings =
        EstimateSettings.OPERATION.request(
            new Arguments().with(EstimateSettings.FILES, List.of(Fixtures.path("libdrift.so"))));
    assertThatThrownBy(() -> Estimate.of(settings, StandardFormats.all(), third))
        .isInstanceOf(CancellationException.class);
    assertThat(ways).hasValue(3);
    assertThat(left()).isEmpty();
  }
}
