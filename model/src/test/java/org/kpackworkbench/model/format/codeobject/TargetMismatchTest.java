package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.Kind;

class TargetMismatchTest {
  private static final String ANY = "0x53f";
  private static final String XNACK_ON = "0x73f";
  private static final String XNACK_OFF = "0x63f";

  @ParameterizedTest
  @CsvSource({
    ANY + ", gfx90a, gfx90a",
    ANY + ", gfx90a, gfx90a:xnack+",
    ANY + ", gfx90a, gfx90a:sramecc+:xnack-",
    XNACK_OFF + ", gfx90a:xnack-, gfx90a:sramecc+:xnack-",
    XNACK_ON + ", gfx90a:xnack+, gfx90a:xnack+",
    XNACK_ON + ", gfx90a:xnack+, hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+",
    XNACK_OFF + ", gfx90a:xnack-, gfx90a_xnackm",
    "0xf3f, gfx90a:sramecc+:xnack+, gfx90a:xnack+:sramecc+",
    "0x41, gfx1100, gfx1100",
    "0x749, gfx1250, gfx1250",
    "0x649, gfx1250, gfx1250:xnack+",
    "0x3fa, gfx4711:xnack+, gfx4711:xnack+"
  })
  void equalTargetsAgree(String flags, String stated, String filed) throws IOException {
    assertThat(check(flags, stated, filed)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    XNACK_ON
        + ", gfx90a:xnack+, gfx90a, 'is filed under gfx90a, for any setting of xnack, but its flags say that xnack must be on'",
    XNACK_OFF
        + ", gfx90a:xnack-, gfx90a:xnack+, 'under gfx90a:xnack+, but its flags say that xnack must be off'",
    XNACK_ON
        + ", gfx90a:xnack+, gfx942:xnack+, 'is filed under gfx942:xnack+, but its flags state gfx90a:xnack+'",
    "0x41, gfx1100, gfx1100:xnack-, 'under gfx1100:xnack-, but its flags say that it does not know xnack'",
    "0x41, gfx1100, gfx11-generic, 'filed under gfx11-generic, but its flags state gfx1100'",
    "0xd3f, gfx90a:sramecc+, gfx90a, 'for any setting of sramecc, but its flags say that sramecc must be on'",
    "0x3fa, gfx4711:xnack+, gfx4712:xnack+, 'filed under gfx4712:xnack+, but its metadata states gfx4711:xnack+'"
  })
  void differencesAreNamed(String flags, String stated, String filed, String sentence)
      throws IOException {
    assertThat(check(flags, stated, filed))
        .singleElement()
        .satisfies(
            mismatch -> {
              assertThat(mismatch.kind()).isEqualTo(Kind.FILED_AND_STATED);
              assertThat(mismatch.sentence()).contains(sentence).endsWith(".");
            });
  }

  @Test
  void flagsAndMetadataMayDisagree() throws IOException {
    assertThat(check(XNACK_ON, "gfx90a:xnack-", "gfx90a:xnack+"))
        .extracting(TargetMismatch::kind)
        .containsExactly(Kind.FLAGS_AND_METADATA, Kind.FILED_AND_STATED);
    assertThat(check(ANY, "gfx942", null))
        .singleElement()
        .satisfies(
            mismatch ->
                assertThat(mismatch.sentence())
                    .isEqualTo("Its metadata states gfx942, but its flags state gfx90a."));
  }

  @Test
  void twoFeaturesThatDifferAreTwoFindings() throws IOException {
    assertThat(check("0xf3f", "gfx90a:sramecc+:xnack+", "gfx90a:sramecc-:xnack-")).hasSize(2);
  }

  @Test
  void anUnknownProcessorIsNoMismatch() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().flags(0xfa).open();
    assertThat(codeObject.mismatches(GpuTarget.of("gfx4711"))).isEmpty();
    assertThat(codeObject.mismatches(GpuTarget.of("gfx90a"))).isEmpty();
    assertThat(codeObject.mismatches(GpuTarget.parse("gfx90a:xnack+"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0x12f, gfx906, true",
    "0x02f, gfx906, true",
    "0x12f, gfx906:xnack+, true",
    "0x12f, gfx906:xnack-, false",
    "0x02f, gfx906:xnack-, true",
    "0x02f, gfx906:xnack+, false",
    "0x02f, gfx908, false"
  })
  void inV3ATargetThatDoesNotNameAFeatureFitsBoth(String flags, String filed, boolean fits)
      throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().version(3).flags(Long.decode(flags)).open();
    assertThat(codeObject.statedTarget()).isNull();
    assertThat(codeObject.mismatches(GpuTarget.parse(filed)).isEmpty()).isEqualTo(fits);
  }

  private static List<TargetMismatch> check(String flags, String stated, String filed)
      throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().flags(Long.decode(flags)).states(stated).open();
    return codeObject.mismatches(filed == null ? null : GpuTarget.parse(filed));
  }
}
