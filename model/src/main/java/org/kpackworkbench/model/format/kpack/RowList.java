package org.kpackworkbench.model.format.kpack;

import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.RandomAccess;
import org.kpackworkbench.model.base.bytes.FormatException;

/** The rows of an archive as a list; each is made when it is asked for. */
final class RowList extends AbstractList<ArchiveEntry> implements RandomAccess {
  private final KpackArchive archive;

  RowList(KpackArchive archive) {
    this.archive = archive;
  }

  @Override
  public ArchiveEntry get(int row) {
    try {
      return archive.entry(row);
    } catch (FormatException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Override
  public int size() {
    return archive.entryCount();
  }
}
