package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;

/** Edits an archive until it is killed. */
public final class EditForeverMain {
  private EditForeverMain() {}

  /** Takes the archive and the folder for journals. */
  public static void main(String[] args) throws IOException {
    EditedArchive archive = EditedArchive.open(Path.of(args[0]));
    EditJournal journal = EditJournal.of(archive, Path.of(args[1]));
    for (int i = 0; journal.failure() == null; i++) {
      archive.apply(new ArchiveEdit.SetGroup("group " + i));
      if (i == 49) {
        System.out.println("50 edits");
      }
    }
  }
}
