package org.kpackworkbench.views.kit.text;

import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import org.kpackworkbench.model.base.text.SizeText;

/**
 * A size in a convenient unit; the exact count stands in its tooltip and is what a screen reader
 * says.
 */
public final class SizeLabel extends Label {
  /**
   * Creates a label for a size.
   *
   * @param sizeBytes the size in bytes, from 0
   */
  public SizeLabel(long sizeBytes) {
    super(SizeText.of(sizeBytes));
    String exact = SizeText.exact(sizeBytes);
    setTooltip(new Tooltip(exact));
    setAccessibleText(exact);
  }
}
