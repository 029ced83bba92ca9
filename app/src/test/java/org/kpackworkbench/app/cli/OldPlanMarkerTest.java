package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;

/** A section {@code .rocm_kpack_manifest} with the path of a manifest, as an old plan had it. */
class OldPlanMarkerTest {
  private static final String MANIFEST = ".kpack/rand_lib.kpm";

  @TempDir private Path folder;

  /** The host-only fixture with that section instead of its marker. */
  private Path library(byte[] content) throws IOException {
    byte[] before = Files.readAllBytes(CliRun.fixture("libhostonly.so"));
    ElfFile elf = ElfFile.read(ByteView.of("a", before));
    ElfSection marker = elf.section(".rocm_kpack_ref").orElseThrow();
    ElfSection names = elf.section(".shstrtab").orElseThrow();
    byte[] name = "\0.rocm_kpack_manifest\0".getBytes(StandardCharsets.US_ASCII);
    int size = (int) names.sizeBytes();
    byte[] after = Arrays.copyOf(before, before.length + size + name.length);
    System.arraycopy(before, (int) names.fileOffset(), after, before.length, size);
    System.arraycopy(name, 0, after, before.length + size, name.length);
    int start = (int) marker.fileOffset();
    Arrays.fill(after, start, start + (int) marker.sizeBytes(), (byte) 0);
    System.arraycopy(content, 0, after, start, content.length);
    ByteBuffer.wrap(after)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) marker.headerOffset(), size + 1)
        .putLong((int) names.headerOffset() + 24, before.length)
        .putLong((int) names.headerOffset() + 32, size + name.length);
    return Files.write(folder.resolve("libold.so"), after);
  }

  private static byte[] text(String path) {
    return path.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isShownAsPathOfManifest(boolean packed) throws IOException {
    byte[] path = text(MANIFEST);
    byte[] message = new byte[path.length + 1];
    message[0] = (byte) (0xa0 | path.length);
    System.arraycopy(path, 0, message, 1, path.length);
    Path library = library(packed ? message : path);
    CliRun info = CliRun.of("info", library);
    assertThat(info.status()).as(info.err()).isZero();
    assertThat(info.out())
        .contains("(an old plan's path of a manifest, which no loader reads)", MANIFEST)
        .doesNotContain("null");
    CliRun verify = CliRun.of("verify", library, "--rule", "marker-reads");
    assertThat(verify.out()).contains("the path of a manifest, " + MANIFEST);
    CliRun resolve = CliRun.of("resolve", library, "--target", "gfx942", "--json");
    assertThat(resolve.rows("results").getFirst()).containsEntry("error", 12);
    assertThat(CliRun.of("resolve", library, "--target", "gfx942").out())
        .contains("the path of a manifest, " + MANIFEST, "kpack-workbench edit")
        .doesNotContain("expected a map");
  }

  @Test
  void becomesMarkerOfLibraryWithoutWrappers() throws IOException {
    Path library = library(text(MANIFEST));
    byte[] bytes = Files.readAllBytes(library);
    ElfFile elf = ElfFile.read(ByteView.of("a", bytes));
    for (String name : List.of(".hip_fatbin", ".hipFatBinSegment")) {
      ElfSection section = elf.section(name).orElseThrow();
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) section.headerOffset(), 0);
    }
    Files.write(library, bytes);
    assertThat(CliRun.of("verify", library).out()).contains("the path of a manifest, " + MANIFEST);
    Path out = folder.resolve("out.so");
    CliRun edit =
        CliRun.of(
            "edit", library, "-o", out, "--kernel-name", "lib/a.so", "--search-path", "a.kpack");
    assertThat(edit.status()).as(edit.err()).isZero();
    assertThat(CliRun.of("info", out, "--json").json().get("marker").toString())
        .contains("kernel_name=lib/a.so", "a.kpack");
  }

  /** Neither change is right without the other one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--search-path ../.kpack/kpackfix_@GFXARCH@.kpack --kernel-name lib/libhostonly.so",
        "--kernel-name lib/libhostonly.so --search-path ../.kpack/kpackfix_@GFXARCH@.kpack"
      })
  void becomesMarker(String changes) throws IOException {
    Path library = library(text(MANIFEST));
    Path out = Files.createDirectory(folder.resolve("lib")).resolve("libhostonly.so");
    Path archives = Files.createDirectory(folder.resolve(".kpack"));
    for (String archive : List.of("kpackfix_gfx942.kpack", "kpackfix_gfx90a.kpack")) {
      Files.copy(
          Checkout.root().resolve("app/sample/.kpack").resolve(archive), archives.resolve(archive));
    }
    CliRun edit = CliRun.of(("edit %s -o %s " + changes).formatted(library, out).split(" ", -1));
    assertThat(edit.status()).as(edit.err()).isZero();
    CliRun info = CliRun.of("info", out, "--json");
    assertThat(info.json().get("marker").toString())
        .contains("kernel_name=lib/libhostonly.so", "../.kpack/kpackfix_@GFXARCH@.kpack");
    CliRun resolve = CliRun.of("resolve", out, "--target", "gfx942", "--json");
    assertThat(resolve.rows("results").getFirst()).containsEntry("error", 0);
  }

  @Test
  void isNoPathOfManifest() throws IOException {
    CliRun info = CliRun.of("info", library(text("something else")));
    assertThat(info.out()).doesNotContain("an old plan's path");
  }
}
