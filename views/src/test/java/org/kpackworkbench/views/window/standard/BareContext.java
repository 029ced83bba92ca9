package org.kpackworkbench.views.window.standard;

import javafx.beans.property.ReadOnlyObjectWrapper;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Jobs;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.spi.ViewContext;

/** What a view is given that is shown without the window around it. */
public final class BareContext {
  private BareContext() {}

  /** A context whose work is done at once, on the calling thread. */
  public static ViewContext sameThread() {
    return of(Background.sameThread());
  }

  /** A context of such a background. */
  public static ViewContext of(Background background) {
    return of(background, new Navigator());
  }

  /** A context of such a background that leads to places so. */
  public static ViewContext of(Background background, Navigator navigator) {
    return new ViewContext(
        navigator,
        background,
        new Jobs(background),
        new Actions(),
        new ReadOnlyObjectWrapper<>(OwnerColors.of(Theme.LIGHT)),
        new AnsweredDialogs(),
        StandardFormats.all());
  }
}
