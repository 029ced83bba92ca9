package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree says of a binary what is said of the binary alone. */
class ResolveTreeAnswersTest {
  private static final int LOAD = 1;

  @TempDir private Path folder;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectories(folder.resolve("tree/lib")).getParent();
  }

  /** A library with a file offset of a loaded segment that no page fits. */
  private static void shiftSegment(Path library) throws IOException {
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer elf = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int table = (int) elf.getLong(32);
    for (int i = 0; i < elf.getShort(56); i++) {
      int at = table + i * 56;
      if (elf.getInt(at) == LOAD && elf.getLong(at + 8) > 0) {
        elf.putLong(at + 8, elf.getLong(at + 8) + 8);
        break;
      }
    }
    Files.write(library, bytes);
  }

  @Test
  void aLibraryThatDoesNotLoadIsNotComplete() throws IOException {
    Path library = tree.resolve("lib/libmany.so");
    Files.copy(CliRun.fixture("libmany.so"), library);
    assertThat(CliRun.of("resolve", "--tree", tree, "--target", "gfx942").status()).isZero();
    shiftSegment(library);
    assertThat(CliRun.of("verify", library).out()).contains("damage-misaligned");
    String refuses = "The dynamic linker refuses it: ";
    CliRun single = CliRun.of("resolve", library, "--target", "gfx942");
    assertThat(single.status()).isEqualTo(1);
    assertThat(single.out()).contains(refuses);
    CliRun json = CliRun.of("resolve", library, "--target", "gfx942", "--json");
    assertThat(json.status()).isEqualTo(1);
    assertThat(json.json()).containsEntry("complete", false);
    assertThat(json.rows("results").getFirst().get("unloadable")).asString().startsWith(refuses);
    for (Object[] asked :
        new Object[][] {
          {"resolve", "--tree", tree, "--target", "gfx942"}, {"resolve", "--tree", tree}
        }) {
      CliRun run = CliRun.of(asked);
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out())
          .contains(refuses, "The dynamic linker does not load 1 binary.", library.toString())
          .doesNotContain("All wrappers have code");
    }
    CliRun rows = CliRun.of("resolve", "--tree", tree, "--target", "gfx942", "--json");
    assertThat(rows.status()).isEqualTo(1);
    assertThat(rows.json()).containsEntry("complete", false);
    assertThat(rows.rows("grid").getFirst().get("unloadable")).asString().startsWith(refuses);
    assertThat(rows.rows("results").getFirst().get("unloadable")).asString().startsWith(refuses);
  }

  @Test
  void aFatLibraryBesideCodeOfAnotherBuildIsNotSound() throws IOException {
    Path many = CliRun.fixture("libmany.so");
    CliRun.of(
        "pack", many, "-o", folder.resolve("p"), "--group-name", "g", "--gfx-arch-family", "a");
    Path archive = folder.resolve("p/.kpack/g-a.kpack");
    Files.copy(many, folder.resolve("p/libmany.so"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(CliRun.of("resolve", "--tree", folder.resolve("p")).status()).isZero();
    // The host-only library's build had code for another GPU.
    assertThat(
            CliRun.of(
                    "edit",
                    archive,
                    "--retarget",
                    "arch:gfx942=gfx1201",
                    "--force",
                    "--force-contents")
                .status())
        .isZero();
    CliRun single = CliRun.of("resolve", folder.resolve("p/libmany.so"), "--target", "gfx1201");
    CliRun run = CliRun.of("resolve", "--tree", folder.resolve("p"));
    String cause = "but a fat binary leads to no archive";
    assertThat(single.status()).isEqualTo(1);
    assertThat(single.out()).contains(cause);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains(cause);
  }

  @Test
  void codeThatOnlyNewerLoadersFindIsPointedOut() throws IOException {
    convert("librelr.so");
    convert("libmany.so");
    Files.copy(
        tree.resolve(".kpack/libmany.so_gfx90a:xnack+.kpack"),
        tree.resolve(".kpack/librelr.so_gfx90a:xnack+.kpack"));
    Files.delete(tree.resolve("lib/libmany.so"));
    for (Object[] asked :
        new Object[][] {
          {"resolve", "--tree", tree, "--target", "gfx90a:xnack+"}, {"resolve", "--tree", tree}
        }) {
      CliRun run = CliRun.of(asked);
      assertThat(run.out()).contains("a strict one, as shipped up to mid-2026, gives up");
    }
  }

  private void convert(String name) throws IOException {
    CliRun run =
        CliRun.of(
            "convert",
            CliRun.fixture(name),
            "-o",
            tree.resolve("lib").resolve(name),
            "--kernel-name",
            "lib/" + name,
            "--search-path",
            "../.kpack/" + name + "_@GFXARCH@.kpack",
            "--archives",
            tree.resolve(".kpack"));
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void withoutATargetEveryGroupHasItsCause() throws IOException {
    convert("libmany.so");
    convert("libone.so");
    CliRun run = CliRun.of("resolve", "--tree", tree);
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            "Every binary serves gfx1100.",
            tree.resolve("lib/libone.so")
                + "\n  gfx90a:xnack+, gfx90a:xnack-, gfx942:sramecc+:xnack-, gfx1030, wrapper 0: The code of lib/libone.so#0 was not compiled for them, only for gfx1100, as its rows for other targets state.\n")
        .doesNotContain(tree.resolve("lib/libmany.so").toString());
    CliRun none =
        CliRun.of(
            "edit",
            tree.resolve(".kpack/libmany.so_gfx942.kpack"),
            "--rename",
            "lib/libmany.so#0=lib/libmany.so#00",
            "--force");
    assertThat(none.status()).as(none.err()).isZero();
    CliRun lost = CliRun.of("resolve", "--tree", tree);
    assertThat(lost.status()).isEqualTo(1);
    assertThat(lost.out()).contains("loaders look for lib/libmany.so#0 in exactly this spelling");
  }

  /** The hash of the bundle tells; segments of the code say nothing about compilers. */
  @Test
  void aFlippedBitInACompressedBundleIsDamage() throws IOException {
    Path library = tree.resolve("lib/libcompressed.so");
    byte[] bytes = Files.readAllBytes(CliRun.fixture("libcompressed.so"));
    int first = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("CCOB");
    // The declared hash, at the end of the header.
    bytes[first + 19] ^= 1;
    Files.write(library, bytes);
    CliRun run = CliRun.of("resolve", library, "--target", "gfx942");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("Its bundle is damaged: ", "hash")
        .doesNotContain("Compile it again");
  }
}
