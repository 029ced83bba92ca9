package org.kpackworkbench.views.format.kernelprovider;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.kernelprovider.KernelProviderFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** hip-kernel-provider's descriptors in the window: the kernels that they name, which filter. */
public final class KernelProviderRoom implements FormatRoom {
  private static final PartsViews VIEWS =
      new PartsViews(KernelProviderFormat.FORMAT, "archive", "key", "SHA-256", "arguments");

  @Override
  public Format format() {
    return KernelProviderFormat.FORMAT;
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
