package org.kpackworkbench.views.format.kpack;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** Archives in the window. */
public final class KpackRoom implements FormatRoom {
  private final ArchiveViews archives = new ArchiveViews();

  @Override
  public Format format() {
    return KpackFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.ARCHIVE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(archives);
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(archives.nodes());
  }

  @Override
  public List<PlaceFinder> finders() {
    return List.of(archives.finder());
  }
}
