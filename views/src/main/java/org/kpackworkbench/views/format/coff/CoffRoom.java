package org.kpackworkbench.views.format.coff;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.coff.CoffFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Windows binaries in the window. */
public final class CoffRoom implements FormatRoom {

  @Override
  public Format format() {
    return CoffFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.ELF_LIBRARY;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new CoffViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(new CoffViews());
  }
}
