package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.DescriptorMismatch;

class CodeObjectTest {
  @TempDir private Path folder;

  @Test
  void anElfFileForAnotherMachineIsRefused() {
    CodeObjectBuilder host = new CodeObjectBuilder().machine(62);
    assertThatThrownBy(host::open)
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.BAD_VALUE);
              assertThat(failure).hasMessageContainingAll("expected 224", "found 62 (x86-64)");
              assertThat(failure.fileOffset()).isEqualTo(18);
            });
  }

  @Test
  void isRecognisedByItsFirstBytes() throws IOException {
    assertThat(CodeObject.isCodeObject(new CodeObjectBuilder().view())).isTrue();
    assertThat(CodeObject.isCodeObject(new CodeObjectBuilder().machine(62).view())).isFalse();
    assertThat(CodeObject.isCodeObject(ByteView.of("short", new byte[4]))).isFalse();
  }

  @Test
  void aKernelWithoutSymbolsHasNoPlace() throws IOException {
    CodeObject codeObject =
        new CodeObjectBuilder()
            .metadata(
                packer -> {
                  packer.packMapHeader(1).packString("amdhsa.kernels").packArrayHeader(1);
                  packer.packMapHeader(2).packString(".name").packString("lost");
                  packer.packString(".symbol").packString("lost.kd");
                })
            .open();
    Kernel kernel = codeObject.kernels().getFirst();
    assertThat(codeObject.locate(kernel)).isEqualTo(new KernelLocation(null, -1, null, -1));
    assertThat(codeObject.descriptor(kernel)).isNull();
    assertThat(codeObject.check(kernel)).isEmpty();
  }

  @Test
  void symbolsGiveCodeAndDescriptorTheirPlace() throws IOException {
    CodeObject codeObject = withKernel(new byte[64]);
    KernelLocation location = codeObject.locate(codeObject.kernels().getFirst());
    assertThat(location.code().length()).isEqualTo(4);
    assertThat(codeObject.view().u32(location.code().start())).isEqualTo(0xbf810000L);
    assertThat(location.descriptor().length()).isEqualTo(64);
    assertThat(location.codeAddress()).isEqualTo(CodeObjectBuilder.BASE + location.code().start());
  }

  @Test
  void inAnObjectFileSymbolsCountInTheirSections() throws IOException {
    byte[] descriptor = new byte[64];
    descriptor[0] = 64;
    descriptor[48] = 20;
    CodeObject codeObject = kernelBuilder(descriptor).object().open();
    CodeObject linked = withKernel(descriptor);
    Kernel kernel = codeObject.kernels().getFirst();
    KernelLocation there = linked.locate(linked.kernels().getFirst());
    assertThat(codeObject.locate(kernel))
        .isEqualTo(new KernelLocation(there.code(), -1, there.descriptor(), -1));
    assertThat(codeObject.check(kernel)).isEmpty();
  }

  @Test
  void sizesThatDifferFromTheMetadataAreNamed() throws IOException {
    byte[] descriptor = new byte[64];
    descriptor[0] = 100;
    descriptor[4] = 7;
    descriptor[8] = 12;
    CodeObject codeObject = withKernel(descriptor);
    assertThat(codeObject.check(codeObject.kernels().getFirst()))
        .extracting(DescriptorMismatch::sentence)
        .containsExactly(
            "The metadata states 64 bytes of local memory, the descriptor 100.",
            "The metadata states 0 bytes of scratch memory, the descriptor 7.",
            "The metadata states 8 bytes of arguments, the descriptor 12.",
            "The metadata states 40 vector registers, the descriptor 8.");
  }

  @Test
  void moreRegistersThanNeededAreFine() throws IOException {
    byte[] descriptor = new byte[64];
    descriptor[0] = 64;
    descriptor[48] = 20;
    CodeObject codeObject = withKernel(descriptor);
    assertThat(codeObject.check(codeObject.kernels().getFirst())).isEmpty();
  }

  @Test
  void aDescriptorThatStartsElsewhereIsNamed() throws IOException {
    byte[] bytes = kernelBuilder(new byte[64]).bytes();
    CodeObject before = CodeObject.read(ByteView.of("before", bytes));
    long at = before.locate(before.kernels().getFirst()).descriptor().start();
    bytes[(int) at + 16]++;
    CodeObject codeObject = CodeObject.read(ByteView.of("after", bytes));
    assertThat(codeObject.check(codeObject.kernels().getFirst()))
        .extracting(DescriptorMismatch::field)
        .contains("KERNEL_CODE_ENTRY_BYTE_OFFSET");
  }

  @Test
  void aFileThatIsClosedSaysSo() throws IOException {
    Path file = folder.resolve("axpy.hsaco");
    Files.write(file, CompiledFixtures.bytes("axpy-gfx1100.hsaco"));
    CodeObject codeObject;
    try (OpenFile open = OpenFile.open(file)) {
      codeObject = CodeObject.read(open.view());
    }
    assertThatThrownBy(codeObject::metadata).satisfies(CodeObjectTest::saysClosed);
    assertThatThrownBy(codeObject::kernelCount).satisfies(CodeObjectTest::saysClosed);
  }

  private static void saysClosed(Throwable failure) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            FormatException.class, format -> assertThat(format.reason()).isEqualTo(Reason.CLOSED));
  }

  private static CodeObject withKernel(byte[] descriptor) throws IOException {
    return kernelBuilder(descriptor).open();
  }

  private static CodeObjectBuilder kernelBuilder(byte[] descriptor) {
    return new CodeObjectBuilder()
        .kernel("k", descriptor)
        .metadata(
            packer -> {
              packer.packMapHeader(1).packString("amdhsa.kernels").packArrayHeader(1);
              packer.packMapHeader(6);
              packer.packString(".name").packString("k");
              packer.packString(".symbol").packString("k.kd");
              packer.packString(".group_segment_fixed_size").packInt(64);
              packer.packString(".private_segment_fixed_size").packInt(0);
              packer.packString(".kernarg_segment_size").packInt(8);
              packer.packString(".vgpr_count").packInt(40);
            });
  }
}
