package org.kpackworkbench.views.analysis.log;

import java.util.List;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.log.LogFormat;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** The view of files that are debug logs, and the page for one that is pasted. */
public final class LogViews implements DocumentViewFactory, WindowActions {
  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return file.as(OtherDocument.class).filter(log -> log.format() == LogFormat.FORMAT).isPresent()
        ? List.of(new LogView(file, context))
        : List.of();
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    window.on(
        ActionId.READ_LOG, () -> context.pages().show(LogPage.ID, () -> new LogPage(context)));
  }
}
