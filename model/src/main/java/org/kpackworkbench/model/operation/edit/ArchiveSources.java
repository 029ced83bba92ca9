package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The other archives from which rows were taken, open until the document is closed. */
final class ArchiveSources implements AutoCloseable {
  private final UnpackBudget budget;
  private final Map<FileStamp, KpackArchive> open = new HashMap<>();

  ArchiveSources(UnpackBudget budget) {
    this.budget = budget;
  }

  /**
   * Another archive, whose blobs are found.
   *
   * @throws IOException where it is not the file that it was, or nothing can be taken out of it
   */
  KpackArchive get(FileStamp stamp) throws IOException {
    KpackArchive known = open.get(stamp);
    if (known != null) {
      return known;
    }
    stamp.require("Take the rows from the file as it is now.");
    KpackArchive archive = KpackArchive.open(stamp.path(), budget);
    try {
      FormatException refusal = archive.refusal();
      if (refusal != null) {
        throw refusal;
      }
      archive.blobs(Progress.NONE);
    } catch (IOException | RuntimeException failure) {
      archive.close();
      throw failure;
    }
    open.put(stamp, archive);
    return archive;
  }

  @Override
  public void close() throws IOException {
    for (KpackArchive archive : open.values()) {
      archive.close();
    }
    open.clear();
  }
}
