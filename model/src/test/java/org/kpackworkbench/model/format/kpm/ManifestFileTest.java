package org.kpackworkbench.model.format.kpm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.pack;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

class ManifestFileTest {
  private static final byte[] SHA = new byte[32];

  private static ManifestFile read(byte[] bytes) throws FormatException {
    return ManifestFile.read(ByteView.of("test.kpm", bytes), new Place.File(Path.of("test.kpm")));
  }

  private static byte[] byArchitecture() {
    return pack(
        map("format_version", 1)
            .put("component_name", "blas_lib")
            .put("prefix", "math-libs/BLAS/stage")
            .put(
                "kpack_files",
                map(
                    "gfx1100",
                        map("file", "blas_lib_gfx1100.kpack", "size", 70_000, "kernel_count", 3)
                            .put("sha256", SHA),
                    "gfx90a:xnack+",
                        map("file", "b.kpack", "size", 1L << 33, "kernel_count", 200)
                            .put("x_note", List.of(1))))
            .put("x_builder", "ci"));
  }

  private static byte[] byList() {
    return pack(
        map("version", 1)
            .put("component", "miopen_lib")
            .put(
                "kpack_files",
                List.of(
                    map("architecture", "gfx1101", "filename", "m1.kpack", "checksum", SHA),
                    map("architecture", "gfx1100", "filename", "m0.kpack", "checksum", SHA)
                        .put("x", true))));
  }

  @Test
  void theGoldenFigureIs146Bytes() throws Exception {
    Manifest manifest =
        Manifest.of(
            "rand_lib",
            "math-libs/rocRAND/stage",
            List.of(new ManifestRow("gfx1201", "rand_lib_gfx1201.kpack", 1_887_436, 96, null)));
    byte[] bytes = ManifestWriter.write(manifest);
    assertThat(bytes).hasSize(146);
    assertThat(bytes)
        .isEqualTo(
            pack(
                map("format_version", 1)
                    .put("component_name", "rand_lib")
                    .put("prefix", "math-libs/rocRAND/stage")
                    .put(
                        "kpack_files",
                        map(
                            "gfx1201",
                            map("file", "rand_lib_gfx1201.kpack")
                                .put("size", 1_887_436)
                                .put("kernel_count", 96)))));
    assertThat(read(bytes).manifest().rows()).hasSize(1);
  }

  @Test
  void readsTheDialectByArchitecture() throws Exception {
    ManifestFile file = read(byArchitecture());
    Manifest manifest = file.manifest();
    assertThat(file.problems()).isEmpty();
    assertThat(file.editable()).isTrue();
    assertThat(manifest.dialect()).isEqualTo(ManifestDialect.BY_ARCHITECTURE);
    assertThat(manifest.component()).isEqualTo("blas_lib");
    assertThat(manifest.prefix()).isEqualTo("math-libs/BLAS/stage");
    ManifestRow first = manifest.rows().getFirst();
    assertThat(first.targetText()).isEqualTo("gfx1100");
    assertThat(first.file()).isEqualTo("blas_lib_gfx1100.kpack");
    assertThat(first.sizeBytes()).isEqualTo(70_000);
    assertThat(first.kernelCount()).isEqualTo(3);
    assertThat(first.sha256()).hasToString("0".repeat(64));
    assertThat(manifest.rows().get(1).target().features()).hasSize(1);
    assertThat(manifest.rows().get(1).sizeBytes()).isEqualTo(1L << 33);
  }

