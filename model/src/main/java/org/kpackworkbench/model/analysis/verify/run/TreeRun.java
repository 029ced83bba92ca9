package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.kpackworkbench.model.analysis.verify.ArtifactSubject;
import org.kpackworkbench.model.analysis.verify.NameSubject;
import org.kpackworkbench.model.analysis.verify.context.Surroundings;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.FolderWalk.Item;
import org.kpackworkbench.model.base.files.FolderWalk.Kind;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.registry.Format;

/**
 * Verifies what is below a folder: small files several at a time, large ones one after another,
 * each on all threads.
 */
final class TreeRun {
  private static final long SMALL_BYTES = 8L << 20;

  private final VerifyRequest request;
  private final Surroundings around;
  private final Set<String> applied;
  private final Progress progress;

  /**
   * @param applied takes the names of the rules that had something to check; for many threads
   */
  TreeRun(VerifyRequest request, Surroundings around, Set<String> applied, Progress progress) {
    this.request = request;
    this.around = around;
    this.applied = applied;
    this.progress = progress;
  }

  /**
   * Verifies one file that somebody named, whatever it is.
   *
   * @throws IOException where it cannot be read
   */
  FileResult named(Path path) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      Place place = new Place.File(path);
      Findings found = new Findings(place, request.rules(), new Quiet(progress));
      progress.begin("Verifying " + place.label(), file.view().size());
      Checks checks = new Checks(request.rules(), found);
      List<NotChecked> left =
          new FileCheck(checks, around, request.threads(), progress).file(path, file.view(), true);
      return result(path, found, checks, left);
    }
  }

  private FileResult result(Path path, Findings found, Checks checks, List<NotChecked> left) {
    checks.applied().forEach(rule -> applied.add(rule.name()));
    return new FileResult(found.sorted(), checks.checkedSomething() ? path : null, left, null);
  }

  /** Verifies everything below a folder, in the order of paths. */
  List<FileResult> folder(Path root) throws IOException {
    FolderWalk walk = FolderWalk.of(root);
    List<FileResult> results = new ArrayList<>();
    for (FolderWalk.Unreadable one : walk.unreadable()) {
      results.add(failed(one.path(), one.failure()));
    }
    results.addAll(artifactOf(root));
    Names names = new Names(root, walk.items());
    List<Item> items = walk.items();
    AtomicReferenceArray<FileResult> done = new AtomicReferenceArray<>(items.size());
    long total = 0;
    List<Integer> small = new ArrayList<>();
    List<Integer> large = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      boolean isLarge = items.get(i).sizeBytes() > SMALL_BYTES;
      (isLarge ? large : small).add(i);
      total += isLarge ? 0 : items.get(i).sizeBytes();
    }
    progress.begin("Verifying files in " + new Place.File(root).label(), total);
    Parallel.run(
        small.size(),
        request.threads(),
        () ->
            number -> {
              int index = small.get(number);
              done.set(index, item(items.get(index), names, 1, new Quiet(progress)));
              progress.step(items.get(index).sizeBytes());
            });
    for (int index : large) {
      Item item = items.get(index);
      progress.begin("Verifying " + new Place.File(item.path()).label(), item.sizeBytes());
      done.set(index, item(item, names, request.threads(), progress));
    }
    for (int i = 0; i < items.size(); i++) {
      results.add(done.get(i));
    }
    return results;
  }

  private static FileResult failed(Path path, IOException failure) {
    return new FileResult(List.of(), null, List.of(), new VerifyReport.Unreadable(path, failure));
  }

  /** What is to be said of a folder that should be an artifact. */
  private List<FileResult> artifactOf(Path root) throws IOException {
    ArtifactSubject missing = Artifacts.missing(root, true, around);
    if (missing == null) {
      return List.of();
    }
    Findings found = new Findings(missing.place(), request.rules(), new Quiet(progress));
    Checks checks = new Checks(request.rules(), found);
    checks.run(missing);
    return List.of(result(root, found, checks, List.of()));
  }

  private FileResult item(Item item, Names names, int threads, Progress counted) {
    Path path = item.path();
    Place place = new Place.File(path);
    Findings found = new Findings(place, request.rules(), new Quiet(progress));
    Checks checks = new Checks(request.rules(), found);
    List<NotChecked> left = List.of();
    try {
      if (checks.concern(NameSubject.class)) {
        checks.run(names.subject(path));
      }
      if (item.kind() == Kind.FOLDER && checks.concern(ArtifactSubject.class)) {
        ArtifactSubject missing = Artifacts.missing(path, false, around);
        if (missing != null) {
          checks.run(missing);
        }
      }
      if (String.valueOf(path.getFileName()).equals(ArtifactManifest.FILE_NAME)) {
        checks.run(Artifacts.of(path, around));
      }
      if (item.kind() == Kind.FILE) {
        left = content(path, checks, threads, counted);
      } else if (item.kind() == Kind.OTHER && !Files.isSymbolicLink(path)) {
        left = List.of(new NotChecked(path, Format.SPECIAL, Format.SPECIAL.words(), "", false));
      }
    } catch (IOException failure) {
      return new FileResult(
          found.sorted(), null, List.of(), new VerifyReport.Unreadable(path, failure));
    }
    return result(path, found, checks, left);
  }

  private List<NotChecked> content(Path path, Checks checks, int threads, Progress counted)
      throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      return new FileCheck(checks, around, threads, counted).file(path, file.view(), false);
    }
  }
}
