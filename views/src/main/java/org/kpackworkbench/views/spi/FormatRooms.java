package org.kpackworkbench.views.spi;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * The formats that a window knows, and how it shows them. Immutable; safe for use by many threads.
 *
 * @param formats all formats, also those that are shown as bytes
 * @param rooms those with views of their own
 */
public record FormatRooms(Formats formats, List<FormatRoom> rooms) {
  public FormatRooms {
    rooms = List.copyOf(rooms);
  }

  /** These and one more. */
  public FormatRooms with(FormatRoom room) {
    List<FormatRoom> more = new ArrayList<>(rooms);
    more.add(room);
    return new FormatRooms(formats.with(room.format()), more);
  }

  /** The icon of a file of a format. */
  public KpackIcon icon(Format format) {
    for (FormatRoom room : rooms) {
      if (room.format().equals(format)) {
        return room.icon();
      }
    }
    return format.isText() ? KpackIcon.TEXT_FILE : KpackIcon.UNKNOWN_FILE;
  }

  /** The icon of a file among others. */
  public KpackIcon icon(FileSummary file) {
    FileSummary.Group group = file.group();
    if (group.equals(FileSummary.Group.UNREADABLE)) {
      return KpackIcon.ERROR;
    }
    if (group.equals(FileSummary.Group.LINK)) {
      return KpackIcon.GO_TO;
    }
    if (group.equals(FileSummary.Group.DATABASE)) {
      return KpackIcon.DATABASE;
    }
    if (group.equals(FileSummary.Group.PACKED)) {
      return KpackIcon.FOLDER;
    }
    if (group.equals(FileSummary.Group.OTHER)) {
      return KpackIcon.UNKNOWN_FILE;
    }
    return group.owner() == OwnerKind.PROBLEM ? KpackIcon.WARNING : icon(file.format());
  }
}
