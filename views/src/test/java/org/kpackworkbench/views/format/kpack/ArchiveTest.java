package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Opens archives for tests of what is made of their rows. */
abstract class ArchiveTest {
  @TempDir Path folder;
  private final List<KpackArchive> opened = new ArrayList<>();

  KpackArchive open(Path file) throws IOException {
    KpackArchive archive = KpackArchive.open(file);
    opened.add(archive);
    return archive;
  }

  /** The rows with their stored sizes. */
  ArchiveRows rows(Path file) throws IOException {
    KpackArchive archive = open(file);
    if (archive.refusal() == null) {
      archive.blobs(Progress.NONE);
    }
    return ArchiveRows.read(archive, Progress.NONE);
  }

  @AfterEach
  void close() throws IOException {
    for (KpackArchive archive : opened) {
      archive.close();
    }
  }
}
