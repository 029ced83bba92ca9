package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneReport.DroppedCode;

/** The bars of what prune leaves: what goes has a part for each target, and is one in words. */
class PruneBarsTest {
  private static List<FormResult.Bar> bars(long before, long after, DroppedCode... gone) {
    return PruneModel.bars(
        new PruneReport(List.of(), 3, before, after, List.of(gone), List.of(), false));
  }

  @Test
  void whatGoesIsSplitAsTheCodeOfTheTargets() {
    // Compressed, all of it is less than the code that it unpacks to.
    List<FormResult.Bar> bars =
        bars(1000, 400, new DroppedCode("gfx90a", 2, 3000), new DroppedCode("gfx942", 1, 1000));
    FormResult.Bar before = bars.getFirst();
    assertThat(before.parts())
        .extracting(FormResult.Part::target, FormResult.Part::sizeBytes)
        .containsExactly(tuple(null, 400L), tuple("gfx90a", 450L), tuple("gfx942", 150L));
    assertThat(before.sizeBytes()).isEqualTo(1000);
    assertThat(before.text()).isEqualTo("400 B stay + 600 B go");
    assertThat(bars.getLast().text()).isEqualTo("400 B stay");
  }

  @Test
  void whatNoTargetIsKnownOfGoesAllTheSame() {
    assertThat(bars(1000, 400).getFirst().text()).isEqualTo("400 B stay + 600 B go");
    assertThat(bars(1000, 400, new DroppedCode("gfx90a", 2, 0)).getFirst().sizeBytes())
        .isEqualTo(1000);
    assertThat(bars(1000, 1000).getFirst().text()).isEqualTo("1000 B stay");
  }
}
