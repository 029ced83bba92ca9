package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.analysis.resolve.simulate.LoaderCases.concat;
import static org.kpackworkbench.model.analysis.resolve.simulate.LoaderCases.packed;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderCases.Pairs;
import org.kpackworkbench.model.analysis.resolve.simulate.NaiveLoader.Answer;

/** The judge is judged: answers worked out by hand from the description's sentences. */
@DisabledOnOs(OS.WINDOWS)
class NaiveLoaderTest {
  private static final String KEY = "lib/libtest.so";

  /** What no map goes on with. */
  private static final byte[] NO_MARKER = {(byte) 0xc1};

  @TempDir Path temporary;
  private Path root;

  @BeforeEach
  void makeBinary() throws IOException {
    root = temporary.toRealPath();
    Files.createDirectories(root.resolve("cwd"));
    write("lib/libtest.so", new byte[1]);
  }

  @Test
  void theGoldenArchiveIsWrittenAndReadAsItIsDescribed()
      throws IOException, NoSuchAlgorithmException {
    byte[] golden = golden();
    assertThat(golden).hasSize(903);
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(golden)))
        .isEqualTo("cf69e89680656e7cd41f8e9df4c73ffffbff9f4237074f6a562d8ec88f172181");
    write(".kpack/a.kpack", golden);

    String path = "../.kpack/a.kpack";
    assertThat(load(path, "gfx900").code()).isEqualTo(first());
    assertThat(load(path, "amdgcn-amd-amdhsa--gfx906:xnack+").code())
        .isEqualTo(concat("KERNEL2_GFX906_DATA".getBytes(StandardCharsets.UTF_8), new byte[200]));
    assertThat(load(path, "gfx942").error()).isEqualTo(14);
    assertThat(answer(Map.of(), marker(KEY, path), 1, List.of("gfx900"), false).error())
        .isEqualTo(5);
    assertThat(load("../.kpack/b.kpack", "gfx900").error()).isEqualTo(13);
    assertThat(answer(Map.of(), marker(KEY, path), 0, List.of(), false).error()).isEqualTo(1);
  }

  @Test
  void reductionsComeInDescendingBinaryOrder() {
    assertThat(NaiveLoader.reductions("gfx942:sramecc+:xnack-"))
        .containsExactly("gfx942:sramecc+:xnack-", "gfx942:sramecc+", "gfx942:xnack-", "gfx942");
    assertThat(NaiveLoader.reductions("amdgcn-amd-amdhsa--g::a:b:c:"))
        .containsExactly("g:a:b:c", "g:a:b", "g:a:c", "g:a", "g:b:c", "g:b", "g:c", "g");
    assertThat(NaiveLoader.reductions("gfx90a-xnack+")).containsExactly("gfx90a-xnack+");
  }

  @Test
  void pathsAreResolvedThenExpanded() throws IOException {
    write(".kpack/a.kpack", golden());
    write("far/b.kpack", golden());
    Files.createDirectories(root.resolve("far/away"));
    link("lib/link", root.resolve("far/away"));
    link("lib/ring", Path.of("ring"));
    link("lib/dangling", Path.of("nowhere"));
    write("cwd/ring/c.kpack", golden());
    write("cwd/d.kpack", golden());
    write("gfx900/gfx900_@GFXARCH@.kpack", golden());

    List<String> found =
        List.of(
            "../.kpack/a.kpack",
            "./..//.kpack/./a.kpack",
            "../none/../.kpack/a.kpack",
            "none/deep/../../../.kpack/a.kpack",
            "@GFXARCH@/../../.kpack/a.kpack",
            "dangling/../../.kpack/a.kpack",
            "libtest.so/../../.kpack/a.kpack",
            "link/../b.kpack",
            "ring/c.kpack",
            "ring/../d.kpack",
            root + "/.kpack/a.kpack",
            root + "/far/away/../b.kpack",
            "../@GFXARCH@/gfx900_@GFXARCH@.kpack");
    for (String path : found) {
      assertThat(load(path, "gfx900:xnack+").code()).as(path).isEqualTo(first());
    }
    List<String> missing =
        List.of(
            "",
            ".",
            "../.kpack",
            "../.kpack/a.kpack/",
            "../.kpack/a.kpack/.",
            "../.kpack/a.kpack/none/..",
            "link/../../.kpack/b.kpack",
            "none/../link/../b.kpack",
            "ring/d.kpack",
            root + "/none/../.kpack/a.kpack",
            "../@GFXARCH@/@GFXARCH@_@GFXARCH@.kpack");
    for (String path : missing) {
      assertThat(load(path, "gfx900:xnack+").error()).as(path).isEqualTo(13);
    }
  }

  @Test
  void theBinarysOwnFolderHoldsTheFirstPlaceholder() throws IOException {
    write("in@GFXARCH@/libtest.so", new byte[1]);
    write("ingfx900/gfx900.kpack", golden());
    write("ingfx906/@GFXARCH@.kpack", golden());
    link("lib/by", root.resolve("in@GFXARCH@"));
    for (String folder : List.of("in@GFXARCH@", "lib/by")) {
      Path binary = root.resolve(folder).resolve("libtest.so");
      assertThat(by(binary, "gfx900.kpack", "gfx900")).isZero();
      assertThat(by(binary, "@GFXARCH@.kpack", "gfx906")).isZero();
      assertThat(by(binary, "@GFXARCH@.kpack", "gfx900")).isEqualTo(13);
    }
  }

  private int by(Path binary, String path, String target) throws IOException {
    return answer(binary, Map.of(), marker(KEY, path), 0, List.of(target), true).error();
  }

  @Test
  void asManyLinksAreFollowedAsTheSystemFollows() throws IOException {
    write("lib/a.kpack", golden());
    Path to = Path.of("a.kpack");
    for (int i = 1; i <= 41; i++) {
      link("lib/c" + i, to);
      to = Path.of("c" + i);
    }
    assertThat(load("c40", "gfx900").error()).isZero();
    assertThat(load("c41", "gfx900").error()).isEqualTo(13);
    assertThat(Files.exists(root.resolve("lib/c40"))).isTrue();
    assertThat(Files.exists(root.resolve("lib/c41"))).isFalse();
  }

  @Test
  void variablesNameFilesAsTheyStand() throws IOException {
    write("cwd/a.kpack", golden());
    write("cwd/@GFXARCH@.kpack", golden());
    write("lib/m.kpack", archive(List.of("gfx900"), row(KEY + "#0", "gfx900", 0), "marker's"));
    byte[] marker = marker(KEY, "m.kpack");
    List<String> targets = List.of("gfx900");
    String path = "ROCM_KPACK_PATH";
    String prefix = "ROCM_KPACK_PATH_PREFIX";
    byte[] markers = "marker's".getBytes(StandardCharsets.UTF_8);

    for (String value : List.of("a.kpack", ":@GFXARCH@.kpack:", "none:../lib/../cwd/a.kpack")) {
      assertThat(answer(Map.of(path, value), marker, 0, targets, true).code()).isEqualTo(first());
      assertThat(answer(Map.of(prefix, value), marker, 0, targets, true).code()).isEqualTo(first());
    }
    for (String value : List.of("", ":", "::")) {
      assertThat(answer(Map.of(path, value), marker, 0, targets, true).code()).isEqualTo(markers);
    }
    for (String value : List.of("none/../a.kpack", "none")) {
      assertThat(answer(Map.of(path, value), marker, 0, targets, true).error()).isEqualTo(13);
      assertThat(answer(Map.of(prefix, value), marker, 0, targets, true).code()).isEqualTo(markers);
    }
    for (String value : List.of("1", "no", " ")) {
      assertThat(answer(Map.of("ROCM_KPACK_DISABLE", value), new byte[0], 0, targets, true).error())
          .isEqualTo(8);
      assertThat(answer(Map.of("ROCM_KPACK_DISABLE", value), marker, 0, List.of(), true).error())
          .isEqualTo(1);
    }
    for (String value : List.of("", "0", "01")) {
      assertThat(answer(Map.of("ROCM_KPACK_DISABLE", value), marker, 0, targets, true).error())
          .isZero();
    }
  }

  @Test
  void whatIsNoMarkerIsError12() throws IOException {
    write("lib/a.kpack", golden());
    List<Object> paths = List.of("a.kpack");
    Object nil = new LoaderCases.Raw(new byte[] {(byte) 0xc0});
    List<Pairs> good =
        List.of(
            said(KEY, paths),
            said(KEY, List.of(1L, "a.kpack", true)),
            said(KEY, paths).add("kernel_name", 5L),
            new Pairs().add(nil, 1L).add("more", nil).add(5L, List.of()).with(said(KEY, paths)));
    for (Pairs map : good) {
      byte[] image = concat(packed(map), new byte[] {(byte) 0xc1});
      assertThat(answer(Map.of(), image, 0, List.of("gfx900"), true).code()).isEqualTo(first());
    }
    List<byte[]> bad =
        List.of(
            new byte[0],
            packed(nil),
            packed(List.of("kernel_name", KEY)),
            packed(new Pairs()),
            packed(said(KEY, List.of())),
            packed(said(KEY, List.of(1L, nil))),
            packed(said(KEY, "a.kpack")),
            packed(said(7L, paths)),
            packed(said(KEY.getBytes(StandardCharsets.UTF_8), paths)),
            packed(new Pairs().add("kernel_name", KEY)),
            packed(new Pairs().add("kpack_search_paths", paths)),
            packed(said(KEY, paths).add("x", new LoaderCases.Raw(new byte[] {(byte) 0xc1}))),
            Arrays.copyOf(packed(said(KEY, paths)), packed(said(KEY, paths)).length - 8));
    for (byte[] image : bad) {
      assertThat(answer(Map.of(), image, 0, List.of("gfx900"), true).error()).isEqualTo(12);
    }
    for (int more : new int[] {0, 1}) {
      int rest = 65_536 - packed(said(KEY, paths)).length - "\u00a1x\u00c5..".length();
      byte[] image = packed(said(KEY, paths).add("x", new byte[rest + more]));
      assertThat(image).hasSize(65_536 + more);
      assertThat(answer(Map.of(), image, 0, List.of("gfx900"), true).error())
          .isEqualTo(more == 0 ? 0 : 12);
    }
  }

  @Test
  void tolerantAndStrictPartAtAMiss() throws IOException {
    write("lib/a.kpack", archive(List.of("g:x+", "g"), row(KEY + "#0", "g", 7), "a"));
    write("lib/b.kpack", archive(List.of("h", "g"), row("other#0", "g", 0), "b"));
    write("lib/c.kpack", archive(List.of("h"), row(KEY + "#0", "h", 0), "c"));
    write("lib/d.kpack", archive(List.of(), row(KEY + "#0", "g", 0), "d"));
    byte[] marker = marker(KEY, "d.kpack", "a.kpack", "b.kpack", "c.kpack");
    assertThat(answer(Map.of(), marker, 0, List.of("g:x+"), false).error()).isEqualTo(5);
    assertThat(answer(Map.of(), marker, 0, List.of("g:x+", "h"), true).error()).isEqualTo(5);
    assertThat(text(answer(Map.of(), marker, 0, List.of("g:x+", "h"), false))).isEqualTo("c");
    assertThat(text(answer(Map.of(), marker(KEY, "c.kpack"), 0, List.of("g", "h"), true)))
        .isEqualTo("c");
    assertThat(answer(Map.of(), marker(KEY, "d.kpack"), 0, List.of("g"), false).error())
        .isEqualTo(14);
  }

  @Test
  void anArchiveMayBeOdd() throws IOException {
    Pairs blob = new Pairs().add("offset", 64L).add("size", 4L);
    Pairs table =
        new Pairs()
            .add("gfx_arches", List.of("g"))
            .add("toc", new Pairs().add(KEY + "#0", new Pairs().add("g", entry(0, 99))))
            .add("compression_scheme", "ZstdPerKernel")
            .add("blobs", List.of(7L, blob))
            .add("blobs", List.of());
    byte[] area = "codemore".getBytes(StandardCharsets.UTF_8);
    write("lib/a.kpack", concat(file(area, packed(table)), new byte[] {(byte) 0xc1}));
    assertThat(text(load("a.kpack", "g"))).isEqualTo("code");

    List<Object> wrong = List.of(-1L, 0.0, "0", true, List.of());
    for (Object number : wrong) {
      Pairs entries = new Pairs().add("g", entry(0, 4)).add("h", entry(number, 4));
      write("lib/a.kpack", file(area, packed(plain(entries, blob))));
      assertThat(load("a.kpack", "g").error()).as("ordinal %s", number).isEqualTo(13);
    }
    Pairs twice = new Pairs().add("g", entry(9, 4)).add("g", entry(0, 4).add("ordinal", 9L));
    write("lib/a.kpack", file(area, packed(plain(twice, blob))));
    assertThat(text(load("a.kpack", "g"))).isEqualTo("code");
    Pairs outside = new Pairs().add("offset", 64L).add("size", 4_000L);
    write("lib/a.kpack", file(area, packed(plain(new Pairs().add("g", entry(0, 4)), outside))));
    assertThat(load("a.kpack", "g").error()).isEqualTo(9);
  }

  @Test
  void aChainOfFramesIsWalkedAtOpening() throws IOException {
    byte[] frame = Zstd.compress("code".getBytes(StandardCharsets.UTF_8));
    byte[] area = concat(little(1), concat(little(frame.length), frame));
    assertThat(text(zstd(area, area.length, 4))).isEqualTo("code");
    assertThat(text(zstd(concat(area, new byte[9]), area.length + 9, 4))).isEqualTo("code");
    for (int size : new int[] {0, 3, 5}) {
      assertThat(zstd(area, area.length, size).error()).isEqualTo(6);
    }
    byte[] broken = area.clone();
    broken[8] ^= 1;
    assertThat(zstd(broken, area.length, 4).error()).isEqualTo(6);
    byte[] two =
        concat(
            Zstd.compress("co".getBytes(StandardCharsets.UTF_8)),
            Zstd.compress("de".getBytes(StandardCharsets.UTF_8)));
    byte[] areaOfTwo = concat(little(1), concat(little(two.length), two));
    assertThat(text(zstd(areaOfTwo, areaOfTwo.length, 4))).isEqualTo("code");

    assertThat(zstd(area, area.length - 1, 4).error()).isEqualTo(13);
    assertThat(zstd(area, 5_000, 4).error()).isEqualTo(13);
    byte[] more = concat(little(2), Arrays.copyOfRange(area, 4, area.length));
    assertThat(zstd(more, area.length, 4).error()).isEqualTo(13);
    int most = 1_048_576;
    for (int count : new int[] {most, most + 1}) {
      byte[] empties = concat(little(count), new byte[4 * count]);
      System.arraycopy(area, 4, empties, 4, area.length - 4);
      byte[] room = concat(empties, new byte[frame.length]);
      assertThat(zstd(room, room.length, 4).error()).isEqualTo(count == most ? 0 : 13);
    }
  }

  // ---------------------------------------------------------------------------------------------

  private Answer zstd(byte[] area, long size, long originalSize) throws IOException {
    Pairs table =
        new Pairs()
            .add("gfx_arches", List.of("g"))
            .add("toc", new Pairs().add(KEY + "#0", new Pairs().add("g", entry(0, originalSize))))
            .add("compression_scheme", "zstd-per-kernel")
            .add("zstd_offset", 64L)
            .add("zstd_size", size);
    write("lib/z.kpack", file(area, packed(table)));
    return load("z.kpack", "g");
  }

  private static Pairs plain(Pairs entries, Pairs blob) {
    return new Pairs()
        .add("gfx_arches", List.of("g"))
        .add("toc", new Pairs().add(KEY + "#0", entries))
        .add("blobs", List.of(blob));
  }

  private static byte[] little(int number) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array();
  }

  private Answer load(String path, String target) throws IOException {
    return answer(Map.of(), marker(KEY, path), 0, List.of(target), false);
  }

  private Answer answer(
      Map<String, String> variables, byte[] image, long index, List<String> targets, boolean strict)
      throws IOException {
    return answer(root.resolve("lib/libtest.so"), variables, image, index, targets, strict);
  }

  /** The naive loader's answer, which is the product's, too. */
  private Answer answer(
      Path binary,
      Map<String, String> variables,
      byte[] image,
      long index,
      List<String> targets,
      boolean strict)
      throws IOException {
    Path working = root.resolve("cwd");
    Answer naive = new NaiveLoader(variables, working).load(binary, image, index, targets, strict);
    // The wrapper needs something to lead to.
    Files.write(binary, LoaderCases.executable(concat(image, NO_MARKER), index));
    Answer product =
        LoaderDifferentialTest.product(
            binary,
            targets,
            variables,
            working,
            strict ? LoaderBehaviour.STRICT : LoaderBehaviour.TOLERANT);
    assertThat(product.toString()).isEqualTo(naive.toString());
    assertThat(product.code()).isEqualTo(naive.code());
    return naive;
  }

  private static String text(Answer answer) {
    return answer.code() == null
        ? answer.toString()
        : new String(answer.code(), StandardCharsets.UTF_8);
  }

  private static byte[] marker(String name, String... paths) {
    return packed(said(name, List.of((Object[]) paths)));
  }

  private static Pairs said(Object name, Object paths) {
    return new Pairs().add("kernel_name", name).add("kpack_search_paths", paths);
  }

  private void write(String name, byte[] bytes) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private void link(String name, Path to) throws IOException {
    Files.createSymbolicLink(root.resolve(name), to);
  }

  private static byte[] first() {
    return concat("KERNEL1_GFX900_DATA".getBytes(StandardCharsets.UTF_8), new byte[100]);
  }

  private static byte[] golden() {
    byte[] second = concat("KERNEL2_GFX906_DATA".getBytes(StandardCharsets.UTF_8), new byte[200]);
    byte[] filled = new byte[150];
    Arrays.fill(filled, (byte) 0xff);
    byte[] third = concat("KERNEL3_APP_GFX900".getBytes(StandardCharsets.UTF_8), filled);
    Pairs toc =
        new Pairs()
            .add(
                KEY + "#0",
                new Pairs()
                    .add("gfx900", typed(0, first().length))
                    .add("gfx906", typed(1, second.length)))
            .add("bin/testapp#0", new Pairs().add("gfx900", typed(2, third.length)));
    Pairs table =
        new Pairs()
            .add("format_version", 1L)
            .add("group_name", "test")
            .add("gfx_arch_family", "gfx900X")
            .add("gfx_arches", List.of("gfx900", "gfx906"))
            .add("toc", toc)
            .add("compression_scheme", "none")
            .add(
                "blobs",
                List.of(
                    new Pairs().add("offset", 64L).add("size", 119L),
                    new Pairs().add("offset", 183L).add("size", 219L),
                    new Pairs().add("offset", 402L).add("size", 168L)));
    return file(concat(concat(first(), second), third), packed(table));
  }

  private static Pairs typed(long ordinal, long size) {
    return new Pairs().add("type", "hsaco").with(entry(ordinal, size));
  }

  private static Pairs entry(Object ordinal, long size) {
    return new Pairs().add("ordinal", ordinal).add("original_size", size);
  }

  private static Pairs entry(long ordinal, long size) {
    return entry((Object) ordinal, size);
  }

  private static Pairs row(String key, String architecture, long ordinal) {
    return new Pairs().add(key, new Pairs().add(architecture, entry(ordinal, 1)));
  }

  /** One blob, at ordinal 0. */
  private static byte[] archive(List<Object> architectures, Pairs toc, String code) {
    byte[] blob = code.getBytes(StandardCharsets.UTF_8);
    Pairs table =
        new Pairs()
            .add("gfx_arches", architectures)
            .add("toc", toc)
            .add("blobs", List.of(new Pairs().add("offset", 64L).add("size", (long) blob.length)));
    return file(blob, packed(table));
  }

  private static byte[] file(byte[] area, byte[] table) {
    ByteBuffer header = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    header.put("KPAK".getBytes(StandardCharsets.UTF_8)).putInt(1).putLong(64 + area.length);
    return concat(concat(header.array(), area), table);
  }
}
