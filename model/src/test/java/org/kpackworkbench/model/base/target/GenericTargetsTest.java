package org.kpackworkbench.model.base.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenericTargetsTest {

  @ParameterizedTest
  @CsvSource({
    "gfx900, gfx9-generic",
    "gfx90c, gfx9-generic",
    "gfx906:xnack-, gfx9-generic:xnack-",
    "gfx942:sramecc+:xnack-, gfx9-4-generic:sramecc+:xnack-",
    "gfx950, gfx9-4-generic",
    "gfx1010, gfx10-1-generic",
    "gfx1013, gfx10-1-generic",
    "gfx1036, gfx10-3-generic",
    "gfx1103, gfx11-generic",
    "gfx1150, gfx11-generic",
    "gfx1171, gfx11-7-generic",
    "gfx1201, gfx12-generic",
    "gfx1250, gfx12-5-generic",
    "gfx1251:xnack+, gfx12-5-generic:xnack+",
    "gfx1310, gfx13-generic"
  })
  void aGpuRunsItsGenericCodeWithItsFeatures(String device, String generic) {
    assertThat(GenericTargets.preference(GpuTarget.parse(device)))
        .containsExactly(GpuTarget.parse(device), GpuTarget.parse(generic));
  }

  @Test
  void whatHasNoGenericTargetAsksForItselfOnly() {
    for (String device :
        List.of("gfx908", "gfx90a:xnack+", "gfx803", "gfx11-generic", "gfx1250-strict", "other")) {
      assertThat(GenericTargets.preference(GpuTarget.parse(device)))
          .containsExactly(GpuTarget.parse(device));
    }
  }

  @Test
  void theFirstTablesNamesAreKnown() {
    assertThat(GenericTargets.olderName(GpuTarget.parse("gfx10-3-generic:xnack-")))
        .contains(GpuTarget.parse("gfx10-generic:xnack-"));
    assertThat(GenericTargets.olderName(GpuTarget.parse("gfx11-generic"))).isEmpty();
  }

  @Test
  void theMembersOfAGenericTargetAreListed() {
    assertThat(GenericTargets.members("gfx12-generic")).containsExactly("gfx1200", "gfx1201");
    assertThat(GenericTargets.members("gfx1200")).isEmpty();
  }
}
