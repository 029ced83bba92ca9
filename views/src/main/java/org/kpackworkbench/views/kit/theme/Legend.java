package org.kpackworkbench.views.kit.theme;

import java.util.Collection;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.control.Controls;

/** Legend of the colours and patterns: every kind of owner, and the shown targets. */
public final class Legend extends GridPane {
  private final Collection<String> targets;
  private int row;

  /**
   * A legend.
   *
   * @param targets targets to list below device code, as written
   */
  public Legend(ObservableValue<OwnerColors> colors, Collection<String> targets) {
    this.targets = List.copyOf(targets);
    getStyleClass().add("legend");
    setAccessibleText("What the colours mean");
    colors.subscribe(this::fill);
  }

  private void fill(OwnerColors colors) {
    getChildren().clear();
    row = 0;
    for (OwnerKind kind : OwnerKind.values()) {
      add(colors, kind, null, kind.words());
      if (kind == OwnerKind.DEVICE_CODE) {
        for (String target : targets) {
          add(colors, kind, target, target);
        }
      }
    }
  }

  private void add(OwnerColors colors, OwnerKind kind, @Nullable String target, String words) {
    Label label = Controls.whole(new Label(words));
    if (target != null) {
      label.getStyleClass().add("indented");
    }
    Label glyph = Controls.label(OwnerColors.pattern(kind, target).glyph(), "monospace");
    addRow(row++, new Swatch(colors, kind, target), glyph, label);
  }
}
