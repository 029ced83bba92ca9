package org.kpackworkbench.views.format.folder;

import java.util.List;
import org.kpackworkbench.views.analysis.coverage.CoverageData;
import org.kpackworkbench.views.analysis.coverage.CoverageView;
import org.kpackworkbench.views.analysis.resolve.TreeSimulatorView;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of a folder that is open as a whole. */
public final class FolderViews implements DocumentViewFactory {
  @Override
  public boolean handles(OpenedFile file) {
    return file.isFolder() && file.as(FolderFile.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    FolderFile folder = file.as(FolderFile.class).orElseThrow();
    return List.of(
        new OverviewView(folder.place(), () -> FolderOverview.of(folder), context)
            .above(() -> new NextSteps(context.actions())),
        new RowsView<>(new FolderFilesSpec(folder), context),
        new CoverageView(() -> CoverageData.of(folder.grid()), folder::entry, context),
        new TreeSimulatorView(folder, () -> folder.grid().columns(), context));
  }
}
