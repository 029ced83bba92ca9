package org.kpackworkbench.model.format.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Compared;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.fixtures.TestContainer;
import org.kpackworkbench.model.fixtures.TestContainer.Packing;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.OtherDocument;

/**
 * LLVM's offload containers: real ones of version 1, and of all versions such as the writer makes.
 */
class ContainerFileTest {
  @TempDir private Path folder;

  private static byte[] fixture(String name) throws IOException {
    return Files.readAllBytes(Fixtures.path(name));
  }

  private static byte[] older() throws IOException {
    return fixture("axpy-gfx1030-v4.hsaco");
  }

  private static byte[] newer() throws IOException {
    return fixture("axpy-gfx1100.hsaco");
  }

  private static ContainerDocument open(byte[] bytes) throws IOException {
    return (ContainerDocument) read(bytes);
  }

  private static Document read(byte[] bytes) throws IOException {
    Place place = new Place.File(Path.of("test.bin"));
    return StandardFormats.all().read(place, ByteView.of("test.bin", bytes), Progress.NONE);
  }

  private static List<String> targets(Document document) throws IOException {
    List<String> found = new ArrayList<>();
    for (int row = 0; row < document.codeObjects().size(); row++) {
      found.add(document.codeObjects().row(row).targetText());
    }
    return found;
  }

