package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The simulator of a tree, of a binary with device code, or with a marker instead, and of the
 * libraries that a binary needs.
 */
public final class ResolveViews implements DocumentViewFactory {
  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    FolderFile folder = file.as(FolderFile.class).orElse(null);
    if (folder != null) {
      List<DocumentView> views = new ArrayList<>();
      views.add(
          new TreeSimulatorView(
              "resolve", "Loading", folder, progress -> targets(folder), context));
      if (folder.holdsPackages()) {
        // A package is open as what is in it; what is installed is the file.
        views.add(new AdviceView(folder, Path.of(folder.path().toString()), context));
      }
      if (DoctorView.concerns(folder)) {
        views.add(new DoctorView(folder, context));
      }
      return views;
    }
    List<DocumentView> views = new ArrayList<>();
    HostDocument binary = file.as(HostDocument.class).orElse(null);
    if (binary == null) {
      return views;
    }
    if (new BinarySubject(binary).hasWrappers()) {
      views.add(new BinarySimulatorView(file, new BinarySubject(binary), context));
    }
    if (NeededLibrariesView.concerns(binary)) {
      views.add(new NeededLibrariesView(file, context));
    }
    return views;
  }

  /** Returns the targets that there is code for; the search ends when the folder is closed. */
  private static List<GpuTarget> targets(FolderFile folder) throws IOException {
    return folder.once(CoverageGrid.class, CoverageScan::of).devices();
  }
}
