package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.database.DatabaseTargets;

/** A rule about files of kernel databases in artifacts. */
public final class DatabaseRule {
  private static final Databases DATABASES = Databases.installed();

  private DatabaseRule() {}

  /** The check of a file that is in a stage prefix of an artifact. */
  private interface FileCheck {
    void check(TreeFileSubject subject, Databases databases, Sink sink) throws IOException;
  }

  private static Rule<TreeFileSubject> rule(String name, String sentence, FileCheck check) {
    return Rule.of(
        TreeFileSubject.class,
        name,
        sentence,
        (subject, sink) -> {
          TreePosition position = subject.position();
          if (position.home().name() != null && !position.prefix().isEmpty()) {
            check.check(subject, DATABASES, sink);
          }
        });
  }

  /** An architecture's artifact has database files of that architecture only. */
  public static final Rule<TreeFileSubject> OWN_ARCHITECTURE =
      rule(
          "artifact-database",
          "Database files in an architecture's artifact are for that architecture.",
          DatabaseRule::ownArchitecture);

  private static void ownArchitecture(TreeFileSubject subject, Databases databases, Sink sink)
      throws IOException {
    String path = subject.position().path();
    DatabaseFile file = databases.recognise(path).orElse(null);
    if (file == null) {
      return;
    }
    TreeHome home = subject.position().home();
    GpuTarget wanted = ArtifactContentRules.architecture(home);
    GpuTarget target =
        new DatabaseTargets(databases, Progress.NONE).of(subject.place().file(), path);
    if (wanted == null || (target != null && isFor(target, wanted))) {
      return;
    }
    sink.error(
        subject.place(),
        target == null
            ? "It is a file of %s for all architectures, in the artifact for %s."
                .formatted(file.database(), wanted)
            : "It is a file of %s for %s, in the artifact for %s."
                .formatted(file.database(), target, wanted),
        target == null
            ? "It belongs in the generic artifact."
            : "Split the artifact again; %s gets it only with %s.".formatted(target, wanted));
  }

  /** Names of families mean all of the family. */
  private static boolean isFor(GpuTarget target, GpuTarget wanted) {
    return GpuTable.related(target.processor(), wanted.processor());
  }

  /** A file among a database's that names an architecture is known as that architecture's. */
  public static final Rule<TreeFileSubject> RECOGNISED =
      rule(
          DatabaseNotes.RECOGNISED,
          "Files in a database's folder that name an architecture are recognised.",
          DatabaseRule::recognised);

  private static void recognised(TreeFileSubject subject, Databases databases, Sink sink)
      throws IOException {
    TreePosition position = subject.position();
    if (position.home().generic()) {
      Optional<String> missed = databases.missed(position.path());
      if (missed.isEmpty()) {
        DatabaseNotes.unnamed(databases, subject.place().file(), position.path())
            .ifPresent(
                library ->
                    sink.warning(
                        subject.place(),
                        "It is a database of kernels of %s, but no recogniser knows its name: it is installed for every GPU."
                            .formatted(library),
                        "Give it the name by which %s opens it, and split the artifact again."
                            .formatted(library)));
      }
      missed.ifPresent(
          name ->
              sink.warning(
                  subject.place(),
                  "It is a file of %s whose name contains an architecture, but no recogniser assigns it to one: it is installed for every GPU."
                      .formatted(name),
                  "If only one architecture needs it, name it as %s opens files of one architecture, and split the artifact again."
                      .formatted(name)));
    }
  }

  /** The generic artifact has no files of databases that were split. */
  public static final Rule<TreeFileSubject> GENERIC =
      rule(
          "generic-database",
          "The generic artifact has no database files of one architecture.",
          DatabaseRule::generic);

  private static void generic(TreeFileSubject subject, Databases databases, Sink sink)
      throws IOException {
    TreePosition position = subject.position();
    DatabaseFile file = databases.recognise(position.path()).orElse(null);
    if (file == null || !position.home().generic() || file.architecture() == null) {
      return;
    }
    boolean split = wasSplit(subject);
    sink.add(
        split ? Severity.ERROR : Severity.NOTE,
        subject.place(),
        -1,
        "It is a file of %s for %s, in the artifact for every GPU."
            .formatted(file.database(), file.architecture()),
        split
            ? "Other files of that database lie in the artifacts of their architectures; "
                + "split it again."
            : "If the database is to be split, too, name it: --split-databases %s."
                .formatted(file.database()));
  }

  /** Whether the same folder lies in an architecture's artifact. */
  private static boolean wasSplit(TreeFileSubject subject) throws IOException {
    TreePosition position = subject.position();
    return subject.context().siblings(position.home()).stream()
        .anyMatch(sibling -> !sibling.generic() && Files.isDirectory(position.folderIn(sibling)));
  }

  /** A symbolic link that is for an architecture leads to what is for the same. */
  public static final Rule<TreeFileSubject.Name> LINK =
      Rule.of(
          TreeFileSubject.Name.class,
          DatabaseNotes.LINK,
          "Symbolic links among database files lead to files of their own architecture.",
          DatabaseRule::link);

  private static void link(TreeFileSubject.Name subject, Sink sink) throws IOException {
    Path link = subject.place().file().toAbsolutePath().normalize();
    if (!Files.isSymbolicLink(link)) {
      return;
    }
    DatabaseNotes.linkWords(DATABASES, link, link.toString())
        .ifPresent(
            words ->
                sink.warning(
                    subject.place(),
                    "I" + words.substring(1) + ".",
                    "Replace the link with a copy."));
  }
}
