package org.kpackworkbench.views.analysis.process;

import java.util.Locale;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** Inspect Running Process. */
public final class ProcessViews implements WindowActions {
  private final ProcFolder processes;
  private final String system;

  /** For the processes of this machine. */
  public ProcessViews() {
    this(ProcFolder.ofSystem(), System.getProperty("os.name", ""));
  }

  ProcessViews(ProcFolder processes, String system) {
    this.processes = processes;
    this.system = system;
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    boolean linux = system.toLowerCase(Locale.ROOT).contains("linux");
    window.unless(
        ActionId.INSPECT_PROCESS,
        new ReadOnlyStringWrapper(linux ? "" : "only on Linux"),
        () -> context.pages().show(ProcessPage.ID, () -> new ProcessPage(context, processes)));
  }
}
