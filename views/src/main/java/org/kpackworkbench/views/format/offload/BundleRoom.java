package org.kpackworkbench.views.format.offload;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Bundles, in files of their own and in host binaries, in the window. */
public final class BundleRoom implements FormatRoom {

  @Override
  public Format format() {
    return BundleFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.BUNDLE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new BundleViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(new BundleNodes());
  }
}
