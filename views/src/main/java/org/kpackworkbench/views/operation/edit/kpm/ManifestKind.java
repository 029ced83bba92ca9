package org.kpackworkbench.views.operation.edit.kpm;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedManifest;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.views.operation.edit.EditedKind;

/** How manifests are opened for editing, and what is shown of them. */
enum ManifestKind implements EditedKind<ManifestEdit, EditedManifest, ManifestShot> {
  INSTANCE;

  @Override
  public DocumentKind kind() {
    return DocumentKind.MANIFEST;
  }

  @Override
  public Class<ManifestEdit> edits() {
    return ManifestEdit.class;
  }

  @Override
  public EditedManifest open(Path path) throws IOException {
    return EditedManifest.open(path);
  }

  @Override
  public ManifestShot look(EditedManifest manifest) {
    return ManifestShot.of(manifest);
  }
}
