package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.kpackworkbench.model.analysis.verify.ArtifactSubject;
import org.kpackworkbench.model.analysis.verify.FileSubject;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.analysis.verify.run.TreeRun.FileResult;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.DiskMembers;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.PackedTree;

/**
 * Verifies packed artifacts, and others beside them: those of a shard lie side by side, so that
 * each finds the others. Findings name the packed files, with paths inside of them.
 */
final class PackedRun implements AutoCloseable {
  private final VerifyRequest request;
  private final Set<String> applied;
  private final Progress progress;
  private final Path shard;
  private final VerifyContext context;
  private final List<PackedTree> open = new ArrayList<>();
  private final Map<String, PackedTree> byName = new LinkedHashMap<>();
  private final Map<String, Path> folders = new LinkedHashMap<>();
  private final List<Member> members = new ArrayList<>();

  /**
   * @param outside the files around the packed ones, and the budget for unpacking
   * @param applied takes the names of the rules that had something to check; for many threads
   * @param shard the folder of the packed files
   */
  PackedRun(
      VerifyRequest request,
      VerifyContext outside,
      Set<String> applied,
      Progress progress,
      Path shard) {
    this.request = request;
    this.context = outside.inside();
    this.applied = applied;
    this.progress = progress;
    this.shard = shard;
  }

