package org.kpackworkbench.model.format.aotriton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;

class AotritonZipFormatTest {
  private static final int CRC_IN_ENTRY = 16;
  private static final int NAME_IN_ENTRY = 46;

  @TempDir private Path temp;
  private byte[] gfx1100;
  private byte[] fwd;

  @BeforeEach
  void readCode() throws IOException {
    gfx1100 = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    fwd = Aks2.of(List.of(new Aks2.Kernel("attn", 4096, 256, gfx1100)));
  }

  private byte[] usual() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("flash/", new byte[0]);
    members.put("fwd.aks2", fwd);
    members.put("bwd.aks2", Aks2.of(List.of(new Aks2.Kernel("attn", 0, 64, gfx1100))));
    members.put("README", new byte[] {'h', 'i', '\n'});
    return Aks2.zip(members);
  }

  private static Document read(byte[] bytes) throws FormatException {
    return StandardFormats.all()
        .read(new Place.File(Path.of("a.zip")), ByteView.of("a.zip", bytes), Progress.NONE);
  }

  private static List<Reason> reasons(byte[] bytes) throws FormatException {
    try (Document document = read(bytes)) {
      assertThat(document.format()).isEqualTo(AotritonZipFormat.FORMAT);
      return document.problems().stream().map(FormatException::reason).toList();
    }
  }

  private static int directory(byte[] zip) {
    return ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).getInt(zip.length - 6);
  }

  /** A device wheel may have AOTriton's files before any other. */
  @Test
  void aWheelThatBeginsWithSuchFilesIsAWheel() throws IOException {
    Path wheel =
        TestPackages.wheel(
            temp.resolve("a-1.0-py3-none-any.whl"), Map.of("a/images/fwd.aks2", fwd), "");
    ByteView bytes = ByteView.of("a.whl", Files.readAllBytes(wheel));
    assertThat(StandardFormats.all().detect(bytes)).isEqualTo(PackageFormat.WHEEL);
    assertThat(PackageFile.open(wheel).orElseThrow().format()).isEqualTo(PackageFormat.WHEEL);
    assertThat(StandardFormats.all().detect(ByteView.of("a.zip", usual())))
        .isEqualTo(AotritonZipFormat.FORMAT);
  }

  @Test
  void packedKernelsInFoldersAreNoTree() throws IOException {
    byte[] zip = Aks2.zip(Map.of("flash/attn_fwd.aks2", fwd, "flash/attn_bwd.aks2", fwd));
    assertThat(StandardFormats.all().detect(ByteView.of("a.zip", zip)))
        .isEqualTo(AotritonZipFormat.FORMAT);
    byte[] installed = Aks2.zip(Map.of("aotriton.images/amd-gfx11xx/flash/fwd.aks2", fwd));
    assertThat(StandardFormats.all().detect(ByteView.of("a.zip", installed)))
        .isEqualTo(PackageFormat.ZIP);
  }

  /** The program that zips a tree stores what does not become smaller, as AOTriton's does. */
  @Test
  void aZipArchiveOfATreeThatBeginsWithSuchFilesIsATree() throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("aotriton.images/", new byte[0]);
    members.put("aotriton.images/amd-gfx11xx/flash/fwd.aks2", fwd);
    members.put("libaotriton_v2.so", new byte[] {1});
    Path file = Files.write(temp.resolve("tree.zip"), Aks2.zip(members));
    assertThat(StandardFormats.all().detect(ByteView.of("tree.zip", Files.readAllBytes(file))))
        .isEqualTo(PackageFormat.ZIP);
    PackageFile tree = PackageFile.open(file).orElseThrow();
    assertThat(tree.format()).isEqualTo(PackageFormat.ZIP);
    Path inside = tree.tree().root().resolve("aotriton.images/amd-gfx11xx/flash/fwd.aks2");
    try (Document document = StandardFormats.all().open(inside)) {
      assertThat(document.codeObjects().row(0).targetText()).isEqualTo("gfx11");
    }
  }

  /** AOTriton calls members by what their kernels are for, without an ending. */
  @Test
  void namesAreSignatures() throws IOException {
    byte[] zip = Aks2.zip(Map.of("Q=*fp16:16;BLOCK_DMODEL=64;CAUSAL=0", fwd));
    assertThat(PackageFile.open(Files.write(temp.resolve("attn_fwd.zip"), zip))).isEmpty();
    try (Document document = read(zip)) {
      assertThat(document.format()).isEqualTo(AotritonZipFormat.FORMAT);
      assertThat(document.codeObjects().row(0).binary())
          .isEqualTo("Q=*fp16:16;BLOCK_DMODEL=64;CAUSAL=0/attn");
    }
  }

  private static byte[] deflated() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("fwd.aks2"));
      zip.write(new byte[100]);
    }
    return file.toByteArray();
  }

  @Test
  void kernelsOfAllMembersAreCodeObjects() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("lib/aotriton.images/amd-gfx11xx"));
    Path file = Files.write(folder.resolve("flash.zip"), usual());
    try (Document document = StandardFormats.all().open(file)) {
      assertThat(document.format()).isEqualTo(AotritonZipFormat.FORMAT);
      assertThat(document.problems()).isEmpty();
      CodeObjects kernels = document.codeObjects();
      assertThat(List.of(kernels.row(0), kernels.row(1)))
          .extracting(CodeObjectRow::binary, CodeObjectRow::targetText)
          .containsExactly(tuple("fwd/attn", "gfx11"), tuple("bwd/attn", "gfx11"));
      ByteView code = kernels.load(1, Progress.NONE);
      assertThat(code.bytes(0, (int) code.size())).isEqualTo(gfx1100);
      assertThat(document.parts())
          .filteredOn(part -> part.group().equals("member"))
          .extracting(DocumentPart::key)
          .containsExactly("fwd.aks2", "bwd.aks2", "README");
      Place.Member member = (Place.Member) kernels.row(0).place().path().get(1);
      assertThat(
              Arrays.copyOfRange(usual(), (int) member.range().start(), (int) member.range().end()))
          .isEqualTo(fwd);
    }
    assertThat(findings(file)).isEmpty();
  }

  private static List<Finding> findings(Path file) throws IOException {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
  }

  @Test
  void otherZipArchivesStayWhatTheyAre() throws IOException {
    try (Document document = read(Aks2.zip(Map.of("a.txt", new byte[] {1, 2, 3})))) {
      assertThat(document.format()).isEqualTo(PackageFormat.ZIP);
    }
  }

  @Test
  void aCompressedMemberIsAnErrorThatSaysSo() throws IOException {
    try (Document document = read(deflated())) {
      assertThat(document.problems())
          .singleElement()
          .satisfies(
              problem -> {
                assertThat(problem.reason()).isEqualTo(Reason.UNSUPPORTED);
                assertThat(problem)
                    .hasMessageContaining("fwd.aks2")
                    .hasMessageContaining("deflate");
                assertThat(problem.advice()).contains("zip -0");
              });
    }
  }

  @Test
  void namesSizesAndOffsetsAreNotBelieved() throws IOException {
    byte[] good = usual();
    int second = directory(good) + NAME_IN_ENTRY + "flash/".length();
    assertThat(good[second]).isEqualTo((byte) 'P');
    ByteBuffer cut = buffer(good);
    cut.putInt(good.length - 6, good.length);
    assertThat(reasons(cut.array())).containsExactly(Reason.OUT_OF_BOUNDS);

    assertThat(reasons(buffer(good).putInt(second + 20, 7).array()))
        .containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(buffer(good).putInt(second + 20, -1).putInt(second + 24, -1).array()))
        .containsExactly(Reason.OUT_OF_BOUNDS);
    assertThat(reasons(buffer(good).putInt(second + 42, 3).array()))
        .containsExactly(Reason.WRONG_MAGIC);
    byte[] renamed = good.clone();
    renamed[second + NAME_IN_ENTRY] = 'F';
    assertThat(reasons(renamed)).containsExactly(Reason.BAD_VALUE);
    assertThat(reasons(Arrays.copyOf(good, good.length - 1))).containsExactly(Reason.TRUNCATED);

    assertThat(reasons(Aks2.zip(Map.of("..", fwd)))).containsExactly(Reason.UNSAFE_PATH);
    assertThat(reasons(overlapping()))
        .as("the first one has the bytes of the second behind its stream")
        .containsExactly(Reason.OUT_OF_BOUNDS, Reason.BAD_VALUE);
    assertThat(reasons(twice())).containsExactly(Reason.DUPLICATE_KEY);
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The first member's size goes into the second. */
  private byte[] overlapping() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a.aks2", fwd);
    members.put("b.aks2", fwd);
    byte[] zip = Aks2.zip(members);
    int first = directory(zip);
    return buffer(zip)
        .putInt(first + 20, fwd.length + 60)
        .putInt(first + 24, fwd.length + 60)
        .array();
  }

  /** Two members of one name. */
  private byte[] twice() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a.aks2", fwd);
    members.put("b.aks2", fwd);
    byte[] zip = Aks2.zip(members);
    zip[directory(zip) + NAME_IN_ENTRY + "a.aks2".length() + NAME_IN_ENTRY] = 'a';
    return zip;
  }

  @Test
  void verifyComparesTheChecksumOfEachMember() throws IOException {
    byte[] bad = usual();
    int first = directory(bad) + NAME_IN_ENTRY + "flash/".length();
    bad[first + CRC_IN_ENTRY] ^= 1;
    assertThat(findings(Files.write(temp.resolve("flash.zip"), bad)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.toString()).contains("fwd.aks2", "CRC-32"));
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
    Random random = new Random(3);
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] bad = good.clone();
      int from = random.nextBoolean() ? directory(good) : 30;
      bad[from + random.nextInt(bad.length - from)] = (byte) random.nextInt();
      try (Document document = read(bad)) {
        refused += document.problems().isEmpty() ? 0 : 1;
        document.ownership().claims();
      }
    }
    assertThat(refused).isGreaterThan(rounds * 3 / 20);
  }
}
