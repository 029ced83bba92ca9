package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.Node;
import javafx.scene.control.MenuItem;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.views.kit.action.ActionHandlers;

/** Bytes of several sides beside one another, or the instructions that they are. UI thread only. */
public interface AlignedPane {
  /** The node to show. */
  Node node();

  /** Which difference the user is in and how many there are, for a status bar. */
  ReadOnlyStringProperty statusText();

  /**
   * The selected bytes of a side, or else those where the user is.
   *
   * @param side counted as the sides are shown now
   * @return empty if the side has none there
   */
  ByteRange selected(int side);

  /** Adds what can be done here to what can be done with the whole comparison. */
  void install(ActionHandlers page);

  /** Sets the end of the context menu, which is made again each time that it is shown. */
  void setMenuItems(Supplier<List<MenuItem>> items);

  /** Puts the focus on what is shown. */
  void requestFocus();

  /** Ends what runs. The caller closes the comparison. */
  void dispose();
}
