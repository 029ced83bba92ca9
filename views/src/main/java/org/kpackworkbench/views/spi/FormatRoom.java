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
    List<PlaceFinder> finders) {
  public FormatRoom {
    views = List.copyOf(views);
    nodes = List.copyOf(nodes);
    finders = List.copyOf(finders);
  }

  /** Creates the room of a format without views of its own. */
  public static FormatRoom of(Format format, KpackIcon icon) {
    return new FormatRoom(format, icon, List.of(), List.of(), List.of());
  }

  /** This room with views. */
  public FormatRoom views(DocumentViewFactory... factories) {
    return new FormatRoom(format, icon, List.of(factories), nodes, finders);
  }

  /** Returns this room with the views of a type of documents. */
  public <D> FormatRoom views(Class<D> type, DocumentViewFactory.Of<D> made) {
    return views(DocumentViewFactory.of(type, made));
  }

  /** This room with rows in the workspace tree. */
  public FormatRoom nodes(WorkspaceNodeProvider... providers) {
    return new FormatRoom(format, icon, views, List.of(providers), finders);
  }

  /** Returns this room with the rows below a type of documents in the workspace tree. */
  public <D> FormatRoom nodes(Class<D> type, WorkspaceNodeProvider.Of<D> rows) {
    return nodes(WorkspaceNodeProvider.of(type, rows));
  }

  /** This room with finders. */
  public FormatRoom finders(PlaceFinder... those) {
    return new FormatRoom(format, icon, views, nodes, List.of(those));
  }
}
