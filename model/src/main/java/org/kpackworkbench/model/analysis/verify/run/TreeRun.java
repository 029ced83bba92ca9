package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArtifactSubject;
import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.FolderWalk.Item;
import org.kpackworkbench.model.base.files.FolderWalk.Kind;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.registry.NamedFormat;

/**
 * Verifies what is below a folder: small files several at a time, large ones one after another,
 * each on all threads.
 *
 * @param applied takes the names of the rules that had something to check; for many threads
 */
record TreeRun(
    VerifyRequest request, VerifyContext context, Set<String> applied, Progress progress) {
  private static final long SMALL_BYTES = 8L << 20;

  /**
   * Verifies one file that was named explicitly, of any format.
   *
   * @throws IOException if it cannot be read
   */
  FileResult named(Path path) throws IOException {
    try (OpenFile file = OpenFile.open(path)) {
      Place place = new Place.File(path);
      Checks.Collector found = new Checks.Collector(place, request.rules(), progress.cancelOnly());
      Checks checks = new Checks(request.rules(), found);
      long size = file.view().size();
      progress.begin("Verifying " + place.label(), size, Unit.BYTES);
      FileShare share = new FileShare(progress, size);
      List<NotChecked> left =
          new FileCheck(checks, context, request.threads(), request.formats(), share)
              .file(path, file.view(), true);
      share.finish();
      return result(path, found, checks, left);
    }
  }

  private FileResult result(
      Path path, Checks.Collector found, Checks checks, List<NotChecked> left) {
    checks.applied().forEach(rule -> applied.add(rule.name()));
    return new FileResult(found.sorted(), checks.checkedSomething() ? path : null, left, null);
  }

  /** Verifies everything below a folder, in the order of paths. */
  List<FileResult> folder(Path root) throws IOException {
    return folder(root, FolderWalk.of(root, progress));
  }

  /** How much the progress of a folder counts. */
  static long sizeBytes(FolderWalk walk) {
    return walk.items().stream().mapToLong(Item::sizeBytes).sum();
  }

  /** Verifies everything below a folder that was walked before. */
  List<FileResult> folder(Path root, FolderWalk walk) throws IOException {
    List<FileResult> results = new ArrayList<>();
    for (FolderWalk.Unreadable one : walk.unreadable()) {
      results.add(failed(one.path(), one.failure()));
    }
    results.addAll(artifactOf(root));
    Names names = new Names(root, walk.items());
    List<Item> items = walk.items();
    AtomicReferenceArray<FileResult> done = new AtomicReferenceArray<>(items.size());
    List<Integer> small = new ArrayList<>();
    List<Integer> large = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      (items.get(i).sizeBytes() > SMALL_BYTES ? large : small).add(i);
    }
    progress.begin(
        "Verifying files in " + new Place.File(root).label(), sizeBytes(walk), Unit.BYTES);
    Parallel.run(
        small.size(),
        request.threads(),
        () ->
            number -> {
              int index = small.get(number);
              done.set(index, item(items.get(index), names, 1, progress.cancelOnly()));
              progress.step(items.get(index).sizeBytes());
            });
    for (int index : large) {
      Item item = items.get(index);
      FileShare share = new FileShare(progress, item.sizeBytes());
      done.set(index, item(item, names, request.threads(), share));
      share.finish();
    }
    for (int i = 0; i < items.size(); i++) {
      results.add(done.get(i));
    }
    return results;
  }

  private static FileResult failed(Path path, IOException failure) {
    return new FileResult(List.of(), null, List.of(), new VerifyReport.Unreadable(path, failure));
  }

  /** Returns the results for a folder that should be an artifact. */
  private List<FileResult> artifactOf(Path root) throws IOException {
    ArtifactSubject missing = Artifacts.missing(root, true, context);
    if (missing == null) {
      return List.of();
    }
    Checks.Collector found =
        new Checks.Collector(missing.place(), request.rules(), progress.cancelOnly());
    Checks checks = new Checks(request.rules(), found);
    checks.run(missing);
    return List.of(result(root, found, checks, List.of()));
  }

  private FileResult item(Item item, Names names, int threads, Progress counted) {
    Path path = item.path();
    Place place = new Place.File(path);
    Checks.Collector found = new Checks.Collector(place, request.rules(), progress.cancelOnly());
    Checks checks = new Checks(request.rules(), found);
    List<NotChecked> left = List.of();
    try {
      if (checks.concern(TreeFileSubject.Name.class)) {
        checks.run(names.subject(path));
      }
      if (item.kind() == Kind.FOLDER && checks.concern(ArtifactSubject.class)) {
        ArtifactSubject missing = Artifacts.missing(path, false, context);
        if (missing != null) {
          checks.run(missing);
        }
      }
      if (String.valueOf(path.getFileName()).equals(ArtifactManifest.FILE_NAME)) {
        checks.run(Artifacts.of(path, context));
      }
      if (item.kind() == Kind.FILE) {
        left = content(path, checks, threads, counted);
      } else if (item.kind() == Kind.OTHER && !Files.isSymbolicLink(path)) {
        left =
            List.of(
                new NotChecked(path, NamedFormat.SPECIAL, NamedFormat.SPECIAL.words(), "", false));
      }
    } catch (IOException failure) {
      return new FileResult(
          found.sorted(), null, List.of(), new VerifyReport.Unreadable(path, failure));
    }
    return result(path, found, checks, left);
  }

  private List<NotChecked> content(Path path, Checks checks, int threads, Progress counted)
      throws IOException {
    try (OpenFile file = OpenFile.open(path)) {
      return new FileCheck(checks, context, threads, request.formats(), counted)
          .file(path, file.view(), false);
    }
  }

  private static final class Names {
    private final Path root;
    private final Map<Path, String> clashes = new HashMap<>();

    Names(Path root, List<FolderWalk.Item> items) {
      this.root = root;
      Map<Path, Map<String, Path>> folders = new HashMap<>();
      for (FolderWalk.Item item : items) {
        Path folder = item.path().getParent();
        String small = name(item.path()).toLowerCase(Locale.ROOT);
        Path first =
            folders
                .computeIfAbsent(folder == null ? root : folder, each -> new HashMap<>())
                .putIfAbsent(small, item.path());
        if (first != null) {
          clashes.put(item.path(), name(first));
          clashes.putIfAbsent(first, name(item.path()));
        }
      }
    }

    private static String name(Path path) {
      Path name = path.getFileName();
      return name == null ? "" : SystemText.escaped(name);
    }

    TreeFileSubject.Name subject(Path path) {
      String relative = SystemText.escaped(root.relativize(path));
      return new TreeFileSubject.Name(new Place.File(path), relative, clashes.get(path));
    }
  }

  /**
   * The result of one file.
   *
   * @param checked the file; null if nothing in it was checked
   * @param notChecked what of it was not; empty if all was
   * @param unreadable why it could not be read; null if it could
   */
  record FileResult(
      List<Finding> findings,
      @Nullable Path checked,
      List<NotChecked> notChecked,
      VerifyReport.@Nullable Unreadable unreadable) {}
}
