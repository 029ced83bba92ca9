package org.kpackworkbench.model.verify.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.tree.FolderWalk;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.around.Surroundings;

/**
 * Verifies files, and the files of folders, to the last byte. For one run on one thread; it uses
 * more of its own.
 */
public final class Verifier {
  private final VerifyRequest request;
  private final Progress progress;
  private final Surroundings around;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Path> checked = new ArrayList<>();
  private final List<VerifyReport.Unreadable> unreadable = new ArrayList<>();

  private Verifier(VerifyRequest request, Surroundings around, Progress progress) {
    this.around = around;
    this.request = request;
    this.progress = progress;
  }

  /**
   * Verifies.
   *
   * @param paths files, which are checked whatever they are, and folders, of which each file of a
   *     known kind is checked
   * @param progress is advanced by stored bytes, file by file
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static VerifyReport run(List<Path> paths, VerifyRequest request, Progress progress) {
    try (Surroundings around = new Surroundings()) {
      Verifier verifier = new Verifier(request, around, progress);
      for (Path path : paths) {
        verifier.path(path);
      }
      return new VerifyReport(verifier.findings, verifier.checked, verifier.unreadable);
    } catch (IOException closing) {
      throw new java.io.UncheckedIOException(closing);
    }
  }

  private void path(Path path) {
    try {
      if (!Files.isDirectory(path)) {
        file(path, true);
        return;
      }
      FolderWalk walk = FolderWalk.of(path);
      for (FolderWalk.Unreadable one : walk.unreadable()) {
        unreadable.add(new VerifyReport.Unreadable(one.path(), one.failure()));
      }
      for (Path file : walk.files()) {
        progress.step(0);
        inFolder(file);
      }
    } catch (IOException failure) {
      unreadable.add(new VerifyReport.Unreadable(path, failure));
    }
  }

  private void inFolder(Path file) {
    try {
      file(file, false);
    } catch (IOException failure) {
      unreadable.add(new VerifyReport.Unreadable(file, failure));
    }
  }

  /**
   * @param named whether somebody named it: then it is checked whatever it is
   */
  private void file(Path path, boolean named) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      FileKind kind = FileKind.of(path, file.view());
      if (kind == FileKind.OTHER && !named) {
        return;
      }
      Place place = new Place.File(path);
      Findings found = new Findings(place, request.rules(), new Quiet(progress));
      progress.begin("Verifying " + place.label(), file.view().size());
      new FileCheck(new Checks(request.rules(), found), around, request.threads(), progress)
          .check(place, file.view(), kind);
      findings.addAll(found.sorted());
      checked.add(path);
    }
  }
}