  /** Opens an artifact; a fault of a packed one is a finding. */
  List<FileResult> open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      List<FileResult> unread = new ArrayList<>();
      String name = place(ArtifactInput.folderName(file));
      folders.put(name, file);
      for (Member each :
          DiskMembers.below(
              file,
              Set.of(),
              (path, reason) ->
                  unread.add(
                      new FileResult(
                          List.of(), null, List.of(), new VerifyReport.Unreadable(path, reason))),
              progress)) {
        members.add(each.at(name + "/" + each.path()));
      }
      return unread;
    }
    PackedTree tree;
    try {
      Path folder = Path.of(System.getProperty("java.io.tmpdir", "."));
      tree = PackedTree.open(file, folder, context.budget(), progress);
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      return List.of(new FileResult(broken(file, failure), file, List.of(), null));
    }
    open.add(tree);
    byName.put(place(ArtifactInput.folderName(file)), tree);
    Place named = new Place.File(file);
    List<Finding> found = found(named, new ArtifactSubject.Members(named, tree.odd()));
    return found.isEmpty() ? List.of() : List.of(new FileResult(found, null, List.of(), null));
  }

  /** Returns the place of an artifact in the shard. */
  private String place(String name) {
    String place = name;
    for (int another = 2; byName.containsKey(place) || folders.containsKey(place); another++) {
      // One artifact in two packings: each is an artifact of a shard by itself.
      place = "shard-%d/%s".formatted(another, name);
    }
    return place;
  }

  private List<Finding> broken(Path file, FormatException failure) throws IOException {
    Place place = new Place.File(file);
    return found(
        place,
        new FileSubject.Broken(
            place, ByteView.of(file.toString(), new byte[0]), "a packed artifact", failure));
  }

  private List<Finding> found(Place place, Subject subject) throws IOException {
    Checks.Collector found = new Checks.Collector(place, request.rules(), progress.cancelOnly());
    Checks checks = new Checks(request.rules(), found);
    checks.run(subject);
    checks.applied().forEach(rule -> applied.add(rule.name()));
    return found.sorted();
  }

  /**
   * Verifies all that are open.
   *
   * @return the folder that has them, side by side
   */
  Path run(Consumer<FileResult> results) throws IOException {
    for (Map.Entry<String, PackedTree> each : byName.entrySet()) {
      members.addAll(each.getValue().membersIn(each.getKey()));
    }
    Path root = MemberFileSystem.of(shard, members).root();
    Map<Path, Path> packed = new LinkedHashMap<>();
    byName.forEach((name, tree) -> packed.put(root.resolve(name), tree.file()));
    folders.forEach((name, folder) -> packed.put(root.resolve(name), folder));
    MovedPlaces moved = new MovedPlaces(packed);
    for (Path place : packed.keySet()) {
      for (FileResult one : new TreeRun(request, context, applied, progress).folder(place)) {
        results.accept(moved.of(one));
      }
    }
    return root;
  }

  /** Returns the context of the files inside. */
  VerifyContext context() {
    return context;
  }

  @Override
  public void close() throws IOException {
    try {
      context.close();
    } finally {
      for (PackedTree each : open) {
        each.close();
      }
    }
  }

  /**
   * Converts the results for folders into those for packed files: a file's path is that of the
   * packed file, followed by its path inside.
   *
   * @param packed from the folder of its contents to the packed file
   */
  private record MovedPlaces(Map<Path, Path> packed) {
    FileResult of(FileResult result) {
      VerifyReport.Unreadable unreadable = result.unreadable();
      Path checked = result.checked();
      return new FileResult(
          result.findings().stream().map(this::finding).toList(),
          checked == null ? null : path(checked),
          result.notChecked().stream().map(each -> each.at(path(each.file()))).toList(),
          unreadable == null
              ? null
              : new VerifyReport.Unreadable(path(unreadable.path()), unreadable.failure()));
    }

    private Finding finding(Finding finding) {
      return new Finding(
          finding.severity(),
          finding.rule(),
          place(finding.place()),
          finding.fileOffset(),
          text(finding.message()),
          advice(finding.advice()),
          evidence(finding.evidence()));
    }

    private Evidence evidence(Evidence evidence) {
      return new Evidence(
          text(evidence.expected()),
          text(evidence.found()),
          evidence.places().stream().map(this::place).toList(),
          evidence.files().stream().map(this::path).toList(),
          evidence.targets(),
          evidence.looked().stream().map(this::text).toList(),
          evidence.fault(),
          evidence.consequences());
    }

    /** No command changes a file inside a package. */
    private String advice(String advice) {
      String moved = text(advice);
      return moved.equals(advice)
          ? advice
          : ShellText.withoutEdit(moved, ", and make the package again.");
    }

    private String text(String text) {
      String moved = text;
      for (Map.Entry<Path, Path> each : packed.entrySet()) {
        moved = moved.replace(each.getKey().toAbsolutePath() + "/", each.getValue() + "/");
        moved = moved.replace(each.getKey() + "/", each.getValue() + "/");
      }
      return moved;
    }

    Path path(Path path) {
      for (Map.Entry<Path, Path> each : packed.entrySet()) {
        if (path.startsWith(each.getKey())) {
          String inside = each.getKey().relativize(path).toString();
          return inside.isEmpty() ? each.getValue() : each.getValue().resolve(inside);
        }
      }
      return path;
    }

    private Place place(Place place) {
      return switch (place) {
        case Place.File file -> new Place.File(path(file.file()));
        case Place.Entry p -> new Place.Entry(place(p.parent()), p.way());
        case Place.Bytes p -> new Place.Bytes(place(p.parent()), p.range());
        case Place.Member p -> new Place.Member(place(p.parent()), p.index(), p.name(), p.range());
        case Place.Part p -> new Place.Part(place(p.parent()), p.label(), p.range());
        case Place.Section p ->
            new Place.Section(place(p.parent()), p.index(), p.name(), p.range());
        case Place.Segment p ->
            new Place.Segment(place(p.parent()), p.index(), p.type(), p.range());
        case Place.Wrapper p -> new Place.Wrapper(place(p.parent()), p.index(), p.range());
        case Place.Marker p -> new Place.Marker(place(p.parent()), p.range());
        case Place.Bundle p -> new Place.Bundle(place(p.parent()), p.index(), p.range());
        case Place.CodeObject p ->
            new Place.CodeObject(
                place(p.parent()), p.binary(), p.index(), p.target(), p.range(), p.unpacked());
        case Place.Kernel p -> new Place.Kernel(place(p.parent()), p.symbol(), p.range());
        case Place.Symbol p -> new Place.Symbol(place(p.parent()), p.name(), p.range());
        case Place.ManifestRow p -> new Place.ManifestRow(place(p.parent()), p.target());
      };
    }
  }
}
