package org.kpackworkbench.views.analysis.estimate;

import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** Measure Ways to Store Code, for the active file or folder. */
public final class EstimateViews implements WindowActions {
  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    window.on(
        ActionId.ESTIMATE,
        file.map(opened -> true).orElse(false),
        () -> {
          OpenedFile opened = file.getValue();
          if (opened != null) {
            context
                .pages()
                .show(
                    EstimatePage.ID + " " + opened.path(),
                    () -> new EstimatePage(context, opened.path()));
          }
        });
  }
}
