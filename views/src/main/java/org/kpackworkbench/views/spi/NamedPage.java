package org.kpackworkbench.views.spi;

import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.kpackworkbench.icons.KpackIcon;

/** A page with its title and icon, and a text of its own in the status bar. UI thread only. */
public abstract class NamedPage implements Page {
  private final String id;
  private final ReadOnlyStringWrapper title;
  private final KpackIcon icon;
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper("");

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
    return title.getReadOnlyProperty();
  }

  @Override
  public final KpackIcon icon() {
    return icon;
  }

  /** Gives its tab another title. */
  protected final void title(String now) {
    title.set(now);
  }

  @Override
  public ObservableValue<String> statusText() {
    return status.getReadOnlyProperty();
  }

  /** Sets the text at the right end of the status bar. */
  protected final void status(String now) {
    status.set(now);
  }
}
