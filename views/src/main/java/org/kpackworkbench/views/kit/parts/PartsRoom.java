package org.kpackworkbench.views.kit.parts;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;

/** Rooms of formats of databases whose documents are lists of parts: the general views. */
public final class PartsRoom {
  private PartsRoom() {}

  /** Returns the room of a format. */
  public static FormatRoom of(Format format) {
    PartsViews parts = new PartsViews(format);
    return of(format, parts, parts);
  }

  /** Returns the room of a format with other views of its files. */
  public static FormatRoom of(Format format, PartsViews parts, DocumentViewFactory views) {
    return new FormatRoom(
        format, KpackIcon.DATABASE, List.of(views), List.of(parts), List.of(parts));
  }
}
