package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.views.operation.edit.EditedKind;

/** How archives are opened for editing, and what is shown of them. */
enum ArchiveKind implements EditedKind<ArchiveEdit, EditedArchive, ArchiveShot> {
  INSTANCE;

  @Override
  public DocumentKind kind() {
    return DocumentKind.ARCHIVE;
  }

  @Override
  public Class<ArchiveEdit> edits() {
    return ArchiveEdit.class;
  }

  @Override
  public EditedArchive open(Path path) throws IOException {
    return EditedArchive.open(path);
  }

  @Override
  public ArchiveShot look(EditedArchive archive) throws IOException {
    return new ArchiveShot(
        archive.rows(),
        archive.groupName(),
        archive.family(),
        archive.architectures(),
        archive.scheme(),
        archive.level());
  }
}
