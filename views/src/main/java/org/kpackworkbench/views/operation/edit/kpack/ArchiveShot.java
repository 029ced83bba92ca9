package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedRows;

/**
 * An edited archive at one moment, as it is shown.
 *
 * @param level the level at which everything is compressed again; null where what is stored stays
 * @param grouping what is compressed together; null where the scheme has no groups
 * @param binaryIndex whether the table of contents says where each binary's rows are in it
 */
record ArchiveShot(
    EditedRows rows,
    String group,
    String family,
    List<String> architectures,
    StorageScheme scheme,
    @Nullable Integer level,
    @Nullable Grouping grouping,
    boolean binaryIndex) {
  ArchiveShot {
    architectures = List.copyOf(architectures);
  }

  /** Reads a document; background. */
  static ArchiveShot of(EditedArchive archive) throws IOException {
    return new ArchiveShot(
        archive.rows(),
        archive.groupName(),
        archive.family(),
        archive.architectures(),
        archive.scheme(),
        archive.level(),
        archive.grouping(),
        archive.hasBinaryIndex());
  }
}
