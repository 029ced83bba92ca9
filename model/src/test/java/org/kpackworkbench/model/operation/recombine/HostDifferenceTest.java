package org.kpackworkbench.model.operation.recombine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.LinkedVariant;
import org.kpackworkbench.model.fixtures.LinkedVariant.Bundle;
import org.kpackworkbench.model.fixtures.LinkedVariant.Kind;
import org.kpackworkbench.model.fixtures.LinkedVariant.Linker;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.fixtures.VariantTools;
import org.kpackworkbench.model.fixtures.WindowsTools;
import org.kpackworkbench.model.fixtures.WindowsVariant;
import org.kpackworkbench.model.fixtures.WindowsVariant.Feature;
import org.kpackworkbench.model.fixtures.WindowsVariant.WindowsLinker;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** Host binaries of two shards, whose device code takes ranges of different sizes. */
class HostDifferenceTest {
  private static final int PIECE = 1 << 20;

  @TempDir Path folder;

  /** The host-only binary of a build whose code object for a GPU has a size of its own. */
  private Path hostOnly(LinkedVariant plain, String target, int bytes) throws Exception {
    LinkedVariant variant = with(plain, target, bytes);
    VariantTools tools = new VariantTools(folder.resolve("tools" + target));
    tools.assumeAll(variant);
    Path fat = tools.link(variant, Files.createDirectory(folder.resolve("linked" + target)));
    return converted(fat, folder.resolve(target));
  }

  private static LinkedVariant with(LinkedVariant plain, String target, int bytes) {
    byte[] bundle = Bundles.forTargets(Map.of(target, TestCode.of(target, new byte[bytes])));
    return new LinkedVariant(
        plain.number(),
        plain.kind(),
        plain.linker(),
        plain.flags(),
        plain.objects(),
        List.of(new Bundle(4096, bundle)),
        plain.wrappers(),
        plain.exported(),
        plain.fillBytes(),
        plain.tools());
  }

  private static Path converted(Path fat, Path output) throws Exception {
    new Convert(ConvertRequest.discarding(fat, output, "lib/x", List.of(".kpack/x.kpack")))
        .run(Progress.NONE);
    return output;
  }

  @ParameterizedTest
  @CsvSource({
    "LIBRARY, LLD",
    "LIBRARY, BFD",
    "PROGRAM, LLD",
    "PROGRAM, BFD",
    "FIXED_PROGRAM, LLD",
    "FIXED_PROGRAM, BFD"
  })
  void addressesBehindDeviceCodeOfAnotherSizeAreNoDifference(Kind kind, Linker linker)
      throws Exception {
    LinkedVariant plain =
        LinkedVariant.plain(kind, linker, List.of("-Wl,--build-id=sha1", "-Wl,--hash-style=gnu"));
    Path one = hostOnly(plain, "gfx942", 20_000);
    Path two = hostOnly(plain, "gfx1100", 180_000);
    ElfFile first = ElfFile.read(ByteView.of("one", Files.readAllBytes(one)));
    byte[] bytes = Files.readAllBytes(two);
    ElfFile second = ElfFile.read(ByteView.of("two", bytes));
    assertThat(second.section(".data").orElseThrow().address())
        .isGreaterThanOrEqualTo(first.section(".data").orElseThrow().address() + 155_000);
    assertThat(HostDifference.of(one, two, Progress.NONE)).isEmpty();

    bytes[(int) second.section(".text").orElseThrow().fileOffset()] ^= 1;
    Files.write(two, bytes);
    assertThat(HostDifference.of(one, two, Progress.NONE))
        .isEqualTo("has another content in .text");
  }

