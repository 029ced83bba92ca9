package org.kpackworkbench.views.operation.edit.kpm;

import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedManifest;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.EditedKind;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views in which manifests are edited. */
public record ManifestEditViews(Journals journals) implements DocumentViewFactory {
  private static final EditedKind<ManifestEdit, EditedManifest, ManifestShot> KIND =
      new EditedKind<>(
          DocumentKind.MANIFEST, ManifestEdit.class, EditedManifest::open, ManifestShot::of);

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    ManifestDocument document = file.as(ManifestDocument.class).orElse(null);
    return document != null && document.place() instanceof Place.File
        ? List.of(
            new ManifestEditView(
                new EditSession<>(file.path(), KIND, journals, context.background()), context))
        : List.of();
  }
}
