package org.kpackworkbench.model.operation.prune;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.TarDigest;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TarPacking;
import org.kpackworkbench.model.operation.tar.TarRewrite;
import org.kpackworkbench.model.operation.wheel.WheelWriter;

/**
 * Prunes what is in a package: of a wheel into a wheel, of a ZIP archive or a tar file into
 * another, of a {@code .deb} into another or a folder with what it installs, of an {@code .rpm}
 * into such a folder. A ZIP archive and a tar file are also changed in place: they are old or new
 * at any moment. Others are not, since indices and signatures elsewhere tell what is in them.
 */
final class PackagePrune {
  private static final int BUFFER_BYTES = 256 << 10;

  private final PruneRequest request;
  private final PackageFile file;
  private final Path output;
  private final boolean inPlace;
  private final Maker<Path, DiskRoom> room;
  private final LostAttributes lost = new LostAttributes();

  private PackagePrune(
      PruneRequest request,
      PackageFile file,
      Path output,
      boolean inPlace,
      Maker<Path, DiskRoom> room) {
    this.request = request;
    this.file = file;
    this.output = output;
    this.inPlace = inPlace;
    this.room = room;
  }

  /** Returns the pruning for a plan, which needs no output: the package's own name is as good. */
  static Optional<PackagePrune> ofPlan(PruneRequest request, Progress progress) throws IOException {
    return of(request, true, DiskRoom::at, progress);
  }

  static Optional<PackagePrune> of(
      PruneRequest request, boolean plan, Maker<Path, DiskRoom> room, Progress progress)
      throws IOException {
    for (Path input : request.inputs()) {
      if (!Files.isRegularFile(input)) {
        continue;
      }
      Optional<PackageFile> file =
          PackageFile.open(input, UnpackBudget.operation(request.large()), progress.cancelOnly());
      if (file.isEmpty()) {
        continue;
      }
      Path output = request.output().orElse(null);
      boolean inPlace = output == null;
      if (output != null && Files.exists(output) && Files.isSameFile(output, input)) {
        throw refused(input, "it is the input, which stays: name another output with -o");
      }
      boolean alone = request.inputs().size() == 1;
      boolean changeable =
          file.get().format() == PackageFormat.TAR || file.get().format() == PackageFormat.ZIP;
      if (inPlace && !alone) {
        throw refused(
            input,
            "a package is pruned by itself. Prune it with %s and no other input, and the others"
                    .formatted(changeable ? "--in-place" : "-o OUT")
                + " without it. Nothing was changed");
      }
      if (inPlace && !(changeable || plan)) {
        throw refused(
            input, "it is a package that is not changed in place: name another output with -o");
      }
      if (file.get().format() != PackageFormat.WHEEL) {
        requireNoLabels(request, input);
      }
      return Optional.of(
          new PackagePrune(
              request,
              file.get(),
              inPlace && changeable ? input.toRealPath() : named(request, file.get()),
              inPlace && changeable,
              room));
    }
    requireNoLabels(request, request.inputs().getFirst());
    return Optional.empty();
  }

  private static OperationException refused(Path input, String why) {
    return Obstacle.BAD_NAME.exception(input + ": " + why);
  }

  private static void requireNoLabels(PruneRequest request, Path input) throws OperationException {
    if (request.labels().any()) {
      throw Obstacle.NO_WHEEL.exception(
          "%s is not a wheel: only wheels have a build tag and a local version", input);
    }
  }