  private static byte[] load(Document document, int row) throws IOException {
    ByteView bytes = document.codeObjects().load(row, Progress.NONE);
    assertThat(bytes.size()).isLessThan(1 << 20);
    return bytes.bytes(0, (int) bytes.size());
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Stream.of(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  /** A field of the first header with another value. */
  private static byte[] with(byte[] bytes, int offset, long value) {
    byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
    return copy;
  }

  @ParameterizedTest
  @ValueSource(strings = {"container-llvm19.bin", "container-llvm22.bin", "container-bitcode.bin"})
  void saysOfEntriesWhatTheToolThatWroteThemSays(String fixture) throws IOException {
    List<String> expected = new ArrayList<>();
    for (String line : Files.readAllLines(Fixtures.golden(fixture + ".offloading.txt"))) {
      if (line.matches("(kind|arch|triple|producer) .*")) {
        expected.add(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    List<String> found = new ArrayList<>();
    for (ContainerEntry entry : open(fixture(fixture)).file().entries()) {
      found.add(entry.imageWords().replace("object", "elf").replace("bitcode", "ir"));
      found.addAll(
          List.of(entry.arch(), entry.triple(), entry.offloadWords().toLowerCase(Locale.ROOT)));
    }
    assertThat(found).hasSize(8).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"container-llvm19.bin", "container-llvm22.bin"})
  void givesOutTheCodeObjectsThatWentIn(String fixture) throws IOException {
    ContainerDocument document = open(fixture(fixture));
    assertThat(targets(document)).containsExactly("gfx1030", "gfx1100");
    assertThat(load(document, 0)).isEqualTo(older());
    assertThat(load(document, 1)).isEqualTo(newer());
    assertThat(document.problems()).isEmpty();
    assertThat(document.file().containers()).extracting(Container::version).containsExactly(1, 1);
  }

  @Test
  void bitcodeIsAPartAndNoCodeObject() throws IOException {
    ContainerDocument document = open(fixture("container-bitcode.bin"));
    assertThat(document.codeObjects().size()).isZero();
    assertThat(document.whyNoCodeObjects()).contains("bitcode");
    assertThat(document.parts())
        .extracting(part -> part.key())
        .containsExactly("HIP gfx1030", "HIP gfx1100");
    assertThat(document.parts().getFirst().fields()).containsEntry("kind", "bitcode");
    assertThat(document.parts().getFirst().content().load(Progress.NONE).text(0, 2))
        .isEqualTo("BC");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void laterVersionsHaveSeveralEntries(int version) throws IOException {
    byte[] bytes =
        new TestContainer(version)
            .hip("gfx1030", older())
            .hip("gfx1100", newer())
            .entry(0, 4, 1, "gfx942", new byte[0])
            .bytes();
    ContainerDocument document = open(joined(bytes, bytes));
    assertThat(targets(document)).containsExactly("gfx1030", "gfx1100", "gfx1030", "gfx1100");
    assertThat(load(document, 3)).isEqualTo(newer());
    assertThat(document.entries()).hasSize(6);
    assertThat(document.entries().get(2).words()).isEqualTo("texts only");
    assertThat(document.problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void whatIsCompressedIsUnpackedWhenAskedFor(Packing packing) throws IOException {
    byte[] bytes =
        new TestContainer(3)
            .hip("gfx1030", older())
            .hip("gfx1100", newer())
            .packed(packing)
            .bytes();
    ContainerDocument document = open(bytes);
    assertThat(document.problems()).isEmpty();
    assertThat(targets(document)).containsExactly("gfx1030", "gfx1100");
    assertThat(load(document, 0)).isEqualTo(older());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    document.codeObjects().extract(1, out, UnpackBudget.operation(false), Progress.NONE);
    assertThat(out.toByteArray()).isEqualTo(newer());
    CodeObjectRow row = document.codeObjects().row(1);
    assertThat(row.place().unpacked()).isEqualTo(packing != Packing.NONE);
    assertThat(document.codeObjects().rowOf(row.place())).hasValue(1);
    assertThat(verify(bytes).findings()).isEmpty();
  }

  @Test
  void bundlesAndContainersInsideAreLookedInto() throws IOException {
    byte[] inner = new TestContainer(2).hip("gfx1100", newer()).bytes();
    for (Packing packing : Packing.values()) {
      byte[] bytes =
          new TestContainer(3)
              .entry(4, 4, 0, "generic", fixture("compressed.co"))
              .entry(0, 4, 0, "gfx1100", inner)
              .packed(packing)
              .bytes();
      ContainerDocument document = open(bytes);
      assertThat(targets(document)).containsExactly("gfx942", "gfx1100", "gfx1100");
      assertThat(document.entries()).extracting(part -> part.rows().size()).containsExactly(2, 1);
      assertThat(load(document, 0)).isEqualTo(fixture("kinds-gfx942.hsaco"));
      assertThat(load(document, 2)).isEqualTo(newer());
      assertThat(document.problems()).isEmpty();
      assertThat(verify(bytes).findings()).isEmpty();
    }
  }

  @Test
  void containersInContainersEndSomewhere() throws IOException {
    byte[] bytes = new TestContainer(1).hip("gfx1100", newer()).bytes();
    for (int i = 0; i < 20; i++) {
      bytes = new TestContainer(1).entry(0, 4, 0, "", bytes).bytes();
    }
    ContainerDocument document = open(bytes);
    assertThat(document.codeObjects().size()).isZero();
    assertThat(document.problems())
        .singleElement()
        .returns(Reason.UNSUPPORTED, FormatException::reason);
    byte[] packed = bytes;
    for (int i = 0; i < 2; i++) {
      packed = new TestContainer(3).entry(0, 4, 0, "", packed).packed(Packing.ZSTD).bytes();
    }
    assertThat(open(packed).problems())
        .anyMatch(problem -> problem.words().contains("compressed one"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4, 0xffffffffL})
  void otherVersionsAreRefused(long version) throws IOException {
    byte[] bytes = fixture("container-llvm22.bin");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4, (int) version);
    Document document = read(bytes);
    assertThat(document).isInstanceOf(OtherDocument.class);
    assertThat(document.format()).isEqualTo(ContainerFormat.FORMAT);
    assertThat(document.problems())
        .singleElement()
        .returns(Reason.UNSUPPORTED, FormatException::reason);
    assertThat(verify(bytes).findings()).isEmpty();
    assertThat(verify(bytes).outcome()).isEqualTo(VerifyReport.Outcome.NOTHING_CHECKED);
  }

  /** Size, offset and number of entries; of the entry texts and image. */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 40, 48, 56, 64})
  void aSizeOrCountThatLiesIsSaid(int field) throws IOException {
    byte[] plain = new TestContainer(2).hip("gfx1100", newer()).bytes();
    for (long value : new long[] {1L << 40, Long.MAX_VALUE, -1}) {
      byte[] bytes = with(plain, field, value);
      assertThat(read(bytes).problems()).as("%d", value).isNotEmpty();
      assertThat(verify(bytes).findings()).as("%d", value).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-8, 8, 1L << 20})
  void aWrongInflatedSizeIsFound(long more) throws IOException {
    for (Packing packing : List.of(Packing.ZSTD, Packing.ZLIB)) {
      byte[] bytes =
          new TestContainer(3).hip("gfx1100", newer()).packed(packing).lying(more).bytes();
      assertThat(verify(bytes).findings()).extracting(Finding::rule).contains("container-unpacks");
    }
  }

  @Test
  void aBombIsRefused() throws IOException {
    byte[] zeros = Zstd.compress(new byte[80 << 20]);
    byte[] header = new TestContainer(3).hip("gfx1100", newer()).packed(Packing.ZSTD).bytes();
    byte[] bytes = joined(Arrays.copyOf(header, 40), zeros);
    bytes = with(with(with(bytes, 8, bytes.length), 32, 40 + (80L << 20)), 24, 1L << 30);
    ContainerDocument document = open(bytes);
    assertThat(document.problems()).isNotEmpty();
    assertThat(verify(bytes).findings())
        .anyMatch(finding -> finding.message().contains("at most 1000 times"));
  }

  @Test
  void anImageUnderAnotherTargetIsFound() throws IOException {
    byte[] bytes = new TestContainer(2).hip("gfx942", newer()).bytes();
    assertThat(verify(bytes).findings()).anyMatch(finding -> finding.message().contains("gfx1100"));
    assertThat(verify(new TestContainer(2).hip("", newer()).bytes()).findings()).isEmpty();
  }

  @Test
  void entriesAreComparedWithTheirLike() throws IOException {
    byte[] one = fixture("container-llvm19.bin");
    assertThat(Compared.changes(Compared.contents("a", one, fixture("container-llvm22.bin"))))
        .containsOnly(Map.entry("all bytes", Change.CHANGED));
    byte[] other = new TestContainer(1).hip("gfx1030", newer()).bytes();
    try (TableComparison comparison = Compared.contents("a", one, other)) {
      assertThat(Compared.changes(comparison))
          .containsOnly(
              Map.entry("HIP gfx1030", Change.CHANGED),
              Map.entry("HIP gfx1100", Change.REMOVED),
              Map.entry("all bytes", Change.CHANGED));
    }
  }

  @Test
  void everyByteHasAnOwner() throws IOException {
    for (Packing packing : Packing.values()) {
      byte[] bytes = new TestContainer(3).hip("gfx1030", older()).packed(packing).bytes();
      ContainerDocument document = open(joined(bytes, fixture("container-llvm19.bin")));
      assertThat(document.ownership().claims())
          .allMatch(claim -> !claim.label().equals("bytes of no entry"))
          .anyMatch(claim -> "gfx1100".equals(claim.target()));
      assertThat(
              document.ownership().claims().stream()
                  .mapToLong(claim -> claim.range().length())
                  .sum())
          .isEqualTo(document.bytes().size());
    }
  }

  @Test
  void survivesBeingCutAnywhere() throws IOException {
    for (byte[] whole : wholes()) {
      for (int size = 0; size < whole.length; size++) {
        walk(Arrays.copyOf(whole, size));
      }
    }
  }

  @Test
  void survivesMutations() throws IOException {
    mutate(1_000);
  }

  @Tag("long")
  @Test
  void survivesManyMutations() throws IOException {
    mutate(50_000);
  }

  /** Small, since each of their bytes is cut off. */
  private static List<byte[]> wholes() throws IOException {
    byte[] code = Arrays.copyOf(newer(), 200);
    byte[] plain = new TestContainer(2).hip("gfx1100", code).hip("gfx942", code).bytes();
    byte[] packed =
        new TestContainer(3)
            .hip("gfx1100", code)
            .entry(0, 4, 0, "x", plain)
            .packed(Packing.ZSTD)
            .bytes();
    byte[] zlib = new TestContainer(3).hip("gfx1100", code).packed(Packing.ZLIB).bytes();
    return List.of(joined(new TestContainer(1).hip("gfx1100", code).bytes(), plain), packed, zlib);
  }

  private static void mutate(int count) throws IOException {
    int opened = 0;
    for (byte[] whole : wholes()) {
      Mutations mutations = new Mutations(whole, 7);
      for (int i = 0; i < count; i++) {
        opened += walk(mutations.next()) ? 1 : 0;
      }
    }
    assertThat(opened).isGreaterThan(count);
  }

  private static boolean walk(byte[] bytes) throws IOException {
    Document document = read(bytes);
    document.ownership().claims();
    document.problems();
    CodeObjects codeObjects = document.codeObjects();
    for (int row = 0; row < codeObjects.size(); row++) {
      try {
        codeObjects.load(codeObjects.row(row).row(), Progress.NONE);
      } catch (FormatException expected) {
        assertThat(expected.structure()).isNotEmpty();
      }
    }
    return document instanceof ContainerDocument;
  }

  private VerifyReport verify(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("test.bin"), bytes);
    return Verify.run(List.of(file), VerifyRequest.everything().onThreads(1), Progress.NONE);
  }
}
