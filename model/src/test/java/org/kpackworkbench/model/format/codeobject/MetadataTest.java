package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelName;
import org.msgpack.core.MessagePacker;

class MetadataTest {

  @Test
  void everyKnownKeyIsRead() throws IOException {
    Kernel kernel = metadata(MetadataTest::fullKernel).kernels().getFirst();
    assertThat(kernel)
        .isEqualTo(
            new Kernel(
                0,
                new KernelName("k"),
                "k.kd",
                "HIP",
                "7.2",
                "init",
                List.of(
                    new KernelArgument(
                        "data",
                        "float*",
                        16,
                        8,
                        "dynamic_shared_pointer",
                        "local",
                        "read_write",
                        "read_only",
                        4,
                        List.of("const", "volatile"),
                        java.util.Map.of(".new_key", MsgValue.Int.of(5)))),
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                16,
                256,
                32,
                true,
                true,
                false,
                List.of(1L, 2L, 3L),
                List.of(4L, 5L, 6L),
                List.of(2L, 1L, 1L),
                List.of(10L, Kernel.NOT_STATED, 12L),
                java.util.Map.of(
                    ".future", new MsgValue.Array(List.of(new MsgValue.Text("kept"))))));
    assertThat(kernel.codeSymbol()).isEqualTo("k");
  }

  @Test
  void whatIsNotStatedSaysSo() throws IOException {
    Kernel kernel =
        metadata(packer -> packer.packMapHeader(1).packString(".name").packString("bare"))
            .kernels()
            .getFirst();
    assertThat(kernel.vgprs()).isEqualTo(Kernel.NOT_STATED);
    assertThat(kernel.maxNumWorkGroups()).isEmpty();
    assertThat(kernel.uniformWorkGroupSize()).isNull();
    assertThat(kernel.codeSymbol()).isEqualTo("bare");
    assertThat(kernel.args()).isEmpty();
  }

  @Test
  void topLevelKeysAreReadAndUnknownOnesKept() throws IOException {
    Metadata metadata =
        new CodeObjectBuilder()
            .metadata(
                packer -> {
                  packer.packMapHeader(4);
                  packer.packString("amdhsa.printf").packArrayHeader(1).packString("1:1:4:%d");
                  packer.packString("amdhsa.target").packString("amdgcn-amd-amdhsa--gfx90a");
                  packer.packString("amdhsa.version").packArrayHeader(2).packInt(1).packInt(2);
                  packer.packString("vendor.extra").packBoolean(true);
                })
            .open()
            .metadata();
    assertThat(metadata.printf()).containsExactly("1:1:4:%d");
    assertThat(metadata.target()).isEqualTo("amdgcn-amd-amdhsa--gfx90a");
    assertThat(metadata.version()).isEqualTo("1.2");
    assertThat(metadata.other())
        .containsExactly(java.util.Map.entry("vendor.extra", new MsgValue.Bool(true)));
    assertThat(metadata.problems()).isEmpty();
    assertThat(metadata.form()).isEqualTo(Metadata.Form.MESSAGE_PACK);
  }

  @Test
  void aValueOfTheWrongKindIsAProblemAndTheRestIsRead() throws IOException {
    Metadata metadata =
        metadata(
            packer -> {
              packer.packMapHeader(6);
              packer.packString(".name").packString("k");
              packer.packString(".vgpr_count").packString("many");
              packer.packString(".sgpr_count").packInt(-3);
              packer.packString(".args").packNil();
              packer.packString(".uses_dynamic_stack").packInt(7);
              packer.packString(".agpr_count").packInt(9);
            });
    Kernel kernel = metadata.kernels().getFirst();
    assertThat(kernel.vgprs()).isEqualTo(Kernel.NOT_STATED);
    assertThat(kernel.sgprs()).isEqualTo(Kernel.NOT_STATED);
    assertThat(kernel.usesDynamicStack()).isNull();
    assertThat(kernel.agprs()).isEqualTo(9);
    assertThat(metadata.problems())
        .extracting(FormatException::reason)
        .containsExactly(Reason.BAD_VALUE, Reason.BAD_VALUE, Reason.BAD_VALUE, Reason.BAD_VALUE);
    assertThat(metadata.problems().getFirst())
        .hasMessageContainingAll(".vgpr_count", "expected a number from 0", "found text");
  }

