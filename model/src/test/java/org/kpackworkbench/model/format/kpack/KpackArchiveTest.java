package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;

class KpackArchiveTest {
  private static byte[] all(ByteView view) throws FormatException {
    return view.bytes(0, (int) view.size());
  }

  @Test
  void theGoldenFileIsTheOneOfTheSpecification() throws Exception {
    byte[] sha = MessageDigest.getInstance("SHA-256").digest(TestArchive.golden());
    assertThat(HexFormat.of().formatHex(sha)).isEqualTo(TestArchive.GOLDEN_SHA256);
  }

  @Test
  void readsTheGoldenFile() throws Exception {
    KpackArchive archive = TestArchive.read(TestArchive.golden());
    assertThat(archive.version()).isEqualTo(1);
    assertThat(archive.groupName()).isEqualTo("test");
    assertThat(archive.family()).isEqualTo("gfx900X");
    assertThat(archive.architectures()).containsExactly("gfx900", "gfx906");
    assertThat(archive.scheme()).isEqualTo(StorageScheme.NONE);
    assertThat(archive.problems()).isEmpty();
    assertThat(archive.complete()).isTrue();
    assertThat(archive.tableRange()).isEqualTo(ByteRange.between(570, 903));
    assertThat(archive.binaries()).containsExactly("lib/libtest.so", "bin/testapp");
    assertThat(archive.binaryCount()).isEqualTo(2);
    assertThat(archive.entries())
        .extracting(e -> e.key().text(), ArchiveEntry::targetText, ArchiveEntry::originalSizeBytes)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("lib/libtest.so#0", "gfx900", 119L),
            org.assertj.core.groups.Tuple.tuple("lib/libtest.so#0", "gfx906", 219L),
            org.assertj.core.groups.Tuple.tuple("bin/testapp#0", "gfx900", 168L));
    assertThat(new String(all(archive.load(2)), java.nio.charset.StandardCharsets.ISO_8859_1))
        .startsWith("KERNEL3_APP_GFX900\u00ff");
    assertThat(archive.load(1).fileOffset(0)).isEqualTo(183);
  }

  @Test
  void loadsEachKernelOfAZstdArchive() throws Exception {
    byte[][] kernels = {kernel(1, 10), kernel(2, 5000), kernel(3, 3_000_000)};
    KpackArchive archive =
        TestArchive.zstd(kernels)
            .toc(
                map(
                    "lib/a.so#0", map("gfx900", entry(0, 10), "gfx906", entry(1, 5000)),
                    "lib/a.so#1", map("gfx900", entry(2, 3_000_000))))
            .read();
    assertThat(archive.problems()).isEmpty();
    assertThat(archive.storedSizeBytes(0)).as("not walked yet").isEqualTo(-1);
    for (int row = 0; row < 3; row++) {
      assertThat(all(archive.load(row))).isEqualTo(kernels[row]);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      archive.extract(row, out, Progress.NONE, Long.MAX_VALUE);
      assertThat(out.toByteArray()).isEqualTo(kernels[row]);
      assertThat(archive.storedSizeBytes(row)).isEqualTo(archive.stored(row).size());
    }
    assertThat(archive.blobs(Progress.NONE).end()).isEqualTo(archive.tableRange().start());
  }

  @Test
  void findsIndexedThenPlainForIndexZeroOnly() throws Exception {
    KpackArchive archive =
        TestArchive.zstd(kernel(1, 10))
            .toc(
                map(
                    "both", map("gfx900", entry(0, 10), "gfx906", entry(0, 10)),
                    "both#0", map("gfx900", entry(0, 10)),
                    "plain.so", map("gfx90a:xnack+:sramecc-", entry(0, 10)),
                    "x#1", map("gfx900", entry(0, 10))))
            .read();
    assertThat(archive.find("both", 0, "gfx900")).hasValue(2);
    assertThat(archive.find("both", 0, "gfx906")).hasValue(1);
    assertThat(archive.find("both", 1, "gfx906")).isEmpty();
    assertThat(archive.find("plain.so", 0, "gfx90a:xnack+:sramecc-")).hasValue(3);
    assertThat(archive.find("plain.so", 0, "gfx90a:sramecc-:xnack+")).isEmpty();
    assertThat(archive.find("plain.so", 0, GpuTarget.parse("gfx90a:sramecc-:xnack+"))).hasValue(3);
    assertThat(archive.find("x", 1, "gfx900")).hasValue(4);
    assertThat(archive.find("x", 0, "gfx900")).isEmpty();
    assertThat(archive.find("nowhere", 0, "gfx1100")).isEmpty();
    assertThat(archive.entry(0).key()).isEqualTo(new BinaryKey("both", 0, false));
    assertThat(archive.entry(4).key()).isEqualTo(new BinaryKey("x", 1, true));
  }

  @Test
  void twoRowsMayShareABlob() throws Exception {
    byte[] kernel = kernel(1, 1000);
    KpackArchive archive =
        TestArchive.zstd(kernel)
            .toc(map("a#0", map("gfx900", entry(0, 1000), "gfx906", entry(0, 1000))))
            .read();
    assertThat(all(archive.load(0))).isEqualTo(all(archive.load(1))).isEqualTo(kernel);
    assertThat(archive.targetSums())
        .extracting(TargetSum::targetText, TargetSum::entries, TargetSum::originalSizeBytes)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("gfx900", 1, 1000L),
            org.assertj.core.groups.Tuple.tuple("gfx906", 1, 1000L));
    assertThat(archive.targetSums().getFirst().storedSizeBytes())
        .isEqualTo(archive.stored(0).size());
    assertThat(archive.targetSums().getFirst().unpackedSizeBytes()).isEqualTo(1000);
  }

  @Test
  void whatIsStoredOnceIsCountedOnceOfATarget() throws Exception {
    KpackArchive archive =
        TestArchive.zstd(kernel(1, 1000))
            .toc(
                map(
                    "a#0", map("gfx900", entry(0, 1000)),
                    "a#1", map("gfx900", entry(0, 1000))))
            .read();
    archive.blobs(Progress.NONE);
    TargetSum sum = archive.targetSums().getFirst();
    assertThat(sum.originalSizeBytes()).isEqualTo(2000);
    assertThat(sum.unpackedSizeBytes()).isEqualTo(1000);
    assertThat(sum.storedSizeBytes()).isEqualTo(archive.stored(0).size());
  }

  @Test
  void binariesAreCountedByTheirNamesWithoutTheIndex() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10));
    Object row = map("gfx900", entry(0, 10));
    Pairs table = map();
    for (String key : List.of("a#0", "a", "a#1", "b#01", "b#", "größe#7", "größe#8", "a#0#3")) {
      table.put(key, row);
    }
    KpackArchive archive = made.toc(table).read();
    assertThat(archive.binaries()).containsExactly("a", "b#01", "b#", "größe", "a#0");
    assertThat(archive.binaryCount()).isEqualTo(5);
  }

  @Test
  void unknownKeysAreKeptWithTheirBytes() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10));
    made.extra.put("x_builder", map("host", "ci", "n", List.of(1, 2)));
    made.toc(
        map(
            "a#0",
            map("gfx900", entry(0, 10).put("note", "kept").put("metadata", map("M", 4, "N", 8)))));
    KpackArchive archive = made.read();
    TableField builder = archive.fields().getLast();
    assertThat(builder.name()).isEqualTo("x_builder");
    assertThat(builder.known()).isFalse();
    assertThat(archive.view().bytes(builder.value().start(), (int) builder.value().length()))
        .isEqualTo(
            org.kpackworkbench.model.base.msgpack.MsgBytes.pack(
                map("host", "ci", "n", List.of(1, 2))));
    assertThat(archive.fields(0))
        .extracting(TableField::name)
        .containsExactly("type", "ordinal", "original_size", "note", "metadata");
    assertThat(archive.metadata(0))
        .isEqualTo(Map.of("M", MsgValue.Int.of(4), "N", MsgValue.Int.of(8)));
  }

  @Test
  void anUnknownSchemeShowsItsTableAndRefusesToExtract() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 10));
    made.scheme = "brotli-v9";
    KpackArchive archive = made.toc(map("a#0", map("gfx900", entry(0, 10)))).read();
    assertThat(archive.entryCount()).isOne();
    assertThat(archive.entry(0).usable()).isTrue();
    assertThat(archive.scheme()).isEqualTo(StorageScheme.UNKNOWN);
    assertThat(archive.schemeName()).isEqualTo("brotli-v9");
    assertThat(archive.problems()).hasSize(1);
    assertThatThrownBy(() -> archive.load(0))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.UNSUPPORTED))
        .hasMessageContaining("brotli-v9");
  }

  @Test
  void withoutASchemeTheOtherKeysSayHowCodeIsStored() throws Exception {
    byte[] code = kernel(1, 10);
    for (TestArchive made : List.of(TestArchive.plain(code), TestArchive.zstd(code))) {
      String named = (String) made.scheme;
      made.toc(map("a#0", map("gfx900", entry(0, 10))));
      made.scheme = null;
      KpackArchive archive = made.read();
      assertThat(archive.scheme().text()).isEqualTo(named);
      assertThat(archive.schemeName()).isEmpty();
      assertThat(archive.schemeNote())
          .startsWith("The table has no compression_scheme; it is read as %s, ".formatted(named));
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.load(0).bytes(0, 10)).isEqualTo(code);
    }
  }

  @Test
  void theFirstToolsNamesOfSchemesAreRead() throws Exception {
    byte[] code = kernel(1, 10);
    for (String name : List.of("NoOp", "ZstdPerKernel")) {
      for (TestArchive made : List.of(TestArchive.plain(code), TestArchive.zstd(code))) {
        String really = (String) made.scheme;
        made.toc(map("a#0", map("gfx900", entry(0, 10))));
        made.scheme = name;
        KpackArchive archive = made.read();
        assertThat(archive.scheme().text()).isEqualTo(really);
        boolean fits = name.equals("NoOp") == really.equals("none");
        assertThat(archive.schemeNote())
            .startsWith("compression_scheme is \"%s\"".formatted(name))
            .endsWith(
                "read as %s%s.".formatted(really, fits ? "" : ", which the other keys are for"));
        assertThat(archive.problems()).isEmpty();
        assertThat(archive.load(0).bytes(0, 10)).isEqualTo(code);
      }
    }
  }

  @Test
  void aSchemeByItsNameNeedsNoNote() throws Exception {
    assertThat(TestArchive.read(TestArchive.golden()).schemeNote()).isNull();
    TestArchive lower = TestArchive.plain(kernel(1, 10));
    lower.scheme = "noop";
    assertThat(lower.read().scheme()).isEqualTo(StorageScheme.UNKNOWN);
    assertThat(lower.read().schemeNote()).isNull();
  }

  @Test
  void placesKnowTheirBytesOnceTheChainWasWalked() throws Exception {
    KpackArchive archive =
        TestArchive.zstd(kernel(1, 10)).toc(map("a#3", map("gfx900", entry(0, 10)))).read();
    Place.CodeObject before = archive.place(0);
    assertThat(before.range()).isNull();
    archive.blobsAsync(Runnable::run, Progress.NONE).get();
    Place.CodeObject after = archive.place(0);
    assertThat(after).isEqualTo(before);
    assertThat(after.range()).isEqualTo(archive.blobs(Progress.NONE).range(0).orElseThrow());
    assertThat(after.unpacked()).isTrue();
    assertThat(after.label()).isEqualTo("a#3 @ gfx900");
  }

  @Test
  void aCancelledWalkCanBeWalkedAgain() throws Exception {
    KpackArchive archive =
        TestArchive.zstd(kernel(1, 10)).toc(map("a#0", map("gfx900", entry(0, 10)))).read();
    Progress cancelled = () -> true;
    assertThatThrownBy(() -> archive.blobs(cancelled))
        .isInstanceOf(java.util.concurrent.CancellationException.class);
    assertThat(archive.blobs(Progress.NONE).count()).isOne();
  }
}