  /**
   * The output; in a folder, which need not be there, a wheel gets the name that it has to have.
   */
  private static Path named(PruneRequest request, PackageFile file) throws IOException {
    Path output = request.output().orElse(file.path());
    Optional<Wheel.Name> name =
        file.format() == PackageFormat.WHEEL
            ? Optional.ofNullable(Wheel.Name.of(String.valueOf(file.path().getFileName())))
                .or(Wheel.of(file)::writtenName)
            : Optional.empty();
    if (name.isEmpty()) {
      return output;
    }
    String fileName = request.labels().name(name.get()).fileName();
    boolean folder =
        Files.isDirectory(output)
            || !(Files.exists(output)
                || String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT).endsWith(".whl"));
    return folder
        ? output.resolve(fileName)
        : request.output().isEmpty() ? output.resolveSibling(fileName) : output;
  }

  PruneReport plan(Progress progress) throws IOException {
    if (request.output().isPresent()) {
      requireName();
    }
    return noted(inner().plan(progress));
  }

  private void requireName() throws OperationException {
    String name = String.valueOf(output.toAbsolutePath().normalize().getFileName());
    if (file.format() == PackageFormat.RPM
        && name.toLowerCase(Locale.ROOT).endsWith(".rpm")
        && !Files.isDirectory(output)) {
      throw Obstacle.BAD_NAME.exception(
          "%s: expected the name of a folder, since no .rpm is written, but what it installs",
          output);
    }
    if (file.format() == PackageFormat.WHEEL) {
      requireWheelName(name);
    }
    if (file.format() == PackageFormat.TAR && TarPacking.named(name).isEmpty()) {
      throw Obstacle.BAD_NAME.exception(
          "%s: expected a name that ends with one of %s",
          output, String.join(", ", TarPacking.ENDINGS));
    }
  }

  /**
   * How a tar file is compressed, whatever it is called, and is again afterwards.
   *
   * @throws OperationException if that is not written
   */
  private TarPacking requirePacking() throws IOException {
    if (file.format() != PackageFormat.TAR) {
      return TarPacking.NONE;
    }
    return TarPacking.of(file.path())
        .orElseThrow(
            () ->
                refused(
                    file.path(),
                    "it is compressed as no tar file is written: name another output with -o,"
                        + " which ends with one of "
                        + String.join(", ", TarPacking.ENDINGS)));
  }

  /**
   * Refuses another wheel name than the contents say: they state the name, version and build tag,
   * too.
   */
  private void requireWheelName(String name) throws OperationException {
    Wheel.Name given = Wheel.Name.of(name);
    if (given == null) {
      throw Obstacle.BAD_NAME.exception(
          "%s is not a valid wheel name, such as %s", output, file.path().getFileName());
    }
    Wheel.Name before = Wheel.Name.of(String.valueOf(file.path().getFileName()));
    if (before == null && request.labels().any()) {
      throw Obstacle.BAD_NAME.exception(
          "%s: expected an output with the name of a wheel, to change its name", file.path());
    }
    Wheel.Name expected = before == null ? given : request.labels().name(before);
    if (!given.name().equals(expected.name())
        || !given.version().equals(expected.version())
        || !given.build().equals(expected.build())) {
      throw Obstacle.BAD_NAME.exception(
          "%s: expected %s, as the wheel's contents say; --build-tag and --local-version change both",
          output, expected.fileName());
    }
  }

  boolean isInPlace() {
    return inPlace;
  }

  PruneReport run(Progress progress) throws IOException {
    if (inPlace) {
      requirePacking();
    } else {
      requireName();
    }
    if (isFolder(file.format(), output)) {
      return noted(inner().run(progress));
    }
    Path target = output.toAbsolutePath().normalize();
    Path folder = Objects.requireNonNull(target.getParent());
    try (NewFolders folders = new NewFolders()) {
      folders.make(folder);
      try (ScratchFolder scratch = ScratchFolder.in(folder, "prune")) {
        try {
          return noted(
              inner()
                  .run(
                      scratch.folder(),
                      changes -> {
                        if (inPlace && changes.isEmpty()) {
                          return;
                        }
                        room.make(folder).require(Files.size(file.path()));
                        try (ReplacingFile made =
                            ReplacingFile.createUnlessSame(target, inPlace || request.replace())) {
                          write(made, changes, scratch.folder(), progress);
                          progress.step(0);
                          if (inPlace) {
                            // It takes the place of the original, and is on the disk then.
                            made.channel().force(true);
                          }
                          TreeCopy.like(file.path().toRealPath(), made.temporary(), lost);
                          commit(made, target, progress);
                        }
                      },
                      progress));
        } catch (FileSystemException failure) {
          throw named(failure, scratch.folder());
        }
      }
    }
  }

  private void commit(ReplacingFile made, Path target, Progress progress) throws IOException {
    boolean digest =
        artifact().isPresent() || (inPlace && Files.isRegularFile(TarDigest.beside(target)));
    if (digest) {
      Files.deleteIfExists(TarDigest.beside(target));
    }
    made.commitAs(made.temporary());
    if (digest) {
      Path unused = TarDigest.write(target, progress);
    }
  }

  private Optional<ArtifactManifest> artifact() throws IOException {
    Path manifest = file.tree().path(ArtifactManifest.FILE_NAME);
    if (file.format() != PackageFormat.TAR || !Files.isRegularFile(manifest)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ArtifactManifest.parse(manifest.toString(), Files.readAllBytes(manifest)));
    } catch (FormatException other) {
      // A tar file that only has a file of that name.
      return Optional.empty();
    }
  }

  /** A failure at a file that is only worked on is about the output: that is what users know. */
  private FileSystemException named(FileSystemException failure, Path scratch) {
    if (failure.getFile() == null || !Path.of(failure.getFile()).startsWith(scratch)) {
      return failure;
    }
    String reason = failure.getReason();
    FileSystemException named =
        failure instanceof DiskRoom.TooMuchException
            ? new DiskRoom.TooMuchException(output, String.valueOf(reason))
            : new FileSystemException(output.toString(), null, reason);
    named.initCause(failure);
    return named;
  }

  /** Writes the new package; where nothing changes it is the old one, byte by byte. */
  private void write(
      ReplacingFile made, Map<String, Optional<Path>> changes, Path scratch, Progress progress)
      throws IOException {
    boolean same = changes.isEmpty() && !request.labels().any();
    OutputStream out = Channels.newOutputStream(made.channel());
    if (file.format() == PackageFormat.TAR) {
      TarPacking packing =
          inPlace
              ? requirePacking()
              : TarPacking.named(String.valueOf(output.getFileName())).orElse(TarPacking.ZSTD);
      if (!same || !packing.isOf(file.path())) {
        tar(out, packing, changes, progress);
        return;
      }
    }
    if (same) {
      progress.begin("Copying " + file.path().getFileName(), Files.size(file.path()), Unit.BYTES);
      try (InputStream in = Files.newInputStream(file.path())) {
        FileCopy.bytes(in, out, progress);
      }
    } else if (file.format() == PackageFormat.DEB) {
      DebRewrite.write(file, changes, scratch, tarOptions(), out, progress);
    } else {
      zip(made, changes, progress);
    }
  }

  private void tar(
      OutputStream out, TarPacking packing, Map<String, Optional<Path>> changes, Progress progress)
      throws IOException {
    Map<String, Optional<Path>> all = new HashMap<>(changes);
    ArtifactManifest manifest = artifact().orElse(null);
    if (manifest != null) {
      // Readers of packed artifacts stop at entries that lead to a stage prefix.
      file.members().stream()
          .filter(member -> member.kind() == Member.Kind.FOLDER)
          .map(Member::path)
          .filter(path -> !manifest.covers(path))
          .forEach(path -> all.put(path, Optional.empty()));
    }
    try (OutputStream packed =
        new BufferedOutputStream(packing.to(out, tarOptions()), BUFFER_BYTES)) {
      TarRewrite.write(
          file.path(),
          Objects.requireNonNull(file.tars().get("")),
          all,
          file.tree()::path,
          packed,
          progress);
    }
  }

  private TarOptions tarOptions() {
    return new TarOptions(TarOptions.DEFAULT.level(), request.threads(), false);
  }

  private Prune inner() {
    return new Prune(
        PruneRequest.OPERATION.with(
            request,
            given ->
                given
                    .with(PruneRequest.INPUTS, List.of(file.tree().root()))
                    .with(PruneRequest.OUTPUT, Optional.of(output))
                    .with(PruneRequest.IN_PLACE, false)
                    .with(PruneRequest.BUILD_TAG, Optional.empty())
                    .with(PruneRequest.LOCAL_VERSION, Optional.empty())),
        file.format() != PackageFormat.WHEEL,
        room);
  }

  private static boolean isFolder(PackageFormat format, Path output) {
    boolean deb = format == PackageFormat.DEB;
    return format == PackageFormat.RPM
        || (deb && (Files.isDirectory(output) || !output.toString().endsWith(".deb")));
  }

  /** Returns the message before anything is written: that no package is; empty if there is none. */
  static Optional<String> beforehand(PruneRequest request) throws IOException {
    Path output = request.output().orElse(null);
    Path input = request.inputs().getFirst();
    return output != null
            && PackageFile.format(input).filter(format -> isFolder(format, output)).isPresent()
        ? Optional.of(
            "%s: no package is written, but a folder with its contents: %s"
                .formatted(input, output))
        : Optional.empty();
  }

  private PruneReport noted(PruneReport report) {
    List<OperationNote> findings = new ArrayList<>();
    if (isFolder(file.format(), output)) {
      findings.add(
          OperationNote.note(
              "contents-only",
              file.path(),
              "its contents are written to a folder: the result is not a package",
              file.format() == PackageFormat.DEB
                  ? "Name an output that ends with .deb, or build a package of it with dpkg-deb."
                  : "Build a package of it with the tools of that system."));
    } else if (!file.facts().signed().isEmpty() && !report.files().isEmpty()) {
      findings.add(
          OperationNote.warning(
              "signature-left-out",
              file.path(),
              "its signature is left out: it is of what the package was before",
              "Sign the new package."));
    }
    findings.addAll(lost.each(OperationNote::lost));
    return report.noting(findings);
  }

  /** Writes what is left as a wheel or a ZIP archive: what did not change as it is stored. */
  private void zip(ReplacingFile made, Map<String, Optional<Path>> changes, Progress progress)
      throws IOException {
    Wheel wheel = file.format() == PackageFormat.WHEEL ? Wheel.of(file) : null;
    String info = wheel == null ? "" : wheel.infoFolder();
    String record = info + "/RECORD";
    // RECORD is made anew, and its signatures are of the files before.
    Set<String> leftOut =
        wheel == null ? Set.of() : Set.of(record, record + ".jws", record + ".p7s");
    Map<String, String> texts = wheel == null ? Map.of() : texts(wheel);
    progress.begin(
        "Writing " + output.getFileName(),
        file.members().stream().mapToLong(Member::sizeBytes).sum(),
        Unit.BYTES);
    try (WheelWriter.Original original = new WheelWriter.Original(file.path());
        WheelWriter writer =
            new WheelWriter(made, false, info, time(record), progress)
                .naming(path -> request.labels().path(path, info))) {
      for (Member member : file.members()) {
        String path = member.path();
        Optional<Path> change = changes.get(path);
        Path replaced = change == null ? null : change.orElse(null);
        String text = texts.get(path);
        if (leftOut.contains(path)
            || (wheel != null && member.kind() != Member.Kind.FILE)
            || (change != null && replaced == null)) {
          progress.step(member.sizeBytes());
        } else if (text != null) {
          writer.replace(original, path, text);
          progress.step(member.sizeBytes());
        } else if (replaced != null) {
          writer.replace(original, path, replaced);
        } else if (wheel != null) {
          try (InputStream in = Files.newInputStream(file.tree().path(path))) {
            writer.copy(original, path, FileCopy.digest(in, Digests.sha256(), progress));
          }
        } else {
          writer.copy(original, path);
          progress.step(member.sizeBytes());
        }
      }
      if (wheel == null) {
        writer.finishWithoutRecord(original);
      } else {
        writer.finish(original);
      }
    }
  }

  /** The texts of a wheel that say what it is called, where that changes. */
  private Map<String, String> texts(Wheel wheel) throws IOException {
    Map<String, String> texts = new HashMap<>();
    String metadata = wheel.text("METADATA");
    String tags = wheel.text("WHEEL");
    if (request.labels().any() && metadata != null && tags != null) {
      texts.put(wheel.infoFolder() + "/METADATA", request.labels().metadata(metadata));
      texts.put(wheel.infoFolder() + "/WHEEL", request.labels().wheel(tags));
    }
    return texts;
  }

  private long time(String record) {
    return file.members().stream()
        .filter(member -> member.path().equals(record))
        .mapToLong(Member::modifiedMillis)
        .findFirst()
        .orElse(0);
  }
}
