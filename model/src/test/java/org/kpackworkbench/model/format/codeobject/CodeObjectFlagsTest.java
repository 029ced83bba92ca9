package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags.FeatureState;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.TargetCheck;

class CodeObjectFlagsTest {
  private static final int GFX90A = 0x3f;
  private static final int GFX906 = 0x2f;

  @ParameterizedTest
  @CsvSource({
    "0, 0, UNSUPPORTED, UNSUPPORTED, gfx90a",
    "1, 0, ANY, UNSUPPORTED, gfx90a",
    "2, 0, OFF, UNSUPPORTED, gfx90a:xnack-",
    "3, 0, ON, UNSUPPORTED, gfx90a:xnack+",
    "0, 1, UNSUPPORTED, ANY, gfx90a",
    "1, 1, ANY, ANY, gfx90a",
    "2, 1, OFF, ANY, gfx90a:xnack-",
    "3, 1, ON, ANY, gfx90a:xnack+",
    "0, 2, UNSUPPORTED, OFF, gfx90a:sramecc-",
    "1, 2, ANY, OFF, gfx90a:sramecc-",
    "2, 2, OFF, OFF, gfx90a:sramecc-:xnack-",
    "3, 2, ON, OFF, gfx90a:sramecc-:xnack+",
    "0, 3, UNSUPPORTED, ON, gfx90a:sramecc+",
    "1, 3, ANY, ON, gfx90a:sramecc+",
    "2, 3, OFF, ON, gfx90a:sramecc+:xnack-",
    "3, 3, ON, ON, gfx90a:sramecc+:xnack+"
  })
  void fromV4OnEachFeatureHasFourStates(
      int xnack, int sramecc, FeatureState xnackState, FeatureState srameccState, String target)
      throws IOException {
    for (int version = 4; version <= 6; version++) {
      CodeObject codeObject =
          new CodeObjectBuilder()
              .version(version)
              .flags(GFX90A | xnack << 8 | sramecc << 10)
              .open();
      assertThat(codeObject.version()).hasToString("V" + version);
      assertThat(codeObject.flags().xnack()).isEqualTo(xnackState);
      assertThat(codeObject.flags().sramecc()).isEqualTo(srameccState);
      assertThat(codeObject.targetFromFlags()).hasToString(target);
      assertThat(codeObject.target()).hasToString(target);
    }
  }

  @Test
  void aStrictProcessorIsOneOfItsOwn() throws IOException {
    CodeObject strict = new CodeObjectBuilder().version(6).flags(0xeb | 1 << 8 | 3 << 10).open();
    assertThat(strict.target()).hasToString("gfx1250-strict:sramecc+");
    assertThat(TargetCheck.check(strict.flags(), null, GpuTarget.parse("gfx1250_strict_srameccp")))
        .isEmpty();
    assertThat(TargetCheck.check(strict.flags(), null, GpuTarget.parse("gfx1250:sramecc+")))
        .singleElement()
        .satisfies(
            one -> assertThat(one.sentence()).contains("filed under gfx1250:", "gfx1250-strict"));
  }

  @ParameterizedTest
  @CsvSource({
    "0x02f, OFF, OFF, gfx906",
    "0x12f, ON, OFF, gfx906:xnack+",
    "0x22f, OFF, ON, gfx906:sramecc+",
    "0x32f, ON, ON, gfx906:sramecc+:xnack+",
    "0x041, UNSUPPORTED, UNSUPPORTED, gfx1100"
  })
  void v3HasOneBitForEachFeature(
      String flags, FeatureState xnack, FeatureState sramecc, String target) throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().version(3).flags(Long.decode(flags)).open();
    assertThat(codeObject.flags().xnack()).isEqualTo(xnack);
    assertThat(codeObject.flags().sramecc()).isEqualTo(sramecc);
    assertThat(codeObject.targetFromFlags()).hasToString(target);
  }

  @Test
  void v6HasTheVersionOfAGenericProcessor() throws IOException {
    CodeObjectFlags flags = new CodeObjectBuilder().version(6).flags(0x07000151).open().flags();
    assertThat(flags.genericVersion()).hasValue(7);
    assertThat(flags.otherBits()).isZero();
    assertThat(flags.target()).hasToString("gfx9-generic");
    assertThat(new CodeObjectBuilder().version(5).flags(0x07000151).open().flags().genericVersion())
        .isEmpty();
  }

  @Test
  void bitsThatNoFieldHasAreKept() throws IOException {
    CodeObjectFlags flags = new CodeObjectBuilder().version(5).flags(0xf70f_073fL).open().flags();
    assertThat(flags.otherBits()).isEqualTo(0xf70f_0000L);
    assertThat(flags.raw()).isEqualTo(0xf70f_073fL);
  }

  @Test
  void aFeatureThatIsAlwaysOnIsNotNamed() throws IOException {
    for (int xnack = 0; xnack < 4; xnack++) {
      CodeObject codeObject = new CodeObjectBuilder().version(5).flags(0x49 | xnack << 8).open();
      assertThat(codeObject.targetFromFlags()).hasToString("gfx1250");
    }
  }

  @Test
  void anUnknownProcessorIsShownByItsNumber() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().flags(0x3fa).open();
    assertThat(codeObject.targetFromFlags()).hasToString("0xfa:xnack+");
    assertThat(codeObject.processor().known()).isFalse();
  }

  @Test
  void anUnknownProcessorIsNamedByTheMetadata() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().flags(0x3fa).states("gfx4711:xnack+").open();
    assertThat(codeObject.target()).hasToString("gfx4711:xnack+");
    assertThat(codeObject.targetFromFlags()).hasToString("0xfa:xnack+");
  }

  @Test
  void versionsToComeAreReadLikeTheNewest() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().version(9).flags(0x0100033f).open();
    assertThat(codeObject.version().known()).isFalse();
    assertThat(codeObject.targetFromFlags()).hasToString("gfx90a:xnack+");
  }

  @Test
  void earlyV2NamesItsProcessorInANote() throws IOException {
    byte[] isa =
        ByteBuffer.allocate(28)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short) 4)
            .putShort((short) 7)
            .putInt(9)
            .putInt(0)
            .putInt(10)
            .put("AMD\0AMDGPU\0".getBytes(StandardCharsets.US_ASCII))
            .array();
    CodeObject codeObject = new CodeObjectBuilder().version(2).flags(0).note("AMD", 3, isa).open();
    assertThat(codeObject.statedTargetText()).isEqualTo("gfx90a");
    assertThat(codeObject.target()).hasToString("gfx90a");
    assertThat(codeObject.processor().generation()).isEqualTo(Generation.GFX90A);
    assertThat(codeObject.mismatches(null)).isEmpty();
  }

  @Test
  void laterV2NamesItInItsFlagsToo() throws IOException {
    byte[] name = "amdgcn-amd-amdhsa--gfx906+sram-ecc".getBytes(StandardCharsets.US_ASCII);
    CodeObject codeObject =
        new CodeObjectBuilder().version(2).flags(GFX906 | 0x200).note("AMD", 11, name).open();
    assertThat(codeObject.targetFromFlags()).hasToString("gfx906:sramecc+");
    assertThat(codeObject.statedTarget()).hasToString("gfx906:sramecc+");
    assertThat(codeObject.mismatches(codeObject.target())).isEmpty();
  }
}
