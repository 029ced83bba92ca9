package org.kpackworkbench.views.format.ar;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Static libraries in the window. */
public final class ArRoom implements FormatRoom {

  @Override
  public Format format() {
    return ArFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.STATIC_LIBRARY;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new LibraryViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(new LibraryNodes());
  }
}
