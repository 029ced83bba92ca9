package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.files.SystemText;

/** Names in packed artifacts are bytes, also those that are no UTF-8, and stay the same bytes. */
class PackedNamesTest {
  private static final String STAGE = "math/stage/";
  private static final String LONG = "pax/" + "p".repeat(120) + "\u00f2";

  /** Files by their names, each byte a character. */
  private static final Map<String, String> FILES =
      Map.of(
          "bad\u00ff.txt",
          "one",
          "bad\u00fe.txt",
          "other",
          "d\u00e4/plain.txt",
          "plain",
          utf8("\u00e4\u2713.txt"),
          "text",
          utf8("literal\ufffdff"),
          "literal",
          "gnu/" + "g".repeat(120) + "\u00f1",
          "long",
          LONG,
          "attribute");

  @TempDir private Path folder;
  private byte[] library;

  @BeforeEach
  void read() throws IOException {
    assumeTrue(java.io.File.separatorChar == '/', "names of any bytes");
    library = Files.readAllBytes(CliRun.fixture("libdrift.so"));
  }

  private static String utf8(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** An artifact as tar files of other programs have it. */
  private byte[] tar() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    entry(out, "artifact_manifest.txt", '0', "", "math/stage\n".getBytes(UTF_8));
    for (Map.Entry<String, String> each : FILES.entrySet()) {
      String name = STAGE + each.getKey();
      if (each.getKey().startsWith("pax")) {
        attribute(out, "path", name);
      } else if (name.length() > 100) {
        entry(out, "././@LongLink", 'L', "", (name + "\0").getBytes(ISO_8859_1));
      }
      entry(out, name, '0', "", each.getValue().getBytes(UTF_8));
    }
    entry(out, STAGE + "libfat\u00e9.so", '0', "", library);
    entry(out, STAGE + "link\u00f6", '2', "bad\u00ff.txt", new byte[0]);
    entry(out, STAGE + "hard\u00fc", '1', STAGE + "bad\u00fe.txt", new byte[0]);
    attribute(out, "linkpath", LONG);
    entry(out, STAGE + "far\u00f6", '2', LONG, new byte[0]);
    out.write(new byte[1024]);
    return out.toByteArray();
  }

  private static void attribute(OutputStream out, String name, String value) throws IOException {
    String record = " %s=%s\n".formatted(name, value);
    entry(out, "pax", 'x', "", (record.length() + 3 + record).getBytes(ISO_8859_1));
  }

