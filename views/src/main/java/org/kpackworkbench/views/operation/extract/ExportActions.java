package org.kpackworkbench.views.operation.extract;

import java.util.List;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** Extract, for the code object around the current place, and Extract All, for its file. */
public final class ExportActions implements WindowActions {

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    Exporter exporter = new Exporter(context);
    ObservableValue<Boolean> somewhere =
        context.navigator().currentProperty().map(place -> true).orElse(false);
    window
        .on(
            ActionId.EXTRACT,
            somewhere,
            () -> {
              OpenedFile opened = file.getValue();
              Place here = context.navigator().current();
              Place.CodeObject code = here == null ? null : around(here);
              if (opened == null) {
                return;
              }
              if (code == null) {
                exporter.extractAll(opened);
              } else {
                exporter.extract(opened, List.of(code));
              }
            })
        .on(
            ActionId.EXTRACT_ALL,
            somewhere,
            () -> {
              OpenedFile opened = file.getValue();
              if (opened != null) {
                exporter.extractAll(opened);
              }
            });
  }

  private static Place.@Nullable CodeObject around(Place place) {
    for (Place step : place.path().reversed()) {
      if (step instanceof Place.CodeObject code) {
        return code;
      }
    }
    return null;
  }
}