  private Path windows(
      WindowsLinker linker, boolean dll, List<String> flags, String target, int bytes)
      throws Exception {
    LinkedVariant plain = LinkedVariant.plain(Kind.LIBRARY, Linker.LLD, List.of());
    WindowsVariant variant =
        new WindowsVariant(
            with(plain, target, bytes), dll, linker, 3, Set.of(Feature.RESOURCES), flags);
    Path fat =
        variant.link(new WindowsTools(Files.createDirectory(folder.resolve("linked" + target))));
    return converted(fat, folder.resolve(target));
  }

  /** Nor are times, ids of debug data and the check sum, which each build has of its own. */
  @ParameterizedTest
  @CsvSource({
    "LLD_LINK, true, /nologo /nodefaultlib /debug /release /pdbaltpath:%_PDB%",
    "LLD_LINK, false, /nologo /nodefaultlib /Brepro /fixed",
    "LLD_FOR_ARM64, true, /nologo /nodefaultlib /Brepro",
    "LLD_MINGW, true, --insert-timestamp",
    "GNU, true, --insert-timestamp"
  })
  void norAreTheyOnWindows(WindowsLinker linker, boolean dll, String flags) throws Exception {
    List<String> options = List.of(flags.split(" "));
    Path one = windows(linker, dll, options, "gfx942", 20_000);
    Path two = windows(linker, dll, options, "gfx1100", 180_000);
    byte[] bytes = Files.readAllBytes(two);
    CoffFile second = CoffFile.read(view(bytes));
    ImageHeader header = Objects.requireNonNull(second.header());
    ImageHeader first =
        Objects.requireNonNull(CoffFile.read(view(Files.readAllBytes(one))).header());
    assertThat(header.imageSizeBytes()).isGreaterThanOrEqualTo(first.imageSizeBytes() + 155_000);
    assertThat(HostDifference.of(one, two, Progress.NONE)).isEmpty();

    bytes[(int) section(second, ".text").fileOffset()] ^= 1;
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort((int) header.offset() + 68, (short) 1);
    Files.write(two, Arrays.copyOf(bytes, bytes.length + 600));
    Files.write(two, new byte[] {1}, StandardOpenOption.APPEND);
    assertThat(HostDifference.of(one, two, Progress.NONE))
        .isEqualTo("has another content in .text, headers, what is appended to it");
  }

  private static CoffSection section(CoffFile file, String name) {
    return file.sections().stream()
        .filter(section -> section.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ByteView view(byte[] bytes) {
    return ByteView.of("view", bytes);
  }

  /** Contents that differ in one number. */
  private static boolean explained(int at, long left, long right, int width) throws Exception {
    byte[] one = new byte[PIECE + 64];
    byte[] two = one.clone();
    ByteBuffer before = ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer after = ByteBuffer.wrap(two).order(ByteOrder.LITTLE_ENDIAN);
    if (width == 8) {
      before.putLong(at, left);
      after.putLong(at, right);
    } else {
      before.putInt(at, (int) left);
      after.putInt(at, (int) right);
    }
    return new MovedAddresses(Set.of(0x3000L, -0x3000L)).explain(view(one), view(two));
  }

  @Test
  void explainsNumbersThatMovedWhereverTheyLie() throws Exception {
    for (int at : new int[] {0, 1, 57, PIECE - 9, PIECE - 8, PIECE - 3, PIECE, PIECE + 56}) {
      for (int width : new int[] {4, 8}) {
        assertThat(explained(at, 0x1234_5678, 0x1234_8678, width)).as("%d %d", at, width).isTrue();
        assertThat(explained(at, -0x1000, -0x4000, width)).as("%d %d", at, width).isTrue();
        assertThat(explained(at, 0xfff0, 0x12ff0, width)).as("%d %d", at, width).isTrue();
        assertThat(explained(at, 0x1234_5678, 0x1234_7678, width)).as("%d %d", at, width).isFalse();
        assertThat(explained(at, 0, 1, width)).as("%d %d", at, width).isFalse();
      }
    }
    assertThat(explained(16, 0xffff_ff00L, 0x1_0000_2f00L, 8)).isTrue();
  }
}
