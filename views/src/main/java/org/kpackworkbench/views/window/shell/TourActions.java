package org.kpackworkbench.views.window.shell;

import java.util.concurrent.Callable;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.window.tour.Tour;
import org.kpackworkbench.views.window.tour.TourLayer;

/** Starts the tour, brings the window from step to step, and ends it. UI thread only. */
final class TourActions {
  private final Workbench workbench;
  private final WorkbenchLayout layout;
  private final ReadOnlyBooleanWrapper offered = new ReadOnlyBooleanWrapper();
  private @Nullable TourLayer layer;

  TourActions(Workbench workbench, WorkbenchLayout layout) {
    this.workbench = workbench;
    this.layout = layout;
    offered.set(workbench.settings().firstStart() && workbench.parts().tour() != null);
  }

  /** Whether the first page offers the tour: at the very first start, until it was taken. */
  ReadOnlyBooleanProperty offeredProperty() {
    return offered.getReadOnlyProperty();
  }

  void install() {
    Callable<Tour> make = workbench.parts().tour();
    if (make != null) {
      workbench.actions().window().on(ActionId.TOUR, () -> start(make));
    }
    // Wherever the focus is but in a field; trees and tables would keep the key for themselves.
    layout.addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          TourLayer now = layer;
          if (now != null
              && event.getCode() == KeyCode.ESCAPE
              && !(event.getTarget() instanceof TextInputControl)) {
            event.consume();
            now.leave();
          }
        });
  }

  private void start(Callable<Tour> make) {
    workbench
        .context()
        .background()
        .run(
            make,
            this::show,
            failure ->
                workbench
                    .context()
                    .dialogs()
                    .showError("Could not unpack the sample for the tour", failure));
  }

  private void show(Tour tour) {
    offered.set(false);
    end();
    tour.files().forEach(workbench.files()::open);
    TourLayer fresh = new TourLayer(tour, layout::part, this::go, this::end);
    layer = fresh;
    layout.getChildren().add(fresh);
    fresh.begin();
  }

  private void go(Tour.Stop stop) {
    if (stop.part() == Tour.Part.WORKSPACE) {
      layout.workspaceShown().set(true);
    }
    workbench.navigator().open(stop.place());
  }

  private void end() {
    Node shown = layer;
    layer = null;
    if (shown != null) {
      layout.getChildren().remove(shown);
    }
  }
}
