package org.kpackworkbench.model.format.aotriton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.model.format.registry.PartField;

class AotritonFormatTest {
  @TempDir private Path temp;
  private byte[] gfx1100;
  private byte[] gfx1030;

  @BeforeEach
  void readCode() throws IOException {
    gfx1100 = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    gfx1030 = Files.readAllBytes(Fixtures.path("axpy-gfx1030-v4.hsaco"));
  }

  private byte[] usual() {
    return Aks2.of(
        List.of(
            new Aks2.Kernel("attn_fwd__A1__P__1", 4096, 256, gfx1100),
            new Aks2.Kernel("attn_fwd__A2", 0, 64, gfx1030)));
  }

  private Path file(String folder, byte[] bytes) throws IOException {
    Path parent = Files.createDirectories(temp.resolve("lib/aotriton.images/" + folder + "/flash"));
    return Files.write(parent.resolve("attn_fwd.aks2"), bytes);
  }

  private static byte[] bytes(ByteView view) throws FormatException {
    return view.bytes(0, (int) view.size());
  }

  /** By its name a file is one of AOTriton, also where nothing of it is left. */
  @ParameterizedTest
  @ValueSource(strings = {"", "AKS", "hello world, this is text\n"})
  void anotherBeginningIsAMistake(String text) throws IOException {
    Path file = Files.writeString(temp.resolve("attn_fwd.aks2"), text);
    assertThat(Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message()).contains("expected AKS2 and a header of 16 bytes");
            });
  }

  @Test
  void kernelsAreCodeObjectsOfTheFoldersArchitecture() throws IOException {
    Path file = file("amd-gfx11xx", usual());
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.problems()).isEmpty();
      CodeObjects kernels = document.codeObjects();
      assertThat(List.of(kernels.row(0), kernels.row(1)))
          .extracting(
              CodeObjectRow::binary, CodeObjectRow::targetText, CodeObjectRow::originalSizeBytes)
          .containsExactly(
              tuple("attn_fwd__A1__P__1", "gfx11", (long) gfx1100.length),
              tuple("attn_fwd__A2", "gfx11", (long) gfx1030.length));
      assertThat(bytes(kernels.load(0, Progress.NONE))).isEqualTo(gfx1100);
      assertThat(bytes(kernels.load(1, Progress.NONE))).isEqualTo(gfx1030);
      assertThat(kernels.metadata(0).toString())
          .contains("shared memory", "4096", "threads", "256");
      long size = Files.size(file);
      assertThat(document.ownership().at(100).getLast().label()).isEqualTo("packed code objects");
      assertThat(document.ownership().runs(new ByteRange(0, size))).isNotEmpty();
    }
  }

  @Test
  void rowsHaveOperationSignatureAndTuning() throws IOException {
    String name = "attn_fwd-Sig-F__^bf16@16_128_True__P__64_64__CO__wave2_warp4_stg1-Gpu-gfx942";
    Path file =
        file(
            "amd-gfx942",
            Aks2.of(
                List.of(
                    new Aks2.Kernel(name, 4096, 256, gfx1100),
                    new Aks2.Kernel("debug_fill", 0, 64, gfx1100))));
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.parts().getFirst().fields())
          .containsEntry("operation", "attn_fwd")
          .containsEntry("signature", "^bf16@16_128_True")
          .containsEntry("tuning", "64_64")
          .containsEntry("options", "wave2_warp4_stg1");
      assertThat(document.codeObjects().metadata(0))
          .containsEntry("signature", new MsgValue.Text("^bf16@16_128_True"));
      assertThat(document.parts().get(1).fields())
          .containsEntry("operation", "debug_fill")
          .doesNotContainKeys("signature", "tuning", "options");
      assertThat(document.format().partFields())
          .extracting(PartField::name)
          .contains("operation", "signature", "tuning", "options");
    }
  }

  @Test
  void elsewhereTheCodesOwnHeaderSaysTheArchitecture() throws IOException {
    Path file = Files.write(temp.resolve("attn.aks2"), usual());
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.codeObjects().row(0).targetText()).isEqualTo("gfx1100");
      assertThat(document.codeObjects().row(1).targetText()).isEqualTo("gfx1030");
    }
  }

  @Test
  void verifySaysWhereCodeIsInAnotherArchitecturesFolder() throws IOException {
    assertThat(rules(file("amd-gfx1100", usual()))).containsExactly("code-object-target");
    assertThat(rules(file("amd-gfx1030", Aks2.of(List.of(new Aks2.Kernel("k", 0, 64, gfx1030))))))
        .isEmpty();
    assertThat(rules(file("amd-gfx11xx", usual())))
        .as("gfx1100 is one of gfx11xx, gfx1030 is not")
        .containsExactly("code-object-target");
  }

  private static List<String> rules(Path file) throws IOException {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings().stream()
        .map(Finding::rule)
        .toList();
  }

  @Test
  void whatTheHeaderAndTheDirectorySayIsChecked() throws IOException {
    byte[] name = {'k', 0};
    refused(Reason.BAD_VALUE, Aks2.of(1_000_000, new byte[22], new byte[0]));
    refused(Reason.BAD_VALUE, Aks2.of(1, join(Aks2.numbers(0, 0, 0, 0, 0), name), new byte[0]));
    refused(
        Reason.BAD_VALUE, Aks2.of(1, join(Aks2.numbers(0, 0, 0, 0, 1 << 30), name), new byte[0]));
    refused(Reason.TRUNCATED, Aks2.of(1, join(Aks2.numbers(0, 0, 0, 0, 90), name), new byte[0]));
    byte[] larger = usual();
    larger[15] = 1;
    refused(Reason.OUT_OF_BOUNDS, larger);
    refused(Reason.TRUNCATED, Arrays.copyOf(usual(), 10));
    refused(Reason.BAD_COMPRESSION, Arrays.copyOf(usual(), 40));

    byte[] outside = Aks2.of(1, join(Aks2.numbers(0, 0, 8, 8, 2), name), new byte[8]);
    try (Document document = read(outside)) {
      CodeObjectRow row = document.codeObjects().row(0);
      assertThat(row.problem()).isNotNull();
      assertThat(row.problem().reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
      assertThatThrownBy(() -> document.codeObjects().load(0, Progress.NONE))
          .isSameAs(row.problem());
    }
    assertThat(rules(file("amd-gfx11xx", outside))).containsExactly("contents-read");
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static Document read(byte[] bytes) throws FormatException {
    return StandardFormats.all()
        .read(new Place.File(Path.of("a.aks2")), ByteView.of("a.aks2", bytes), Progress.NONE);
  }

  private static void refused(Reason reason, byte[] bytes) throws FormatException {
    try (Document document = read(bytes)) {
      assertThat(document.codeObjects().size()).isZero();
      if (bytes.length >= 16) {
        assertThat(document.problems()).extracting(FormatException::reason).containsExactly(reason);
      }
    }
  }

  private List<Finding> findings(byte[] bytes) throws IOException {
    return Verify.run(
            List.of(file("amd-gfx11xx", bytes)), VerifyRequest.everything(), Progress.NONE)
        .findings();
  }

  /** The kernels are all of one architecture, so that only damage is found. */
  private byte[] right() {
    return Aks2.of(
        List.of(new Aks2.Kernel("k1", 0, 64, gfx1100), new Aks2.Kernel("k2", 0, 64, gfx1100)));
  }

  @Test
  void verifyReadsToTheLastByte() throws IOException {
    byte[] good = right();
    assertThat(findings(good)).isEmpty();
    for (int missing = 1; missing <= 30; missing++) {
      byte[] cut = Arrays.copyOf(good, good.length - missing);
      byte[] flipped = good.clone();
      flipped[good.length - missing] ^= 0x55;
      for (byte[] bad : List.of(cut, flipped)) {
        assertThat(findings(bad))
            .as("%d bytes before the end", missing)
            .singleElement()
            .satisfies(
                finding -> {
                  assertThat(finding.rule()).isEqualTo("contents-read");
                  assertThat(finding.message()).contains("expected a complete stream, found ");
                });
        nothingIsLoadedOf(bad);
      }
    }
  }

  @Test
  void verifyFindsEveryTruncation() throws IOException {
    byte[] good = right();
    for (int length = 0; length < good.length; length++) {
      assertThat(findings(Arrays.copyOf(good, length))).as("%d bytes", length).isNotEmpty();
    }
  }

  /** In a folder that says the architecture, only the directory is read at first. */
  private void nothingIsLoadedOf(byte[] bad) throws IOException {
    try (Document document = StandardFormats.all().open(file("amd-gfx11xx", bad))) {
      CodeObjects kernels = document.codeObjects();
      assertThat(kernels.size()).isEqualTo(2);
      for (int row = 0; row < 2; row++) {
        int each = row;
        assertThatThrownBy(() -> kernels.load(each, Progress.NONE))
            .isInstanceOf(FormatException.class);
      }
    }
  }

  @Test
  void whatIsReadInFullToFindTheArchitecturesIsSaid() throws IOException {
    byte[] good = right();
    try (Document document = read(Arrays.copyOf(good, good.length - 3))) {
      assertThat(document.problems())
          .extracting(FormatException::reason)
          .containsExactly(Reason.BAD_COMPRESSION);
      assertThat(document.codeObjects().row(1).problem()).isSameAs(document.problems().getFirst());
    }
    try (Document document = read(join(good, new byte[] {1}))) {
      assertThat(document.problems()).hasSize(1);
      assertThat(bytes(document.codeObjects().load(1, Progress.NONE))).isEqualTo(gfx1100);
    }
  }

  @Test
  void bytesBehindTheStreamAreFound() throws IOException {
    byte[] good = right();
    for (int more : new int[] {1, 2, 3, 4, 11, 12, 100}) {
      byte[] rest = new byte[more];
      Arrays.fill(rest, (byte) 7);
      assertThat(findings(join(good, rest)))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.message())
                    .contains("expected the end of the file behind it", "found " + more + " byte");
                assertThat(finding.fileOffset()).isEqualTo(good.length);
              });
    }
    assertThat(findings(join(good, new byte[8]))).as("padding of XZ").isEmpty();
    assertThat(findings(join(good, new byte[7]))).as("no padding").hasSize(1);
  }

  /** AOTriton reads streams one behind another as one. */
  @Test
  void severalStreamsAreOne() throws IOException {
    byte[] good = right();
    byte[] rest = Aks2.of(0, new byte[0], new byte[] {1, 2, 3});
    byte[] both = join(join(good, new byte[4]), Arrays.copyOfRange(rest, 16, rest.length));
    assertThat(findings(both))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("unpacked, found more"));
    both[4] = (byte) (both[4] + 3);
    assertThat(findings(both)).isEmpty();
    assertThat(findings(Arrays.copyOf(both, both.length - 1))).hasSize(1);
  }

  @Test
  void sizesInTheHeaderAreComparedWithWhatIsThere() throws IOException {
    byte[] less = right();
    less[4]++;
    assertThat(findings(less))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("expected at least"));
    byte[] entry = join(Aks2.numbers(0, 0, 0, gfx1100.length, 2), new byte[] {'k', 0});
    assertThat(findings(Aks2.of(1, entry, gfx1100))).isEmpty();
    assertThat(findings(Aks2.of(1, join(entry, new byte[3]), gfx1100)))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .contains("size of the directory: expected 22 bytes", "found 25"));
  }

  @Test
  void aNameEndsWithItsOnlyNul() throws IOException {
    for (byte[] name : List.of(new byte[] {'k', 'x'}, new byte[] {'k', 0, 'x', 0})) {
      byte[] entry = join(Aks2.numbers(0, 0, 0, gfx1100.length, name.length), name);
      assertThat(findings(Aks2.of(1, entry, gfx1100)))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.rule()).isEqualTo("contents-read");
                assertThat(finding.message())
                    .contains("expected %d bytes and a NUL".formatted(name.length - 1));
              });
      try (Document document = read(Aks2.of(1, entry, gfx1100))) {
        assertThat(document.info(false, Progress.NONE).problems(document))
            .containsExactly(document.parts().getFirst().problem());
      }
    }
  }

  /** Memory does not hold what a large stream unpacks to. */
  @Test
  void aLargeStreamUnpacksIntoAFileThatIsGoneAfterwards() throws IOException {
    byte[] large = Arrays.copyOf(gfx1100, SpooledBytes.IN_MEMORY_BYTES);
    byte[] all =
        Aks2.of(List.of(new Aks2.Kernel("k", 0, 64, large), new Aks2.Kernel("s", 0, 64, gfx1100)));
    Set<Path> before = spooled();
    try (Document document = StandardFormats.all().open(file("amd-gfx1100", all))) {
      CodeObjects kernels = document.codeObjects();
      assertThat(spooled()).isEqualTo(before);
      assertThat(bytes(kernels.load(1, Progress.NONE))).isEqualTo(gfx1100);
      assertThat(spooled()).hasSize(before.size() + 1);
      assertThat(bytes(kernels.load(0, Progress.NONE))).isEqualTo(large);
    }
    assertThat(spooled()).isEqualTo(before);
    byte[] zip = Aks2.zip(new TreeMap<>(Map.of("a.aks2", all, "b.aks2", all)));
    try (Document document = read(zip)) {
      assertThat(document.problems()).isEmpty();
      assertThat(bytes(document.codeObjects().load(0, Progress.NONE))).isEqualTo(large);
      assertThat(spooled()).as("one for all members").hasSize(before.size() + 1);
    }
    assertThat(spooled()).isEqualTo(before);
    try (Document document = read(Arrays.copyOf(all, all.length - 3))) {
      assertThat(document.problems()).hasSize(1);
      assertThat(spooled()).isEqualTo(before);
    }
  }

  private static Set<Path> spooled() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(".kernels."))
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  /** The library that unpacks has no words for it. */
  @Test
  void aStreamThatIsCutOffIsSaidInWords() throws IOException {
    byte[] all = usual();
    Path file = file("amd-gfx11xx", Arrays.copyOf(all, all.length - 200));
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.problems())
          .singleElement()
          .satisfies(
              problem ->
                  assertThat(problem).hasMessageContaining("complete stream, found an end inside"));
    }
  }

  @Test
  void readingCanBeCancelled() throws IOException {
    Path file = file("amd-gfx1100", usual());
    assertThatThrownBy(() -> StandardFormats.all().open(file, () -> true).close())
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void damagedOnesAreRefusedOrReadInPart() throws IOException {
    damaged(500);
  }

  @Test
  @Tag("long")
  void manyDamagedOnesAreRefusedOrReadInPart() throws IOException {
    damaged(2000);
  }

  private void damaged(int rounds) throws IOException {
    byte[] good = usual();
    for (int length = 4; length < good.length; length++) {
      use(Arrays.copyOf(good, length));
    }
    Random random = new Random(2);
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] bad = good.clone();
      int most = random.nextBoolean() ? 40 : bad.length - 4;
      bad[4 + random.nextInt(most)] = (byte) random.nextInt();
      refused += use(bad) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(rounds / 4);
  }

  private static boolean use(byte[] bytes) throws IOException {
    try (Document document = read(bytes)) {
      boolean whole = document.problems().isEmpty() && !(document instanceof OtherDocument);
      CodeObjects kernels = document.codeObjects();
      for (int row = 0; row < kernels.size(); row++) {
        try {
          kernels.load(row, Progress.NONE);
        } catch (FormatException refusal) {
          whole = false;
        }
      }
      return whole;
    }
  }
}
