package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowsModel.Sorting;

/** The list without a window: groups that open and close, beside findings that are in none. */
class FindingsModelTest {
  private final FindingsModel model = new FindingsModel(Background.sameThread());

  private static Finding finding(Severity severity, String rule, String file, String message) {
    return new Finding(severity, rule, new Place.File(Path.of("/tree", file)), 0, message, "");
  }

  /** An error by itself, ten that are alike, and three notes that are alike. */
  private void showMany() {
    List<Finding> found = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      found.add(finding(Severity.NOTE, "quiet", "n" + i, "may be so"));
    }
    for (int i = 0; i < 10; i++) {
      found.add(finding(Severity.WARNING, "loud", "w" + i, "is so"));
    }
    found.add(finding(Severity.ERROR, "alone", "w1", "is broken"));
    model.show(found, Path.of("/tree"), false);
  }

  private List<String> shown() {
    return model.lines().stream()
        .map(
            line ->
                " ".repeat(line.depth())
                    + line.finding().rule()
                    + (model.rows().tree().isOpen(line) ? ":" : ""))
        .toList();
  }

  @Test
  void groupsAreBesideFindingsThatAreInNone() {
    showMany();
    assertThat(shown()).containsExactly("alone", "loud", "quiet");
    assertThat(model.lines())
        .extracting(line -> line.key() != null)
        .containsExactly(false, true, true);
    assertThat(model.rows().tree().open(2, true)).isTrue();
    assertThat(shown()).containsExactly("alone", "loud", "quiet:", " quiet", " quiet", " quiet");
  }

  @Test
  void checksumsAreShortInTheListAndWholeInItsTooltip() {
    String stated = "4e16754da4776beb86bff78904dd4a7ddcfea1464f37dfca3fafa6e45c28f27f";
    String message = "a.kpack: checksum differs: %s in the manifest.".formatted(stated);
    model.show(
        List.of(finding(Severity.ERROR, "manifest-checksum", "a.kpm", message)),
        Path.of("/tree"),
        false);
    FindingLine line = model.lines().getFirst();
    assertThat(FindingWords.brief(line))
        .isEqualTo("a.kpack: checksum differs: 4e16754d…f27f in the manifest.");
    assertThat(FindingWords.title(line)).isEqualTo(message);
  }

  @Test
  void whatWasOpenedStaysSoWhenFindingsAreSortedOrHidden() {
    showMany();
    assertThat(model.rows().tree().open(2, true)).isTrue();
    model.rows().sort(List.of(new Sorting("file", false)));
    assertThat(shown()).containsExactly("loud", "alone", "quiet:", " quiet", " quiet", " quiet");
    assertThat(model.lines().get(3).finding().file()).isEqualTo(Path.of("/tree/n2"));
    model.show(Severity.WARNING, false);
    assertThat(shown()).containsExactly("alone", "quiet:", " quiet", " quiet", " quiet");
    model.group(FindingGrouping.RULE);
    assertThat(shown()).startsWith("alone:", " alone", "quiet:", " quiet");
  }

  @Test
  void aFilterOpensGroupsAndLeavesThemAsTheyWere() {
    showMany();
    model.rows().filter("file:n1");
    assertThat(shown()).containsExactly("quiet");
    model.rows().filter("rule:quiet");
    assertThat(shown()).containsExactly("quiet:", " quiet", " quiet", " quiet");
    model.rows().filter("");
    assertThat(shown()).containsExactly("alone", "loud", "quiet");
  }

  @Test
  void theNextFindingIsInAGroupThatIsOpenedForIt() {
    showMany();
    assertThat(model.next(-1, 1)).isEqualTo(0);
    assertThat(model.next(0, 1)).isEqualTo(2);
    assertThat(shown()).startsWith("alone", "loud:", " loud").endsWith("quiet");
    assertThat(model.next(0, -1)).as("the last one").isEqualTo(15);
    assertThat(model.next(15, 1)).as("the first one again").isEqualTo(0);
  }

  @Test
  void causesAreOpenWhereAllErrorsAndWarningsAreInView() {
    List<Finding> few = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      few.add(finding(Severity.NOTE, "quiet", "n" + i, "may be so"));
      few.add(finding(Severity.WARNING, "loud", "w" + i, "is so"));
    }
    model.show(few, Path.of("/tree"), false);
    assertThat(shown()).containsExactly("loud:", " loud", " loud", " loud", "quiet");
  }

  @Test
  void aCauseOfOneFindingIsALineAboveIt() {
    Path archive = Path.of("/tree/a_gfx942.kpack");
    Finding other =
        new Finding(
            Severity.ERROR,
            "artifact-archive-name",
            new Place.File(archive),
            -1,
            "The table says another name.",
            "",
            Evidence.of("b_gfx942.kpack", "a_gfx942.kpack"));
    model.show(List.of(other), Path.of("/tree"), false);
    assertThat(model.lines())
        .extracting(FindingWords::title)
        .containsExactly(
            "a_gfx942.kpack is another archive: its table says b_gfx942.kpack", other.message());
  }

  @Test
  void aFindingAloneNamesItsFileWhereNoColumnDoes() {
    List<Finding> found =
        List.of(
            finding(Severity.ERROR, "one", "a.kpack", "It is broken."),
            finding(Severity.ERROR, "two", "b.kpack", "b.kpack: it is broken."));
    model.show(found, Path.of("/tree"), true);
    assertThat(beside(true)).containsExactly("", "");
    assertThat(beside(false)).containsExactly("a.kpack", "");
    model.group(FindingGrouping.FILE);
    assertThat(beside(false)).containsExactly("1 error", "", "1 error", "");
  }

  private List<String> beside(boolean column) {
    return model.lines().stream().map(line -> FindingWords.beside(line, column)).toList();
  }

  @Test
  void whatWasNotCheckedIsALineAndNoNote() {
    List<Finding> found =
        List.of(
            finding(Severity.NOTE, "quiet", "a.kpack", "may be so"),
            finding(Severity.NOTE, "", "b.bin", "Not checked: empty file"));
    model.show(found, Path.of("/tree"), true);
    FindingsModel.Shown shown = model.shownProperty().get();
    assertThat(shown.counts()).containsExactly(Map.entry(Severity.NOTE, 1));
    assertThat(shown.all()).isEqualTo(2);
    assertThat(model.lines()).hasSize(2);
  }
}
