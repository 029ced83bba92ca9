package org.kpackworkbench.views.format.aotriton;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.aotriton.AotritonFormat;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** AOTriton's packed kernels in the window: files of them, and archives of such files. */
public final class AotritonRoom implements FormatRoom {
  private final Format format;
  private final PartsViews views;

  private AotritonRoom(Format format) {
    this.format = format;
    this.views = new PartsViews(format, "target", "shared memory", "threads");
  }

  /** That of files. */
  public static AotritonRoom files() {
    return new AotritonRoom(AotritonFormat.FORMAT);
  }

  /** That of archives. */
  public static AotritonRoom archives() {
    return new AotritonRoom(AotritonZipFormat.FORMAT);
  }

  @Override
  public Format format() {
    return format;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.DATABASE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(views);
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(views);
  }

  @Override
  public List<PlaceFinder> finders() {
    return List.of(views);
  }
}
