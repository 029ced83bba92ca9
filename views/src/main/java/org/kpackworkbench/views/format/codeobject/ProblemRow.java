package org.kpackworkbench.views.format.codeobject;

import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import org.jspecify.annotations.Nullable;

/** A line of the descriptor's table that stands out where something is wrong with the field. */
final class ProblemRow extends TableRow<KernelDetails.DescriptorField> {
  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

  @Override
  protected void updateItem(KernelDetails.@Nullable DescriptorField field, boolean empty) {
    super.updateItem(field, empty);
    pseudoClassStateChanged(PROBLEM, !empty && field != null && !field.problem().isEmpty());
  }
}
