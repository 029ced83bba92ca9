package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Whatever bytes come, only {@link FormatException} comes out, in bounded time. */
class BrokenCodeObjectTest {
  private static final int SMALL_MUTATIONS = 9_000;
  private static final int COMPILED_MUTATIONS = 1_000;
  private static final int TIMES_AS_MANY = 10;

  @Test
  void truncationAtEveryByte() throws IOException {
    byte[] whole = CompiledFixtures.bytes("axpy-gfx906-v4.hsaco");
    for (int length = 0; length < whole.length; length++) {
      int cut = length;
      assertThatCode(() -> readEverything(Arrays.copyOf(whole, cut)))
          .as("cut at %d", cut)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void seededMutationsOfACompiledCodeObject() throws IOException {
    mutate(CompiledFixtures.bytes("axpy-gfx906-v4.hsaco"), COMPILED_MUTATIONS);
  }

  @Test
  void seededMutationsOfASmallOne() throws IOException {
    mutate(small(), SMALL_MUTATIONS);
  }

  @Tag("long")
  @Test
  void manySeededMutations() throws IOException {
    mutate(CompiledFixtures.bytes("axpy-gfx906-v4.hsaco"), TIMES_AS_MANY * COMPILED_MUTATIONS);
    mutate(small(), TIMES_AS_MANY * SMALL_MUTATIONS);
  }

  private static byte[] small() throws IOException {
    return new CodeObjectBuilder()
        .kernel("k", new byte[64])
        .metadata(
            packer -> {
              packer.packMapHeader(3).packString("amdhsa.kernels").packArrayHeader(1);
              packer.packMapHeader(5).packString(".args").packArrayHeader(1);
              packer.packMapHeader(2).packString(".size").packInt(8);
              packer.packString(".is_const").packBoolean(true);
              packer.packString(".name").packString("k");
              packer.packString(".symbol").packString("k.kd");
              packer.packString(".vgpr_count").packInt(300);
              packer.packString(".new").packMapHeader(1).packNil().packFloat(1);
              packer.packString("amdhsa.target").packString("amdgcn-amd-amdhsa--gfx90a");
              packer.packString("amdhsa.printf").packArrayHeader(1).packString("1:0:x");
            })
        .bytes();
  }

  private static void mutate(byte[] whole, int mutations) {
    Random random = new Random(0x6b7061636bL);
    for (int i = 0; i < mutations; i++) {
      byte[] bytes = whole.clone();
      int changes = 1 + random.nextInt(4);
      for (int change = 0; change < changes; change++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        readEverything(bytes);
      } catch (RuntimeException | Error failure) {
        fail("mutation " + i, failure);
      }
    }
  }

  private static void readEverything(byte[] bytes) {
    try {
      CodeObject codeObject = CodeObject.read(ByteView.of("broken", bytes));
      codeObject.kernelCount();
      codeObject.mismatches(GpuTarget.of("gfx90a"));
      codeObject.forEachKernelName(name -> {});
      for (Kernel kernel : codeObject.kernels()) {
        KernelDescriptor descriptor = codeObject.descriptor(kernel);
        if (descriptor != null) {
          descriptor.fields();
        }
        codeObject.check(kernel);
      }
    } catch (FormatException expected) {
      assertThat(expected.getMessage()).isNotEmpty();
    }
  }
}
