package org.kpackworkbench.model.format.coff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.WindowsTools;

/** Parts that directories of a program lead to, and parts that belong to no directory. */
class ImagePartsTest {
  private static final int DIRECTORIES = 0x78 + 24 + ImageHeader.DIRECTORIES;
  private static final int SIZE = 11264;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Rich header          |                    | 0x40   | 40  | tool 260 build 30729: 3, tool 258 build 30729: 11
          thread-local storage |                    | 0x610  | 40  | start: 0x180007000, end: 0x180007008, index: 0x180003000, callbacks: 0x180002000, zeroFill: 16
          load configuration   |                    | 0x638  | 320 | size: 320, guardFlags: 0x10500
          debug data           | CodeView           | 0x7b0  | 42  | file: windows-parts.pdb, id: e68aa8e1f32566294c4c44205044422e, age: 1
          debug data           | reproducible build | 0x0    | 0   |
          resources            | raw data 7 1033    | 0x2900 | 5   | type: raw data, name: 7, language: 1033
          resources            | manifest 1 1033    | 0x2910 | 74  | type: manifest, name: 1, language: 1033
          resources            | 300 NAMED 1033     | 0x2908 | 5   | type: 300, name: NAMED, language: 1033
          """)
  void statesWhatIsThere(String kind, String name, String offset, int size, String details)
      throws IOException {
    assertThat(read(bytes()).parts())
        .filteredOn(part -> part.kind().equals(kind))
        .filteredOn(part -> part.name().equals(name == null ? "" : name))
        .singleElement()
        .satisfies(
            part -> {
              assertThat(part.range().start()).isEqualTo(Long.decode(offset));
              assertThat(part.range().length()).isEqualTo(size);
              assertThat(part.detailWords()).isEqualTo(details == null ? "" : details);
            });
  }

  /** Numbers as another tool prints them. */
  @Test
  void isWhatAnotherToolSays() throws IOException {
    String golden = Files.readString(Fixtures.golden("windows-parts.dll.readobj.txt"));
    assertThat(golden)
        .contains(
            "StartAddressOfRawData: 0x180007000",
            "EndAddressOfRawData: 0x180007008",
            "AddressOfIndex: 0x180003000",
            "AddressOfCallBacks: 0x180002000",
            "SizeOfZeroFill: 0x10",
            "GuardFlags [ (0x10500)",
            "PointerToRawData: 0x7B0",
            "PDBGUID: {E715DD58-5D80-27A3-4C4C-44205044422E}".replace("E715DD58-5D80-27A3", guid()),
            "Total Number of Resources: 3");
    assertThat(read(bytes()).parts()).hasSize(8);
  }

  /** The first three parts of a GUID are numbers, whose bytes are in the file in reverse. */
  private static String guid() throws IOException {
    ByteBuffer id = ByteBuffer.wrap(bytes(), 0x7b4, 16).order(ByteOrder.LITTLE_ENDIAN);
    return "%08X-%04X-%04X".formatted(id.getInt(), id.getShort(), id.getShort());
  }

  /** The symbols of a linker for mingw end anywhere; zeros pad the file, and not the next bytes. */
  @Test
  void paddingIsNoOverlay() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("windows-debug.dll"));
    assertThat(read(bytes).parts()).extracting(ImagePart::kind).doesNotContain(ImagePart.OVERLAY);
    byte[] more = Arrays.copyOf(bytes, bytes.length + 100);
    assertThat(read(more).parts())
        .filteredOn(part -> part.kind().equals(ImagePart.OVERLAY))
        .extracting(ImagePart::range)
        .containsExactly(new ByteRange(bytes.length, 100));
    byte[] told = bytes.clone();
    told[bytes.length - 1] = 1;
    assertThat(read(told).parts()).extracting(ImagePart::kind).contains(ImagePart.OVERLAY);
  }

  /** Debuggers read the file, crash reports the memory. */
  @Test
  void debugDataIsWhereItIsLoadedFrom() throws IOException {
    byte[] bytes = bytes();
    assertThat(read(bytes).problems()).isEmpty();
    int entry = 0x778;
    little(bytes).putInt(entry + 24, little(bytes).getInt(entry + 24) + 4);
    assertThat(read(bytes).problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.words())
                    .contains("debug data")
                    .contains("expected its offset in the file, 0x%x".formatted(0x7b0))
                    .contains("found 0x7b4"));
  }

  @Test
  void overlayAndSignatureAreBehindTheSections() throws IOException {
    byte[] bytes = Arrays.copyOf(bytes(), SIZE + 100 + 28);
    ByteBuffer buffer = little(bytes);
    buffer.putInt(DIRECTORIES + 4 * 8, SIZE + 100).putInt(DIRECTORIES + 4 * 8 + 4, 28);
    buffer
        .putInt(SIZE + 100, 26)
        .putShort(SIZE + 104, (short) 0x200)
        .putShort(SIZE + 106, (short) 2);
    List<ImagePart> parts = read(bytes).parts();
    assertThat(parts.subList(8, parts.size()))
        .extracting(
            part ->
                "%s 0x%x %d".formatted(part.label(), part.range().start(), part.range().length()))
        .containsExactly("certificates, signature 0x2c64 26", "overlay 0x2c00 100");
    ClaimMap map =
        ClaimMap.of(
            bytes.length, CoffClaims.of(file(bytes), parts, new Place.File(Path.of("a.dll"))));
    assertThat(map.claims())
        .extracting(Claim::label)
        .contains("overlay", "certificates, signature", "resources, manifest 1 1033");
  }

  /** Not the root, whose certificate lies in the signature, too. */
  @Test
  void nameOfTheSignerIsRead(@TempDir Path folder) throws Exception {
    WindowsTools tools = new WindowsTools(folder);
    Path signed = folder.resolve("signed.dll");
    tools.runs(
        WindowsTools.required("osslsigncode"),
        "sign",
        "-pkcs12",
        tools.keys("CN=The root", "CN=A signer, O=Works").toString(),
        "-pass",
        "secret",
        Fixtures.path("windows-parts.dll").toString(),
        signed.toString());
    byte[] bytes = Files.readAllBytes(signed);
    ImageTables tables = read(bytes);
    assertThat(tables.problems()).isEmpty();
    assertThat(tables.parts())
        .filteredOn(part -> part.name().equals("signature"))
        .extracting(ImagePart::detailWords)
        .containsExactly("revision: 0x200, signer: CN=A signer,O=Works");
    int start = little(bytes).getInt(DIRECTORIES + 4 * 8);
    for (int size : List.of(0, 1, 40, 700)) {
      byte[] damaged = bytes.clone();
      Arrays.fill(damaged, start + 8 + size, damaged.length, (byte) 0);
      ImageTables read = read(damaged);
      assertThat(read.problems())
          .singleElement()
          .satisfies(problem -> assertThat(problem.field()).isEqualTo("signature"));
      assertThat(read.parts()).extracting(ImagePart::name).contains("signature");
    }
  }

  /** Each fault keeps one kind of part from being read, and is named. */
  @ParameterizedTest
  @CsvSource({
    "thread-local storage, 9, 0x7f000000, thread-local storage",
    "load configuration, 10, 0x7f000000, load configuration",
    "resources, 2, 0x7f000000, resources",
    "debug data, 6, 0x7f000000, debug data"
  })
  void directoryThatLeadsNowhereIsNamed(String kind, int directory, String address, String field)
      throws IOException {
    byte[] bytes = bytes();
    little(bytes).putInt(DIRECTORIES + directory * 8, Integer.decode(address));
    ImageTables tables = read(bytes);
    assertThat(tables.problems()).singleElement().returns(field, FormatException::field);
    assertThat(tables.parts()).isNotEmpty().noneMatch(part -> part.kind().equals(kind));
  }

  @Test
  void resourcesThatLeadToThemselvesAreNamed() throws IOException {
    byte[] bytes = bytes();
    // The first entry of the first directory.
    little(bytes).putInt(0x2800 + 16 + 4, 0x80000000);
    assertThat(read(bytes).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.expected()).isEqualTo("three levels"));
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ImageTables read(byte[] bytes) throws IOException {
    return ImageTables.read(file(bytes));
  }

  private static CoffFile file(byte[] bytes) throws IOException {
    return CoffFile.read(ByteView.of("a.dll", bytes));
  }

  private static byte[] bytes() throws IOException {
    return Files.readAllBytes(Fixtures.path("windows-parts.dll"));
  }
}
