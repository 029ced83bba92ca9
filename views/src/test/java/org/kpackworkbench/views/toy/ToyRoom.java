package org.kpackworkbench.views.toy;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** How the window shows a {@link ToyFormat}. */
record ToyRoom(PartsViews parts) implements FormatRoom {
  ToyRoom() {
    this(new PartsViews(ToyFormat.FORMAT));
  }

  @Override
  public Format format() {
    return ToyFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.NOTE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(parts);
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(parts);
  }

  @Override
  public List<PlaceFinder> finders() {
    return List.of(parts);
  }
}
