package org.kpackworkbench.views.format.container;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.container.ContainerFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** LLVM's containers of device code in the window. */
public final class ContainerRoom implements FormatRoom {

  @Override
  public Format format() {
    return ContainerFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.BUNDLE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new ContainerViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(new ContainerViews());
  }
}
