package org.kpackworkbench.views.format.miopen;

import org.kpackworkbench.model.format.miopen.MiopenTextFormat;
import org.kpackworkbench.views.kit.parts.PartsRoom;
import org.kpackworkbench.views.kit.parts.PartsViews;

/** MIOpen's text databases in the window: their records, which filter. */
public final class MiopenTextRoom extends PartsRoom {
  /** The room. */
  public MiopenTextRoom() {
    super(MiopenTextFormat.FORMAT, new PartsViews(MiopenTextFormat.FORMAT));
  }
}
