package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;

class BundlePruneTest {
  private static final byte[] HOST = {};
  private static final byte[] NATIVE = code(1, 5000);
  private static final byte[] GENERIC = code(2, 301);
  private static final byte[] OTHER = code(3, 4096);

  @TempDir private Path folder;

  private static byte[] code(int value, int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static Map<String, byte[]> entries(Object... idsAndBytes) {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (int i = 0; i < idsAndBytes.length; i += 2) {
      entries.put((String) idsAndBytes[i], (byte[]) idsAndBytes[i + 1]);
    }
    return entries;
  }

  private static byte[] three(int alignment) {
    return Bundles.bundle(
        entries(
            Bundles.HOST_ID,
            HOST,
            Bundles.hipId("gfx1100"),
            NATIVE,
            Bundles.hipId("gfx11-generic"),
            GENERIC,
            Bundles.hipId("gfx942"),
            OTHER),
        alignment);
  }

  private static byte[] two(int alignment) {
    return Bundles.bundle(
        entries(
            Bundles.HOST_ID,
            HOST,
            Bundles.hipId("gfx11-generic"),
            GENERIC,
            Bundles.hipId("gfx942"),
            OTHER),
        alignment);
  }

  private PruneRequest request(byte[] input, String... keep) throws IOException {
    Path file = Files.write(folder.resolve("in.hsaco"), input);
    return PruneRequest.keeping(file, folder.resolve("out.hsaco"), TargetFilter.of(List.of(keep)));
  }

  private byte[] pruned(byte[] input, String... keep) throws IOException {
    PruneReport report = new Prune(request(input, keep)).run();
    byte[] output = Files.readAllBytes(folder.resolve("out.hsaco"));
    assertThat(report.afterBytes()).isEqualTo(output.length);
    return output;
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 256, 4096})
  void whatIsLeftIsTheBundleOfTheseEntriesWithItsAlignment(int alignment) throws IOException {
    byte[] output = pruned(three(alignment), "gfx1101", "gfx942");
    if (alignment == 1) {
      // Offsets of such a bundle have common factors by chance: these are kept at least.
      assertThat(BundleFile.read(ByteView.of("out", output)).bundles()).hasSize(1);
    } else {
      assertThat(output).isEqualTo(two(alignment));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,ZLIB", "1,ZSTD", "2,ZLIB", "2,ZSTD", "3,ZLIB", "3,ZSTD"})
  void aCompressedOneIsCompressedAgainInItsForm(int version, Ccobs.Method method)
      throws IOException {
    byte[] output = pruned(Ccobs.ccob(version, method, three(4096)), "gfx1101", "gfx942");
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("out", output));
    assertThat(bundle.version()).isEqualTo(version);
    assertThat(bundle.methodValue()).isEqualTo(method.ordinal());
    assertThat(bundle.storedSizeBytes()).isEqualTo(output.length);
    assertThat(unpacked(output)).isEqualTo(two(4096));
  }

  /** What a compressed bundle holds, after its hash was compared. */
  private static byte[] unpacked(byte[] packed) throws IOException {
    CompressedBundle bundle = CompressedBundle.read(ByteView.of("packed", packed));
    try (UnpackedBundle inside =
        bundle.unpack(UnpackLimits.of(UnpackBudget.one()), Progress.NONE)) {
      inside.verifyHash(Progress.NONE);
      return inside.bytes().bytes(0, (int) inside.bytes().size());
    }
  }

  @Test
  void thePlanOfACompressedOneExpectsItToBecomeSmaller() throws IOException {
    byte[] packed = Ccobs.ccob(2, Ccobs.Method.ZSTD, three(8));
    PruneReport plan = new Prune(request(packed, "gfx942")).plan(Progress.NONE);
    // Two of three code objects go, 5301 bytes of 9397: a good half.
    assertThat(plan.afterBytes()).isBetween(packed.length / 3L, packed.length * 2L / 3);
  }

  @Test
  void whereAllStaysTheBytesAreTheSame() throws IOException {
    byte[] plain = three(64);
    assertThat(pruned(plain, "gfx1100", "gfx1101", "gfx942")).isEqualTo(plain);
    Files.delete(folder.resolve("out.hsaco"));
    byte[] packed = Ccobs.ccob(2, Ccobs.Method.ZLIB, plain);
    assertThat(pruned(packed, "gfx1100", "gfx1101", "gfx942")).isEqualTo(packed);
  }

  /** Compilers file SPIR-V under hip beside native code under hipv4: one runtime for both. */
  @Test
  void nativeCodeComesBeforeSpirvOfTheOtherKindOfHip() throws IOException {
    String spirv = "hip-spirv64-amd-amdhsa--amdgcnspirv";
    byte[] both =
        Bundles.bundle(
            entries(Bundles.HOST_ID, HOST, Bundles.hipId("gfx1100"), NATIVE, spirv, OTHER), 4096);
    assertThat(pruned(both, "gfx1100"))
        .isEqualTo(
            Bundles.bundle(entries(Bundles.HOST_ID, HOST, Bundles.hipId("gfx1100"), NATIVE), 4096));
    Files.delete(folder.resolve("out.hsaco"));
    assertThat(pruned(both, "gfx1201"))
        .isEqualTo(Bundles.bundle(entries(Bundles.HOST_ID, HOST, spirv, OTHER), 4096));
  }

  @Test
  void theHostComesFirstAndKeepsItsBytes() throws IOException {
    byte[] host = code(9, 77);
    byte[] input =
        Bundles.bundle(
            entries(
                Bundles.hipId("gfx942"),
                OTHER,
                Bundles.hipId("gfx1100"),
                NATIVE,
                Bundles.HOST_ID,
                host),
            4096);
    assertThat(pruned(input, "gfx942"))
        .isEqualTo(
            Bundles.bundle(entries(Bundles.HOST_ID, host, Bundles.hipId("gfx942"), OTHER), 4096));
  }

  @Test
  void severalBundlesInAFileArePrunedEach() throws IOException {
    byte[] padding = new byte[(int) (-three(4096).length & 4095)];
    byte[] more = new byte[(int) (-two(4096).length & 4095)];
    assertThat(pruned(joined(three(4096), padding, three(4096)), "gfx1101", "gfx942"))
        .isEqualTo(joined(two(4096), more, two(4096)));
  }

  @Test
  void oneThatWouldBeEmptyNeedsToBeMeant() throws IOException {
    byte[] input =
        Bundles.bundle(entries(Bundles.HOST_ID, HOST, Bundles.hipId("gfx942"), OTHER), 4096);
    PruneRequest request =
        PruneRequest.keeping(
                Files.write(folder.resolve("in.hsaco"), input),
                folder.resolve("out.hsaco"),
                TargetFilter.of(List.of("gfx942")))
            .dropping(TargetFilter.of(List.of("gfx942")));
    assertThatThrownBy(() -> new Prune(request).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("would be left without any code: in.hsaco");
    assertThat(folder.resolve("out.hsaco")).doesNotExist();
    new Prune(request.with(PruneRequest.ALLOW_EMPTY, true)).run();
    assertThat(Files.readAllBytes(folder.resolve("out.hsaco")))
        .isEqualTo(Bundles.bundle(entries(Bundles.HOST_ID, HOST), 4096));
  }

  @Test
  void whatIsNoBundleBetweenThemIsRefused() throws IOException {
    PruneRequest request = request(joined(three(4096), code(7, 40)), "gfx942");
    assertThatThrownBy(() -> new Prune(request).run())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("bytes that belong to no bundle");
    assertThat(folder.resolve("out.hsaco")).doesNotExist();
  }

  @Test
  void aCompressedOneWithAnotherHashIsRefused() throws IOException {
    byte[] packed = Ccobs.ccob(3, Ccobs.Method.ZSTD, three(4096));
    packed[24] ^= 1;
    PruneRequest request = request(packed, "gfx942");
    assertThatThrownBy(() -> new Prune(request).run()).hasMessageContaining("hash");
    assertThat(folder.resolve("out.hsaco")).doesNotExist();
  }

  @Test
  void inPlaceTheFileIsReplaced() throws IOException {
    PruneRequest request = request(three(4096), "gfx1101", "gfx942");
    new Prune(request.inPlace()).run();
    assertThat(folder.resolve("in.hsaco")).hasBinaryContent(two(4096));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inATreeABrokenOneStaysAndTheOthersArePruned(boolean inPlace) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/share"));
    byte[] broken = joined(three(4096), code(7, 40));
    Files.write(tree.resolve("a.hsaco"), three(4096));
    Files.write(tree.resolve("b.co"), Ccobs.ccob(2, Ccobs.Method.ZSTD, three(4096)));
    Files.write(tree.resolve("broken.co"), broken);
    PruneRequest request =
        PruneRequest.keeping(
            tree.getParent(), folder.resolve("out"), TargetFilter.of(List.of("gfx1101", "gfx942")));

    PruneReport report = new Prune(inPlace ? request.inPlace() : request).run();

    Path result = (inPlace ? tree.getParent() : folder.resolve("out")).resolve("share");
    assertThat(result.resolve("a.hsaco")).hasBinaryContent(two(4096));
    assertThat(unpacked(Files.readAllBytes(result.resolve("b.co")))).isEqualTo(two(4096));
    assertThat(result.resolve("broken.co")).hasBinaryContent(broken);
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.rule()).isEqualTo("not-pruned");
              assertThat(note.file()).hasFileName("broken.co");
            });
  }

  @Test
  void whatIsCutOffAnywhereIsRefusedAndNothingIsWritten() throws IOException {
    byte[] plain = three(8);
    byte[] packed = Ccobs.ccob(2, Ccobs.Method.ZLIB, plain);
    for (byte[] whole : List.of(plain, packed)) {
      for (int size = 0; size < whole.length; size += size < 600 ? 1 : 97) {
        PruneRequest request = request(Arrays.copyOf(whole, size), "gfx942");
        assertThatThrownBy(() -> new Prune(request).run()).isInstanceOf(IOException.class);
        assertThat(folder).isDirectoryNotContaining("glob:**out*");
      }
    }
  }
}
