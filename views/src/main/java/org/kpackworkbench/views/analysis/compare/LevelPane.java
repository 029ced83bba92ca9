package org.kpackworkbench.views.analysis.compare;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Cell;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;

/** What a level of a trail looks like: a table, or bytes beside bytes. UI thread only. */
interface LevelPane {

  Node node();

  /** For the right end of the status bar. */
  ObservableValue<String> statusText();

  /** Where what is selected is, on the first side that has it; null for nowhere. */
  ObservableValue<@Nullable Place> place();

  /** What a side has of what is selected; null where nothing is. */
  @Nullable Cell selected(int side);

  /** Adds what can be done on this level to what can be done with the whole comparison. */
  void install(ActionHandlers page);

  /** Puts the keyboard where it belongs. */
  void focus();

  /** Nobody looks at it any more. */
  void dispose();
}
