package org.kpackworkbench.views.analysis.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.kpackworkbench.model.analysis.estimate.Likeness;
import org.kpackworkbench.model.analysis.estimate.Likeness.Piece;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of the largest code objects, with the part that each shares with each other. */
record AlikeSpec(Supplier<Likeness> shown) implements RowsSpec<Piece> {
  @Override
  public TableWords words() {
    return TableWords.of("estimate-alike", "Alike code objects", "Nothing is measured yet.");
  }

  @Override
  public List<RowColumn<Piece>> columns() {
    Likeness likeness = shown.get();
    List<RowColumn<Piece>> columns = new ArrayList<>();
    columns.add(RowColumn.count("Number", row -> 1 + likeness.objects().indexOf(row)));
    columns.add(RowColumn.text("Code object", Piece::name));
    columns.add(RowColumn.size("Size", Piece::sizeBytes));
    columns.add(
        RowColumn.<Piece>figure("Shared", row -> likeness.percent(row) + " %")
            .counted(likeness::percent));
    for (int i = 0; i < likeness.objects().size(); i++) {
      int other = i;
      columns.add(
          RowColumn.<Piece>figure(
                  "With " + (i + 1),
                  row -> likeness.shared().get(likeness.objects().indexOf(row)).get(other) + " %")
              .counted(row -> likeness.shared().get(likeness.objects().indexOf(row)).get(other)));
    }
    return columns;
  }
}
