package org.kpackworkbench.model.format.kernelprovider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.Document;

class KernelProviderFormatTest {
  private static final String SHA256 =
      "822614d1f7a119f9abb53ee23bcd077c4e4a1ac84d43adef533f2402c16f4d97";
  private static final String KERNEL = "_ZN8kpackfix4axpyEPfPKffi";

  @TempDir private Path temp;

  private static KernelProviderDocument read(byte[] bytes) throws FormatException {
    Document document =
        StandardFormats.all()
            .read(new Place.File(Path.of("k.json")), ByteView.of("k.json", bytes), Progress.NONE);
    assertThat(document).isInstanceOf(KernelProviderDocument.class);
    return (KernelProviderDocument) document;
  }

  private static KernelProviderDocument read(String text) throws FormatException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The descriptor and its archive, the first changed. */
  private Path changed(String what, String with) throws IOException {
    Files.copy(Fixtures.path("kernels_gfx1100.kpack"), temp.resolve("kernels_gfx1100.kpack"));
    String text = Files.readString(Fixtures.path("kernels.json"));
    assertThat(text).contains(what);
    return Files.writeString(temp.resolve("kernels.json"), text.replace(what, with));
  }

  @Test
  void eachSourceIsAPartWithItsPlace() throws IOException {
    Path file = Fixtures.path("kernels.json");
    String text = Files.readString(file);
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.format()).isEqualTo(KernelProviderFormat.FORMAT);
      assertThat(document.problems()).isEmpty();
      List<KernelSource> sources = ((KernelProviderDocument) document).sources();
      int start = text.indexOf('{', text.indexOf("kernel_source"));
      int end = text.indexOf("]", start);
      end = text.indexOf('}', end) + 1;
      assertThat(sources).hasSize(2);
      assertThat(sources.getFirst())
          .isEqualTo(
              new KernelSource(
                  "/kernels/0/kernel_source",
                  ByteRange.between(start, end),
                  "kpack",
                  "kernels_gfx1100.kpack",
                  "axpy_f32",
                  KERNEL,
                  SHA256,
                  true,
                  List.of(
                      new KernelSource.Argument(8, 0),
                      new KernelSource.Argument(8, 8),
                      new KernelSource.Argument(4, 16),
                      new KernelSource.Argument(4, 20))));
      assertThat(document.parts().get(1).fields())
          .containsEntry("key", "axpy/fwd_bf16.co")
          .containsEntry("arguments", "4");
      ByteView content = document.parts().getFirst().content().load(Progress.NONE);
      assertThat(content.text(0, (int) content.size())).isEqualTo(text.substring(start, end));
    }
  }

  @Test
  void itsCodeObjectsAreThoseOfTheArchive() throws IOException {
    try (Document document = StandardFormats.all().open(Fixtures.path("kernels.json"));
        CodeElsewhere code = document.codeElsewhere(file -> true, Progress.NONE).orElseThrow()) {
      assertThat(code.files()).containsExactly(Fixtures.path("kernels_gfx1100.kpack"));
      assertThat(code.codeObjects().size()).isEqualTo(2);
      assertThat(code.codeObjects().row(1).binary()).isEqualTo("axpy/fwd_bf16.co");
      assertThat(code.codeObjects().load(1, Progress.NONE).stream().readAllBytes())
          .isEqualTo(Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco")));
    }
    try (Document document = StandardFormats.all().open(changed("_gfx1100.kpack", ".kpack"));
        CodeElsewhere code = document.codeElsewhere(file -> true, Progress.NONE).orElseThrow()) {
      assertThat(code.isMissing()).isTrue();
      assertThat(code.whyNone()).contains("expected kernels.kpack");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "_gfx1100.kpack, .kpack, descriptor-archive, the archive kernels.kpack",
    "axpy_f32, axpy_f64, descriptor-archive, no such key",
    "822614d1, 00000000, descriptor-checksum, another SHA-256",
    "4axpy, 4other, descriptor-symbol, has no kernel _ZN8kpackfix4other",
    "'offset\": 20', 'offset\": 24', descriptor-signature, Argument 3 of the signature is 4 bytes"
        + " at 24",
    "'size\": 8', 'size\": 4', descriptor-signature, '8 bytes at 0, 8 bytes at 8, 4 bytes at 16'",
    "toc_key, tocKey, contents-read, toc_key",
    "822614d1, 8226, contents-read, 64 hexadecimal digits",
    "sha256, sha255, contents-read, found none",
    "signature, signed, contents-read, the size and offset of each argument",
    "'signature\": [', 'signature\": [], \"x\": [', descriptor-signature, 0 arguments without it",
    "'size\": 8', 'bytes\": 8', contents-read, no size",
    "'offset\": 8', 'offset\": -8', contents-read, no offset",
  })
  void verifySaysWhatDoesNotFitTheArchive(String what, String with, String rule, String message)
      throws IOException {
    VerifyReport report =
        Verify.run(List.of(changed(what, with)), VerifyRequest.everything(), Progress.NONE);
    assertThat(report.passed()).isFalse();
    assertThat(report.findings()).extracting(Finding::rule).contains(rule);
    assertThat(report.findings())
        .filteredOn(finding -> finding.rule().equals(rule))
        .allSatisfy(
            finding ->
                assertThat(finding.message() + finding.evidence().found()).contains(message));
  }

  /** Code objects that are there do not hide those that are not. */
  @Test
  void anArchiveThatIsMissingBesideOthersIsSaid() throws IOException {
    Files.copy(Fixtures.path("kernels_gfx1100.kpack"), temp.resolve("kernels_gfx1100.kpack"));
    String text = Files.readString(Fixtures.path("kernels.json"));
    int last = text.lastIndexOf("kernels_gfx1100");
    Path file =
        Files.writeString(
            temp.resolve("kernels.json"),
            text.substring(0, last) + text.substring(last).replace("_gfx1100.kpack", ".kpack"));
    try (Document document = StandardFormats.all().open(file);
        CodeElsewhere code = document.codeElsewhere(each -> true, Progress.NONE).orElseThrow()) {
      assertThat(code.codeObjects().size()).isEqualTo(1);
      assertThat(code.problems())
          .singleElement()
          .satisfies(
              problem ->
                  assertThat(problem)
                      .hasMessageContaining(file.toString())
                      .hasMessageContaining("found none called kernels.kpack"));
    }
  }

  /** Arguments that are left out, and what is not said. */
  @Test
  void aSignatureNeedsAllArgumentsOfTheKernel() throws IOException {
    String whole = Files.readString(Fixtures.path("kernels.json"));
    assertThat(signatures(whole)).isEmpty();
    assertThat(signatures(whole.replace("\"offset\": 20", "\"other\": [1]"))).isEmpty();
    String shorter = whole.replaceAll(",\\s*\\{[^{}]*\"offset\": 20\\s*\\}", "");
    assertThat(shorter).isNotEqualTo(whole).doesNotContain("\"offset\": 20");
    assertThat(signatures(shorter))
        .hasSize(2)
        .allSatisfy(
            finding ->
                assertThat(finding.message())
                    .startsWith("No argument of the signature is the kernel's 4 bytes at 20;"));
  }

  private List<Finding> signatures(String text) throws IOException {
    Files.copy(
        Fixtures.path("kernels_gfx1100.kpack"),
        temp.resolve("kernels_gfx1100.kpack"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Path file = Files.writeString(temp.resolve("kernels.json"), text);
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings().stream()
        .filter(finding -> finding.rule().equals("descriptor-signature"))
        .toList();
  }

  /** Even an archive that has all that the descriptor says is not opened there. */
  @ParameterizedTest
  @ValueSource(strings = {"../kernels_gfx1100.kpack", "a/../../kernels_gfx1100.kpack", "/FOLDER/"})
  void anArchiveOutsideOfTheFolderIsNotOpened(String library) throws IOException {
    Path archive =
        Files.copy(Fixtures.path("kernels_gfx1100.kpack"), temp.resolve("kernels_gfx1100.kpack"));
    Path folder = Files.createDirectories(temp.resolve("provider/a")).getParent();
    String named = library.equals("/FOLDER/") ? archive.toString().replace('\\', '/') : library;
    Path descriptor =
        Files.writeString(
            folder.resolve("kernels.json"),
            Files.readString(Fixtures.path("kernels.json"))
                .replace("kernels_gfx1100.kpack", named));
    try (Document document = StandardFormats.all().open(descriptor);
        CodeElsewhere code = document.codeElsewhere(file -> true, Progress.NONE).orElseThrow()) {
      assertThat(code.files()).isEmpty();
      assertThat(code.codeObjects().size()).isZero();
      assertThat(code.whyNone()).contains(named + ", which is not below the descriptor's folder");
    }
    assertThat(
            Verify.run(List.of(descriptor), VerifyRequest.everything(), Progress.NONE).findings())
        .hasSize(2)
        .allSatisfy(
            finding -> {
              assertThat(finding.rule()).isEqualTo("descriptor-archive");
              assertThat(finding.message()).contains(named, "is not opened");
              assertThat(finding.advice()).contains("Put the archive beside the descriptor");
            });
  }

  /** One archive serves the descriptors in all folders of an architecture. */
  @Test
  void anArchiveInTheFolderOfItsArchitectureIsOpened() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("gfx1100/attention/MI300"));
    for (String place : List.of("gfx1100/kpack", "kpack")) {
      Path archives = Files.createDirectories(temp.resolve(place));
      Files.copy(Fixtures.path("kernels_gfx1100.kpack"), archives.resolve("a.kpack"));
    }
    for (String climb : List.of("../../", "../../../")) {
      Path descriptor =
          Files.writeString(
              folder.resolve("kernels.json"),
              Files.readString(Fixtures.path("kernels.json"))
                  .replace("kernels_gfx1100.kpack", climb + "kpack/a.kpack"));
      boolean inside = climb.equals("../../");
      try (Document document = StandardFormats.all().open(descriptor);
          CodeElsewhere code = document.codeElsewhere(file -> true, Progress.NONE).orElseThrow()) {
        assertThat(code.codeObjects().size()).isEqualTo(inside ? 2 : 0);
      }
      assertThat(
              Verify.run(List.of(descriptor), VerifyRequest.everything(), Progress.NONE).findings())
          .hasSize(inside ? 0 : 2);
    }
  }

  @Test
  void anArchiveInAFolderBesideItIsOpened() throws IOException {
    Path below = Files.createDirectories(temp.resolve("MI300"));
    Files.copy(Fixtures.path("kernels_gfx1100.kpack"), below.resolve("kernels_gfx1100.kpack"));
    Path descriptor =
        Files.writeString(
            temp.resolve("kernels.json"),
            Files.readString(Fixtures.path("kernels.json"))
                .replace("kernels_gfx1100.kpack", "MI300/kernels_gfx1100.kpack"));
    assertThat(
            Verify.run(List.of(descriptor), VerifyRequest.everything(), Progress.NONE).findings())
        .isEmpty();
  }

  @Test
  void aSourceInTheDescriptorsOwnFileIsNotInAnArchive() throws FormatException {
    try (KernelProviderDocument document =
        read("{\"kernel_source\": {\"kind\": \"embedded\", \"signature\": 3}}")) {
      assertThat(document.problems()).isEmpty();
      assertThat(document.sources()).singleElement().returns(false, KernelSource::isArchived);
    }
  }

  @Test
  void whatIsCutOffIsSaidWhereverItIsCut() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("kernels.json"));
    String text = new String(bytes, StandardCharsets.UTF_8);
    for (int length = text.indexOf("kernel_source") + 14; length < bytes.length - 2; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      try (Document document =
          StandardFormats.all()
              .read(new Place.File(Path.of("k.json")), ByteView.of("k.json", cut), Progress.NONE)) {
        assertThat(document.problems())
            .as("%d bytes", length)
            .singleElement()
            .satisfies(
                problem ->
                    assertThat(problem)
                        .hasMessageContaining("a complete JSON document")
                        .hasMessageNotContaining("Source"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"kernel\": \"kernel_sources\"}\n", "[\"kernel_source\"]\n", "kernel_source\n"})
  void otherTextsStayWhatTheyAre(String text) throws FormatException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(StandardFormats.all().detect(ByteView.of("a.json", bytes)))
        .isNotEqualTo(KernelProviderFormat.FORMAT);
  }

  @Test
  void readingCanBeCancelled() {
    Path file = Fixtures.path("kernels.json");
    assertThatThrownBy(() -> StandardFormats.all().open(file, () -> true).close())
        .isInstanceOf(CancellationException.class);
  }
}
