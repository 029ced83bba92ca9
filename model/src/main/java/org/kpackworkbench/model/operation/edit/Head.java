package org.kpackworkbench.model.operation.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;

/**
 * What an edited archive says as a whole.
 *
 * @param architectures the list where somebody has set it; null: the original's, following the rows
 * @param level the level at which everything is compressed anew; null: what is stored stays
 */
record Head(
    String group,
    String family,
    @Nullable List<String> architectures,
    StorageScheme scheme,
    @Nullable Integer level) {

  static Head of(KpackArchive archive) {
    return new Head(archive.groupName(), archive.family(), null, archive.scheme(), null);
  }
}
