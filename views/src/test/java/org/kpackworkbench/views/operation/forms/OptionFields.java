package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;

/** The fields of a dialog that is made from an operation's description. */
public final class OptionFields {
  private OptionFields() {}

  /** Makes sure that each option has its field, under its title, or a reason for none. */
  public static void assertThatAllAreIn(Node dialog, Operation<?> operation) {
    for (Option<?> option : operation.options()) {
      Node field = FormPictures.find(dialog, "#form-" + option.id());
      if (!option.noField().isEmpty()) {
        assertThat(field).as(option.toString()).isNull();
      } else if (field instanceof CheckBox box) {
        assertThat(box.getText()).isEqualTo(option.title());
      } else {
        assertThat(field).as(option.toString()).isNotNull();
        Node grid = field;
        while (!(grid instanceof FormGrid)) {
          grid = grid.getParent();
        }
        assertThat(grid.lookupAll(".form-name"))
            .filteredOn(name -> name instanceof Label label && isIn(field, label.getLabelFor()))
            .singleElement()
            .satisfies(
                name -> {
                  assertThat(((Label) name).getText()).isEqualTo(option.title());
                  assertThat(((Label) name).getTooltip().getText()).isEqualTo(option.help());
                });
      }
    }
  }

  private static boolean isIn(Node field, Node control) {
    return field.equals(control) || (field.getParent() != null && isIn(field.getParent(), control));
  }
}
