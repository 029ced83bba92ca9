package org.kpackworkbench.model.analysis.advise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.advise.Advice.Instead;
import org.kpackworkbench.model.analysis.advise.Advice.Role;
import org.kpackworkbench.model.analysis.advise.Advice.Uncovered;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeFailures;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.packages.Packages.Part;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * Chooses packages for GPUs. All of them are put together as if they were installed, and a loader
 * is simulated on each GPU: a package with nothing but archives and files of databases for GPUs is
 * needed where an archive of it is used, a file of it is for that GPU, or a needed package requires
 * it. All others are needed on any GPU.
 */
public final class Advisor {
  private static final Pattern REQUIRED = Pattern.compile("^([A-Za-z0-9._+-]+)([^;]*)(?:;(.*))?$");
  private static final Pattern EXTRA = Pattern.compile("extra\\s*==\\s*[\"']([^\"']+)[\"']");
  private static final Pattern ARCHIVE = Pattern.compile("_(gfx[^/_]*)\\.kpack$");
  private static final String ALL = "device-all";

  private final Progress progress;
  private final List<Given> given = new ArrayList<>();
  private final Map<String, Given> owners = new HashMap<>();

  private Advisor(Progress progress) {
    this.progress = progress;
  }

  /** Something to choose. */
  private static final class Given {
    final Part part;
    final String name;
    final String version;
    final PackageFacts facts;
    final Optional<PackageFormat> format;
    final long downloadBytes;
    final Set<GpuTarget> gpus = new LinkedHashSet<>();
    final Map<String, GpuTarget> databases = new TreeMap<>();
    boolean device;

    Given(
        Part part,
        String name,
        String version,
        PackageFacts facts,
        Optional<PackageFormat> format,
        long downloadBytes) {
      this.part = part;
      this.name = name;
      this.version = version;
      this.facts = facts;
      this.format = format;
      this.downloadBytes = downloadBytes;
    }

    long installBytes() {
      return part.members().stream().mapToLong(Member::sizeBytes).sum();
    }
  }

  /**
   * Advises.
   *
   * @param variables those of the process, for what this machine is
   * @throws IOException if a package cannot be read, or two of them cannot be installed together
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Advice of(AdviseSettings settings, Map<String, String> variables, Progress progress)
      throws IOException {
    List<Device> devices = settings.devices(variables);
    Advisor advisor = new Advisor(progress);
    List<PackageIndex> indices = new ArrayList<>();
    progress.begin("Reading packages", settings.packages().size(), Unit.PACKAGES);
    for (Path path : Packages.each(settings.packages())) {
      Optional<PackageIndex> index = PackageIndex.read(path, progress.cancelOnly());
      if (index.isPresent()) {
        indices.add(index.get());
      } else {
        advisor.take(path);
      }
      progress.step(1);
    }
    if (indices.isEmpty()) {
      return advisor.advise(devices);
    }
    if (!advisor.given.isEmpty()) {
      throw new IOException(
          "%s is an index and %s is not: advise on indices or on packages, not on both at once"
              .formatted(indices.getFirst().path(), advisor.given.getFirst().part.file()));
    }
    return PackageIndex.advise(indices, devices.stream().map(Device::target).distinct().toList());
  }

  /**
   * The targets that packages have archives for, without features, each once; of several those that
   * come first by their names.
   *
   * @throws IOException as {@link #of}
   */
  public static List<GpuTarget> targets(Path packages, Progress progress) throws IOException {
    Advisor advisor = new Advisor(progress);
    advisor.take(packages);
    Set<GpuTarget> targets = new TreeSet<>(Comparator.comparing(GpuTarget::toString));
    for (Given each : advisor.given) {
      for (Member member : each.part.members()) {
        Matcher named = ARCHIVE.matcher(member.path());
        if (named.find()) {
          targets.add(GpuTarget.lenient(named.group(1)).bare());
        }
      }
    }
    return List.copyOf(targets);
  }

