package org.kpackworkbench.model.operation.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of packing a database, done or planned.
 *
 * @param archives one for each architecture of each database
 * @param databases what is packed, in the order of the paths
 * @param kept files that are copied beside the archives, in the order of the paths: from the code
 *     objects alone they do not get their bytes again
 * @param files number of files that stay where they are: what selects kernels, and all else
 * @param missed those among them that belong to a database and name an architecture, but are not
 *     known, by their paths below the input
 * @param left what there is to say of links and other files that are not packed
 * @param unread the libraries that say what code objects are selected by, and that could not be
 *     read whole; none where nothing was packed yet
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record PackDatabaseReport(
    List<PlannedArchive> archives,
    List<PackedPart> databases,
    List<KeptFile> kept,
    int files,
    List<String> missed,
    List<OperationNote> left,
    List<UnreadLibrary> unread,
    boolean upToDate) {
  public PackDatabaseReport {
    archives = List.copyOf(archives);
    databases = List.copyOf(databases);
    kept = List.copyOf(kept);
    missed = List.copyOf(missed);
    left = List.copyOf(left);
    unread = List.copyOf(unread);
  }

  /**
   * A library beside code objects, some of whose solutions are not in their metadata.
   *
   * @param file the library
   * @param problem what is wrong with it
   */
  public record UnreadLibrary(Path file, String problem) {}

  /**
   * A file that is packed, or the files of one folder that are a code object each.
   *
   * @param path its path below the input; empty for the input itself
   * @param database the database's name
   * @param architectures what its code objects are for, without features, in the order of names
   * @param files number of files
   * @param kernels number of their code objects
   * @param codeBytes size of those
   */
  public record PackedPart(
      String path,
      String database,
      List<String> architectures,
      int files,
      int kernels,
      long codeBytes) {
    public PackedPart {
      architectures = List.copyOf(architectures);
    }

    private void describe(Facts facts) {
      facts
          .text("path", path.isEmpty() ? "." : path)
          .text("database", database)
          .texts("architectures", architectures)
          .number("files", files)
          .number("kernels", kernels)
          .number("originalSize", codeBytes);
    }
  }

  /**
   * A file that is copied beside the archives.
   *
   * @param path its path below the input, and below the folder of such files
   * @param sizeBytes its size
   */
  public record KeptFile(String path, long sizeBytes) {
    private void describe(Facts facts) {
      facts.text("path", path).size("size", sizeBytes);
    }
  }

  /** Notes about every such archive, and warnings of files that should be packed. */
  public List<OperationNote> findings(PackDatabaseRequest request) {
    List<OperationNote> notes = new ArrayList<>();
    for (String path : missed) {
      notes.add(
          OperationNote.warning(
              DatabaseNotes.RECOGNISED,
              request.input().resolve(path),
              "it is a file of a database whose path contains an architecture, but no recogniser"
                  + " assigns it to one: it is not packed",
              "Keep it beside the database."));
    }
    notes = DatabaseNotes.grouped(notes);
    notes.addAll(left);
    for (UnreadLibrary library : unread) {
      notes.add(
          OperationNote.warning(
              "library-unread",
              library.file(),
              "it is damaged, so that metadata of code objects beside it lacks solutions or sizes: "
                  + library.problem().replaceFirst("\\.$", ""),
              "Get the file from the build of these code objects; their code is packed as it is."));
    }
    notes.add(
        OperationNote.note(
            "not-loaded",
            request.output(),
            "no library loads its kernels from such archives yet",
            "Keep the database; unpack-database restores it."));
    if (!kept.isEmpty()) {
      notes.add(
          OperationNote.note(
              "file-kept",
              KeptFiles.folder(request.output()),
              "%s, %s in all, %s kept beside the archives: compressed again from its kernels, an .aks2 file has other bytes"
                  .formatted(
                      CountText.of(kept.size(), "file"),
                      SizeText.of(kept.stream().mapToLong(KeptFile::sizeBytes).sum()),
                      CountText.word(kept.size(), "is", "are")),
              "Delete the folder if you do not need the same bytes."));
    }
    return notes;
  }

  /**
   * Returns the report of packing.
   *
   * @param dryRun whether it was only planned
   */
  public Report describe(PackDatabaseRequest request, boolean dryRun) {
    Facts facts =
        OperationFacts.of(request.input(), request.output(), dryRun, upToDate)
            .list("databases", databases, PackedPart::describe)
            .list("archives", archives, PlannedArchive::describe)
            .list("kept", kept, KeptFile::describe)
            .number("files", files)
            .shown(CountText.of(files, "file"));
    Report report = new Report(facts);
    if (dryRun) {
      report.table(
          "databases",
          "path as packed",
          "database",
          "architectures",
          "files",
          "kernels as code objects",
          "originalSize as code");
    }
    PlannedArchive.table(report).gap();
    if (files > 0) {
      report.line("left where it is: %s", "files");
    }
    return report.line("%s", "upToDate");
  }
}
