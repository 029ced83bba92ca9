package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.target.GpuTarget;

class TargetWarningsTest {
  @Test
  void whatIsMistypedIsNamedWithWhatIsLikeIt() {
    assertThat(doubts("gfx9421"))
        .containsExactly("gfx9421 is not a known processor; is it gfx941 or gfx942 or gfx902?");
    assertThat(doubts("gfx924")).singleElement().asString().contains("gfx942");
    assertThat(doubts("gfx7777777")).containsExactly("gfx7777777 is not a known processor");
    assertThat(doubts("gfx11-3-generic"))
        .containsExactly(
            "gfx11-3-generic is not a known processor; is it gfx10-3-generic or"
                + " gfx11-7-generic or gfx10-1-generic?");
    assertThat(doubts("gfx942:xnak+"))
        .containsExactly("xnak is not a known feature; the features are sramecc and xnack");
  }

  @Test
  void whatIsKnownIsNotDoubted() {
    for (String target :
        List.of(
            "gfx942",
            "gfx1250-strict",
            "gfx10-generic",
            "gfx90a:sramecc+:xnack-",
            "gfx11-generic",
            "gfx9-4-generic:xnack+")) {
      assertThat(doubts(target)).as(target).isEmpty();
    }
  }

  private static List<String> doubts(String target) {
    return TargetWarnings.of(GpuTarget.parse(target));
  }
}