  @Test
  void readsTheDialectByList() throws Exception {
    Manifest manifest = read(byList()).manifest();
    assertThat(manifest.dialect()).isEqualTo(ManifestDialect.BY_LIST);
    assertThat(manifest.component()).isEqualTo("miopen_lib");
    assertThat(manifest.prefix()).isNull();
    assertThat(manifest.rows())
        .extracting(ManifestRow::targetText)
        .containsExactly("gfx1101", "gfx1100");
    assertThat(manifest.rows().getFirst().sizeBytes()).isEqualTo(-1);
    assertThat(manifest.rows().getFirst().sha256()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasReadIsWrittenBackByteForByte(boolean list) throws Exception {
    byte[] bytes = list ? byList() : byArchitecture();
    ManifestFile file = read(bytes);
    assertThat(ManifestWriter.write(file.manifest())).isEqualTo(bytes);
    assertThat(file.write(file.manifest())).isEqualTo(bytes);
  }

  @Test
  void formsThatAreNotTheShortestStayWhereNothingWasEdited() throws Exception {
    // A map16 header, a str8 key and an int32 where shorter forms would do.
    byte[] bytes =
        java.util.HexFormat.of()
            .parseHex(
                "de0003"
                    + "d90e666f726d61745f76657273696f6ed200000001"
                    + "ae636f6d706f6e656e745f6e616d65a178"
                    + "ab6b7061636b5f66696c657380");
    ManifestFile file = read(bytes);
    assertThat(file.problems()).isEmpty();
    assertThat(file.write(file.manifest())).isEqualTo(bytes);
  }

  @Test
  void anEditedRowKeepsTheRestAsItWas() throws Exception {
    ManifestFile file = read(byArchitecture());
    Manifest manifest = file.manifest();
    ManifestRow second = manifest.rows().get(1).measured(5, 7, null);
    byte[] edited = file.write(manifest.withRows(List.of(manifest.rows().getFirst(), second)));
    assertThat(edited)
        .isEqualTo(
            pack(
                map("format_version", 1)
                    .put("component_name", "blas_lib")
                    .put("prefix", "math-libs/BLAS/stage")
                    .put(
                        "kpack_files",
                        map(
                            "gfx1100",
                                map("file", "blas_lib_gfx1100.kpack", "size", 70_000)
                                    .put("kernel_count", 3)
                                    .put("sha256", SHA),
                            "gfx90a:xnack+",
                                map("file", "b.kpack", "size", 5, "kernel_count", 7)
                                    .put("x_note", List.of(1))))
                    .put("x_builder", "ci")));
  }

  @Test
  void anEditedListStaysAList() throws Exception {
    ManifestFile file = read(byList());
    byte[] sum = new byte[32];
    sum[0] = 1;
    ManifestRow row = file.manifest().rows().get(1).measured(9, 9, new Checksum(sum));
    byte[] edited = file.write(file.manifest().withRows(List.of(row)));
    assertThat(edited)
        .isEqualTo(
            pack(
                map("version", 1)
                    .put("component", "miopen_lib")
                    .put(
                        "kpack_files",
                        List.of(
                            map("architecture", "gfx1100", "filename", "m0.kpack")
                                .put("checksum", sum)
                                .put("x", true)))));
  }

  @Test
  void rowsOfANewManifestStandInTheOrderOfTheirTargets() throws Exception {
    List<ManifestRow> rows =
        List.of(
            new ManifestRow("gfx942", "a", 1, 1, null),
            new ManifestRow("gfx1100", "b", 1, 1, null),
            new ManifestRow("gfx90a:xnack+", "c", 1, 1, null));
    assertThat(read(ManifestWriter.write(Manifest.of("c", "p", rows))).manifest().rows())
        .extracting(ManifestRow::targetText)
        .containsExactly("gfx1100", "gfx90a:xnack+", "gfx942");
  }

  @Test
  void everyByteOfARowIsTheRows() throws Exception {
    byte[] bytes = byArchitecture();
    ManifestFile file = read(bytes);
    int inside = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("b.kpack");
    List<Claim> claims = file.ownership().at(inside);
    assertThat(claims.getLast().label()).isEqualTo("file");
    assertThat(claims.getLast().place()).isEqualTo(file.place(1));
    assertThat(Overlaps.of(file.ownership())).isEmpty();
    for (int offset = 0; offset < bytes.length; offset++) {
      assertThat(file.ownership().at(offset).getFirst().kind()).isEqualTo(OwnerKind.METADATA);
    }
  }

  private static FormatException refused(byte[] bytes) {
    try {
      read(bytes);
    } catch (FormatException failure) {
      return failure;
    }
    throw new AssertionError("was read");
  }

  @Test
  void whatIsNoManifestIsRefused() {
    assertThat(refused(pack(List.of(1))).reason()).isEqualTo(Reason.BAD_VALUE);
    assertThat(refused(pack(map("kernel_name", "x"))).advice()).contains("not a .kpm");
    assertThat(refused(new byte[0]).reason()).isEqualTo(Reason.TRUNCATED);
    assertThat(refused(pack(map("format_version", 2))).reason())
        .isEqualTo(Reason.UNSUPPORTED_VERSION);
    assertThat(refused(pack(map("version", "1"))).reason()).isEqualTo(Reason.UNSUPPORTED_VERSION);
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    ManifestFile file = read(pack(map("kpack_files", List.of())));
    assertThat(file.problems())
        .extracting(FormatException::field)
        .containsExactly("version", "component");
    assertThat(file.editable()).isFalse();
    assertThatThrownBy(() -> file.write(Manifest.of("c", "p", List.of())))
        .isInstanceOf(IllegalStateException.class);
  }

  private static FormatException rowProblem(Object row) throws FormatException {
    Pairs rows = map("gfx900", map("file", "a.kpack", "size", 1, "kernel_count", 1));
    rows.put("gfx906", row);
    ManifestFile file =
        read(
            pack(
                map("format_version", 1, "component_name", "c", "prefix", "p")
                    .put("kpack_files", rows)));
    assertThat(file.problem(0)).isNull();
    assertThat(file.complete()).isTrue();
    assertThat(file.manifest().rows()).hasSize(2);
    return Objects.requireNonNull(file.problem(1));
  }

  @Test
  void aBrokenRowSpoilsOnlyItself() throws Exception {
    assertThat(rowProblem(17).found()).isEqualTo("an integer");
    assertThat(rowProblem(map("size", 1)).field()).isEqualTo("file");
    assertThat(rowProblem(map("file", 5)).found()).isEqualTo("an integer");
    assertThat(rowProblem(map("file", "a", "size", -1)).field()).isEqualTo("size");
    assertThat(rowProblem(map("file", "a", "kernel_count", "x")).found()).isEqualTo("text");
    assertThat(rowProblem(map("file", "a", "sha256", new byte[31])).found()).isEqualTo("31 bytes");
    assertThat(rowProblem(map("file", "a").put("file", "b")).found()).isEqualTo("\"file\" again");
  }

  @ParameterizedTest
  @CsvSource({"../a.kpack", "/a.kpack", "a/b.kpack", "a\\b.kpack", "C:a.kpack", "..", "''"})
  void aFileOutsideTheFolderSpoilsItsRow(String name) throws Exception {
    assertThat(rowProblem(map("file", name)).reason()).isEqualTo(Reason.UNSAFE_PATH);
  }

  @Test
  void aTargetThatStandsTwiceSpoilsTheSecondRow() throws Exception {
    Pairs row = map("file", "a.kpack", "size", 1, "kernel_count", 1);
    ManifestFile file =
        read(
            pack(
                map("format_version", 1, "component_name", "c", "prefix", "p")
                    .put("kpack_files", map("gfx900", row).put("gfx900", row))));
    assertThat(file.problem(0)).isNull();
    assertThat(Objects.requireNonNull(file.problem(1)).reason()).isEqualTo(Reason.DUPLICATE_KEY);
  }

  @Test
  void bytesBehindTheMapAreSaid() throws Exception {
    byte[] bytes = Arrays.copyOf(byList(), byList().length + 3);
    assertThat(read(bytes).problems()).singleElement().asString().contains("3 more bytes");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cutAtEveryByteTheRowsBeforeStay(boolean list) {
    byte[] bytes = list ? byList() : byArchitecture();
    int mostRows = 0;
    for (int length = 0; length < bytes.length; length++) {
      try {
        ManifestFile file = read(Arrays.copyOf(bytes, length));
        assertThat(file.complete()).isFalse();
        assertThat(file.problems()).isNotEmpty();
        file.ownership();
        mostRows = Math.max(mostRows, file.manifest().rows().size());
      } catch (FormatException expected) {
        assertThat(expected.file()).isEqualTo("test.kpm");
      }
    }
    assertThat(mostRows).isEqualTo(list ? 1 : 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void mutatedFiveThousandTimes(boolean list) {
    mutate(list, 5_000);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void mutatedFiftyThousandTimes(boolean list) {
    mutate(list, 50_000);
  }

  private static void mutate(boolean list, int rounds) {
    byte[] bytes = list ? byList() : byArchitecture();
    Random random = new Random(11);
    int readable = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] mutant = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        mutant[random.nextInt(mutant.length)] = (byte) random.nextInt();
      }
      try {
        ManifestFile file = read(mutant);
        assertThat(file.write(file.manifest())).isEqualTo(mutant);
        if (file.editable()) {
          assertThat(read(ManifestWriter.write(file.manifest())).manifest().rows())
              .hasSameSizeAs(file.manifest().rows());
          readable++;
        }
      } catch (FormatException expected) {
        assertThat(expected.structure()).isNotEmpty();
      }
    }
    assertThat(readable).isPositive();
  }

  @Test
  void noiseOfManyKeysIsGivenUp() throws Exception {
    byte[] noise = new byte[5 + 2 * 1_000_000];
    noise[0] = (byte) 0xdf;
    java.nio.ByteBuffer.wrap(noise).putInt(1, 1_000_000);
    byte[] start = pack(map("version", 1));
    System.arraycopy(start, 1, noise, 5, start.length - 1);
    // The rest is zeros: integers as keys and values.
    ManifestFile file = read(Arrays.copyOf(noise, noise.length + start.length));
    assertThat(file.problems().getFirst().reason()).isEqualTo(Reason.TOO_LARGE);
  }
}
