package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/** The bars of what prune leaves: both have a part for each target, and are one scale. */
class PruneBarsTest {
  private static List<FormReport.Bar> bars(
      long before, long after, List<TargetCode> kept, TargetCode... gone) {
    return PruneModel.bars(
        new PruneReport(List.of(), 3, before, after, List.of(gone), kept, List.of(), false),
        "After");
  }

  private static void hasParts(FormReport.Bar bar, Tuple... parts) {
    assertThat(bar.parts())
        .extracting(FormReport.Part::target, FormReport.Part::sizeBytes)
        .containsExactly(parts);
  }

  @Test
  void whatGoesIsSplitAsTheCodeOfTheTargets() {
    // Compressed, all of it is less than the code that it unpacks to.
    List<FormReport.Bar> bars =
        bars(
            1000,
            400,
            List.of(),
            new TargetCode("gfx90a", 2, 3000),
            new TargetCode("gfx942", 1, 1000));
    FormReport.Bar before = bars.getFirst();
    hasParts(before, tuple(null, 400L), tuple("gfx90a", 450L), tuple("gfx942", 150L));
    assertThat(before.sizeBytes()).isEqualTo(1000);
    assertThat(before.text()).isEqualTo("400 B stay + 600 B go");
    assertThat(bars.getLast().text()).isEqualTo("400 B stay");
  }

  @Test
  void whatStaysHasTheSamePartsInBothBars() {
    // Code that goes is stored in 600 of 4000 bytes, and so is what stays: in 300 of 2000.
    List<FormReport.Bar> bars =
        bars(
            1000,
            400,
            List.of(new TargetCode("gfx1030", 1, 500), new TargetCode("gfx1100", 1, 1500)),
            new TargetCode("gfx90a", 2, 3000),
            new TargetCode("gfx942", 1, 1000));
    hasParts(bars.getLast(), tuple(null, 100L), tuple("gfx1030", 75L), tuple("gfx1100", 225L));
    hasParts(
        bars.getFirst(),
        tuple(null, 100L),
        tuple("gfx1030", 75L),
        tuple("gfx1100", 225L),
        tuple("gfx90a", 450L),
        tuple("gfx942", 150L));
    assertThat(bars.getLast().text()).isEqualTo("400 B stay");
    assertThat(bars.getLast().kinds()).isEqualTo(1);
  }

  @Test
  void partsOfWhatStaysAreNoLargerThanAllThatStays() {
    List<FormReport.Bar> bars =
        bars(
            1000, 400, List.of(new TargetCode("gfx942", 1, 5000)), new TargetCode("gfx90a", 1, 50));
    hasParts(bars.getLast(), tuple("gfx942", 400L));
    assertThat(bars.getFirst().sizeBytes()).isEqualTo(1000);
  }

  @Test
  void whatNoTargetIsKnownOfGoesAllTheSame() {
    assertThat(bars(1000, 400, List.of()).getFirst().text()).isEqualTo("400 B stay + 600 B go");
    assertThat(bars(1000, 400, List.of(), new TargetCode("gfx90a", 2, 0)).getFirst().sizeBytes())
        .isEqualTo(1000);
    assertThat(bars(1000, 1000, List.of()).getFirst().text()).isEqualTo("1000 B stay");
  }

  @Test
  void sizesThatDifferReadDifferently() {
    long before = 200_000_000;
    PruneReport report =
        new PruneReport(
            List.of(
                new PrunedFile(
                    Path.of("liba.so"),
                    "liba.so",
                    PruneReport.Outcome.PRUNED,
                    before,
                    before - 4096,
                    List.of("gfx90a"))),
            1,
            before,
            before - 4096,
            List.of(new TargetCode("gfx90a", 1, 4096)),
            List.of(),
            List.of(),
            false);
    FormRow row = PruneModel.rows(report).getFirst();
    assertThat(row.beforeText()).isEqualTo("190.735 MiB");
    assertThat(row.afterText()).isEqualTo("190.731 MiB");
  }

  @Test
  void whatWasNotThereHasNoSize() {
    FormRow row = FormRow.of(FormRow.OutputStatus.SMALLER, "and 3 more", null, "");
    assertThat(row.beforeText()).isEqualTo(row.afterText()).isEqualTo("–");
  }
}
