package org.kpackworkbench.views.spi;

import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.kpackworkbench.icons.KpackIcon;

/** A page whose title and icon never change. UI thread only. */
public abstract class NamedPage implements Page {
  private final String id;
  private final ObservableValue<String> title;
  private final KpackIcon icon;

  /**
   * A page.
   *
   * @param id see {@link Page#id()}
   * @param title the title of its tab; short
   */
  protected NamedPage(String id, String title, KpackIcon icon) {
    this.id = id;
    this.title = new ReadOnlyStringWrapper(title);
    this.icon = icon;
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final ObservableValue<String> title() {
    return title;
  }

  @Override
  public final KpackIcon icon() {
    return icon;
  }
}
