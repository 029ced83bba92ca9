package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/**
 * A row of the workspace tree below a file.
 *
 * @param place where a click on it leads
 * @param text its name
 * @param detail a few words beside it, such as a size; may be empty
 * @param kind what colour and pattern its mark has; null for none
 * @param target for device code, the target that gives the shade; else null
 * @param hasChildren whether it can be opened
 * @param icon what is before it where it has no {@code kind}; null for none
 * @param opens the file that a double click opens; null if there is none
 */
public record WorkspaceNode(
    Place place,
    String text,
    String detail,
    @Nullable OwnerKind kind,
    @Nullable String target,
    boolean hasChildren,
    @Nullable KpackIcon icon,
    @Nullable Path opens) {

  /** A row for something in a file. */
  public WorkspaceNode(
      Place place,
      String text,
      String detail,
      @Nullable OwnerKind kind,
      @Nullable String target,
      boolean hasChildren) {
    this(place, text, detail, kind, target, hasChildren, null, null);
  }
}
