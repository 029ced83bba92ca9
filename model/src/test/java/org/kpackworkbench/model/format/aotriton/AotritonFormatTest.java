package org.kpackworkbench.model.format.aotriton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.OtherDocument;

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
      assertThat(bytes(kernels.load(0))).isEqualTo(gfx1100);
      assertThat(bytes(kernels.load(1))).isEqualTo(gfx1030);
      assertThat(kernels.metadata(0).toString())
          .contains("shared memory", "4096", "threads", "256");
      long size = Files.size(file);
      assertThat(document.ownership().at(100).getLast().label()).isEqualTo("packed code objects");
      assertThat(document.ownership().runs(new ByteRange(0, size))).isNotEmpty();
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
      assertThatThrownBy(() -> document.codeObjects().load(0)).isSameAs(row.problem());
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
        .read(new Place.File(Path.of("a.aks2")), ByteView.of("a.aks2", bytes));
  }

  private static void refused(Reason reason, byte[] bytes) throws FormatException {
    try (Document document = read(bytes)) {
      assertThat(document.codeObjects().size()).isZero();
      if (bytes.length >= 16) {
        assertThat(document.problems()).extracting(FormatException::reason).containsExactly(reason);
      }
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
    byte[] good = usual();
    for (int length = 4; length < good.length; length++) {
      use(Arrays.copyOf(good, length));
    }
    Random random = new Random(2);
    int refused = 0;
    for (int round = 0; round < 2000; round++) {
      byte[] bad = good.clone();
      int most = random.nextBoolean() ? 40 : bad.length - 4;
      bad[4 + random.nextInt(most)] = (byte) random.nextInt();
      refused += use(bad) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(500);
  }

  private static boolean use(byte[] bytes) throws IOException {
    try (Document document = read(bytes)) {
      boolean whole = document.problems().isEmpty() && !(document instanceof OtherDocument);
      CodeObjects kernels = document.codeObjects();
      for (int row = 0; row < kernels.size(); row++) {
        try {
          kernels.load(row);
        } catch (FormatException refusal) {
          whole = false;
        }
      }
      return whole;
    }
  }
}
