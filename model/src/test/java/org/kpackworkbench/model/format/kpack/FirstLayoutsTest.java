package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.place.Place;

/** Layouts of tables that design documents print and no tool ships. */
class FirstLayoutsTest {
  private static final byte[] ONE = "the code of one".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TWO = "that of the other one".getBytes(StandardCharsets.UTF_8);

  private static Pairs inline(int offset, int size) {
    return map("type", "hsaco", "offset", offset, "size", size);
  }

  private static TestArchive inline() {
    TestArchive archive = TestArchive.plain();
    archive.scheme = "NoOp";
    archive.blobArea = TestArchive.plain(ONE, TWO).blobArea;
    archive.toc =
        map(
            "lib/a.so#0",
            map("gfx900", inline(64, ONE.length), "gfx906", inline(64 + ONE.length, TWO.length)));
    return archive;
  }

  private static KpackArchive read(TestArchive archive) throws FormatException {
    return KpackArchive.read(
        ByteView.of("a.kpack", archive.bytes()), new Place.File(Path.of("a.kpack")));
  }

  private static byte[] code(KpackArchive archive, int row) throws Exception {
    ByteView code = archive.load(row);
    return code.bytes(0, (int) code.size());
  }

  @Test
  void readsPlacesInEntries() throws Exception {
    KpackArchive archive = read(inline());
    assertThat(archive.problems()).isEmpty();
    assertThat(archive.scheme()).isEqualTo(StorageScheme.NONE);
    assertThat(archive.layoutNote()).contains("offset and size instead of an ordinal");
    assertThat(archive.entries()).allSatisfy(entry -> assertThat(entry.problem()).isNull());
    assertThat(code(archive, 0)).isEqualTo(ONE);
    assertThat(code(archive, 1)).isEqualTo(TWO);
    assertThat(archive.originalSizeBytes(1)).isEqualTo(TWO.length);
  }

  @Test
  void saysWhatShowsThatAnUnnamedSchemeIsNone() throws Exception {
    TestArchive made = inline();
    made.scheme = null;
    assertThat(read(made).schemeNote())
        .isEqualTo(
            "The table has no compression_scheme; it is read as none, because it has places in"
                + " entries.");
  }

  /** Ordinals are none of a list where there is no list. */
  @Test
  void readsPlacesBesideOrdinalsWithoutList() throws Exception {
    TestArchive made = inline();
    made.toc =
        map(
            "lib/a.so#0",
            map(
                "gfx900",
                map("type", "hsaco", "ordinal", 1, "offset", 64, "size", ONE.length),
                "gfx906",
                map(
                    "type",
                    "hsaco",
                    "ordinal",
                    0,
                    "offset",
                    64 + ONE.length,
                    "size",
                    TWO.length,
                    "original_size",
                    TWO.length)));
    KpackArchive archive = read(made);
    assertThat(archive.problems()).isEmpty();
    assertThat(archive.layoutNote()).contains("offset and size beside an ordinal");
    assertThat(archive.entries()).allSatisfy(entry -> assertThat(entry.problem()).isNull());
    assertThat(code(archive, 0)).isEqualTo(ONE);
    assertThat(code(archive, 1)).isEqualTo(TWO);
  }

  @Test
  void refusesPlacesBesideOrdinals() throws Exception {
    TestArchive both = inline();
    both.blobs(map("offset", 64, "size", 1));
    KpackArchive archive = read(both);
    assertThatThrownBy(() -> code(archive, 0)).isInstanceOf(FormatException.class);
  }

  @Test
  void reportsPlacesOutsideOfTheFile() throws Exception {
    TestArchive outside = inline();
    outside.toc = map("lib/a.so#0", map("gfx900", inline(64, 1 << 20)));
    assertThat(read(outside).entry(0).problem()).isNotNull();
  }

  private static Pairs flat(int ordinal) {
    return map("type", "hsaco", "ordinal", ordinal, "metadata", map("operation", "attn"));
  }

  @Test
  void readsKeysWithoutLevelOfArchitectures() throws Exception {
    for (TestArchive made : List.of(TestArchive.zstd(ONE, TWO), TestArchive.plain(ONE, TWO))) {
      made.architectures = List.of("gfx942");
      made.toc = map("aotriton/gfx90a:xnack+/attn", flat(0), "attn_bwd", flat(1));
      KpackArchive archive = read(made);
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.layoutNote()).contains("without a level of architectures");
      assertThat(archive.entries()).allSatisfy(entry -> assertThat(entry.problem()).isNull());
      assertThat(archive.entry(0).targetText()).isEqualTo("gfx90a:xnack+");
      assertThat(archive.entry(1).targetText()).isEqualTo("gfx942");
      assertThat(archive.originalSizeBytes(0)).isEqualTo(ONE.length);
      assertThat(archive.metadata(1)).containsKey("operation");
      assertThat(code(archive, 0)).isEqualTo(ONE);
      assertThat(code(archive, 1)).isEqualTo(TWO);
      assertThat(archive.findText("attn_bwd", "gfx942")).hasValue(1);
    }
  }

  @Test
  void countsSizesThatNeitherTableNorFramesState() throws Exception {
    TestArchive made = TestArchive.zstd(ONE, TWO);
    try (ZstdCompressCtx context = new ZstdCompressCtx().setContentSize(false)) {
      made.frames(
          context.compress(ONE), context.compress(TWO), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
    }
    made.extra.clear();
    made.area(made.blobArea.length);
    made.architectures = List.of("gfx942");
    made.toc = map("a", flat(0), "b", flat(1), "c", flat(2));
    KpackArchive archive = read(made);
    assertThat(archive.originalSizeBytes(0)).isEqualTo(ONE.length);
    assertThat(code(archive, 0)).isEqualTo(ONE);
    assertThat(code(archive, 1)).isEqualTo(TWO);
    assertThat(archive.entry(1).problem()).isNull();
    // What does not unpack has no size.
    assertThat(archive.entry(2).problem()).isNotNull();
  }

  @Test
  void keepsTargetsThatAreNamedLikeFields() throws Exception {
    TestArchive made = TestArchive.zstd(ONE);
    made.toc =
        map("a#0", map("type", map("type", "hsaco", "ordinal", 0, "original_size", ONE.length)));
    KpackArchive archive = read(made);
    assertThat(archive.layoutNote()).isNull();
    assertThat(archive.entry(0).targetText()).isEqualTo("type");
  }
}