  @Test
  void aKernelWithoutANameIsAProblem() throws IOException {
    Metadata metadata = metadata(packer -> packer.packMapHeader(0));
    assertThat(metadata.kernels()).isEmpty();
    assertThat(metadata.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem).hasMessageContaining("found neither"));
  }

  @Test
  void metadataThatBreaksOffKeepsWhatStandsBefore() throws IOException {
    byte[] whole =
        CodeObjectBuilder.pack(
            packer -> {
              packer.packMapHeader(2).packString("amdhsa.kernels").packArrayHeader(2);
              packer.packMapHeader(1).packString(".name").packString("first");
              packer.packMapHeader(2).packString(".name").packString("second");
              packer.packString(".vgpr_count").packInt(40);
              packer.packString("amdhsa.target").packString("amdgcn-amd-amdhsa--gfx90a");
            });
    int cut = new String(whole, StandardCharsets.ISO_8859_1).indexOf(".vgpr_count") + 4;
    CodeObject codeObject = new CodeObjectBuilder().metadata(Arrays.copyOf(whole, cut)).open();
    assertThat(codeObject.kernels()).extracting(Kernel::name).containsExactly("first", "second");
    assertThat(codeObject.metadata().problems()).hasSize(1);
    assertThat(codeObject.targetFromFlags()).hasToString("gfx90a:xnack+");
    assertThat(codeObject.statedTarget()).isNull();
  }

  @Test
  void metadataThatIsNoMapIsAProblem() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().metadata(new byte[] {(byte) 0xc1}).open();
    assertThat(codeObject.metadata().problems()).hasSize(1);
    assertThat(codeObject.kernelCount()).isZero();
    assertThat(codeObject.statedTargetText()).isNull();
  }

  @Test
  void aCountThatTheBytesCannotHoldIsAProblem() throws IOException {
    byte[] huge =
        CodeObjectBuilder.pack(
            packer ->
                packer
                    .packMapHeader(1)
                    .packString("amdhsa.kernels")
                    .packArrayHeader(Integer.MAX_VALUE));
    CodeObject codeObject = new CodeObjectBuilder().metadata(huge).open();
    assertThat(codeObject.metadata().problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS));
  }

  @Test
  void moreKernelsThanAnyoneHasAreAProblem() throws IOException {
    int kernels = 500_001;
    Metadata metadata =
        new CodeObjectBuilder()
            .metadata(
                packer -> {
                  packer.packMapHeader(2).packString("amdhsa.kernels").packArrayHeader(kernels);
                  for (int i = 0; i < kernels; i++) {
                    packer.packNil();
                  }
                  packer.packString("amdhsa.target").packString("still read");
                })
            .open()
            .metadata();
    assertThat(metadata.kernels()).isEmpty();
    assertThat(metadata.target()).isEqualTo("still read");
    assertThat(metadata.problems())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem).hasMessageContainingAll("at most 500000", "500001"));
  }

  @Test
  void aLargeUnknownValueIsNamedByItsSize() throws IOException {
    Metadata metadata =
        new CodeObjectBuilder()
            .metadata(
                packer -> packer.packMapHeader(1).packString("x").packString("y".repeat(10_000)))
            .open()
            .metadata();
    assertThat(metadata.other().get("x").toString()).contains("10003 bytes at 0x");
  }

  @Test
  void v2TextIsShownAsItIs() throws IOException {
    CodeObject codeObject =
        new CodeObjectBuilder()
            .version(2)
            .flags(0x2f)
            .note("AMD", 10, "---\nVersion: [ 1, 0 ]\n...\n\0".getBytes(StandardCharsets.UTF_8))
            .open();
    assertThat(codeObject.metadata().form()).isEqualTo(Metadata.Form.YAML);
    assertThat(codeObject.metadata().text()).isEqualTo("---\nVersion: [ 1, 0 ]\n...\n");
    assertThat(codeObject.kernelCount()).isZero();
    assertThat(codeObject.kernels()).isEmpty();
  }

  @Test
  void aCodeObjectMayHaveNoMetadata() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().open();
    assertThat(codeObject.metadata()).isEqualTo(Metadata.none());
    assertThat(codeObject.mismatches(codeObject.target())).isEmpty();
  }

  @Test
  void equalArgumentsAreOneObject() throws IOException {
    Metadata metadata =
        new CodeObjectBuilder()
            .metadata(
                packer -> {
                  packer.packMapHeader(1).packString("amdhsa.kernels").packArrayHeader(2);
                  fullKernel(packer);
                  fullKernel(packer);
                })
            .open()
            .metadata();
    assertThat(metadata.kernels().get(0).args().getFirst())
        .isSameAs(metadata.kernels().get(1).args().getFirst());
  }

  @Test
  void notesOfSeveralObjectFilesAreOne() throws IOException {
    CodeObject code =
        new CodeObjectBuilder()
            .metadata(packer -> note(packer, 1, "first", "second"))
            .metadata(new byte[] {(byte) 0xc1})
            .metadata(packer -> note(packer, 1, "third"))
            .metadata(packer -> note(packer, 2, "fourth"))
            .open();
    assertThat(code.kernelCount()).isEqualTo(4);
    assertThat(code.kernels())
        .extracting(Kernel::name)
        .containsExactly("first", "second", "third", "fourth");
    assertThat(code.kernels()).extracting(Kernel::index).containsExactly(0, 1, 2, 3);
    List<String> names = new ArrayList<>();
    code.forEachKernelName(names::add);
    assertThat(names).containsExactly("first", "second", "third", "fourth");
    assertThat(code.metadata().version()).isEqualTo("1.1");
    assertThat(code.metadata().ranges()).hasSize(4);
    // What is damaged in one note leaves the others whole; runtimes refuse another version.
    assertThat(code.metadata().problems()).hasSize(2);
    assertThat(code.metadata().problems().getLast())
        .hasMessageContainingAll("amdhsa.version", "1.1, as in the note before", "1.2");
  }

  private static void note(MessagePacker packer, int minor, String... kernels) throws IOException {
    packer
        .packMapHeader(2)
        .packString("amdhsa.version")
        .packArrayHeader(2)
        .packInt(1)
        .packInt(minor);
    packer.packString("amdhsa.kernels").packArrayHeader(kernels.length);
    for (String kernel : kernels) {
      packer.packMapHeader(1).packString(".name").packString(kernel);
    }
  }

  @Test
  void hiddenArgumentsAreToldApart() throws IOException {
    Kernel kernel = CompiledFixtures.open("axpy-gfx1100.hsaco").kernels().getFirst();
    assertThat(kernel.visibleArgs()).isNotEmpty().hasSizeLessThan(kernel.args().size());
    assertThat(kernel.visibleArgs()).noneMatch(KernelArgument::hidden);
  }

  private static Metadata metadata(CodeObjectBuilder.Encoding kernel) throws IOException {
    return new CodeObjectBuilder()
        .metadata(
            packer -> {
              packer.packMapHeader(1).packString("amdhsa.kernels").packArrayHeader(1);
              kernel.write(packer);
            })
        .open()
        .metadata();
  }

  private static void fullKernel(MessagePacker packer) throws IOException {
    packer.packMapHeader(26);
    packer.packString(".args").packArrayHeader(1);
    argument(packer);
    packer.packString(".vgpr_count").packInt(1);
    packer.packString(".agpr_count").packInt(2);
    packer.packString(".sgpr_count").packInt(3);
    packer.packString(".vgpr_spill_count").packInt(4);
    packer.packString(".sgpr_spill_count").packInt(5);
    packer.packString(".group_segment_fixed_size").packInt(6);
    packer.packString(".private_segment_fixed_size").packInt(7);
    packer.packString(".kernarg_segment_size").packInt(8);
    packer.packString(".kernarg_segment_align").packInt(16);
    packer.packString(".max_flat_workgroup_size").packInt(256);
    packer.packString(".wavefront_size").packInt(32);
    packer.packString(".uniform_work_group_size").packInt(1);
    packer.packString(".uses_dynamic_stack").packBoolean(true);
    packer.packString(".workgroup_processor_mode").packInt(0);
    packer.packString(".name").packString("k");
    packer.packString(".symbol").packString("k.kd");
    packer.packString(".kind").packString("init");
    packer.packString(".language").packString("HIP");
    packer.packString(".language_version").packArrayHeader(2).packInt(7).packInt(2);
    triple(packer, ".reqd_workgroup_size", 1, 2, 3);
    triple(packer, ".workgroup_size_hint", 4, 5, 6);
    triple(packer, ".cluster_dims", 2, 1, 1);
    packer.packString(".max_num_work_groups_x").packInt(10);
    packer.packString(".max_num_work_groups_z").packInt(12);
    packer.packString(".future").packArrayHeader(1).packString("kept");
  }

  private static void argument(MessagePacker packer) throws IOException {
    packer.packMapHeader(12);
    packer.packString(".name").packString("data");
    packer.packString(".type_name").packString("float*");
    packer.packString(".offset").packInt(16);
    packer.packString(".size").packInt(8);
    packer.packString(".value_kind").packString("dynamic_shared_pointer");
    packer.packString(".address_space").packString("local");
    packer.packString(".access").packString("read_write");
    packer.packString(".actual_access").packString("read_only");
    packer.packString(".pointee_align").packInt(4);
    packer.packString(".is_const").packBoolean(true);
    packer.packString(".is_volatile").packBoolean(true);
    packer.packString(".new_key").packInt(5);
  }

  private static void triple(MessagePacker packer, String key, int x, int y, int z)
      throws IOException {
    packer.packString(key).packArrayHeader(3).packInt(x).packInt(y).packInt(z);
  }
}
