package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;

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

  /** A row for a part of a file. */
  public static WorkspaceNode part(
      Place place, String text, String detail, OwnerKind kind, boolean hasChildren) {
    return new WorkspaceNode(place, text, detail, kind, null, hasChildren);
  }

  /**
   * A row for a code object.
   *
   * @param well whether it is what it should be; the detail says what is wrong if not
   */
  public static WorkspaceNode code(
      Place place, String text, String detail, String target, boolean well) {
    return new WorkspaceNode(
        place,
        text,
        detail,
        well ? OwnerKind.DEVICE_CODE : OwnerKind.PROBLEM,
        well ? target : null,
        false);
  }

  /** A row for all that are not in the tree, where a list has them. */
  public static WorkspaceNode more(Place list, int count, String where) {
    return new WorkspaceNode(list, CountText.grouped(count) + " more…", where, null, null, false);
  }

  /** A row for a folder. */
  public static WorkspaceNode folder(
      Place place, String text, String detail, boolean hasChildren, KpackIcon icon) {
    return new WorkspaceNode(place, text, detail, null, null, hasChildren, icon, null);
  }
}
