package org.kpackworkbench.model.operation.wheel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.database.DatabaseTargets;
import org.kpackworkbench.model.operation.database.LeftDatabases;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitRequest;

/**
 * The files of a wheel that are split: binaries with device code and files of databases. They are
 * unpacked to a folder, and split as an artifact.
 */
final class WheelParts {
  /** Where a file of a database stays that belongs to no architecture. */
  private static final String STAYS = "it stays in the host wheel";

  final PackageFile file;
  final String root;
  final String group;

  /** The unpacked binaries, by their paths in the wheel. */
  final Map<String, Path> fat;

  /** The architectures of files of databases, by their paths in the wheel. */
  final Map<String, String> databases;

  final List<OperationNote> findings = new ArrayList<>();
  private final Map<String, byte[]> digests = new HashMap<>();
  private final WheelSplitRequest request;
  private final Path stage;
  private final Progress progress;

  /** Files of databases that were not named. */
  private final LeftDatabases left;

  /** Files of databases in other packages than the one that is split. */
  private final LeftDatabases elsewhere = new LeftDatabases(Databases.installed(), List.of());

  /**
   * Unpacks the files.
   *
   * @param stage the folder for them
   */
  WheelParts(
      WheelSplitRequest request, PackageFile file, Wheel.Name name, Path stage, Progress progress)
      throws IOException {
    this.request = request;
    this.file = file;
    this.stage = stage;
    this.progress = progress;
    left = new LeftDatabases(Databases.installed(), request.databases());
    group = request.group().orElse(file.facts().name().toLowerCase(Locale.ROOT).replace('-', '_'));
    fat = unpack();
    root = overlayRoot(name);
    databases = databases();
    // What is for one GPU moves as it is, whatever code is in it.
    fat.keySet().removeAll(databases.keySet());
  }

  /**
   * Splits the unpacked files.
   *
   * @param output the folder for the artifacts
   */
  SplitReport split(Path output, boolean dryRun) throws IOException {
    if (fat.isEmpty() && databases.isEmpty()) {
      throw nothing();
    }
    Files.createDirectories(stage.resolve(root));
    NamedChannel.write(
        stage.resolve(ArtifactManifest.FILE_NAME), ArtifactManifest.of(List.of(root)).encode());
    Split split =
        new Split(
            SplitRequest.artifact(stage, output)
                .with(SplitRequest.PREFIX, Optional.of(group))
                .with(SplitRequest.NO_KPM, !request.kpm())
                .with(SplitRequest.DATABASES, request.databases())
                .with(request.options()));
    SplitReport done = dryRun ? split.plan(progress) : split.run(progress);
    if (!done.failed().isEmpty()) {
      throw done.failed().getFirst().error();
    }
    done.findings().stream()
        // These are of all files of the wheel, not only of those that were unpacked.
        .filter(each -> !each.rule().equals(LeftDatabases.RULE))
        .map(this::moved)
        .forEach(findings::add);
    findings.addAll(left.notes(request.input(), "in the host wheel", WheelParts::moves));
    findings.addAll(
        elsewhere.notes(
            request.input(),
            "in the host wheel",
            name -> "Only files in the package %s go to device wheels.".formatted(root)));
    return done;
  }

  /** The wheel has nothing to split. */
  OperationException nothing() {
    String why =
        findings.stream()
            .filter(each -> each.severity() != Severity.NOTE)
            .findFirst()
            .map(each -> "; %s: %s".formatted(each.file().getFileName(), each.message()))
            .orElse("");
    String named =
        request.databases().isEmpty()
            ? ""
            : ", and no files of %s in the package %s"
                .formatted(String.join(", ", request.databases()), root);
    String others =
        !left.names().isEmpty()
            ? ". It has %s: split these with %s %s"
                .formatted(left.words(), LeftDatabases.OPTION, String.join(" ", left.names()))
            : !elsewhere.names().isEmpty()
                ? ". Outside of the package %s it has %s: name their package with --overlay-root"
                    .formatted(root, elsewhere.words())
                : "";
    return Obstacle.NOTHING_TO_SPLIT.exception(
        "%s has no device code that can be split%s%s%s", request.input(), named, why, others);
  }

  private static String moves(String database) {
    return "To move such files to the wheels of their GPUs, name %s in %s."
        .formatted(database, LeftDatabases.OPTION);
  }

  private OperationNote moved(OperationNote note) {
    Path real = note.file().toAbsolutePath().normalize();
    Path top = stage.toAbsolutePath().normalize();
    Path file =
        real.startsWith(top) && !real.equals(top)
            ? request.input().resolve(top.relativize(real).toString())
            : request.input();
    return new OperationNote(note.severity(), note.rule(), file, note.message(), note.advice());
  }

