package org.kpackworkbench.views.extend;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.OwnerKind;
import org.kpackworkbench.model.place.Place;

/**
 * A row of the workspace tree below a file.
 *
 * @param place where a click on it leads
 * @param text its name
 * @param detail a few words beside it, such as a size; may be empty
 * @param kind what colour and pattern its mark has; null for none
 * @param target for device code, the target that gives the shade; else null
 * @param hasChildren whether it can be opened
 */
public record WorkspaceNode(
    Place place,
    String text,
    String detail,
    @Nullable OwnerKind kind,
    @Nullable String target,
    boolean hasChildren) {}
