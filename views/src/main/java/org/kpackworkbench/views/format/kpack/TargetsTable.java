package org.kpackworkbench.views.format.kpack;

import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** The targets of an archive with their sums, each with a bar that compares it with the largest. */
final class TargetsTable extends GridPane {
  private static final String[] TITLES = {
    "Target", "Rows", "Unpacked", "Stored", "Ratio", "Stored of unpacked"
  };

  TargetsTable(List<ArchiveOverview.TargetLine> targets, OwnerColors colors) {
    setId("overview-targets");
    getStyleClass().add("targets-table");
    for (int column = 0; column < TITLES.length; column++) {
      ColumnConstraints constraints = new ColumnConstraints();
      if (column == TITLES.length - 1) {
        constraints.setHgrow(Priority.ALWAYS);
        constraints.setFillWidth(true);
      } else {
        constraints.setMinWidth(Region.USE_PREF_SIZE);
      }
      if (column > 0 && column < TITLES.length - 1) {
        constraints.setHalignment(HPos.RIGHT);
      }
      getColumnConstraints().add(constraints);
      Label title = new Label(TITLES[column]);
      title.getStyleClass().add("muted");
      add(title, column, 0);
    }
    double largest =
        targets.stream().mapToDouble(line -> line.sums().originalBytes()).max().orElse(1);
    int row = 1;
    for (ArchiveOverview.TargetLine line : targets) {
      addRow(row++, cells(line, Math.max(1, largest), colors));
    }
  }

  private static Node[] cells(ArchiveOverview.TargetLine line, double largest, OwnerColors colors) {
    Sums sums = line.sums();
    return new Node[] {
      name(line, colors),
      new Label(StatusWords.count(sums.rows())),
      new Label(StatusWords.size(sums.originalBytes())),
      new Label(StatusWords.size(sums.storedBytes())),
      new Label(StatusWords.percent(sums.ratio())),
      new OverviewBar(
          colors, line.target(), sums.originalBytes() / largest, sums.storedBytes() / largest)
    };
  }

  private static Node name(ArchiveOverview.TargetLine line, OwnerColors colors) {
    HBox box =
        new HBox(
            new Swatch(colors, OwnerKind.DEVICE_CODE, line.target()), new Label(line.target()));
    box.getStyleClass().add("target-name");
    String note = !line.listed() ? "not listed" : line.sums().rows() == 0 ? "no rows" : "";
    if (!note.isEmpty()) {
      Label warning = new Label("⚠ " + note);
      warning.getStyleClass().add("target-note");
      box.getChildren().add(warning);
    }
    return box;
  }
}
