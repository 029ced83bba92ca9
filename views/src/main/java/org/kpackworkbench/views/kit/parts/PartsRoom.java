package org.kpackworkbench.views.kit.parts;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The room of a format of databases whose documents are lists of parts: the general views. */
public abstract class PartsRoom implements FormatRoom {
  private final Format format;
  private final PartsViews parts;

  /** That of a format, with its general views. */
  protected PartsRoom(Format format, PartsViews parts) {
    this.format = format;
    this.parts = parts;
  }

  @Override
  public final Format format() {
    return format;
  }

  @Override
  public final KpackIcon icon() {
    return KpackIcon.DATABASE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(parts);
  }

  @Override
  public final List<WorkspaceNodeProvider> nodes() {
    return List.of(parts);
  }

  @Override
  public final List<PlaceFinder> finders() {
    return List.of(parts);
  }
}