  /** Unpacks what may have device code. Answers with the binaries that have. */
  private Map<String, Path> unpack() throws IOException {
    Map<String, Path> found = new TreeMap<>();
    Map<String, Path> converted = new TreeMap<>();
    long sum = file.members().stream().mapToLong(Member::sizeBytes).sum();
    progress.begin("Looking for device code", sum, Unit.BYTES);
    for (Member member : file.members()) {
      if (member.kind() != Member.Kind.FILE) {
        continue;
      }
      Path inside = file.tree().path(member.path());
      if (!HostImages.isHost(ElfFile.start(inside))) {
        progress.step(member.sizeBytes());
        continue;
      }
      Path target = unpacked(member, inside);
      switch (deviceCode(target, inside)) {
        case FAT -> found.put(member.path(), target);
        case HOST_ONLY -> converted.put(member.path(), target);
        default -> Files.delete(target);
      }
    }
    // Those that were converted before matter only if all were.
    return found.isEmpty() ? converted : found;
  }

  /** Returns the state of a binary. One that is not fat, or cannot be read, stays as it is. */
  private DeviceCode deviceCode(Path binary, Path inside) throws IOException {
    String why;
    try (OpenFile open = OpenFile.open(binary)) {
      if (!HostImages.isImage(open.view())) {
        // Files of other kinds begin as Windows programs do.
        return DeviceCode.NONE;
      }
      DeviceCode state = FatBinary.read(HostImages.read(open.view())).state();
      if (state == DeviceCode.NONE || state == DeviceCode.FAT || state == DeviceCode.HOST_ONLY) {
        return state;
      }
      why = state.words();
    } catch (FormatException damaged) {
      why = String.valueOf(damaged.getMessage());
    }
    findings.add(
        OperationNote.warning(
            "not-converted", inside, "copied unchanged: " + why, "Verify the wheel to see more."));
    return DeviceCode.NONE;
  }

  private Path unpacked(Member member, Path inside) throws IOException {
    Path target = stage.resolve(member.path());
    Files.createDirectories(Objects.requireNonNull(target.getParent()));
    try (InputStream in = Files.newInputStream(inside);
        OutputStream out =
            Channels.newOutputStream(
                NamedChannel.open(
                    target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      digests.put(member.path(), FileCopy.bytes(in, out, Digests.sha256(), progress));
    }
    Files.setLastModifiedTime(target, FileTime.fromMillis(member.modifiedMillis()));
    return target;
  }

  private String overlayRoot(Wheel.Name name) throws OperationException {
    Set<String> packages = new TreeSet<>();
    for (String path : fat.keySet()) {
      int slash = path.indexOf('/');
      packages.add(slash < 0 ? "" : path.substring(0, slash));
    }
    if (request.overlayRoot().isPresent()) {
      String named = request.overlayRoot().get().replaceAll("/+$", "");
      for (String path : fat.keySet()) {
        if (!path.startsWith(named + "/")) {
          throw Obstacle.SEVERAL_PACKAGES.exception(
              "%s is not below %s: archives in that folder are not found from there", path, named);
        }
      }
      return named;
    }
    String data = "%s-%s.data".formatted(name.name(), name.version());
    if (packages.contains(data)) {
      throw WheelSplit.refused(
          request,
          "installers move the files of %s, which has device code, to other folders"
              .formatted(data));
    }
    if (packages.size() > 1 || packages.contains("")) {
      throw Obstacle.SEVERAL_PACKAGES.exception(
          "device code is in several places (%s): set the folder for the archives with --overlay-root",
          String.join(", ", packages).replaceAll("^,|^$", "the top,"));
    }
    return packages.isEmpty() ? file.facts().name().replace('-', '_') : packages.iterator().next();
  }

  /** Unpacks the files of databases that go to device wheels, by the architectures of each. */
  private Map<String, String> databases() throws IOException {
    Databases installed = Databases.installed();
    Databases known = installed.named(request.databases());
    DatabaseTargets targets = new DatabaseTargets(known, progress.cancelOnly());
    List<OperationNote> notes = new ArrayList<>();
    Map<String, String> found = new TreeMap<>();
    for (Member member : file.members()) {
      if (member.kind() != Member.Kind.FILE) {
        continue;
      }
      long size = member.sizeBytes();
      boolean here = member.path().startsWith(root + "/");
      (here ? left : elsewhere).add(member.path(), size);
      if (!here) {
        continue;
      }
      String path = member.path().substring(root.length() + 1);
      Path inside = file.tree().path(member.path());
      GpuTarget architecture = targets.of(inside, path);
      if (architecture == null) {
        notes.addAll(DatabaseNotes.of(installed, known, targets, inside, path, size, STAYS));
        continue;
      }
      if (!Files.exists(stage.resolve(member.path()))) {
        unpacked(member, inside);
      }
      found.put(member.path(), architecture.toString());
    }
    findings.addAll(DatabaseNotes.grouped(notes));
    return found;
  }

  /** The SHA-256 of a file of the wheel. */
  byte[] digest(Member member) throws IOException {
    byte[] known = digests.get(member.path());
    if (known != null) {
      return known;
    }
    try (InputStream in = Files.newInputStream(file.tree().path(member.path()))) {
      byte[] digest = FileCopy.digest(in, Digests.sha256(), progress);
      digests.put(member.path(), digest);
      return digest;
    }
  }
}
