package org.kpackworkbench.views.format.kpack;

import java.util.List;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.map.OwnershipLayout;
import org.kpackworkbench.views.kit.sizes.SizedRows;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

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
        new ArchiveOverviewView(content, context),
        new ArchiveTableView(file, content, context),
        new LayoutView(
            document.place(),
            document.bytes(),
            () -> OwnershipLayout.of(document.ownership()),
            context),
        new SizesView(file, document.archive().place(), sizes(content), context));
  }

  private static SizesView.Source sizes(ArchiveContent content) {
    return new SizesView.Source() {
      @Override
      public String binaryWord() {
        return "binary";
      }

      @Override
      public ObservableValue<? extends @Nullable SizedRows> rows() {
        return content.rowsProperty().map(ArchiveSizes::new);
      }

      @Override
      public ObservableValue<? extends @Nullable Throwable> failure() {
        return content.failureProperty();
      }

      @Override
      public void load() {
        content.load();
      }

      @Override
      public void stop() {
        content.stop();
      }
    };
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
