package org.kpackworkbench.views.archive;

import java.util.List;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.views.extend.DocumentView;
import org.kpackworkbench.views.extend.DocumentViewFactory;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.PlaceFinder;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.extend.WorkspaceNodeProvider;

/** Everything that the window has for archives: views, rows of the workspace tree, search. */
public final class ArchiveViews implements DocumentViewFactory {
  private final KnownRows known = new KnownRows();

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ArchiveDocument.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    ArchiveDocument document = file.as(ArchiveDocument.class).orElseThrow();
    ArchiveContent content = new ArchiveContent(document.archive(), known, context.background());
    return List.of(
        new ArchiveOverviewView(content, context), new ArchiveTableView(file, content, context));
  }

  /** The rows below archives in the workspace tree. */
  public WorkspaceNodeProvider nodes() {
    return new ArchiveNodes(known);
  }

  /** Finds rows of archives. */
  public PlaceFinder finder() {
    return new ArchiveFinder(known);
  }
}
