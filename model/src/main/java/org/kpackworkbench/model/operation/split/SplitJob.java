package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.PlacedFolders;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.SameTree;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.ArtifactProgress;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.database.DatabaseTargets;
import org.kpackworkbench.model.operation.database.LeftDatabases;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules.SplitRule;
import org.kpackworkbench.model.operation.tar.ArtifactInput;
import org.kpackworkbench.model.operation.tar.TarDigest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** One artifact on its way; used by one thread at a time. */
final class SplitJob {
  /** Where a file of a database stays that belongs to no architecture. */
  private static final String STAYS = "it stays generic";

  private final SplitRequest request;
  private final SplitInput.Artifact input;
  private final Databases installed;
  private final UnpackBudget budget;
  private final List<OperationNote> findings = new ArrayList<>();
  private @Nullable SourceTree tree;
  private long sizeBytes;
  private boolean compare;
  private @Nullable EarlierRun earlier;

  /** Whether it has archives in place of device code, and so is copied as it is. */
  private boolean splitBefore;

  /**
   * @param budget what may be unpacked, for all artifacts
   */
  SplitJob(
      SplitRequest request, SplitInput.Artifact input, Databases installed, UnpackBudget budget) {
    this.budget = budget;
    this.request = request;
    this.input = input;
    this.installed = installed;
  }

  Path source() {
    return input.path();
  }

  /** Size of its files; of a packed one the size of that file. */
  long sizeBytes() {
    return sizeBytes;
  }

  /** Examines the input, unless it is packed. */
  void open(Progress progress) throws IOException {
    if (Files.isDirectory(input.path())) {
      tree = tree(ArtifactFolder.open(input.path(), input.name()), progress);
      sizeBytes = tree.sizeBytes();
    } else {
      sizeBytes = Files.size(input.path());
    }
    place();
  }

  /** Checks the place of the first new artifact. */
  private void place() throws IOException {
    Path place = path(splits() ? input.name().withFamily(ArtifactName.GENERIC) : input.name());
    earlier = new EarlierRun(request.output(), input.name() + request.form().ending());
    compare = !request.replace() && (StagedTree.hasContent(place) || earlier.was());
    if (splits()) {
      checkFree(List.of(place));
    }
  }

  private Path path(ArtifactName name) {
    return request.output().resolve(name + request.form().ending());
  }

  /** A first check; each path is checked again before the results are renamed. */
  private void checkFree(List<Path> places) throws IOException {
    Path source = input.path().toRealPath();
    for (Path place : places) {
      if (RealPaths.of(place).equals(source)) {
        throw Obstacle.SAME_FILE.exception(
            "%s would replace the artifact that is split; choose another folder", place);
      }
      boolean taken =
          Files.isDirectory(place)
              ? request.form() != OutputForm.FOLDER
              : Files.exists(place, LinkOption.NOFOLLOW_LINKS)
                  && (request.form() == OutputForm.FOLDER || !(compare || request.replace()));
      if (taken) {
        throw new FileAlreadyExistsException(place.toString());
      }
      if (Files.isDirectory(place)) {
        StagedTree.checkFree(place, compare || request.replace());
      }
    }
  }

  private SourceTree tree(ArtifactFolder artifact, Progress progress) throws IOException {
    SplitRule rule = rule();
    if (rule.split()) {
      ArtifactSplit.checkNotPrebuilt(artifact, input.path());
    }
    Databases databases = databases(rule);
    DatabaseTargets targets = new DatabaseTargets(databases, progress.cancelOnly());
    SourceTree found = SourceTree.of(artifact, targets, findings, progress);
    LeftDatabases left = new LeftDatabases(installed, rule.databases());
    List<OperationNote> notes = new ArrayList<>();
    for (SourceTree.SourceItem item : found.items()) {
      Path source = item.item().source();
      String path = item.pathInPrefix();
      if (item.item().kind() == TreeItem.Kind.LINK) {
        Optional<OperationNote> link = DatabaseNotes.link(databases, source, path);
        (link.isPresent() ? link : DatabaseNotes.missed(installed, source, path, STAYS))
            .ifPresent(notes::add);
      } else if (item.item().kind() == TreeItem.Kind.FILE) {
        long size = item.item().sizeBytes();
        left.add(path, size);
        notes.addAll(DatabaseNotes.of(installed, databases, targets, source, path, size, STAYS));
      }
    }
    findings.addAll(DatabaseNotes.grouped(notes));
    splitBefore = rule.split() && found.isSplit();
    if (splitBefore) {
      findings.add(
          OperationNote.note(
              "already-split",
              input.path(),
              "its device code is in archives already: it is copied unchanged, under its own name"));
    } else if (rule.split()) {
      findings.addAll(left.notes(input.path(), "in the generic artifact", this::moves));
    }
    return found;
  }

