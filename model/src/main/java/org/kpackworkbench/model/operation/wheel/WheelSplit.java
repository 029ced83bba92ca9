package org.kpackworkbench.model.operation.wheel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.bytes.ReplacingFiles;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.format.packages.WheelVariants;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.database.DatabaseTargets;
import org.kpackworkbench.model.operation.database.LeftDatabases;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Content;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Kind;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Made;

/**
 * Splits a wheel. Binaries with device code and files of databases are unpacked beside the output
 * and split as an artifact; everything else is copied as it is stored. New wheels take their names
 * together; a failure or cancellation leaves nothing. Used once, by one thread.
 */
public final class WheelSplit {
  /** Where a file of a database stays that belongs to no architecture. */
  private static final String STAYS = "it stays in the host wheel";

  /** METADATA, WHEEL and RECORD. */
  private static final int INFO_FILES = 3;

  /** The property of variants that says which GPUs they are for. */
  private static final String VARIANT_NAMESPACE = "amd";

  private static final String VARIANT_FEATURE = "gfx_arch";

  private final WheelSplitRequest request;
  private final List<OperationNote> findings = new ArrayList<>();
  private final Map<String, byte[]> digests = new HashMap<>();

  public WheelSplit(WheelSplitRequest request) {
    this.request = request;
  }

  /**
   * What {@link #run} would write; changes nothing but a folder for what is unpacked, which is
   * removed again.
   *
   * @throws IOException as {@link #run}
   */
  public WheelSplitReport plan(Progress progress) throws IOException {
    return split(true, progress);
  }

  /**
   * Splits.
   *
   * @throws OperationException if the file is no wheel that can be split, where there is nothing to
   *     split, or where more has to be said
   * @throws FormatException if the wheel is damaged
   * @throws java.nio.file.FileAlreadyExistsException if a wheel is there already
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public WheelSplitReport run(Progress progress) throws IOException {
    return split(false, progress);
  }

  private WheelSplitReport split(boolean dryRun, Progress progress) throws IOException {
    PackageFile file =
        PackageFile.open(
                request.input(),
                UnpackBudget.operation(request.options().large()),
                progress.cancelOnly())
            .filter(found -> found.format() == PackageFormat.WHEEL)
            .orElseThrow(() -> refused("it is not a wheel"));
    Wheel wheel = Wheel.of(file);
    Wheel.Name name = wheel.name();
    if (name == null || wheel.text("METADATA") == null || wheel.text("RECORD") == null) {
      throw refused(
          name == null
              ? "its name is not NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM.whl"
              : "it has no METADATA or RECORD");
    }
    if (request.variant().isPresent() && !name.variant().isEmpty()) {
      throw refused("it is the variant %s already".formatted(name.variant()));
    }
    for (Member member : file.members()) {
      if (member.kind() == Member.Kind.LINK || member.kind() == Member.Kind.SPECIAL) {
        throw refused(
            "%s is a link or a device, which wheels do not have".formatted(member.path()));
      }
    }
    Path output = request.output().toAbsolutePath().normalize();
    Path host = output.resolve(request.input().getFileName().toString());
    if (Files.exists(host) && Files.isSameFile(host, request.input())) {
      throw new OperationException(
          Obstacle.OVERLAP,
          "the host wheel has the name of %s: choose another folder than its own"
              .formatted(request.input()));
    }
    try (NewFolders folders = new NewFolders()) {
      Path there = output;
      while (!Files.isDirectory(there)) {
        there = Objects.requireNonNull(there.getParent());
      }
      if (!dryRun) {
        folders.make(output);
      }
      try (ScratchFolder scratch = ScratchFolder.in(dryRun ? there : output, "wheel")) {
        return new Run(file, wheel, name, scratch.folder(), dryRun, progress).split();
      }
    }
  }

  private OperationException refused(String why) {
    return new OperationException(
        Obstacle.NO_WHEEL, "%s cannot be split: %s".formatted(request.input(), why));
  }

  /** One way through a wheel. */
  private final class Run {
    private final PackageFile file;
    private final Wheel wheel;
    private final Wheel.Name name;
    private final Path scratch;
    private final boolean dryRun;
    private final Progress progress;
    private final String group;
    private final String prefix;

