package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code objects by the URIs that ROCm's tools write and read. */
class CodeObjectUriTest {
  private static final Path DRIFT = CliRun.fixture("libdrift.so");

  /** The code object of the first wrapper for gfx90a, as the golden list of it says. */
  private static final int OFFSET = 16384;

  private static final int SIZE = 4096;

  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path folder;

  private static String drift(String range) {
    return "file://" + DRIFT + range;
  }

  private static byte[] bytes(Path file, long offset, int size) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[size];
      in.seek(offset);
      in.readFully(bytes);
      return bytes;
    }
  }

  /** The bytes of a code object, through standard output of the real command. */
  private byte[] extracted(Object... which) throws IOException {
    Path file = folder.resolve("one.hsaco");
    List<Object> args = new ArrayList<>(List.of("extract"));
    args.addAll(List.of(which));
    args.addAll(List.of("--force", "-o", file));
    CliRun run = CliRun.of(args.toArray());
    assertThat(run.status()).as(run.err()).isZero();
    return Files.readAllBytes(file);
  }

  /** Of every fixture, what a URI names is what extract writes; what is packed has none. */
  @Test
  void whatAUriNamesIsTheCodeObject() throws IOException {
    Set<String> formats = new TreeSet<>();
    int named = 0;
    List<Path> fixtures;
    try (Stream<Path> all = Files.list(DRIFT.getParent())) {
      fixtures = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path fixture : fixtures) {
      CliRun run = CliRun.of("list", fixture, "--json");
      if (run.out().isEmpty() || !run.json().containsKey("entries")) {
        continue;
      }
      Path out = folder.resolve(fixture.getFileName() + ".out");
      List<Map<String, Object>> rows = run.rows("entries");
      for (Map<String, Object> row : rows) {
        String uri = (String) row.get("uri");
        boolean asItIs =
            row.get("offset") != null && row.get("storedSize").equals(row.get("originalSize"));
        if (uri == null || row.containsKey("problem")) {
          assertThat(asItIs && row.containsKey("uri")).as("%s: %s", fixture, row).isFalse();
          continue;
        }
        URI parsed = URI.create(uri);
        String[] range = parsed.getFragment().split("[=&]", -1);
        byte[] there =
            bytes(Path.of(parsed.getPath()), Long.parseLong(range[1]), Integer.parseInt(range[3]));
        CliRun extract = CliRun.of("extract", uri, "--force", "-o", out + "/");
        assertThat(extract.status()).as(uri + extract.err()).isLessThan(2);
        try (Stream<Path> files = Files.list(out)) {
          assertThat(files.map(CodeObjectUriTest::read).toList()).as(uri).contains(there);
        }
        formats.add((String) run.json().get("format"));
        named++;
      }
    }
    assertThat(named).isGreaterThan(50);
    assertThat(formats)
        .contains("elf", "bundle", "code-object", "static-library", "offload-container");
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  @Test
  void listPrintsUrisForPeople() {
    CliRun run = CliRun.of("list", DRIFT, "--target", "gfx90a", "--uri");
    assertThat(run.out()).contains(drift("#offset=%d&size=%d".formatted(OFFSET, SIZE)));
    assertThat(run.err()).isEmpty();
    assertThat(CliRun.of("list", DRIFT).out()).doesNotContain("file:");
    CliRun packed = CliRun.of("list", CliRun.fixture("libcompressed.so"), "--uri");
    assertThat(packed.err()).contains("without a URI: compressed");
  }

  @Test
  void noUriLeadsIntoAPackageOrAPipe() throws IOException {
    CliRun inside = CliRun.of("list", CliRun.fixture("tiny.deb"), "--json");
    assertThat(inside.out()).contains("\"target\"").doesNotContain("file://");
    CliRun piped = CliRun.reading(Files.newInputStream(DRIFT), "list", "-", "--json");
    assertThat(piped.out()).contains("\"target\"").doesNotContain("\"uri\"");
  }

  /** A path of that name would be missing, which says nothing about what to do. */
  @Test
  void whereNoUriIsReadThatIsSaid() {
    String uri = drift("#offset=%d&size=%d".formatted(OFFSET, SIZE));
    CliRun run = CliRun.of("diff", uri, uri);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("expected a path, found the URI " + uri)
        .contains("extract, which writes such bytes to a file");
  }

  /** Numbers as C writes them, both orders, both signs before them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "#offset=16384&size=4096",
        "#size=4096&offset=16384",
        "?offset=16384&size=4096",
        "#offset=0x4000&size=0X1000",
        "#offset=040000&size=010000",
      })
  void everyWayToWriteThem(String range) throws IOException {
    CliRun list = CliRun.of("list", drift(range), "--json");
    assertThat(list.status()).as(list.err()).isZero();
    assertThat(list.rows("entries")).hasSize(1);
    assertThat(list.rows("entries").getFirst())
        .containsEntry("target", "gfx90a")
        .containsEntry("uri", drift("#offset=16384&size=4096"));
    assertThat(extracted(drift(range), "--all")).isEqualTo(bytes(DRIFT, OFFSET, SIZE));
    assertThat(CliRun.of("info", drift(range), "--json").json())
        .containsEntry("format", "code-object")
        .containsEntry("size", SIZE);
    assertThat(CliRun.of("kernels", drift(range), "--json").rows("kernels"))
        .isNotEmpty()
        .allMatch(row -> row.get("target").equals("gfx90a"));
    assertThat(CliRun.of("search", drift(range), "unit_", "--json").status()).isZero();
  }

  /** What was read has a name that says what it is, and that name is understood, too. */
  @Test
  void whatItIsCalled() throws IOException {
    CliRun run = CliRun.of("extract", drift("#offset=16384&size=4096"), "--all", "-o", folder);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(folder.resolve("libdrift.so-offset16384-size4096-0-gfx90a.hsaco")).exists();
    String path = DRIFT + "/libdrift.so-offset16384-size4096";
    assertThat(CliRun.of("info", path).out())
        .isEqualTo(CliRun.of("info", drift("#offset=16384&size=4096")).out())
        .contains(path);
  }

  @Test
  void aFileAloneIsThatFile() {
    assertThat(CliRun.of("list", drift("")).out()).isEqualTo(CliRun.of("list", DRIFT).out());
  }

  /** A code object that is longer than the URI says is refused, and nothing of it is written. */
  @Test
  void aPartOfACodeObjectIsRefused() throws IOException {
    // Its headers end with its last byte.
    for (int size : new int[] {64, 1000, SIZE - 1}) {
      String uri = drift("#offset=%d&size=%d".formatted(OFFSET, size));
      CliRun extract = CliRun.of("extract", uri, "-o", folder.resolve("out"));
      assertThat(extract.status()).isEqualTo(2);
      assertThat(extract.out()).isEmpty();
      assertThat(extract.err())
          .contains(
              "URI, size: expected %d bytes, the code object at offset %d as a whole, found %d bytes"
                  .formatted(SIZE, OFFSET, size),
              "list --uri");
      assertThat(extract.err().lines()).hasSize(1);
      assertThat(folder.resolve("out")).doesNotExist();
      assertThat(CliRun.of("kernels", uri).status()).isEqualTo(2);
    }
    // Of one whose end is missing in the file, too, what there is can still be read.
    Path cut = Files.write(folder.resolve("cut.hsaco"), bytes(DRIFT, OFFSET, SIZE / 2));
    CliRun info = CliRun.of("info", "file://" + cut + "#offset=0&size=" + SIZE / 2);
    assertThat(info.out()).contains("gfx90a");
    assertThat(info.status()).isEqualTo(2);
  }

  /** A folder has no bytes; the message names the URI and not a path that is made of it. */
  @Test
  void aFolderIsRefused() {
    String uri = "file://" + folder.toString().replace('\\', '/') + "#offset=1&size=2";
    CliRun list = CliRun.of("list", uri);
    assertThat(list.status()).isEqualTo(2);
    assertThat(list.err())
        .contains("#offset=1&size=2: URI, path: expected a file, found a folder")
        .doesNotContain("-offset1-size2");
  }

  /** Of a bundle its code objects, and their URIs name the file that it is in. */
  @Test
  void aBundlesBytesAreItsCodeObjects() throws IOException {
    Map<String, Object> info = CliRun.of("info", DRIFT, "--json").json();
    @SuppressWarnings("unchecked")
    Map<String, Object> bundle = ((List<Map<String, Object>>) info.get("bundles")).getFirst();
    String uri = drift("#offset=%s&size=%s".formatted(bundle.get("offset"), bundle.get("size")));
    CliRun list = CliRun.of("list", uri, "--json");
    assertThat(list.status()).as(list.err()).isZero();
    assertThat(list.rows("entries").stream().map(row -> row.get("target")))
        .containsExactly("gfx1100", "gfx90a", "gfx942");
    assertThat(list.rows("entries").get(1))
        .containsEntry("uri", drift("#offset=%d&size=%d".formatted(OFFSET, SIZE)));
    assertThat(extracted(uri, "--target", "gfx90a")).isEqualTo(bytes(DRIFT, OFFSET, SIZE));
  }

  /** The name of this machine may be there (RFC 8089). */
  @Test
  void aFileOfThisMachineMayBeNamedWithIt() throws IOException {
    String uri = drift("#offset=16384&size=4096");
    for (String machine : List.of("localhost", "LOCALHOST")) {
      assertThat(extracted(uri.replace("file://", "file://" + machine), "--all"))
          .isEqualTo(bytes(DRIFT, OFFSET, SIZE));
    }
  }

  /** What a URI cannot have in its path is written with a percent sign, and read again. */
  @Test
  void namesWithAnyCharacter() throws IOException {
    Path odd = folder.resolve("grün & 100% #1?.so");
    Files.copy(DRIFT, odd);
    CliRun list = CliRun.of("list", odd, "--json", "--target", "gfx90a");
    String uri = (String) list.rows("entries").getFirst().get("uri");
    assertThat(uri)
        .endsWith("/gr%C3%BCn%20%26%20100%25%20%231%3F.so#offset=16384&size=4096")
        .startsWith("file:///");
    assertThat(extracted(uri, "--all")).isEqualTo(bytes(DRIFT, OFFSET, SIZE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#offset=16384&size=999999|999999 bytes from offset 16384 on",
        "#size=0xf423f&offset=040000|999999 bytes from offset 16384 on",
        "#offset=99999999&size=1|1 bytes from offset 99999999 on",
        "#offset=9223372036854775807&size=9223372036854775807|from offset 9223372036854775807",
      })
  void bytesThatAreNotThere(String range, String found) throws IOException {
    String uri = drift(range);
    for (List<Object> line :
        List.<List<Object>>of(
            List.of("list", uri),
            List.of("info", uri),
            List.of("kernels", uri),
            List.of("search", uri, "axpy"),
            List.of("disassemble", uri, "--kernel", "axpy"),
            List.of("extract", uri, "-o", folder.resolve("out")))) {
      CliRun run = CliRun.of(line.toArray());
      assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
      assertThat(run.err().lines())
          .singleElement()
          .asString()
          .as("as it was typed")
          .startsWith("kpack-workbench: " + uri + ": ")
          .contains(
              "which has %d".formatted(Files.size(DRIFT)), found, "replaced after", "list --uri");
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#offset=16384|expected offset=N&size=M, found offset=16384",
        "#offset=x&size=1|expected numbers such as 4096 or 0x1000, found x",
        "#offset=-1&size=1|found -1",
        "#offset=&size=1|found nothing",
        "#offset=99999999999999999999&size=1|found 99999999999999999999",
        "%2|two hexadecimal digits after each %",
        "%FF|a path in UTF-8",
        "#|found nothing",
      })
  void whatIsNoUri(String range, String words) {
    CliRun run = CliRun.of("list", drift(range));
    assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(run.err()).contains(words, "file://PATH#offset=N&size=M");
  }

  /** Memory of a process, here of this one, is read as bytes of a file are. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void memoryIsRead() throws IOException {
    byte[] object = bytes(DRIFT, OFFSET, SIZE);
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocateFrom(ValueLayout.JAVA_BYTE, object).address();
      String hex = "0x" + Long.toHexString(address);
      String uri = memory(hex, SIZE);
      assertThat(extracted(uri)).isEqualTo(object);
      for (String other :
          List.of(
              memory(Long.toString(address), SIZE),
              "MEMORY://%d?size=0%o&offset=%s".formatted(PID, SIZE, hex))) {
        CliRun list = CliRun.of("list", other, "--json");
        assertThat(list.rows("entries"))
            .singleElement()
            .satisfies(row -> assertThat(row).containsEntry("target", "gfx90a"))
            .satisfies(row -> assertThat(row).containsEntry("uri", uri));
      }
      assertThat(CliRun.of("kernels", uri, "--json").rows("kernels")).isNotEmpty();
      assertThat(CliRun.of("search", uri, "unit_").status()).isZero();
      assertThat(CliRun.of("extract", memory(hex, SIZE - 1), "-o", folder.resolve("x")).err())
          .contains("expected 4096 bytes, the code object", "found 4095 bytes");
      assertThat(folder.resolve("x")).doesNotExist();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void memoryThatIsNotThere() throws Exception {
    Process child = new ProcessBuilder("sleep", "1000").start();
    child.destroyForcibly();
    child.waitFor();
    String gone = "memory://%d#offset=0x20000&size=3000".formatted(child.pid());
    for (List<String> line :
        List.of(List.of("list", gone), List.of("info", gone), List.of("search", gone, "x"))) {
      CliRun run = CliRun.of(line.toArray());
      assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
      assertThat(run.err())
          .contains(gone + ": URI, process: expected a running process, found no process");
    }
    // The first page is never mapped.
    CliRun unmapped = CliRun.of("list", memory("0x10", 3000));
    assertThat(unmapped.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(unmapped.err())
        .contains(
            "memory of process %d, found none that can be read at address 0x10".formatted(PID))
        .contains("/proc/%d/maps".formatted(PID));
    assertThat(CliRun.of("list", memory("0x7fffffffffffffff", Long.MAX_VALUE)).err())
        .contains("at address 0x7fffffffffffffff");
  }

  private static String memory(String offset, long size) {
    return "memory://%d#offset=%s&size=%d".formatted(PID, offset, size);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory://1234|expected offset=N&size=M, found nothing",
        "memory://1234#offset=1|found offset=1",
        "memory://0x12#offset=1&size=1|expected the number of a process, found 0x12",
        "memory://#offset=1&size=1|found nothing",
        "memory:///etc/x#offset=1&size=1|found /etc/x",
      })
  void whatIsNoUriOfMemory(String text, String words) {
    CliRun run = CliRun.of("list", text);
    assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(run.err()).contains(words, "memory://PID#offset=N&size=M");
  }

  /** Commands that take no URIs say so, and not that a file is missing. */
  @Test
  void whoTakesNoUris() {
    for (String uri : List.of(drift(""), drift("#offset=16384&size=4096"), memory("0x10", 1))) {
      CliRun run = CliRun.of("resolve", uri, "--target", "gfx90a");
      assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
      assertThat(run.err()).contains("expected a path, found the URI " + uri, "extract");
      assertThat(CliRun.of("verify", uri).err()).contains("found the URI " + uri);
    }
  }

  /** One that is wrong does not stop the others. */
  @Test
  void severalAtOnce() {
    CliRun run =
        CliRun.of("list", drift("#offset=16384&size=99999999"), drift("#offset=16384&size=4096"));
    assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(run.out()).contains("gfx90a");
    assertThat(run.err()).contains("99999999 bytes");
  }

  /** Standard input where one file is meant. */
  @Test
  void standardInput() throws IOException {
    for (List<String> command :
        List.of(List.of("kernels", "-"), List.of("search", "-", "unit_0"), List.of("list", "-"))) {
      CliRun run = CliRun.reading(Files.newInputStream(DRIFT), command.toArray());
      assertThat(run.status()).as(command + run.err()).isZero();
      assertThat(run.out()).contains("gfx90a");
    }
  }
}