  private String moves(String database) {
    SplitRules rules = request.rules();
    return rules != null && rules.of(input.name()).isPresent()
        ? "To move such files to the artifacts of their GPUs, name %s in split_databases of the topology."
            .formatted(database)
        : "To move such files to the artifacts of their GPUs, name %s in %s."
            .formatted(database, LeftDatabases.OPTION);
  }

  private SplitRule rule() {
    SplitRules rules = request.rules();
    SplitRule plain = new SplitRule(true, request.databases());
    if (rules == null) {
      return plain;
    }
    Optional<SplitRule> found = rules.of(input.name());
    if (found.isEmpty()) {
      findings.add(
          OperationNote.warning(
              "not-in-topology",
              input.path(),
              "the topology has no artifact \"%s\"; it is split without it"
                  .formatted(input.name().artifact())));
    }
    return found.orElse(plain);
  }

  private Databases databases(SplitRule rule) throws OperationException {
    List<String> unknown = installed.unknown(rule.databases());
    if (!unknown.isEmpty() && request.unknownDatabaseIsError()) {
      throw Obstacle.UNKNOWN_DATABASE.exception(
          "%s: there is no recogniser for the database %s; there are some for %s",
          input.path(), String.join(", ", unknown), String.join(", ", installed.names()));
    }
    for (String name : unknown) {
      findings.add(
          OperationNote.warning(
              "unknown-database",
              input.path(),
              "there is no recogniser for the database \"%s\"; its files stay generic"
                  .formatted(name),
              "There are recognisers for %s.".formatted(String.join(", ", installed.names()))));
    }
    return installed.named(rule.databases());
  }

  /**
   * Returns what would be written.
   *
   * @param scratchParent where a packed artifact is unpacked meanwhile
   */
  SplitOutcome plan(Path scratchParent, ArtifactProgress progress) throws IOException {
    try (ArtifactInput open = opened(scratchParent, progress)) {
      ArtifactFolder artifact = open.artifact();
      SourceTree known = known(artifact, progress);
      if (!splits()) {
        SplitArtifact same =
            new SplitArtifact(
                input.name(),
                path(input.name()),
                0,
                (int) known.items().stream().filter(item -> item.item().sizeBytes() > 0).count(),
                known.sizeBytes(),
                -1,
                artifact.manifest().prefixes());
        return new SplitOutcome(
            input.path(), input.name(), false, List.of(same), 0, List.of(), findings, false);
      }
      SplitOutcome outcome =
          new ArtifactSplit(request, input.path(), known, findings, budget, progress).plan();
      compare = false;
      checkFree(outcome.artifacts().stream().map(SplitArtifact::path).toList());
      return outcome;
    }
  }

  /** The content of the artifact; of a packed one it is known late. */
  private SourceTree known(ArtifactFolder artifact, Progress progress) throws IOException {
    if (tree != null) {
      return tree;
    }
    SourceTree found = tree(artifact, progress);
    if (splitBefore) {
      place();
    }
    return found;
  }

  private boolean splits() {
    return rulesSplit() && !splitBefore;
  }

  private boolean rulesSplit() {
    SplitRules rules = request.rules();
    return rules == null || rules.of(input.name()).map(SplitRule::split).orElse(true);
  }

  private ArtifactInput opened(Path scratchParent, ArtifactProgress progress) throws IOException {
    ArtifactInput open =
        ArtifactInput.open(input.path(), input.name(), scratchParent, budget, progress);
    open.findings().stream().filter(found -> !findings.contains(found)).forEach(findings::add);
    return open;
  }

