package org.kpackworkbench.views.format.miopen;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.miopen.MiopenTextFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** MIOpen's text databases in the window: their records, which filter. */
public final class MiopenTextRoom implements FormatRoom {
  private static final PartsViews VIEWS = new PartsViews(MiopenTextFormat.FORMAT, "line", "values");

  @Override
  public Format format() {
    return MiopenTextFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.DATABASE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(VIEWS);
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(VIEWS);
  }

  @Override
  public List<PlaceFinder> finders() {
    return List.of(VIEWS);
  }
}
