package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.convert.ConvertRequest.DISCARD;

import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.spi.ViewContext;

/** The fields of the form that makes a binary host-only. UI thread only. */
final class ConvertPane {
  private ConvertPane() {}

  static Region of(ConvertModel model, ViewContext context) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of(DISCARD, keepOrDiscard(model)));
    return new FormPane("convert-form", model.input().toString(), model, grid, context);
  }

  /** What is lost for good is a choice of its own. */
  private static Node keepOrDiscard(ConvertModel model) {
    FormField<Boolean> field = model.field(DISCARD);
    RadioButton keep = new RadioButton("Keep it in archives");
    keep.setId("form-keep");
    RadioButton discard = new RadioButton(DISCARD.title());
    discard.setId(FormGrid.id(field));
    discard.getStyleClass().add("form-warning");
    discard.setWrapText(true);
    ToggleGroup group = new ToggleGroup();
    keep.setToggleGroup(group);
    discard.setToggleGroup(group);
    (field.isOn() ? discard : keep).setSelected(true);
    discard.selectedProperty().subscribe((before, now) -> field.turn(now));
    VBox box = new VBox(keep, discard);
    box.setSpacing(6);
    return box;
  }
}
