package org.kpackworkbench.views.format.tensile;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.tensile.TensileDocument;
import org.kpackworkbench.model.format.tensile.TensileFormat;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of Tensile's logic files: their parts, and which kernel is selected. */
public final class TensileViews implements DocumentViewFactory {
  private static final PartsViews PARTS = new PartsViews(TensileFormat.FORMAT).readAsShown();

  /** The room of Tensile's logic files. */
  public static FormatRoom room() {
    return PARTS.room().views(new TensileViews());
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    List<DocumentView> views = new ArrayList<>(PARTS.create(file, context));
    file.as(TensileDocument.class)
        .ifPresent(document -> views.add(new RowsView<>(new SelectionSpec(document), context)));
    return List.copyOf(views);
  }
}
