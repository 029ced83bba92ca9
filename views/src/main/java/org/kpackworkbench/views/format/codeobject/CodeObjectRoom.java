package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Code objects in the window; what shows them is made for all files that may hold some. */
public final class CodeObjectRoom {
  private CodeObjectRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        CodeObjectFormat.FORMAT, KpackIcon.CODE_OBJECT, List.of(), List.of(), List.of());
  }
}
