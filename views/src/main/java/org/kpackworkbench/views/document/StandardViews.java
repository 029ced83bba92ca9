package org.kpackworkbench.views.document;

import org.kpackworkbench.views.bytes.BytesPanes;
import org.kpackworkbench.views.codeobject.CodeObjectViews;
import org.kpackworkbench.views.export.ExportActions;
import org.kpackworkbench.views.search.KernelFinder;
import org.kpackworkbench.views.shell.WorkbenchParts;

/** All views of the program: the one list that the window, pictures and tests are made from. */
public final class StandardViews {
  private StandardViews() {}

  /** The parts of a window with all views. */
  public static WorkbenchParts parts() {
    return BytesPanes.addTo(new WorkbenchParts(DocumentFile::load))
        .views(new CodeObjectViews())
        .finder(new KernelFinder())
        .actions(new ExportActions());
  }
}
