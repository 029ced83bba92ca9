package org.kpackworkbench.views.operation.forms;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerBar;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.operation.forms.FormReport.Bar;

/** Sizes before and after, as bars on one scale with their parts. UI thread only. */
final class SizeBars extends GridPane {
  SizeBars(List<Bar> bars, ObservableValue<OwnerColors> palette) {
    getStyleClass().add("size-bars");
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints wide = new ColumnConstraints();
    wide.setHgrow(Priority.ALWAYS);
    ColumnConstraints sums = new ColumnConstraints();
    sums.setMinWidth(Region.USE_PREF_SIZE);
    getColumnConstraints().setAll(names, wide, sums);
    long longest = Math.max(1, bars.stream().mapToLong(Bar::sizeBytes).max().orElse(1));
    List<OwnerBar> lines = new ArrayList<>();
    for (Bar bar : bars) {
      Label name = Controls.label(bar.name(), "muted");
      String sum = SizeText.of(bar.sizeBytes(), bars.stream().mapToLong(Bar::sizeBytes).toArray());
      Label text = new Label(bar.kinds() > 1 ? sum + " = " + bar.text() : bar.text());
      OwnerBar line =
          Controls.styled(
              Controls.spoken(
                  new OwnerBar(
                      bar.parts().stream()
                          .map(
                              part ->
                                  new OwnerBar.Part(
                                      part.kind(), part.target(), part.sizeBytes(), words(part)))
                          .toList(),
                      longest,
                      palette.getValue()),
                  bar.name() + ": " + bar.text()),
              "size-bar");
      addRow(lines.size(), name, line, text);
      lines.add(line);
    }
    Following.of(this, palette, colors -> lines.forEach(line -> line.paint(colors)));
  }

  private static String words(FormReport.Part part) {
    String size = SizeText.of(part.sizeBytes());
    return part.target() == null
        ? size + " " + part.words()
        : "%s: about %s %s".formatted(part.target(), size, part.words());
  }
}
