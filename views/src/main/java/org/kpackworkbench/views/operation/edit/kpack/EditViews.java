package org.kpackworkbench.views.operation.edit.kpack;

import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views in which archives are edited. */
public final class EditViews implements DocumentViewFactory {
  private final Journals journals;

  /** Views that write down their edits there. */
  public EditViews(Journals journals) {
    this.journals = journals;
  }

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ArchiveDocument.class)
        .filter(
            document ->
                document.place() instanceof Place.File && document.archive().problems().isEmpty())
        .isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return List.of(
        new ArchiveEditView(
            file,
            new EditSession<>(file.path(), ArchiveKind.INSTANCE, journals, context.background()),
            context));
  }
}
