package org.kpackworkbench.views.format.codeobject;

import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.spi.FormatRoom;

/** Code objects in the window; what shows them is made for all files that may hold some. */
public final class CodeObjectRoom implements FormatRoom {

  @Override
  public Format format() {
    return CodeObjectFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.CODE_OBJECT;
  }
}
