package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.kpack.TestArchive;

/** What a loader accepts in an archive, and what is said where a reader would see more. */
class LoaderArchiveTest extends OnInstalledTree {
  private static final String KEY = "lib/libtest.so#0";

  @Test
  void aNumberOfAnotherTypeSpoilsTheArchive() throws IOException {
    TestArchive archive = TestArchive.plain(InstalledTree.code("x"));
    archive.architectures = List.of("gfx942");
    archive.toc(
        map(
            KEY,
            map("gfx942", TestArchive.entry(0, 20)),
            "other#0",
            map("gfx942", map("type", 5, "ordinal", "0", "original_size", 20))));
    Resolution refused = load(archive);
    assertThat(refused.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(tree.words(refused))
        .contains(
            "failed to open archive: .kpack/a.kpack (error 10)",
            "note: A reader would see 2 rows in .kpack/a.kpack; no loader opens it.")
        .anyMatch(line -> line.contains("ordinal") && line.contains("abort the process"));
  }

  @Test
  void moreFramesThanLoadersTakeAreRefused() throws IOException {
    int frames = (1 << 20) + 1;
    assertThat(tree.words(load(frames(frames))))
        .contains("failed to open archive: .kpack/a.kpack (error 3)")
        .anyMatch(line -> line.contains("it has 1048577 frames; loaders take 1048576 at most"));
    assertThat(load(frames(frames - 1)).error()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
  }

  private static TestArchive frames(int count) {
    TestArchive archive = TestArchive.zstd();
    archive.blobArea =
        ByteBuffer.allocate(4 + 4 * count).order(ByteOrder.LITTLE_ENDIAN).putInt(count).array();
    archive.architectures = List.of("gfx1100");
    return archive.area(archive.blobArea.length);
  }

  @Test
  void aBlobAreaAbove4GiBIsRefused() throws IOException {
    assertThat(tree.words(load(TestArchive.zstd().area((4L << 30) + 1))))
        .contains("failed to open archive: .kpack/a.kpack (error 3)");
    // As large as it may be, it is just not there.
    assertThat(tree.words(load(TestArchive.zstd().area(4L << 30))))
        .contains("failed to open archive: .kpack/a.kpack (error 9)");
  }

  @Test
  void whatIsNotListedIsNotLookedForAndSaid() throws IOException {
    TestArchive archive = TestArchive.plain(InstalledTree.code("x"));
    archive.architectures = List.of("gfx90a", "amdgcnspirv");
    archive.toc(map(KEY, map("gfx942", TestArchive.entry(0, 20))));
    Resolution missed = load(archive);
    assertThat(missed.error()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
    assertThat(tree.words(missed))
        .contains(
            "note: A reader would see lib/libtest.so#0 @ gfx942 in .kpack/a.kpack; its gfx_arches"
                + " does not list that, so no loader looks there.",
            "note: .kpack/a.kpack lists amdgcnspirv, which no runtime looks for in an archive.");
  }

  @Test
  void anotherOrderOfFeaturesIsAnotherTextAndSaid() throws IOException {
    tree.with("a.kpack", KEY + "@gfx90a:sramecc+:xnack+", KEY + "@gfx90a-xnack+");
    Resolution missed = resolve(tree.request(0, "gfx90a:xnack+:sramecc+", "../.kpack/a.kpack"));
    assertThat(missed.error()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
    assertThat(tree.words(missed))
        .contains(
            "note: .kpack/a.kpack lists gfx90a:sramecc+:xnack+, which means gfx90a:xnack+:sramecc+, but a loader compares targets as text.",
            "note: .kpack/a.kpack lists gfx90a-xnack+, which means gfx90a:xnack+, but a loader compares targets as text.");
  }

  @Test
  void threeFeaturesAndMoreAreReducedInBinaryOrder() throws IOException {
    assertThat(TextReduction.of(List.of("gfx942:a:b::c")).stream().map(TextReduction::architecture))
        .containsExactly(
            "gfx942:a:b:c",
            "gfx942:a:b",
            "gfx942:a:c",
            "gfx942:a",
            "gfx942:b:c",
            "gfx942:b",
            "gfx942:c",
            "gfx942");
    assertThat(TextReduction.of(List.of("amdgcn-amd-amdhsa--gfx1250-strict")))
        .extracting(TextReduction::architecture)
        .containsExactly("gfx1250-strict");
  }

  @Test
  void aValueThatNothingSetsIsUndefined() throws IOException {
    TestArchive archive = TestArchive.plain(InstalledTree.code("x"));
    archive.architectures = List.of("gfx942");
    archive.toc(map(KEY, map("gfx942", map("type", "hsaco", "original_size", 20))));
    Resolution undefined = load(archive);
    assertThat(undefined.undefined()).isTrue();
    assertThat(undefined.otherAnswer().undefined()).isTrue();
    assertThat(undefined.found()).isNull();
    assertThat(tree.words(undefined))
        .anyMatch(
            line -> line.startsWith("note: its row has no ordinal: the loader's behaviour is"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void namesMayBeAnyBytes() throws IOException {
    byte[] archive = InstalledTree.bytes(true, KEY + "@gfx942");
    Path odd = Path.of(URI.create(tree.archive("a").toUri() + "%FF.kpack"));
    Files.write(odd, archive);
    byte[] prefix = "../.kpack/a".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] path = java.util.Arrays.copyOf(prefix, prefix.length + 7);
    path[prefix.length] = (byte) 0xff;
    System.arraycopy(new byte[] {'.', 'k', 'p', 'a', 'c', 'k'}, 0, path, prefix.length + 1, 6);
    byte[] plain =
        MsgBytes.pack(
            map("kernel_name", "lib/libtest.so", "kpack_search_paths", List.of("x".repeat(18))));
    byte[] marker = plain.clone();
    System.arraycopy(path, 0, marker, marker.length - 18, 18);
    LoadRequest request =
        new LoadRequest(
            ByteView.of("marker", marker),
            new Place.File(tree.library()),
            tree.library(),
            0,
            List.of("gfx942"),
            PathRules.LINUX);
    Resolution found = resolve(request);
    assertThat(found.succeeded()).as("%s", tree.words(found)).isTrue();
    assertThat(Files.isSameFile(found.found().archive(), odd)).isTrue();
  }

  private Resolution load(TestArchive archive) throws IOException {
    Files.write(tree.archive("a.kpack"), archive.bytes());
    return resolve(tree.request(0, "gfx942", "../.kpack/a.kpack"));
  }

  private static Resolution resolve(LoadRequest request) {
    return LoaderTraceTest.resolve(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, request);
  }
}
