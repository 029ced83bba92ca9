package org.kpackworkbench.views.spi;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.registry.Format;

/**
 * How the window shows files of one format: a room's entry in the list of all.
 *
 * @param format the format that it is about
 * @param icon the icon of such files
 * @param views the factories of views of such files, in the order of their tabs
 * @param nodes rows below such files in the workspace tree
 * @param finders the finders that find/go-to uses in such files
 */
public record FormatRoom(
    Format format,
    KpackIcon icon,
    List<DocumentViewFactory> views,
    List<WorkspaceNodeProvider> nodes,
    List<PlaceFinder> finders) {}
