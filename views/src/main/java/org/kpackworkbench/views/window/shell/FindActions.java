package org.kpackworkbench.views.window.shell;

import javafx.beans.binding.Bindings;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.window.search.FindField;
import org.kpackworkbench.views.window.search.FindModel;

/** Find and go to, by the field in the tool bar; views with a search of their own come first. */
final class FindActions {
  private final Navigator navigator;
  private final FindModel model;
  private final FindField field;

  FindActions(Navigator navigator, FindModel model, FindField field) {
    this.navigator = navigator;
    this.model = model;
    this.field = field;
  }

  void install(ActionHandlers handlers) {
    var some = Bindings.isNotEmpty(model.hits());
    handlers
        .on(ActionId.FIND, this::focus)
        .on(ActionId.GO_TO, this::focus)
        .on(ActionId.FIND_NEXT, some, () -> go(model.step(1)))
        .on(ActionId.FIND_PREVIOUS, some, () -> go(model.step(-1)));
  }

  private void focus() {
    field.requestFocus();
    field.selectAll();
  }

  private void go(@Nullable Place place) {
    if (place != null) {
      navigator.go(place);
    }
  }
}
