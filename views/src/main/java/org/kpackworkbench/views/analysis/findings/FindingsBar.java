package org.kpackworkbench.views.analysis.findings;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import org.controlsfx.control.SegmentedButton;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.table.FilterBox;

/** One line above the findings: which are shown, how bad, and how they are grouped. */
final class FindingsBar extends HBox {
  /** In a narrower pane, all of the bar would be wider than the window. */
  private static final double ALL_WORDS_FROM_EMS = 50;

  private final FilterBox filter;
  private final Map<Severity, ToggleButton> severities = new EnumMap<>(Severity.class);
  private final Button excluded = new Button();
  private final Label groupBy = new Label("Group by");
  private final ReadOnlyObjectWrapper<FindingGrouping> grouping =
      new ReadOnlyObjectWrapper<>(FindingGrouping.CAUSE);

  FindingsBar(FindingsModel model) {
    TableWords words = model.rows().spec().words();
    filter = new FilterBox(words.prompt(), words.help());
    filter.queryProperty().subscribe(model.rows()::filter);
    model.rows().problemProperty().subscribe(filter::problem);
    SegmentedButton switches = new SegmentedButton();
    switches.setFocusTraversable(false);
    switches.setToggleGroup(null);
    for (Severity severity : Severity.values()) {
      ToggleButton button = new ToggleButton("", FindingWords.icon(severity).node());
      button.setId("findings-" + severity.word());
      button.setTooltip(new Tooltip("Show or hide the " + CountText.word(2, severity.word())));
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setSelected(true);
      button.selectedProperty().subscribe((was, on) -> model.show(severity, on));
      severities.put(severity, button);
      switches.getButtons().add(button);
    }
    ChoiceButtons<FindingGrouping> by =
        new ChoiceButtons<>(
            grouping.getReadOnlyProperty(),
            chosen -> {
              grouping.set(chosen);
              model.group(chosen);
            });
    for (FindingGrouping each : FindingGrouping.values()) {
      by.add(
          each,
          "findings-by-" + each.words().toLowerCase(Locale.ROOT),
          each.words(),
          switch (each) {
            case CAUSE -> "Group findings by cause";
            case FILE -> "Group findings by file";
            case RULE -> "Group findings by rule";
          });
    }
    groupBy.getStyleClass().add("muted");
    groupBy.setMinWidth(Region.USE_PREF_SIZE);
    // The buttons' tooltips say the same.
    groupBy
        .visibleProperty()
        .bind(widthProperty().map(width -> width.doubleValue() >= ems(ALL_WORDS_FROM_EMS)));
    groupBy.managedProperty().bind(groupBy.visibleProperty());
    excluded.setId("findings-include");
    excluded.setMinWidth(Region.USE_PREF_SIZE);
    excluded.getStyleClass().add("small");
    excluded.setTooltip(new Tooltip("Show the findings of all rules again"));
    excluded.managedProperty().bind(excluded.visibleProperty());
    excluded.setVisible(false);
    excluded.setOnAction(event -> model.includeAll());
    HBox.setHgrow(filter, Priority.ALWAYS);
    getStyleClass().add("findings-bar");
    getChildren().addAll(filter, excluded, switches, groupBy, by);
  }

  void arrived(FindingsModel.Shown now) {
    for (Map.Entry<Severity, ToggleButton> each : severities.entrySet()) {
      int count = now.counts().getOrDefault(each.getKey(), 0);
      each.getValue().setText(CountText.of(count, each.getKey().word()));
    }
    filter.count(now.shown(), now.all());
    excluded.setText(CountText.of(now.excluded().size(), "rule") + " excluded: include");
    excluded.setVisible(!now.excluded().isEmpty());
  }

  void focusFilter() {
    filter.focusField();
  }

  /** The font of its words. */
  ObservableValue<Font> fontProperty() {
    return groupBy.fontProperty();
  }

  /** A length in pixels at the present text size. */
  double ems(double count) {
    return count * groupBy.getFont().getSize();
  }
}
