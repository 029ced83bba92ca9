package org.kpackworkbench.model.operation.packages;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.bytes.ReplacingFiles;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.output.OutputOutsideInput;
import org.kpackworkbench.model.operation.packages.PackagesReport.Row;
import org.kpackworkbench.model.operation.packages.PackagesReport.User;
import org.kpackworkbench.model.operation.packages.PackagesReport.Written;
import org.kpackworkbench.model.operation.packages.PlannedPackage.Role;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TarPacking;

/**
 * Makes packages of artifacts. The same input gives the same bytes; packages take their names
 * together, and a failure or cancellation leaves none. Used once, by one thread.
 */
public final class PackageBuild {
  /** The word for all architectures, in names of tar files. */
  private static final String MULTIARCH = "multiarch";

  /** Archives are compressed already: more takes time, and gains little. */
  private static final int LEVEL = 1;

  private static final String EPOCH = "SOURCE_DATE_EPOCH";

  private final PackagesRequest request;
  private final Map<String, String> environment;
  private final List<OperationNote> findings = new ArrayList<>();

  /**
   * A build.
   *
   * @param environment of the process, which may state the time of packages
   */
  public PackageBuild(PackagesRequest request, Map<String, String> environment) {
    this.request = request;
    this.environment = Map.copyOf(environment);
  }

  /**
   * Returns what {@link #run} would write, measured in the system's folder for temporary files.
   *
   * @throws IOException as {@link #run}
   */
  public PackagesReport plan(Progress progress) throws IOException {
    try (PlanCache cache = new PlanCache()) {
      return plan(cache, progress);
    }
  }