  /** Splits, and moves the output to its place. */
  SplitOutcome run(WriterPool pool, WriteOptions writing, ArtifactProgress progress)
      throws IOException {
    Path output = request.output();
    try (ScratchFolder scratch = ScratchFolder.in(output, input.name().toString());
        ArtifactInput open = opened(scratch.folder(), progress)) {
      Path work = Files.createDirectory(scratch.folder().resolve("new"));
      Path bundles = Files.createDirectory(scratch.folder().resolve("bundles"));
      // What is unpacked counted already.
      Progress counted = open.unpacked() ? progress.cancelOnly() : progress.withoutSteps();
      SplitOutcome outcome;
      SourceTree known = rulesSplit() ? known(open.artifact(), counted) : null;
      if (known != null && splits()) {
        outcome =
            new ArtifactSplit(request, input.path(), known, findings, budget, counted)
                .run(work, bundles, pool, writing);
      } else {
        outcome =
            ArtifactSplit.passThrough(
                input.path(), open.artifact(), findings, work, path(input.name()), counted);
      }
      checkFree(outcome.artifacts().stream().map(SplitArtifact::path).toList());
      outcome = packed(outcome, work, progress.cancelOnly());
      progress.complete();
      progress.step(0);
      List<String> names = placed(outcome);
      EarlierRun before = Objects.requireNonNull(earlier, "opened first");
      List<String> others = request.replace() ? List.of() : before.others(names);
      if (compare) {
        Path differs = firstOther(outcome, work, progress.cancelOnly());
        if (differs == null && others.isEmpty()) {
          return outcome.wasThere();
        }
        refuseForeign(outcome, work, before, others, progress.cancelOnly());
      }
      PlacedFolders.place(work, names, output, compare || request.replace());
      for (String other : others) {
        TreeDeletion.delete(output.resolve(other));
      }
      before.remember(names);
      return outcome;
    }
  }

  /** The names of all that goes to the output. */
  private List<String> placed(SplitOutcome outcome) {
    return outcome.artifacts().stream()
        .map(artifact -> String.valueOf(artifact.path().getFileName()))
        .flatMap(
            name ->
                request.form() == OutputForm.FOLDER
                    ? Stream.of(name)
                    : Stream.of(name, name + TarDigest.ENDING))
        .toList();
  }

  /** The first place with something else than what was made, or nothing; null if there is none. */
  private static @Nullable Path firstOther(SplitOutcome outcome, Path work, Progress progress)
      throws IOException {
    for (SplitArtifact artifact : outcome.artifacts()) {
      Path place = artifact.path();
      if (!Files.exists(place) || difference(work, place, progress).isPresent()) {
        return place;
      }
    }
    return null;
  }

  private static Optional<String> difference(Path work, Path place, Progress progress)
      throws IOException {
    Path made = work.resolve(String.valueOf(place.getFileName()));
    return SameTree.difference(made, place.toRealPath(), progress);
  }

  /** Refuses to replace, or to remove, what no earlier run has left as it is. */
  private void refuseForeign(
      SplitOutcome outcome, Path work, EarlierRun before, List<String> others, Progress progress)
      throws IOException {
    Path first = outcome.artifacts().getFirst().path();
    for (SplitArtifact artifact : outcome.artifacts()) {
      Path place = artifact.path();
      String name = String.valueOf(place.getFileName());
      if (!Files.exists(place)) {
        if (!before.was()) {
          throw new FileAlreadyExistsException(first.toString(), null, "without " + name);
        }
      } else if (!before.wrote(name)) {
        SameTree.refuse(place, difference(work, place, progress));
      }
    }
    for (String other : others) {
      if (!before.wrote(other)) {
        throw new FileAlreadyExistsException(
            request.output().resolve(other).toString(),
            null,
            "and was changed since an earlier run wrote it, and is not written any more");
      }
    }
  }

  /** Packs folders if packed output was requested. */
  private SplitOutcome packed(SplitOutcome outcome, Path work, Progress progress)
      throws IOException {
    if (request.form() == OutputForm.FOLDER) {
      return outcome;
    }
    List<SplitArtifact> packed = new ArrayList<>();
    List<OperationNote> notes = new ArrayList<>(outcome.findings());
    LostAttributes lost = new LostAttributes();
    for (SplitArtifact artifact : outcome.artifacts()) {
      String name = artifact.name().toString();
      Path file = work.resolve(name + request.form().ending());
      long size;
      if (!outcome.split() && input.path().toString().endsWith(request.form().ending())) {
        TreeCopy.one(input.path(), file, progress.cancelOnly(), lost);
        Path unused = TarDigest.write(file, progress);
        size = Files.size(file);
      } else {
        Path folder = work.resolve(name);
        if (!outcome.split()) {
          ArtifactFolder.open(folder, artifact.name()).outside().stream()
              .map(OperationNote::outsidePrefixes)
              .forEach(notes::add);
        }
        TarOptions options =
            new TarOptions(request.options().level(), request.options().threads(), false);
        Path shown = request.output().resolve(String.valueOf(file.getFileName()));
        size = TarPack.writeMade(folder, file, shown, lost, options, progress);
      }
      packed.add(artifact.packed(size));
    }
    notes.addAll(lost.each(OperationNote::lost));
    return outcome.packed(packed, notes);
  }
}
