package org.kpackworkbench.views.edit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.DocumentView;
import org.kpackworkbench.views.extend.DocumentViewFactory;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.ViewContext;

/** The views in which archives are edited. UI thread only. */
public final class EditViews implements DocumentViewFactory {
  /** Documents that were saved, for the views that are made when their files are read again. */
  private final Map<Path, ArchiveEditModel> saved = new HashMap<>();

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
    ArchiveEditModel known = saved.remove(file.path());
    ArchiveEditModel model =
        known == null ? new ArchiveEditModel(file.path(), context.background()) : known;
    return List.of(new ArchiveEditView(model, context, () -> saved.put(file.path(), model)));
  }
}
