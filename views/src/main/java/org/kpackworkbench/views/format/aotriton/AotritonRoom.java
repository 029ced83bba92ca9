package org.kpackworkbench.views.format.aotriton;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.aotriton.AotritonFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** AOTriton's packed kernels in the window. */
public final class AotritonRoom implements FormatRoom {
  private static final PartsViews VIEWS =
      new PartsViews(AotritonFormat.FORMAT, "target", "shared memory", "threads");

  @Override
  public Format format() {
    return AotritonFormat.FORMAT;
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