  private void take(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      given.add(
          opened(path)
              .orElseThrow(
                  () ->
                      new IOException(
                          "%s: expected a wheel, a .deb, an .rpm, a tar file, an artifact, a folder with some of them, or an index"
                              .formatted(path))));
      return;
    }
    if (ArtifactFolder.isArtifact(path)) {
      given.add(artifact(path));
      return;
    }
    int before = given.size();
    List<Path> children;
    try (Stream<Path> all = Files.list(path)) {
      children = all.sorted().toList();
    }
    for (Path child : children) {
      progress.step(0);
      if (Files.isDirectory(child) && ArtifactFolder.isArtifact(child)) {
        given.add(artifact(child));
      } else if (Files.isRegularFile(child)) {
        opened(child).ifPresent(given::add);
      }
    }
    if (given.size() == before) {
      throw new IOException(
          "%s: expected a folder with wheels, packages or artifacts; there are none"
              .formatted(path));
    }
  }

  private Optional<Given> opened(Path path) throws IOException {
    Optional<PackageFile> open =
        PackageFile.open(path, UnpackBudget.operation(), progress.cancelOnly());
    if (open.isEmpty()) {
      return Optional.empty();
    }
    PackageFile file = open.get();
    Part part = Part.of(file);
    Path manifest = file.tree().path(ArtifactManifest.FILE_NAME);
    String name = String.valueOf(path.getFileName());
    if (Files.isRegularFile(manifest)) {
      ArtifactManifest read =
          ArtifactManifest.parse(manifest.toString(), Files.readAllBytes(manifest));
      part = new Part(path, flat(part.members(), read.prefixes()));
      name = name.replaceFirst("\\.tar(\\..*)?$", "");
    }
    PackageFacts facts = file.facts();
    return Optional.of(
        new Given(
            part,
            facts.name().isEmpty() ? name : facts.name(),
            facts.version(),
            facts,
            Optional.of(file.format()),
            Files.size(path)));
  }

  /** An artifact's files as an overlay puts them together: without their prefixes. */
  private static List<Member> flat(List<Member> members, Collection<String> prefixes) {
    List<Member> all = new ArrayList<>();
    for (Member member : members) {
      prefixes.stream()
          .filter(prefix -> member.path().startsWith(prefix + "/"))
          .findFirst()
          .map(prefix -> member.path().substring(prefix.length() + 1))
          // Manifests of several artifacts become one when they are put together.
          .filter(path -> !path.endsWith(".kpm"))
          .ifPresent(path -> all.add(member.at(path)));
    }
    return all;
  }

  private static Given artifact(Path folder) throws IOException {
    ArtifactFolder artifact = ArtifactFolder.open(folder);
    List<Member> members = new ArrayList<>();
    for (String prefix : artifact.presentPrefixes()) {
      try (Stream<Path> walk = Files.walk(artifact.prefix(prefix))) {
        for (Path file : walk.sorted().toList()) {
          String path = folder.relativize(file).toString().replace('\\', '/');
          long time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
          if (Files.isSymbolicLink(file)) {
            members.add(Member.link(path, 0777, time, Files.readSymbolicLink(file).toString()));
          } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            members.add(
                Member.file(path, Files.size(file), 0644, time, () -> MemberChannel.file(file)));
          }
        }
      }
    }
    List<Member> flat = flat(members, artifact.manifest().prefixes());
    return new Given(
        new Part(folder, flat),
        String.valueOf(folder.getFileName()),
        "",
        PackageFacts.NONE,
        Optional.empty(),
        flat.stream().mapToLong(Member::sizeBytes).sum());
  }

  /**
   * A variant of a wheel that is there without a label has the same files, and is installed instead
   * of it by installers that know variants.
   */
  private void withoutVariants() {
    Set<String> plain = new HashSet<>();
    given.stream().filter(each -> label(each).isEmpty()).forEach(each -> plain.add(key(each.name)));
    given.removeIf(each -> !label(each).isEmpty() && plain.contains(key(each.name)));
  }

  private static String label(Given each) {
    Wheel.Name name = Wheel.Name.of(String.valueOf(each.part.file().getFileName()));
    return name == null ? "" : name.variant();
  }

  private Advice advise(List<Device> named) throws IOException {
    withoutVariants();
    // Code for settings that devices have only on request is not proposed.
    List<Device> devices = named.stream().map(Device::usual).distinct().toList();
    Map<GpuTarget, GpuTarget> shown = new LinkedHashMap<>();
    named.forEach(each -> shown.putIfAbsent(each.usual().target(), each.target()));
    Path top = Packages.together(given.stream().map(each -> each.part).toList());
    for (Given each : given) {
      each.part.members().stream()
          .filter(member -> member.kind() != Member.Kind.FOLDER)
          .forEach(member -> owners.putIfAbsent(member.path(), each));
    }
    List<GpuTarget> gpus = List.copyOf(shown.values());
    Set<Given> withBinaries = new HashSet<>();
    Map<GpuTarget, Map<String, Set<String>>> instead = new LinkedHashMap<>();
    TreeFailures failures;
    try (Loader loader =
        new Loader(
            LoaderEnvironment.of(Map.of()),
            LoaderBehaviour.TOLERANT,
            LoaderFiles.of(top),
            UnpackBudget.operation())) {
      TreeFailures.Collector collector = new TreeFailures.Collector(new Diagnoser(loader));
      new TreeResolver(BinaryResolver.handing(loader, devices, false))
          .resolve(
              top,
              binary -> {
                collector.visit(binary);
                Optional.ofNullable(owner(top, binary.binary().file()))
                    .ifPresent(withBinaries::add);
                used(top, binary, shown, instead);
              },
              progress);
      failures = collector.done(devices.stream().map(Device::target).toList());
    }
    for (Given each : given) {
      role(each, withBinaries.contains(each));
    }
    databases(gpus);
    required();
    List<Uncovered> uncovered = new ArrayList<>();
    for (Map.Entry<GpuTarget, GpuTarget> each : shown.entrySet()) {
      for (TreeFailures.Cause cause : failures.causes()) {
        if (cause.device().equals(each.getKey())) {
          uncovered.add(
              new Uncovered(
                  each.getValue(),
                  cause.binaries().stream().map(binary -> inside(top, binary.file())).toList(),
                  cause.sentence(),
                  cause.advice()));
        }
      }
    }
    return advice(gpus, uncovered, instead);
  }

  private @Nullable Given owner(Path top, Path file) {
    return owners.get(inside(top, file));
  }

  private static String inside(Path top, Path file) {
    return top.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

  /** Notes whose code a binary uses, and of which target. */
  private void used(
      Path top,
      BinaryResolution binary,
      Map<GpuTarget, GpuTarget> shown,
      Map<GpuTarget, Map<String, Set<String>>> instead) {
    String path = inside(top, binary.binary().file());
    for (WrapperOutcome outcome : binary.outcomes()) {
      GpuTarget gpu = Objects.requireNonNull(shown.get(outcome.device()));
      String target =
          switch (outcome.code()) {
            case WrapperOutcome.InArchive asked -> {
              if (asked.resolution().found() == null) {
                yield null;
              }
              Given whose = owner(top, asked.resolution().found().archive());
              if (whose != null) {
                whose.gpus.add(gpu);
              }
              yield asked.resolution().found().architecture();
            }
            case WrapperOutcome.InBundle inside ->
                inside.found() == null ? null : String.valueOf(inside.found().target());
            case WrapperOutcome.Unusable unusable -> null;
          };
      if (target != null && !GpuTarget.lenient(target).bare().equals(outcome.device().bare())) {
        instead
            .computeIfAbsent(gpu, none -> new TreeMap<>())
            .computeIfAbsent(target, none -> new TreeSet<>())
            .add(path);
      }
    }
  }

  /** Whether a package has nothing but archives and files of databases for GPUs. */
  private static void role(Given each, boolean withBinaries) {
    Databases known = Databases.installed();
    boolean archives = false;
    for (Member member : each.part.members()) {
      if (member.kind() == Member.Kind.FILE) {
        archives |= member.path().endsWith(".kpack");
        known
            .recognise(member.path())
            .map(DatabaseFile::architecture)
            .ifPresent(architecture -> each.databases.put(member.path(), architecture));
      }
    }
    each.device = !withBinaries && (archives || !each.databases.isEmpty());
  }

  private void databases(List<GpuTarget> gpus) {
    for (GpuTarget gpu : gpus) {
      TargetFilter wanted = TargetFilter.keeping(List.of(GpuTable.settings(gpu).getFirst()));
      for (Given each : given) {
        if (each.databases.values().stream().anyMatch(wanted::keeps)) {
          each.gpus.add(gpu);
        }
      }
    }
    for (Given each : given) {
      if (!each.device) {
        each.gpus.addAll(gpus);
      }
    }
  }

  /** What needed packages require without an extra is needed, too. */
  private void required() {
    Map<String, Given> byName = byName();
    for (boolean more = true; more; ) {
      more = false;
      for (Given each : given) {
        for (String text : each.facts.requires()) {
          Matcher parts = REQUIRED.matcher(text.strip());
          if (each.gpus.isEmpty() || !parts.matches() || text.contains("extra")) {
            continue;
          }
          Given other = byName.get(key(parts.group(1)));
          more |= other != null && other.gpus.addAll(each.gpus);
        }
      }
    }
  }

  private Map<String, Given> byName() {
    Map<String, Given> byName = new HashMap<>();
    given.forEach(each -> byName.putIfAbsent(key(each.name), each));
    return byName;
  }

  private static String key(String name) {
    return Wheel.normalized(name);
  }

  private Advice advice(
      List<GpuTarget> gpus,
      List<Uncovered> uncovered,
      Map<GpuTarget, Map<String, Set<String>>> instead) {
    Map<Given, Map.Entry<Given, String>> extras = extras();
    List<Advice.Choice> packages = new ArrayList<>();
    for (Given each : given) {
      Map.Entry<Given, String> extra = extras.get(each);
      packages.add(
          new Advice.Choice(
              each.part.file(),
              each.name,
              each.version,
              each.device ? Role.DEVICE : Role.HOST,
              !each.gpus.isEmpty(),
              gpus.stream().filter(each.gpus::contains).toList(),
              extra == null ? "" : extra.getValue(),
              each.downloadBytes,
              each.installBytes()));
    }
    List<Instead> other = new ArrayList<>();
    instead.forEach(
        (gpu, targets) ->
            targets.forEach(
                (target, binaries) -> other.add(new Instead(gpu, target, binaries.size()))));
    return new Advice(gpus, packages, commands(extras), uncovered, other);
  }

  /** The wheels that an extra of another one installs, with that extra. */
  private Map<Given, Map.Entry<Given, String>> extras() {
    Map<String, Given> byName = byName();
    Map<Given, Map.Entry<Given, String>> extras = new HashMap<>();
    for (Given host : given) {
      for (String text : host.facts.requires()) {
        Matcher parts = REQUIRED.matcher(text.strip());
        Matcher extra = EXTRA.matcher(text);
        if (!parts.matches() || !extra.find() || extra.group(1).equals(ALL)) {
          continue;
        }
        Given device = byName.get(key(parts.group(1)));
        // An extra names a GPU's families, too, which have no extra of their own.
        String gpu = key(extra.group(1).replaceFirst("^device-", ""));
        if (device != null && key(device.name).endsWith("-" + gpu)) {
          extras.putIfAbsent(device, Map.entry(host, extra.group(1)));
        }
      }
    }
    return extras;
  }

  private List<String> commands(Map<Given, Map.Entry<Given, String>> extras) {
    List<String> commands = new ArrayList<>();
    Map<Given, Set<String>> wheels = new LinkedHashMap<>();
    Map<PackageFormat, List<Path>> files = new LinkedHashMap<>();
    List<Path> artifacts = new ArrayList<>();
    for (Given each : given) {
      Map.Entry<Given, String> extra = extras.get(each);
      if (each.gpus.isEmpty() || (extra == null && each.device && isRequired(each))) {
        continue;
      }
      if (extra != null) {
        wheels.computeIfAbsent(extra.getKey(), none -> new TreeSet<>()).add(extra.getValue());
      } else if (each.format.filter(PackageFormat.WHEEL::equals).isPresent()) {
        wheels.computeIfAbsent(each, none -> new TreeSet<>());
      } else if (each.format.isPresent() && !each.facts.name().isEmpty()) {
        files.computeIfAbsent(each.format.get(), none -> new ArrayList<>()).add(each.part.file());
      } else {
        artifacts.add(each.part.file());
      }
    }
    if (!wheels.isEmpty()) {
      commands.add(
          "pip install "
              + wheels.entrySet().stream()
                  .map(each -> requirement(each.getKey(), each.getValue()))
                  .collect(Collectors.joining(" ")));
    }
    files.forEach(
        (format, paths) ->
            commands.add(
                (format == PackageFormat.DEB ? "apt install " : "dnf install ")
                    + paths.stream()
                        .map(
                            path ->
                                ShellText.argument(
                                    path.isAbsolute() ? path.toString() : "./" + path))
                        .collect(Collectors.joining(" "))));
    if (!artifacts.isEmpty()) {
      commands.add(
          "kpack-workbench overlay %s -o DIR"
              .formatted(
                  artifacts.stream()
                      .map(path -> ShellText.argument(path.toString()))
                      .collect(Collectors.joining(" "))));
    }
    return commands;
  }

  /** Whether a needed package brings it along. */
  private boolean isRequired(Given each) {
    return given.stream()
        .filter(other -> !other.gpus.isEmpty())
        .flatMap(other -> other.facts.requires().stream())
        .filter(text -> !text.contains("extra"))
        .map(text -> REQUIRED.matcher(text.strip()))
        .anyMatch(parts -> parts.matches() && key(parts.group(1)).equals(key(each.name)));
  }

  private static String requirement(Given wheel, Set<String> extras) {
    String name = wheel.name;
    return extras.isEmpty() ? name : "'%s[%s]'".formatted(name, String.join(",", extras));
  }
}