  /**
   * Plans as {@link #plan(Progress)}. Content that was measured before is not read again: its size
   * is that of the package that had it, whose name and version may have been others.
   *
   * @param cache of earlier plans
   * @throws IOException as {@link #run}
   */
  public PackagesReport plan(PlanCache cache, Progress progress) throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
    // A plan that was cancelled may still be running.
    synchronized (cache) {
      try (ScratchFolder scratch = ScratchFolder.in(temporary, "packages")) {
        Path out = Files.createDirectory(scratch.folder().resolve("out"));
        return go(cache, cache.sizes(), scratch.folder(), out, progress);
      }
    }
  }

  /**
   * Makes the packages.
   *
   * @throws UnusableConfigException if the configuration has errors
   * @throws org.kpackworkbench.model.operation.output.OperationException if there are no artifacts,
   *     or packages that cannot be installed together
   * @throws java.nio.file.FileAlreadyExistsException if another package of the name is there
   *     already and is not to be replaced
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public PackagesReport run(Progress progress) throws IOException {
    Path output = request.output().orElseThrow();
    OutputOutsideInput.check(request.input(), output);
    if (request.replace()) {
      RealPaths.refuseLink(output);
    }
    try (NewFolders folders = new NewFolders()) {
      folders.make(output.toAbsolutePath().normalize());
      try (ScratchFolder scratch = ScratchFolder.in(output, "packages");
          PlanCache cache = new PlanCache(scratch.folder())) {
        PackagesReport report = go(cache, null, scratch.folder(), output, progress);
        folders.keep();
        return report;
      }
    }
  }

  /** Returns the problems of a configuration of packages, in the order of its text. */
  public static List<ConfigProblem> problems(ConfigText config) {
    return PackagesConfig.read(config).problems();
  }

  private PackagesReport go(
      PlanCache cache,
      @Nullable Map<String, Long> measured,
      Path scratch,
      Path out,
      Progress progress)
      throws IOException {
    PackagesConfig config = config();
    Path shards = config.shards().map(name -> request.config().resolveSibling(name)).orElse(null);
    progress.begin("Reading artifacts", 0, Unit.ARTIFACTS);
    PackageParts parts = PackageParts.open(request, shards, cache, findings, progress);
    List<PlannedPackage> packages = PackagePlan.of(config, request.config(), parts.all(), findings);
    return new Writing(config, packages, scratch, out, progress).done(measured);
  }

  private PackagesConfig config() throws IOException {
    Checked<PackagesConfig> checked = PackagesConfig.read(ConfigText.read(request.config()));
    PackagesConfig read = checked.value();
    String version = request.version().orElse(read.version());
    List<ConfigProblem> problems = new ArrayList<>(checked.problems());
    if (version.isEmpty()) {
      problems.add(
          new ConfigProblem(
              org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity.ERROR,
              ConfigPosition.START,
              "",
              "no version of the packages is stated",
              "Give it with " + PackagesRequest.VERSION + "."));
    }
    Checked<PackagesConfig> all = new Checked<>(read, problems);
    if (!all.usable()) {
      throw new UnusableConfigException(request.config(), all);
    }
    for (ConfigProblem problem : problems) {
      findings.add(Recombine.noteOf(request.config(), problem));
    }
    return new PackagesConfig(
        version,
        request.variant().orElse(read.variant()),
        read.names(),
        read.architecture(),
        read.shards(),
        read.packages());
  }

  /** The packages of a machine with one GPU; for all GPUs the target is empty. */
  private record Machine(String target, Set<PlannedPackage> packages) {}

  private final class Writing {
    private final PackagesConfig config;
    private final List<PlannedPackage> packages;
    private final WheelPackage wheels;
    private final Path scratch;
    private final Path out;
    private final Progress progress;
    private final FileTime latest;
    private final List<Machine> machines;
    private final List<ReplacingFile> files = new ArrayList<>();
    private final List<Written> written = new ArrayList<>();
    private final Map<Object, Long> downloads = new HashMap<>();

    Writing(
        PackagesConfig config,
        List<PlannedPackage> packages,
        Path scratch,
        Path out,
        Progress progress)
        throws IOException {
      this.config = config;
      this.packages = packages;
      this.scratch = scratch;
      this.out = out;
      this.progress = progress;
      this.latest = latest();
      this.machines = machines();
      this.wheels = WheelPackage.of(packages, request.config(), latest);
    }

    /** Packages are as old as the newest file in one, or as the environment says. */
    private FileTime latest() throws IOException {
      String epoch = environment.getOrDefault(EPOCH, "");
      if (epoch.matches("\\d{1,12}")) {
        return FileTime.from(Long.parseLong(epoch), TimeUnit.SECONDS);
      }
      FileTime newest = FileTime.fromMillis(0);
      for (PlannedPackage each : packages) {
        for (TreeItem item : each.items().values()) {
          if (item.kind() == Kind.FILE) {
            FileTime time = Files.getLastModifiedTime(item.source(), LinkOption.NOFOLLOW_LINKS);
            newest = newest.compareTo(time) < 0 ? time : newest;
          }
        }
      }
      return FileTime.from(newest.to(TimeUnit.SECONDS), TimeUnit.SECONDS);
    }

    private long download(Machine machine) {
      return downloads.keySet().containsAll(machine.packages())
          ? machine.packages().stream()
              .mapToLong(each -> Objects.requireNonNull(downloads.get(each)))
              .sum()
          : -1;
    }

    private List<Machine> machines() {
      Map<String, Set<PlannedPackage>> byArch = new TreeMap<>(NaturalOrder.INSTANCE);
      for (PlannedPackage each : packages) {
        if (each.role() == Role.DEVICE) {
          byArch.computeIfAbsent(each.arch(), none -> new LinkedHashSet<>()).addAll(each.closure());
        }
      }
      byArch.forEach(
          (arch, needed) ->
              packages.stream()
                  .filter(
                      each -> each.isForAll() || (each.role() == Role.DEVICE && each.isAbove(arch)))
                  .forEach(each -> needed.addAll(each.closure())));
      List<Machine> all = new ArrayList<>();
      byArch.forEach((arch, needed) -> all.add(new Machine(arch, needed)));
      Set<PlannedPackage> everything = new LinkedHashSet<>();
      all.forEach(machine -> everything.addAll(machine.packages()));
      if (everything.isEmpty()) {
        everything.addAll(packages);
      }
      all.add(new Machine("", everything));
      all.forEach(machine -> machine.packages().removeIf(each -> each.role() == Role.META));
      return all;
    }

    PackagesReport done(@Nullable Map<String, Long> measured) throws IOException {
      long bytes =
          request.forms().stream()
              .mapToLong(
                  form ->
                      form == PackageForm.TAR
                          ? machines.stream()
                              .flatMap(machine -> machine.packages().stream())
                              .mapToLong(PlannedPackage::sizeBytes)
                              .sum()
                          : packages.stream().mapToLong(PlannedPackage::sizeBytes).sum())
              .sum();
      progress.begin("Writing packages", bytes, Unit.BYTES);
      try {
        for (PackageForm form : request.forms()) {
          switch (form) {
            case WHEEL -> {
              wheels.check(config.version());
              for (PlannedPackage each : wheels.all()) {
                Map<String, TreeItem> content = wheels.files(each, findings);
                write(
                    form,
                    each,
                    WheelPackage.fileName(each),
                    file -> wheels.write(each, content, file, progress),
                    measured);
              }
            }
            case DEB -> {
              for (PlannedPackage each : packages) {
                write(form, each, debName(each), to(out -> deb(each, out)), measured);
              }
            }
            case RPM -> rpms(measured);
            case TAR -> {
              for (Machine machine : machines) {
                write(form, machine, tarName(machine), to(out -> tar(machine, out)), measured);
              }
            }
          }
        }
        progress.step(0);
        if (measured == null) {
          ReplacingFiles.commit(files, null);
        }
      } finally {
        for (ReplacingFile each : files) {
          each.close();
        }
      }
      return report(measured != null);
    }

    private static Taker<ReplacingFile> to(Taker<OutputStream> content) {
      return file -> {
        OutputStream channel = Channels.newOutputStream(file.channel());
        try (OutputStream out = new BufferedOutputStream(channel)) {
          content.take(out);
        }
      };
    }

    private void write(
        PackageForm form,
        Object of,
        String name,
        Taker<ReplacingFile> content,
        @Nullable Map<String, Long> measured)
        throws IOException {
      String key = measured == null ? "" : key(form, of);
      Long before = measured == null ? null : measured.get(key);
      long size = before != null ? before : written(name, content, measured != null);
      if (measured != null) {
        measured.put(key, size);
      }
      downloads.putIfAbsent(of, size);
      written.add(
          new Written(form.word(), request.output().orElse(Path.of("")).resolve(name), size));
    }

    private long written(String name, Taker<ReplacingFile> content, boolean planned)
        throws IOException {
      ReplacingFile file = ReplacingFile.createUnlessSame(out.resolve(name), request.replace());
      files.add(file);
      content.take(file);
      Files.setLastModifiedTime(file.temporary(), latest);
      long size = Files.size(file.temporary());
      if (planned) {
        file.close();
      }
      return size;
    }

    /** Returns a digest of all that a package holds, but for its names and texts. */
    private String key(PackageForm form, Object of) throws IOException {
      StringBuilder text = new StringBuilder();
      text.append(form).append('\n').append(request.input()).append('\n');
      for (PlannedPackage each :
          of instanceof Machine machine ? machine.packages() : List.of((PlannedPackage) of)) {
        text.append(each.items().isEmpty() ? each.name(form) : each.artifacts()).append('\n');
        for (TreeItem item : each.items().values()) {
          if (item.kind() == Kind.FILE) {
            text.append(item.path().substring(prefix().length())).append('\n');
            text.append(item.sizeBytes()).append('\n');
            text.append(Files.getLastModifiedTime(item.source(), LinkOption.NOFOLLOW_LINKS));
          }
        }
      }
      return HexText.of(Digests.sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private String prefix() {
      return PackageNames.path(config.names().prefix(), config.variant(), config.version()) + "/";
    }

    private String debName(PlannedPackage each) {
      return "%s_%s_%s.deb"
          .formatted(each.name(PackageForm.DEB), config.version(), config.architecture());
    }

    private String tarName(Machine machine) {
      String arch = machine.target().isEmpty() ? MULTIARCH : machine.target();
      boolean windows = machine.packages().stream().anyMatch(PlannedPackage::runsOnWindows);
      String pattern =
          config.names().tar().replace(PackageNames.SYSTEM, windows ? "windows" : "linux");
      return PackageNames.filled(pattern, "", config.variant(), config.version(), arch) + ".tar.gz";
    }

    private TarOptions options() {
      return new TarOptions(LEVEL, request.threads(), true);
    }

    private void deb(PlannedPackage each, OutputStream to) throws IOException {
      Path folder = Files.createDirectories(scratch.resolve("deb"));
      DebPackage.write(each, new DebWriter(latest, TarPacking.XZ, options(), folder), to, progress);
    }

    private void rpms(@Nullable Map<String, Long> measured) throws IOException {
      RpmPackage tool = RpmPackage.of(latest, scratch, environment).orElse(null);
      if (tool == null) {
        findings.add(
            OperationNote.error(
                "no-rpmbuild",
                request.config(),
                "no .rpm is written: rpmbuild is not installed, or not in PATH",
                "Install it: apt install rpm, or dnf install rpm-build."));
        return;
      }
      for (PlannedPackage each : packages) {
        write(
            PackageForm.RPM,
            each,
            RpmPackage.fileName(each),
            to(out -> tool.write(each, out, progress)),
            measured);
      }
    }

    private void tar(Machine machine, OutputStream to) throws IOException {
      TreeMap<String, TreeItem> tree = new TreeMap<>();
      String prefix = prefix();
      for (PlannedPackage each : machine.packages()) {
        for (TreeItem item : each.items().values()) {
          if (item.path().startsWith(prefix)) {
            String path = item.path().substring(prefix.length());
            tree.put(path, new TreeItem(item.source(), path, item.kind(), item.sizeBytes()));
          }
        }
      }
      try (OutputStream packed = TarPacking.GZIP.to(to, options())) {
        TarPack.writeInstalled(List.copyOf(tree.values()), latest, packed, progress);
      }
    }

    private PackagesReport report(boolean planned) {
      PackageForm first = request.forms().getFirst();
      List<Row> rows = new ArrayList<>();
      boolean extras = first == PackageForm.WHEEL;
      for (PlannedPackage each : extras ? wheels.all() : packages) {
        rows.add(
            new Row(
                each.name(first),
                each.role().word(),
                each.entry().component(),
                each.arch(),
                each.contents(),
                each.files(),
                each.sizeBytes(),
                downloads.getOrDefault(each, -1L),
                each.requires(first),
                each.recommends(first),
                extras ? wheels.provides(each) : each.provides(first),
                List.copyOf(each.artifacts())));
      }
      List<User> users =
          machines.stream()
              .map(
                  machine ->
                      new User(
                          machine.target().isEmpty() ? "all" : machine.target(),
                          machine.packages().stream().map(each -> each.name(first)).toList(),
                          machine.packages().stream().mapToLong(PlannedPackage::sizeBytes).sum(),
                          first == PackageForm.TAR
                              ? Objects.requireNonNull(downloads.get(machine))
                              : download(machine)))
              .toList();
      return new PackagesReport(request, planned, config.version(), rows, users, written, findings);
    }
  }
}