    /** Files of databases that were not named. */
    private final LeftDatabases left =
        new LeftDatabases(Databases.installed(), request.databases());

    /** Files of databases in other packages than the one that is split. */
    private final LeftDatabases elsewhere = new LeftDatabases(Databases.installed(), List.of());

    Run(
        PackageFile file,
        Wheel wheel,
        Wheel.Name name,
        Path scratch,
        boolean dryRun,
        Progress progress) {
      this.file = file;
      this.wheel = wheel;
      this.name = name;
      this.scratch = scratch;
      this.dryRun = dryRun;
      this.progress = progress;
      this.group =
          request.group().orElse(file.facts().name().toLowerCase(Locale.ROOT).replace('-', '_'));
      this.prefix =
          request.prefix().orElse("amd-%s-device".formatted(Wheel.normalized(file.facts().name())));
    }

    WheelSplitReport split() throws IOException {
      Path stage = scratch.resolve("wheel_all");
      Map<String, Path> fat = unpack(stage);
      String root = overlayRoot(fat.keySet());
      Map<String, String> databases = databases(root, stage);
      // What is for one GPU moves as it is, whatever code is in it.
      fat.keySet().removeAll(databases.keySet());
      if (fat.isEmpty() && databases.isEmpty()) {
        throw new OperationException(Obstacle.NOTHING_TO_SPLIT, nothing(root));
      }
      Files.createDirectories(stage.resolve(root));
      NamedChannel.write(
          stage.resolve(ArtifactManifest.FILE_NAME), ArtifactManifest.of(List.of(root)).encode());
      Split split =
          new Split(
              SplitRequest.artifact(stage, scratch.resolve("split"))
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
          .map(each -> moved(each, stage))
          .forEach(findings::add);
      findings.addAll(left.notes(request.input(), "in the host wheel", Run::moves));
      findings.addAll(
          elsewhere.notes(
              request.input(),
              "in the host wheel",
              name -> "Only files in the package %s go to device wheels.".formatted(root)));
      List<SplitArtifact> device =
          done.artifacts().stream().filter(each -> !each.name().generic()).toList();
      if (device.isEmpty()) {
        if (done.findings().stream().anyMatch(each -> each.rule().equals("already-host-only"))) {
          return new WheelSplitReport(
              request, dryRun, List.of(), Optional.empty(), List.of(), 0, List.of(), findings);
        }
        throw new OperationException(Obstacle.NOTHING_TO_SPLIT, nothing(root));
      }
      checkNames(device);
      SortedMap<String, List<SplitArtifact>> byKey = new TreeMap<>();
      for (SplitArtifact artifact : device) {
        byKey.computeIfAbsent(bare(artifact.target()), none -> new ArrayList<>()).add(artifact);
      }
      List<String> targets = device.stream().map(SplitArtifact::target).toList();
      List<Made> made =
          dryRun
              ? planned(byKey, done, root, fat, databases)
              : written(byKey, done, root, fat, databases, targets);
      return new WheelSplitReport(
          request,
          dryRun,
          made,
          request.variant().isPresent() ? Optional.of(indexFile()) : Optional.empty(),
          targets,
          done.binaries(),
          done.outcomes().stream().flatMap(each -> each.dropped().stream()).toList(),
          findings);
    }

    /** Why there is nothing to split, in a sentence. */
    private String nothing(String root) {
      String why =
          findings.stream()
              .filter(each -> each.severity() != Severity.NOTE)
              .findFirst()
              .map(each -> "; %s: %s".formatted(each.file().getFileName(), each.message()))
              .orElse("");
      String databases =
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
      return "%s has no device code that can be split%s%s%s"
          .formatted(request.input(), databases, why, others);
    }

    /** What moves the files of a database to device wheels. */
    private static String moves(String database) {
      return "To move such files to the wheels of their GPUs, name %s in %s."
          .formatted(database, LeftDatabases.OPTION);
    }

    /** A note about an unpacked file is one about the file in the wheel. */
    private OperationNote moved(OperationNote note, Path stage) {
      Path real = note.file().toAbsolutePath().normalize();
      Path top = stage.toAbsolutePath().normalize();
      Path file =
          real.startsWith(top) && !real.equals(top)
              ? request.input().resolve(top.relativize(real).toString())
              : request.input();
      return new OperationNote(note.severity(), note.rule(), file, note.message(), note.advice());
    }

    /** Where a system's files cannot be named after features, their targets are refused. */
    private void checkNames(List<SplitArtifact> device) throws OperationException {
      if (!name.platform().startsWith("win")) {
        return;
      }
      for (SplitArtifact artifact : device) {
        if (artifact.target().indexOf(':') >= 0) {
          throw refused(
              "Windows allows no colon in names, and code for %s would be in %s_%s.kpack"
                  .formatted(artifact.target(), group, artifact.target()));
        }
      }
    }

    /** Unpacks what may have device code. Answers with the binaries that have. */
    private Map<String, Path> unpack(Path stage) throws IOException {
      Map<String, Path> fat = new TreeMap<>();
      Map<String, Path> converted = new TreeMap<>();
      long sum = file.members().stream().mapToLong(Member::sizeBytes).sum();
      progress.begin("Looking for device code", sum, Unit.BYTES);
      for (Member member : file.members()) {
        if (member.kind() != Member.Kind.FILE) {
          continue;
        }
        Path inside = file.tree().path(member.path());
        byte[] start;
        try (InputStream in = Files.newInputStream(inside)) {
          start = in.readNBytes(ElfFile.START_BYTES);
        }
        if (!ElfFile.isHost(start)) {
          progress.step(member.sizeBytes());
          continue;
        }
        Path target = stage(stage, member, inside);
        switch (deviceCode(target, inside)) {
          case FAT -> fat.put(member.path(), target);
          case HOST_ONLY -> converted.put(member.path(), target);
          default -> Files.delete(target);
        }
      }
      // Those that were converted before matter only if all were.
      if (fat.isEmpty()) {
        return converted;
      }
      return fat;
    }

    /** What device code a binary has. What is not fat, or cannot be read, stays as it is. */
    private DeviceCode deviceCode(Path binary, Path inside) throws IOException {
      String why;
      try (MappedFile mapped = MappedFile.open(binary)) {
        DeviceCode state = FatBinary.read(ElfFile.read(mapped.view())).state();
        if (state == DeviceCode.NONE || state == DeviceCode.FAT || state == DeviceCode.HOST_ONLY) {
          return state;
        }
        why = state.words();
      } catch (FormatException damaged) {
        why = String.valueOf(damaged.getMessage());
      }
      findings.add(
          new OperationNote(
              Severity.WARNING,
              "not-converted",
              inside,
              "copied unchanged: " + why,
              "Verify the wheel to see more."));
      return DeviceCode.NONE;
    }

    private Path stage(Path stage, Member member, Path inside) throws IOException {
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

    /** The folder that gets the archives. */
    private String overlayRoot(Set<String> fat) throws OperationException {
      Set<String> packages = new TreeSet<>();
      for (String path : fat) {
        int slash = path.indexOf('/');
        packages.add(slash < 0 ? "" : path.substring(0, slash));
      }
      if (request.overlayRoot().isPresent()) {
        String root = request.overlayRoot().get().replaceAll("/+$", "");
        for (String path : fat) {
          if (!path.startsWith(root + "/")) {
            throw new OperationException(
                Obstacle.SEVERAL_PACKAGES,
                "%s is not below %s: archives in that folder are not found from there"
                    .formatted(path, root));
          }
        }
        return root;
      }
      String data = "%s-%s.data".formatted(name.name(), name.version());
      if (packages.contains(data)) {
        throw refused(
            "installers move the files of %s, which has device code, to other folders"
                .formatted(data));
      }
      if (packages.size() > 1 || packages.contains("")) {
        throw new OperationException(
            Obstacle.SEVERAL_PACKAGES,
            "device code is in several places (%s): set the folder for the archives with --overlay-root"
                .formatted(String.join(", ", packages).replaceAll("^,|^$", "the top,")));
      }
      return packages.isEmpty()
          ? file.facts().name().replace('-', '_')
          : packages.iterator().next();
    }

    private static String bare(String target) {
      return GpuTarget.lenient(target).bare().toString();
    }

    /** Unpacks the files of databases that go to device wheels, by the architectures of each. */
    private Map<String, String> databases(String root, Path stage) throws IOException {
      for (Member member : file.members()) {
        if (member.kind() == Member.Kind.FILE) {
          (member.path().startsWith(root + "/") ? left : elsewhere)
              .add(member.path(), member.sizeBytes());
        }
      }
      Databases installed = Databases.installed();
      List<OperationNote> missed = new ArrayList<>();
      for (Member member : file.members()) {
        if (isFile(member) && member.path().startsWith(root + "/")) {
          String path = member.path().substring(root.length() + 1);
          DatabaseNotes.missed(installed, file.tree().path(member.path()), path, STAYS)
              .ifPresent(missed::add);
        }
      }
      findings.addAll(DatabaseNotes.grouped(missed));
      if (request.databases().isEmpty()) {
        return Map.of();
      }
      Databases known = installed.named(request.databases());
      DatabaseTargets targets = new DatabaseTargets(known, progress.cancelOnly());
      Map<String, String> found = new TreeMap<>();
      for (Member member : file.members()) {
        if (member.kind() != Member.Kind.FILE || !member.path().startsWith(root + "/")) {
          continue;
        }
        String path = member.path().substring(root.length() + 1);
        Path inside = file.tree().path(member.path());
        GpuTarget architecture = targets.of(inside, path);
        if (architecture != null) {
          if (!Files.exists(stage.resolve(member.path()))) {
            stage(stage, member, inside);
          }
          found.put(member.path(), architecture.toString());
        } else {
          // The split of what moves says the others.
          findings.addAll(
              DatabaseNotes.of(known, targets, inside, path, member.sizeBytes(), STAYS));
        }
      }
      return found;
    }

    private Path device(String key) {
      String file =
          "%s-%s-py3-none-%s.whl"
              .formatted(
                  Wheel.normalized(deviceName(key)).replace('-', '_'),
                  name.version(),
                  name.platform());
      return request.output().resolve(file);
    }

    private String deviceName(String key) {
      return prefix + "-" + key.replace('_', '-');
    }

    /** The host wheel's extra for a target; empty for a family, which comes with its targets. */
    private static String extra(String key) {
      return isTarget(key) ? "device-" + key.replace('_', '-') : "";
    }

    private List<Made> planned(
        SortedMap<String, List<SplitArtifact>> byKey,
        SplitReport done,
        String root,
        Map<String, Path> fat,
        Map<String, String> databases)
        throws IOException {
      List<Made> made = new ArrayList<>();
      long host =
          file.members().stream()
              .filter(member -> !fat.containsKey(member.path()))
              .mapToLong(Member::sizeBytes)
              .sum();
      long generic =
          done.artifacts().stream()
              .filter(each -> each.name().generic())
              .mapToLong(SplitArtifact::sizeBytes)
              .sum();
      boolean listed = done.artifacts().stream().anyMatch(each -> each.kernels() > 0);
      int files =
          (int) file.members().stream().filter(WheelSplit::isFile).count()
              - databases.size()
              + (listed ? 1 : 0);
      List<Content> converted = converted(fat, scratch.resolve("none"));
      made.add(host(hostPath(), files, host + generic, converted));
      if (request.variant().isPresent()) {
        made.add(host(variantPath(), files + 1, host + generic, converted));
      }
      for (Map.Entry<String, List<SplitArtifact>> each : byKey.entrySet()) {
        String key = each.getKey();
        made.add(
            new Made(
                device(key),
                deviceName(key),
                key,
                extra(key),
                "",
                each.getValue().stream().mapToInt(SplitArtifact::files).sum() + INFO_FILES,
                each.getValue().stream().mapToLong(SplitArtifact::sizeBytes).sum(),
                contents(key, each.getValue(), root, databases)));
      }
      return made;
    }

    /** The binaries that are host-only in the host wheel. */
    private List<Content> converted(Map<String, Path> fat, Path generic) throws IOException {
      List<Content> all = new ArrayList<>();
      for (Map.Entry<String, Path> each : fat.entrySet()) {
        Path now = generic.resolve(each.getKey());
        if (!Files.exists(now)) {
          all.add(new Content(each.getKey(), Kind.BINARY, Files.size(each.getValue()), -1));
        } else if (Files.mismatch(now, each.getValue()) >= 0) {
          all.add(
              new Content(
                  each.getKey(), Kind.BINARY, Files.size(each.getValue()), Files.size(now)));
        }
      }
      return all;
    }

    /** What a device wheel has. */
    private List<Content> contents(
        String key, List<SplitArtifact> artifacts, String root, Map<String, String> databases)
        throws IOException {
      List<Content> all = new ArrayList<>();
      for (SplitArtifact artifact : artifacts) {
        if (artifact.kernels() > 0) {
          String path = "%s/.kpack/%s_%s.kpack".formatted(root, group, artifact.target());
          Path written = artifact.path().resolve(path);
          all.add(new Content(path, Kind.ARCHIVE, -1, dryRun ? -1 : Files.size(written)));
        }
      }
      for (Map.Entry<String, String> database : databases.entrySet()) {
        if (bare(database.getValue()).equals(key)) {
          long size = Files.size(file.tree().path(database.getKey()));
          all.add(new Content(database.getKey(), Kind.DATABASE, size, size));
        }
      }
      return all;
    }

    private Path hostPath() {
      return request.output().resolve(request.input().getFileName().toString());
    }

    /** The host wheel with a label: {@code NAME-…-PLATFORM-LABEL.whl}. */
    private Path variantPath() {
      String plain = request.input().getFileName().toString().replaceFirst("\\.whl$", "");
      return request.output().resolve("%s-%s.whl".formatted(plain, request.variant().orElse("")));
    }

    private Path indexFile() {
      return request.output().resolve(name.indexFile());
    }

    private Made host(Path path, int files, long size, List<Content> contents) {
      String variant = path.equals(hostPath()) ? "" : request.variant().orElse("");
      return new Made(path, file.facts().name(), "", "", variant, files, size, contents);
    }

    private List<Made> written(
        SortedMap<String, List<SplitArtifact>> byKey,
        SplitReport done,
        String root,
        Map<String, Path> fat,
        Map<String, String> databases,
        List<String> targets)
        throws IOException {
      List<Made> made = new ArrayList<>();
      List<WheelWriter> writers = new ArrayList<>();
      List<ReplacingFile> others = new ArrayList<>();
      long time =
          file.members().stream()
              .filter(member -> member.path().equals(wheel.infoFolder() + "/METADATA"))
              .mapToLong(Member::modifiedMillis)
              .findFirst()
              .orElse(0);
      try {
        Path generic =
            done.artifacts().stream()
                .filter(each -> each.name().generic())
                .map(SplitArtifact::path)
                .findFirst()
                .orElse(scratch.resolve("none"));
        progress.begin(
            "Writing wheels",
            file.members().stream().mapToLong(Member::sizeBytes).sum()
                + done.artifacts().stream().mapToLong(SplitArtifact::sizeBytes).sum(),
            Unit.BYTES);
        List<Content> converted = converted(fat, generic);
        WheelWriter host =
            new WheelWriter(hostPath(), request.replace(), wheel.infoFolder(), time, progress);
        writers.add(host);
        hostWheel(host, generic, root, hostMetadata(byKey.keySet(), List.of()), fat, databases, "");
        made.add(host(hostPath(), host.files(), Files.size(host.file().temporary()), converted));
        if (request.variant().isPresent()) {
          String description = variants(targets).text();
          WheelWriter variant =
              new WheelWriter(variantPath(), request.replace(), wheel.infoFolder(), time, progress);
          writers.add(variant);
          hostWheel(
              variant,
              generic,
              root,
              hostMetadata(byKey.keySet(), targets),
              fat,
              databases,
              description);
          made.add(
              host(
                  variantPath(),
                  variant.files(),
                  Files.size(variant.file().temporary()),
                  converted));
          ReplacingFile index = ReplacingFile.create(indexFile(), request.replace());
          others.add(index);
          index.channel().write(ByteBuffer.wrap(description.getBytes(StandardCharsets.UTF_8)));
        }
        for (Map.Entry<String, List<SplitArtifact>> each : byKey.entrySet()) {
          String key = each.getKey();
          String info =
              Wheel.normalized(deviceName(key)).replace('-', '_')
                  + "-"
                  + name.version()
                  + ".dist-info";
          WheelWriter device =
              new WheelWriter(device(key), request.replace(), info, time, progress);
          writers.add(device);
          deviceWheel(device, info, key, each.getValue(), byKey.keySet(), root);
          made.add(
              new Made(
                  device(key),
                  deviceName(key),
                  key,
                  extra(key),
                  "",
                  device.files(),
                  Files.size(device.file().temporary()),
                  contents(key, each.getValue(), root, databases)));
        }
        others.addAll(writers.stream().skip(1).map(WheelWriter::file).toList());
        // The host wheel last: it names the others.
        ReplacingFiles.commit(others, host.file());
      } finally {
        for (WheelWriter writer : writers) {
          writer.close();
        }
        for (ReplacingFile other : others) {
          other.close();
        }
      }
      return made;
    }

    /** The variant: for machines with one of the GPUs whose code is kept. */
    private WheelVariants variants(List<String> targets) {
      return WheelVariants.of(
          request.variant().orElse(""),
          VARIANT_NAMESPACE,
          VARIANT_FEATURE,
          targets.stream().map(WheelSplit::variantValue).distinct().toList());
    }

    /**
     * Writes the host wheel, or its variant.
     *
     * @param variants the text of the variant's description; empty for the host wheel itself
     */
    private void hostWheel(
        WheelWriter host,
        Path generic,
        String root,
        String metadata,
        Map<String, Path> fat,
        Map<String, String> databases,
        String variants)
        throws IOException {
      String record = wheel.infoFolder() + "/RECORD";
      String manifest = manifest(root);
      try (WheelWriter.Original original = new WheelWriter.Original(request.input())) {
        for (Member member : file.members()) {
          progress.step(0);
          String path = member.path();
          if (!isFile(member) || path.equals(record) || path.equals(manifest)) {
            continue;
          }
          if (path.equals(record + ".jws") || path.equals(record + ".p7s")) {
            if (!variants.isEmpty()) {
              continue;
            }
            findings.add(
                new OperationNote(
                    Severity.WARNING,
                    "signature-dropped",
                    request.input().resolve(path),
                    "the signature is left out: it signs the files before the split",
                    "Sign the new wheel."));
          } else if (path.equals(wheel.infoFolder() + "/METADATA")) {
            host.replace(original, path, metadata);
          } else if (fat.containsKey(path)) {
            Path converted = generic.resolve(path);
            if (Files.mismatch(converted, Objects.requireNonNull(fat.get(path))) < 0) {
              host.copy(original, path, Objects.requireNonNull(digests.get(path)));
            } else {
              host.replace(original, path, converted);
            }
          } else if (!databases.containsKey(path)) {
            host.copy(original, path, digest(member));
          }
        }
        if (Files.exists(generic.resolve(manifest))) {
          host.add(manifest, generic.resolve(manifest), false);
        }
        if (!variants.isEmpty()) {
          host.add(wheel.infoFolder() + "/" + WheelVariants.FILE, variants);
        }
        host.finish(original);
      }
    }

    /** The manifest of all device wheels' archives, which only the host wheel has. */
    private String manifest(String root) {
      return "%s/.kpack/%s.kpm".formatted(root, group);
    }

    private byte[] digest(Member member) throws IOException {
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

    private void deviceWheel(
        WheelWriter device,
        String info,
        String key,
        List<SplitArtifact> artifacts,
        Set<String> keys,
        String root)
        throws IOException {
      boolean packed = request.options().scheme() != StorageScheme.NONE;
      for (SplitArtifact artifact : artifacts) {
        List<Path> files;
        try (Stream<Path> all = Files.walk(artifact.path().resolve(root))) {
          files = all.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
        }
        for (Path each : files) {
          String path = artifact.path().relativize(each).toString().replace('\\', '/');
          device.add(path, each, packed && path.endsWith(".kpack"));
        }
      }
      device.add(info + "/METADATA", deviceMetadata(key, keys));
      device.add(
          info + "/WHEEL",
          """
          Wheel-Version: 1.0
          Generator: kpack-workbench
          Root-Is-Purelib: %s
          %s
          """
              .formatted(
                  PackageFacts.Fields.of(Objects.requireNonNullElse(wheel.text("WHEEL"), ""))
                          .first("root-is-purelib")
                          .equalsIgnoreCase("true")
                      ? "true"
                      : "false",
                  Stream.of(name.platform().split("\\.", -1))
                      .map(platform -> "Tag: py3-none-" + platform)
                      .reduce((a, b) -> a + "\n" + b)
                      .orElseThrow()));
      device.finish();
    }

    private String deviceMetadata(String key, Set<String> keys) {
      PackageFacts facts = file.facts();
      StringBuilder text = new StringBuilder();
      text.append("Metadata-Version: 2.1\n");
      text.append("Name: %s\n".formatted(deviceName(key)));
      text.append("Version: %s\n".formatted(facts.version()));
      text.append("Summary: Device code of %s for %s\n".formatted(facts.name(), key));
      text.append("Description-Content-Type: text/plain\n");
      text.append("Requires-Dist: %s == %s\n".formatted(facts.name(), facts.version()));
      if (isTarget(key)) {
        for (String family : GpuTable.above(key)) {
          if (keys.contains(family)) {
            text.append("Requires-Dist: %s == %s\n".formatted(deviceName(family), facts.version()));
          }
        }
        for (String required : request.requires()) {
          text.append(
              "Requires-Dist: %s\n".formatted(required.replace(GpuTarget.PLACEHOLDER, key)));
        }
      }
      text.append(
          """

          Device code of %s %s for GPUs of the kind %s. It is of use only together with that package.
          """
              .formatted(facts.name(), facts.version(), key));
      return text.toString();
    }

    /** Whether a key is one GPU's, and not a family's. */
    private static boolean isTarget(String key) {
      return key.indexOf('_') < 0 && !key.endsWith("x") && key.length() > "gfx11".length();
    }

    /**
     * The host's METADATA with an extra for each device wheel.
     *
     * @param variantTargets the targets of the variant, whose device wheels it requires where an
     *     installer finds their properties; none for the host wheel itself, since installers that
     *     do not know variants refuse such a condition
     */
    private String hostMetadata(Set<String> keys, List<String> variantTargets) throws IOException {
      String text = Objects.requireNonNull(wheel.text("METADATA")).replace("\r\n", "\n");
      int end = text.indexOf("\n\n");
      String head = end < 0 ? text.stripTrailing() : text.substring(0, end);
      String rest = end < 0 ? "\n" : text.substring(end);
      head = head.replaceFirst("(?m)^Metadata-Version: *(1\\..*|2\\.0)$", "Metadata-Version: 2.1");
      StringBuilder added = new StringBuilder();
      for (String key : keys) {
        if (!isTarget(key)) {
          continue;
        }
        added.append("\nProvides-Extra: %s".formatted(extra(key)));
        require(added, key, extra(key));
        for (String family : GpuTable.above(key)) {
          if (keys.contains(family)) {
            require(added, family, extra(key));
          }
        }
      }
      added.append("\nProvides-Extra: device-all");
      keys.forEach(key -> require(added, key, "device-all"));
      for (String target : variantTargets) {
        String key = bare(target);
        List<String> needed = new ArrayList<>(List.of(key));
        needed.addAll(GpuTable.above(key));
        for (String one : needed) {
          if (keys.contains(one)) {
            added.append(
                "\nRequires-Dist: %s == %s; \"%s\" in variant_properties"
                    .formatted(
                        deviceName(one),
                        file.facts().version(),
                        WheelVariants.property(
                            VARIANT_NAMESPACE, VARIANT_FEATURE, variantValue(target))));
          }
        }
      }
      return head + added + rest;
    }

    private void require(StringBuilder text, String key, String extra) {
      text.append(
          "\nRequires-Dist: %s == %s; extra == \"%s\""
              .formatted(deviceName(key), file.facts().version(), extra));
    }
  }

  /**
   * A target as the value of a property, which has no signs: {@code gfx90a:xnack+} is {@code
   * gfx90a_xnack_on}.
   */
  private static String variantValue(String target) {
    return Stream.of(target.split(":", -1))
        .map(part -> part.replaceFirst("\\+$", "_on").replaceFirst("-$", "_off"))
        .collect(Collectors.joining("_"))
        .replace('-', '_');
  }

  private static boolean isFile(@Nullable Member member) {
    return member != null && member.kind() == Member.Kind.FILE;
  }
}
