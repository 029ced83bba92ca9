package org.kpackworkbench.app.window;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.sample.SampleWorkspace;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.window.shell.Workbench;

/** Opens the sample workspace in a window that is made later. UI thread only. */
final class SampleOpener {
  private final Background background;
  private @Nullable Workbench workbench;

  SampleOpener(Background background) {
    this.background = background;
  }

  /** Sets the window's content. */
  void into(Workbench made) {
    workbench = made;
  }

  /** Unpacks the sample in the background, then opens its files. */
  void open() {
    Workbench window = workbench;
    if (window != null) {
      background.run(
          SampleWorkspace::ofUser,
          sample -> window.openAll(sample.files()),
          failure -> window.context().dialogs().showError("Could not unpack the sample", failure));
    }
  }
}
