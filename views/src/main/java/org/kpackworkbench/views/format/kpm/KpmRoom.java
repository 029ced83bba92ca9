package org.kpackworkbench.views.format.kpm;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Manifests of archives in the window. */
public final class KpmRoom implements FormatRoom {

  @Override
  public Format format() {
    return KpmFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.MANIFEST;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new ManifestViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(new ManifestNodes());
  }
}