  private static void entry(OutputStream out, String name, char type, String leads, byte[] content)
      throws IOException {
    byte[] header = new byte[512];
    put(header, 0, name.substring(0, Math.min(100, name.length())));
    put(header, 100, "0000644\0" + "0000000\0" + "0000000\0");
    put(header, 124, "%011o\0%011o\0".formatted(content.length, 1_000_000_000));
    put(header, 148, "        " + type + leads.substring(0, Math.min(100, leads.length())));
    put(header, 257, "ustar\00000");
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put(header, 148, "%06o\0 ".formatted(sum));
    out.write(header);
    out.write(content);
    out.write(new byte[(512 - content.length % 512) % 512]);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private Path packed(String ending) throws IOException {
    Path file = Files.createDirectories(folder.resolve("in")).resolve("blas_lib_gfx9X" + ending);
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream packed = ending.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      packed.write(tar());
    }
    return file;
  }

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as("%s: %s", List.of(args), run.err()).isZero();
    return run;
  }

  /** Unpacks a tar file with the system's own program. */
  private Path unpacked(Path tar) throws Exception {
    Path out = Files.createTempDirectory(folder, "unpacked");
    String unpack = tar.toString().endsWith(".zst") ? "zstd -dc" : "cat";
    Process process =
        new ProcessBuilder(
                "sh", "-c", unpack + " \"$0\" | tar -xf - -C \"$1\"", tar + "", out.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return out;
  }

  private void assertWhole(Path root) throws IOException {
    for (Map.Entry<String, String> each : FILES.entrySet()) {
      assertThat(Files.readString(at(root, each.getKey()))).isEqualTo(each.getValue());
    }
    assertThat(Files.readString(at(root, "link\u00f6"))).isEqualTo("one");
    assertThat(Files.readString(at(root, "hard\u00fc"))).isEqualTo("other");
    assertThat(Files.readString(at(root, "far\u00f6"))).isEqualTo("attribute");
    assertThat(Files.size(at(root, "libfat\u00e9.so"))).isLessThan(library.length);
  }

  private static Path at(Path root, String characters) {
    String name = SystemText.of(characters.getBytes(ISO_8859_1));
    return SystemText.path(SystemText.of(root.toAbsolutePath()) + "/" + name);
  }

  @Test
  void splitRecombineAndOverlayKeepThem() throws Exception {
    Path shard = folder.resolve("shards/one");
    String packed = "--artifact-format=tar.zst";
    done("split", "--artifact-dir", packed(".tar"), "-o", shard, packed);
    assertWhole(unpacked(shard.resolve("blas_lib_generic.tar.zst")).resolve(STAGE));
    Path config = folder.resolve("config.json");
    Files.writeString(
        config,
        """
        {"primary_shard": "one", "architecture_groups": {"all": {"display_name": "all",
          "architectures": ["gfx90a", "gfx942", "gfx1030", "gfx1100"]}}}
        """);
    Path shards = folder.resolve("shards");
    Path combined = folder.resolve("combined");
    done("recombine", "--input-shards-dir", shards, "--config", config, "-o", combined, packed);
    Path generic = combined.resolve("blas_lib_generic.tar.zst");
    assertWhole(unpacked(generic).resolve(STAGE));
    Path tree = folder.resolve("tree");
    Path device = combined.resolve("blas_lib_all.tar.zst");
    done("overlay", generic, device, "-o", tree, "--flatten");
    assertWhole(tree);
    assertThat(
            CliRun.of("resolve", "--tree", tree, "--target", "gfx1030", "--json").rows("results"))
        .anySatisfy(row -> assertThat(row.get("outcome")).isEqualTo("found"));
  }

  @ParameterizedTest
  @ValueSource(strings = {".tar", ".tar.gz"})
  void readsAndPrunesAllMembers(String ending) throws Exception {
    Path tar = packed(ending);
    assertThat(done("list", "--recursive", tar, "--json").out()).contains("libfat");
    Path pruned = folder.resolve("pruned" + ending);
    done("prune", tar, "--keep", "gfx942", "-o", pruned);
    if (ending.equals(".tar")) {
      assertWhole(unpacked(pruned).resolve(STAGE));
    }
    done("diff", tar, tar);
    CliRun different = CliRun.of("diff", tar, pruned);
    assertThat(different.status()).as(different.err()).isEqualTo(1);
    assertThat(different.out()).contains("libfat\ufffde9.so");
  }

  /** A name that is no UTF-8 means another one in each tool: it is read, and not written anew. */
  @Test
  void readsBothFilesOfAZipAndRefusesToWriteIt() throws IOException {
    Path zip = folder.resolve("in.zip");
    try (ZipOutputStream out =
        new ZipOutputStream(Files.newOutputStream(zip), Charset.forName("ISO-8859-1"))) {
      for (String name : List.of("lib\u00ff.so", "lib\u00fe.so")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(library);
      }
    }
    assertThat(done("list", "--recursive", zip).out())
        .contains("in.zip/lib\ufffdff.so")
        .contains("in.zip/lib\ufffdfe.so");
    Path out = folder.resolve("out.zip");
    CliRun prune = CliRun.of("prune", zip, "--keep", "gfx942", "-o", out);
    assertThat(prune.status()).isEqualTo(2);
    assertThat(prune.err()).contains("member lib\ufffdff.so").contains("expected a name in UTF-8");
    assertThat(out).doesNotExist();
  }
}
