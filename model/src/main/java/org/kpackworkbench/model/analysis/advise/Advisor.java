package org.kpackworkbench.model.analysis.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
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
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.packages.SharedFiles;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Chooses packages for GPUs. All of them are put together as if they were installed, and a loader
 * is simulated on each GPU: a package with nothing but archives and files of databases for GPUs is
 * needed where an archive of it is used, a file of it is for that GPU, or a needed package requires
 * it. All others are needed on any GPU, but for those that only developers need.
 */
public final class Advisor {
  private static final Pattern ARCHIVE = Pattern.compile("_(gfx[^/_]*)\\.kpack$");

  private final Progress progress;
  private final List<Offered> given;
  private final Set<GpuTarget> served = new HashSet<>();

  /** For each library's file name how many wrappers need code, summed over the GPUs. */
  private final Map<String, Integer> libraries = new HashMap<>();

  private final Map<String, Offered> owners = new HashMap<>();
  private final Set<Offered> withBinaries = new HashSet<>();

  /** For each package with binaries the GPUs that get code of theirs, or should. */
  private final Map<Offered, Set<GpuTarget>> built = new HashMap<>();

  private Advisor(List<Offered> given, Progress progress) {
    this.given = given;
    this.progress = progress;
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
    List<Offered> given = new ArrayList<>();
    List<OperationNote> left = new ArrayList<>();
    List<PackageIndex> indices = new ArrayList<>();
    progress.begin("Reading packages", settings.packages().size(), Unit.PACKAGES);
    for (Path path : Packages.each(settings.packages())) {
      Optional<PackageIndex> index = PackageIndex.read(path, progress.cancelOnly());
      if (index.isPresent()) {
        indices.add(index.get());
      } else {
        given.addAll(Offered.read(path, left::add, progress));
      }
      progress.step(1);
    }
    if (indices.isEmpty()) {
      List<Alternatives.Proposal> proposals = new ArrayList<>();
      for (List<Offered> group : Alternatives.of(given, left::add)) {
        Advisor advisor = new Advisor(group, progress);
        proposals.add(
            new Alternatives.Proposal(
                group, advisor.served, advisor.libraries, advisor.advise(devices, left)));
      }
      return Alternatives.best(proposals);
    }
    if (!given.isEmpty()) {
      throw new IOException(
          "%s is an index and %s is not: advise on indices or on packages, not on both at once"
              .formatted(indices.getFirst().path(), given.getFirst().part.file()));
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
    Set<GpuTarget> targets = new TreeSet<>(Comparator.comparing(GpuTarget::toString));
    for (Offered each : Offered.read(packages, left -> {}, progress)) {
      for (Member member : each.part.members()) {
        Matcher named = ARCHIVE.matcher(member.path());
        if (named.find()) {
          targets.add(GpuTarget.lenient(named.group(1)).bare());
        }
      }
    }
    return List.copyOf(targets);
  }

  private Advice advise(List<Device> named, List<OperationNote> left) throws IOException {
    installedFirst();
    // Code for settings that devices have only on request is not proposed.
    List<Device> devices = named.stream().map(Device::usual).distinct().toList();
    Map<GpuTarget, GpuTarget> shown = new LinkedHashMap<>();
    named.forEach(each -> shown.putIfAbsent(each.usual().target(), each.target()));
    Path top = Packages.together(given.stream().map(each -> each.part).toList());
    for (Offered each : given) {
      each.part.members().stream()
          .filter(member -> member.kind() != Member.Kind.FOLDER)
          .forEach(member -> owners.putIfAbsent(member.path(), each));
    }
    List<GpuTarget> gpus = List.copyOf(shown.values());
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
                collector.take(binary);
                Optional.ofNullable(owner(top, binary.binary().file()))
                    .ifPresent(withBinaries::add);
                libraries.merge(
                    String.valueOf(binary.binary().file().getFileName()),
                    binary.outcomes().size(),
                    Math::max);
                used(top, binary, shown, instead);
              },
              progress);
      failures = collector.done(devices.stream().map(Device::target).toList());
    }
    failures.causes().stream()
        .filter(cause -> !cause.neverBuilt())
        .forEach(
            cause ->
                cause
                    .binaries()
                    .forEach(
                        binary ->
                            built(
                                top,
                                binary.file(),
                                Objects.requireNonNull(shown.get(cause.device())))));
    for (Offered each : given) {
      role(each, withBinaries.contains(each));
    }
    InstallCommands commands = new InstallCommands(given);
    databases(gpus, commands);
    required();
    List<Uncovered> uncovered = new ArrayList<>();
    Map<DeviceOffer, Set<String>> missing = new LinkedHashMap<>();
    Set<String> again = new LinkedHashSet<>();
    boolean installed = given.stream().anyMatch(each -> each.kind == Offered.Kind.INSTALLED);
    for (Map.Entry<GpuTarget, GpuTarget> each : shown.entrySet()) {
      for (TreeFailures.Cause cause : failures.causes()) {
        if (cause.device().equals(each.getKey())) {
          String why = cause.sentence();
          String advice = cause.advice();
          if (cause.diagnosis() instanceof Diagnosis.PackageMissing packaged) {
            DeviceOffer offer = packaged.offer();
            @Nullable String target = offer.serving(each.getValue()).orElse(null);
            if (target != null && offer.installed().contains(target)) {
              again.add(offer.again(offer.command(List.of(target))));
            } else if (target != null) {
              missing.computeIfAbsent(offer, none -> new LinkedHashSet<>()).add(target);
            }
            if (target != null && !installed && !offer.installed().contains(target)) {
              why =
                  "The package with the device code of %s for %s is not available."
                      .formatted(offer.ownerWords(), target);
              advice =
                  "Fetch %s: %s"
                      .formatted(offer.packageName(target), offer.command(List.of(target)));
            }
          }
          uncovered.add(
              new Uncovered(
                  each.getValue(),
                  cause.binaries().stream().map(binary -> shown(top, binary.file())).toList(),
                  cause.binaries().stream()
                      .map(binary -> shown(top, binary.file()) + binary.some())
                      .toList(),
                  cause.binaries().stream().mapToInt(binary -> binary.wrappers().size()).sum(),
                  asGiven(top, why),
                  reachable(asGiven(top, advice))));
        }
      }
    }
    List<String> install = Stream.concat(commands.of(missing).stream(), again.stream()).toList();
    return advice(gpus, commands, install, uncovered, instead, left);
  }

  /** Packages that are installed already are not chosen in another version. */
  private void installedFirst() {
    Set<String> installed =
        given.stream()
            .filter(each -> each.kind == Offered.Kind.INSTALLED)
            .map(Offered::key)
            .collect(Collectors.toSet());
    given.removeIf(each -> each.kind != Offered.Kind.INSTALLED && installed.contains(each.key()));
  }

  /** Loaders name a path by its absolute package, and by all of them where several have it. */
  private String asGiven(Path top, String text) {
    String shown = text.replace(top.toAbsolutePath() + "/", "");
    List<Offered> longest =
        given.stream()
            .sorted(
                Comparator.comparing(
                    (Offered each) -> -each.part.file().toAbsolutePath().toString().length()))
            .toList();
    for (Offered each : longest) {
      Path file = each.part.file();
      String all = file.toAbsolutePath().resolveSibling(String.valueOf(top.getFileName())) + "/";
      shown = shown.replace(all, "").replace(file.toAbsolutePath() + "/", each.base + "/");
    }
    return shown;
  }

  /** Returns the path of a file, which begins with its package as that was named. */
  private String shown(Path top, Path file) {
    String path = inside(top, file);
    Offered owner = owners.get(path);
    return owner == null ? path : owner.shown(path);
  }

  /** In a package, or below the prefix of an artifact, files have other paths than here. */
  private String reachable(String advice) {
    return given.stream()
        .map(each -> each.part.file())
        .filter(file -> advice.contains(file + "/"))
        .findFirst()
        .map(
            file ->
                ShellText.withoutEdit(
                    advice, ". How: " + ShellText.command("verify", file, Stream.of())))
        .orElse(advice);
  }

  private @Nullable Offered owner(Path top, Path file) {
    return owners.get(inside(top, file));
  }

  private static String inside(Path top, Path file) {
    return top.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

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
              Offered whose = owner(top, asked.resolution().found().archive());
              if (whose != null) {
                whose.gpus.add(gpu);
              }
              yield asked.resolution().found().architecture();
            }
            case WrapperOutcome.InBundle inside ->
                inside.found() == null ? null : String.valueOf(inside.found().target());
            case WrapperOutcome.Unusable unusable -> null;
          };
      if (target != null) {
        served.add(gpu);
        built(top, binary.binary().file(), gpu);
      }
      if (target != null && !GpuTarget.lenient(target).bare().equals(outcome.device().bare())) {
        instead
            .computeIfAbsent(gpu, none -> new TreeMap<>())
            .computeIfAbsent(target, none -> new TreeSet<>())
            .add(path);
      }
    }
  }

  private void built(Path top, Path binary, GpuTarget gpu) {
    Optional.ofNullable(owner(top, binary))
        .ifPresent(each -> built.computeIfAbsent(each, none -> new HashSet<>()).add(gpu));
  }

  /** Whether a package's code is for other GPUs only, which have packages of their own. */
  private boolean isOthers(Offered host, GpuTarget gpu) {
    return withBinaries.contains(host)
        && !built.getOrDefault(host, Set.of()).contains(gpu)
        && given.stream().anyMatch(each -> each.device && hosts(each).anyMatch(host.key()::equals));
  }

  /** Whether a package has nothing but archives and files of databases for GPUs. */
  private static void role(Offered each, boolean withBinaries) {
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

  private void databases(List<GpuTarget> gpus, InstallCommands commands) {
    for (GpuTarget gpu : gpus) {
      TargetFilter wanted = TargetFilter.keeping(List.of(GpuTable.settings(gpu).getFirst()));
      for (Offered each : given) {
        if (each.databases.values().stream().anyMatch(wanted::keeps)) {
          each.gpus.add(gpu);
          served.add(gpu);
        }
      }
    }
    for (Offered each : given) {
      // Packages without files require others, of which a GPU needs some.
      boolean optional =
          commands.isOptional(each)
              || (PackageFacts.isForDevelopers(each.name) && !withBinaries.contains(each));
      if (!each.device && !each.isMeta() && !optional) {
        gpus.stream().filter(gpu -> !isOthers(each, gpu)).forEach(each.gpus::add);
      }
    }
  }

  /** Marks the packages that needed packages require without an extra as needed, too. */
  private void required() {
    Map<String, Offered> byName = byName();
    for (boolean more = true; more; ) {
      more = false;
      for (Offered each : given) {
        for (String text : each.facts.requires()) {
          if (!each.gpus.isEmpty() && !text.contains("extra")) {
            Offered other = byName.get(InstallCommands.required(text));
            more |= other != null && other.gpus.addAll(each.gpus);
          }
        }
      }
    }
  }

  private Map<String, Offered> byName() {
    Map<String, Offered> byName = new HashMap<>();
    given.forEach(each -> byName.putIfAbsent(each.key(), each));
    return byName;
  }

  private Advice advice(
      List<GpuTarget> gpus,
      InstallCommands commands,
      List<String> install,
      List<Uncovered> uncovered,
      Map<GpuTarget, Map<String, Set<String>>> instead,
      List<OperationNote> left)
      throws IOException {
    List<Advice.Choice> packages = new ArrayList<>();
    for (Offered each : given) {
      boolean other =
          each.kind == Offered.Kind.INSTALLED && !each.device && !withBinaries.contains(each);
      if (!other) {
        packages.add(
            new Advice.Choice(
                each.part.file(),
                each.name,
                each.version,
                each.device ? Role.DEVICE : Role.HOST,
                !each.gpus.isEmpty(),
                gpus.stream().filter(each.gpus::contains).toList(),
                each.kind == Offered.Kind.INSTALLED,
                commands.extra(each),
                each.downloadBytes,
                each.installBytes()));
      }
    }
    List<Instead> others = new ArrayList<>();
    instead.forEach(
        (gpu, targets) ->
            targets.forEach(
                (target, binaries) -> others.add(new Instead(gpu, target, binaries.size()))));
    return new Advice(gpus, packages, install, uncovered, others, findings(left));
  }

  /**
   * Lists device code that nothing here loads: the packages with its binaries are not available.
   */
  private List<OperationNote> withoutHosts() {
    Set<String> hosts =
        given.stream().filter(each -> !each.device).map(Offered::key).collect(Collectors.toSet());
    List<OperationNote> lonely = new ArrayList<>();
    for (Offered each : given) {
      List<String> required = required(each);
      if (each.device && !required.isEmpty() && hosts(each).noneMatch(hosts::contains)) {
        lonely.add(
            OperationNote.error(
                "package-host-missing",
                each.part.file(),
                "It has device code only, and %s, which loads it, is not available."
                    .formatted(ListText.some(required)),
                "Name that package, too."));
      }
    }
    return lonely;
  }

  /** The packages that a package requires, as it names them. */
  private static List<String> required(Offered each) {
    return each.kind == Offered.Kind.ARTIFACT
        ? ArtifactName.parse(each.name)
            .map(name -> List.of(name.withFamily(ArtifactName.GENERIC).toString()))
            .orElse(List.of())
        : each.facts.requires().stream()
            .filter(text -> !text.contains("extra"))
            .map(InstallCommands::named)
            .toList();
  }

  private static Stream<String> hosts(Offered each) {
    return required(each).stream().map(Wheel::normalized);
  }

  /** Lists what was left out, and files that several of the chosen packages have. */
  private List<OperationNote> findings(List<OperationNote> left) throws IOException {
    List<Offered> chosen = given.stream().filter(each -> !each.gpus.isEmpty()).toList();
    List<OperationNote> findings = new ArrayList<>(left);
    findings.addAll(withoutHosts());
    for (int i = 0; i < chosen.size(); i++) {
      for (Offered first : chosen.subList(0, i)) {
        Offered second = chosen.get(i);
        if (first.kind == second.kind && first.kind.format != null) {
          SharedFiles.of(first.kind.format, first.part, first.facts, second.part, second.facts)
              .map(
                  files ->
                      new OperationNote(
                          files.severity(),
                          "package-shared-file",
                          second.part.file(),
                          files.message(),
                          files.advice()))
              .ifPresent(findings::add);
        }
      }
    }
    return findings;
  }
}
