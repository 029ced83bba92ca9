package org.kpackworkbench.views.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.ObservableSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditJournal;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;

/** Where edits are written down that are not saved. One for all editors of the program. */
public final class Journals {
  private final @Nullable Path folder;
  private final ObservableSet<Path> wanted = FXCollections.observableSet();
  private final ObservableList<EditNotices<?, ?, ?>> offering = FXCollections.observableArrayList();

  private Journals(@Nullable Path folder) {
    this.folder = folder;
  }

  /** Nothing is written down, as for pictures. */
  public static Journals none() {
    return new Journals(null);
  }

  /** In a folder of the user's, which need not be there yet. */
  public static Journals in(Path folder) {
    return new Journals(folder);
  }

  /** Writes down the edits of a document from now on. On the thread that edits. */
  @Nullable EditJournal attach(EditedDocument<?> document) {
    return folder == null ? null : EditJournal.of(document, folder);
  }

  /** Finds what ended processes left behind. In the background. */
  RecoveredEdits.Found leftBehind() throws IOException {
    return folder == null
        ? new RecoveredEdits.Found(List.of(), List.of())
        : RecoveredEdits.in(folder);
  }

  /** Finds what was left behind of one file. In the background. */
  List<RecoveredEdits> leftBehind(Path file, DocumentKind kind) throws IOException {
    Path wantedFile = file.toAbsolutePath().normalize();
    return leftBehind().edits().stream()
        .filter(found -> found.kind() == kind && !found.edits().isEmpty())
        .filter(found -> found.file().path().normalize().equals(wantedFile))
        .toList();
  }

  /** The other files of which something was left behind. In the background. */
  Set<Path> otherFiles(Path file) throws IOException {
    Path own = file.toAbsolutePath().normalize();
    return leftBehind().edits().stream()
        .filter(found -> !found.edits().isEmpty())
        .map(found -> found.file().path().normalize())
        .filter(path -> !path.equals(own))
        .collect(Collectors.toSet());
  }

  /** Journals whose edits are recovered as soon as their files are open. UI thread. */
  ObservableSet<Path> wanted() {
    return wanted;
  }

  /** The open files of which edits are offered now: one answer is for all of them. UI thread. */
  ObservableList<EditNotices<?, ?, ?>> offering() {
    return offering;
  }
}
