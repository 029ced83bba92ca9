package org.kpackworkbench.views.operation.edit.marker;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.views.operation.edit.EditedKind;

/** How markers are opened for editing, and what is shown of them. */
enum MarkerKind implements EditedKind<MarkerEdit, EditedMarker, MarkerShot> {
  INSTANCE;

  @Override
  public DocumentKind kind() {
    return DocumentKind.MARKER;
  }

  @Override
  public Class<MarkerEdit> edits() {
    return MarkerEdit.class;
  }

  @Override
  public EditedMarker open(Path path) throws IOException {
    return EditedMarker.open(path);
  }

  @Override
  public MarkerShot look(EditedMarker marker) throws IOException {
    return MarkerShot.of(marker);
  }
}
