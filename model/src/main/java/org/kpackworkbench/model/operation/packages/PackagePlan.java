package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.packages.PackageParts.Part;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Entry;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Source;
import org.kpackworkbench.model.operation.packages.PlannedPackage.Role;

/** Gives packages their files, names and dependencies. Used once, by one thread. */
final class PackagePlan {
  private static final int MOST_SHOWN = 3;

  private static final String EARLIER_SPLIT =
      "Artifacts of GPUs with .kpm manifests were split by an earlier version: split again, or"
          + " remove the manifests from the artifacts of GPUs (keep that of the generic artifact):"
          + " loaders do not need them.";

  private final PackagesConfig config;
  private final Path file;
  private final List<OperationNote> findings;
  private final Map<Entry, Family> families = new LinkedHashMap<>();
  private final List<PlannedPackage> packages = new ArrayList<>();
  private final Set<Part> taken = new LinkedHashSet<>();

  /** The packages of a component. */
  private static final class Family {
    /** The part for any GPU, or all of it. */
    private @Nullable PlannedPackage base;

    private final Map<String, PlannedPackage> devices = new TreeMap<>(NaturalOrder.INSTANCE);

    /** Returns the parts that others of an architecture depend on. */
    List<PlannedPackage> of(String arch) {
      PlannedPackage device = devices.get(arch);
      if (device != null) {
        return List.of(device);
      }
      List<PlannedPackage> above = above(arch);
      return !above.isEmpty() ? above : base == null ? List.of() : List.of(base);
    }

    private List<PlannedPackage> above(String arch) {
      return devices.values().stream().filter(each -> each.isAbove(arch)).toList();
    }

    boolean isEmpty() {
      return base == null && devices.isEmpty();
    }
  }

  private PackagePlan(PackagesConfig config, Path file, List<OperationNote> findings) {
    this.config = config;
    this.file = file;
    this.findings = findings;
  }

  /**
   * Plans.
   *
   * @param config with the version that packages get
   * @param file the configuration's file, for messages
   * @param findings gets what else is to be known
   * @return the packages, those without files last among their component's
   * @throws OperationException if a name is none, or two packages have one file
   */
  static List<PlannedPackage> of(
      PackagesConfig config, Path file, List<Part> parts, List<OperationNote> findings)
      throws IOException {
    PackagePlan plan = new PackagePlan(config, file, findings);
    for (Entry entry : config.packages()) {
      plan.families.put(entry, plan.family(entry, parts));
    }
    plan.withoutFiles();
    plan.depends();
    plan.circles();
    plan.metas();
    if (plan.packages.isEmpty()) {
      throw Obstacle.NO_ARTIFACTS.exception(
          "%s: no package takes any of the artifacts; there are %s",
          file,
          ListText.names(parts.stream().map(part -> part.name().toString()).distinct().toList()));
    }
    plan.packages.sort(
        Comparator.<PlannedPackage>comparingInt(each -> config.packages().indexOf(each.entry()))
            .thenComparing(each -> each.role() == Role.META && each.arch().isEmpty())
            .thenComparing(PlannedPackage::arch, NaturalOrder.INSTANCE));
    checkNames(plan.packages, PackageForm.DEB, file);
    plan.checkFiles();
    plan.left(parts);
    for (PlannedPackage each : plan.packages) {
      each.findNeeds();
    }
    return List.copyOf(plan.packages);
  }

  private PlannedPackage add(Entry entry, Role role, String arch, String pattern) {
    PlannedPackage made = new PlannedPackage(config, entry, role, arch, pattern);
    packages.add(made);
    return made;
  }

  private Family family(Entry entry, List<Part> parts) throws IOException {
    Family family = new Family();
    List<Part> mine =
        parts.stream()
            .filter(part -> entry.sources().stream().anyMatch(source -> takes(source, part)))
            .toList();
    boolean some = mine.stream().anyMatch(part -> !part.name().generic());
    for (Part part : mine) {
      taken.add(part);
      if (part.items().isEmpty()) {
        continue;
      }
      PlannedPackage target;
      if (part.name().generic()) {
        if (family.base == null) {
          family.base =
              add(
                  entry,
                  some ? Role.HOST : Role.PLAIN,
                  "",
                  some ? config.names().host() : config.names().plain());
        }
        target = family.base;
      } else {
        String arch = arch(part.name());
        target =
            family.devices.computeIfAbsent(
                arch, none -> add(entry, Role.DEVICE, arch, config.names().device()));
      }
      fill(target, part);
    }
    if (mine.isEmpty() && !entry.sources().isEmpty()) {
      note(
          Severity.WARNING,
          "no-artifact",
          "%s: left out, since there is no artifact for it; it takes %s"
              .formatted(
                  entry.component(),
                  ListText.names(
                      entry.sources().stream().map(Source::artifact).distinct().toList())),
          "");
    } else if (some && family.base == null) {
      note(
          Severity.WARNING,
          "no-host",
          "%s: there are parts for %s, and no artifact for any GPU"
              .formatted(entry.component(), ListText.names(family.devices.keySet())),
          "Add the generic artifact, whose binaries use this code.");
    }
    return family;
  }

  private static boolean takes(Source source, Part part) {
    return source.takes(part.name(), part.prefix());
  }

  /** Code for settings of a processor's features is in the package of the processor. */
  private static String arch(ArtifactName name) {
    GpuTarget target = GpuTarget.lenient(name.family());
    return target.features().isEmpty() ? name.family() : target.bare().toString();
  }

  private void fill(PlannedPackage target, Part part) throws IOException {
    target.artifacts().add(part.name().toString());
    String prefix = PackageNames.path(config.names().prefix(), config.variant(), config.version());
    for (int at = prefix.indexOf('/'); at >= 0; at = prefix.indexOf('/', at + 1)) {
      target.items().putIfAbsent(prefix.substring(0, at), folder(part, prefix.substring(0, at)));
    }
    target.items().putIfAbsent(prefix, folder(part, prefix));
    for (TreeItem item : part.items()) {
      TreeItem placed =
          new TreeItem(item.source(), prefix + "/" + item.path(), item.kind(), item.sizeBytes());
      TreeItem other = target.items().putIfAbsent(placed.path(), placed);
      if (other != null && !isSame(other, placed)) {
        throw Obstacle.CLASH.exception(
            "%s: the package %s would get /%s twice, with different content: from %s and %s. %s",
            file,
            target.name(PackageForm.DEB),
            placed.path(),
            other.source(),
            placed.source(),
            isManifest(placed) && target.artifacts().stream().anyMatch(PackagePlan::isOfGpu)
                ? EARLIER_SPLIT
                : "Take artifacts of one build, or let the package take one of them.");
      }
    }
  }

  private static TreeItem folder(Part part, String path) {
    return new TreeItem(part.path(), path, Kind.FOLDER, 0);
  }

  private static boolean isManifest(TreeItem item) {
    return item.path().endsWith(".kpm");
  }

  private static boolean isOfGpu(String artifact) {
    return ArtifactName.parse(artifact).filter(name -> !name.generic()).isPresent();
  }

  private static boolean isSame(TreeItem one, TreeItem other) throws IOException {
    return one.kind() == other.kind()
        && switch (one.kind()) {
          case FOLDER -> true;
          case LINK -> one.linkTarget().equals(other.linkTarget());
          case FILE ->
              one.sizeBytes() == other.sizeBytes()
                  && Files.mismatch(one.source(), other.source()) < 0;
          case SPECIAL -> false;
        };
  }

  /** Components without files have a package for each architecture that one of their own has. */
  private void withoutFiles() {
    // A component may be listed before those that it depends on, which may have no files, either.
    for (int round = 0; round < config.packages().size(); round++) {
      for (Map.Entry<Entry, Family> each : families.entrySet()) {
        if (each.getKey().sources().isEmpty() && each.getKey().devices()) {
          for (Family other : families(each.getKey())) {
            for (String arch : other.devices.keySet()) {
              each.getValue()
                  .devices
                  .computeIfAbsent(
                      arch, none -> add(each.getKey(), Role.META, arch, config.names().device()));
            }
          }
        }
      }
    }
  }

  private List<Family> families(Entry entry) {
    return families.entrySet().stream()
        .filter(each -> entry.depends().contains(each.getKey().component()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private void depends() {
    families.forEach(
        (entry, family) -> {
          PlannedPackage host = family.base;
          if (host != null) {
            family.devices.values().forEach(device -> device.depends().add(host));
          }
          // Some binaries of a component may have generic code, or that of a family, alone.
          family.devices.forEach(
              (arch, device) -> {
                if (device.role() == Role.DEVICE) {
                  device.depends().addAll(family.above(arch));
                }
              });
          recommends(entry, family);
          for (Map.Entry<Entry, Family> other : families.entrySet()) {
            if (!entry.depends().contains(other.getKey().component())) {
              continue;
            }
            if (other.getValue().isEmpty() && !other.getKey().sources().isEmpty()) {
              note(
                  Severity.WARNING,
                  "dependency-left-out",
                  "%s depends on %s, for which there is no artifact: the dependency is left out"
                      .formatted(entry.component(), other.getKey().component()),
                  "");
            }
            PlannedPackage base = other.getValue().base;
            if (family.base != null && base != null) {
              family.base.depends().add(base);
            }
            family.devices.forEach(
                (arch, device) -> device.depends().addAll(other.getValue().of(arch)));
          }
        });
  }

  /** Parts recommend those for the same architecture. */
  private void recommends(Entry entry, Family family) {
    families.forEach(
        (each, other) -> {
          if (!entry.recommends().contains(each.component())) {
            return;
          }
          if (family.base != null && other.base != null) {
            family.base.recommended().add(other.base);
          }
          family.devices.forEach(
              (arch, device) ->
                  other.of(arch).stream()
                      .filter(part -> part != other.base || family.base == null)
                      .forEach(device.recommended()::add));
        });
  }

  /** Adds the packages that depend on all parts. */
  private void metas() {
    families.forEach(
        (entry, family) -> {
          List<PlannedPackage> all = new ArrayList<>();
          if (family.base != null) {
            all.add(family.base);
          }
          all.addAll(family.devices.values());
          if (entry.sources().isEmpty() && all.isEmpty()) {
            families(entry).forEach(other -> all.addAll(other.of("")));
          }
          if (all.isEmpty()) {
            return;
          }
          Set<String> names = new TreeSet<>();
          all.forEach(each -> names.add(each.name(PackageForm.DEB)));
          for (String pattern : config.names().meta()) {
            PlannedPackage meta = new PlannedPackage(config, entry, Role.META, "", pattern);
            if (names.add(meta.name(PackageForm.DEB))) {
              meta.depends().addAll(all);
              packages.add(meta);
              all.clear();
              all.add(meta);
            }
          }
        });
  }

  /** Checks that packages have names in a form, no two the same one. */
  static void checkNames(List<PlannedPackage> packages, PackageForm form, Path file)
      throws OperationException {
    Map<String, PlannedPackage> names = new HashMap<>();
    for (PlannedPackage each : packages) {
      String name = each.name(form);
      if (!form.isName(name)) {
        throw Obstacle.BAD_NAME.exception(
            "%s: the package of %s would be named \"%s\": expected lower case letters, digits, +, - and ., and two of them. Change the component or the pattern of names.",
            file, each.entry().component(), name);
      }
      PlannedPackage twin = names.putIfAbsent(name, each);
      if (twin != null) {
        throw Obstacle.BAD_NAME.exception(
            "%s: two packages would be named %s: those of %s and of %s. Change the component or the pattern of names.",
            file, name, words(twin), words(each));
      }
    }
  }

  private static String words(PlannedPackage each) {
    return each.arch().isEmpty()
        ? each.entry().component()
        : "%s for %s".formatted(each.entry().component(), each.arch());
  }

  /** Package managers refuse a file of two packages, and a folder that is a file in another. */
  private void checkFiles() throws OperationException {
    record Owner(PlannedPackage by, TreeItem item) {}
    Map<String, Owner> owners = new HashMap<>();
    List<String> clashes = new ArrayList<>();
    boolean manifests = false;
    boolean others = false;
    for (PlannedPackage each : packages) {
      for (TreeItem item : each.items().values()) {
        Owner owner = owners.putIfAbsent(item.path(), new Owner(each, item));
        if (owner != null && (item.kind() != Kind.FOLDER || owner.item().kind() != Kind.FOLDER)) {
          clashes.add(
              "/%s in %s and %s"
                  .formatted(
                      item.path(), owner.by().name(PackageForm.DEB), each.name(PackageForm.DEB)));
          boolean ofGpu = !owner.by().arch().isEmpty() || !each.arch().isEmpty();
          manifests |= ofGpu && isManifest(item);
          others |= !(ofGpu && isManifest(item));
        }
      }
    }
    if (!clashes.isEmpty()) {
      throw Obstacle.CLASH.exception(
          "%s: expected each file in one package, found %s.%s%s",
          file,
          ListText.some(clashes, MOST_SHOWN),
          manifests ? " " + EARLIER_SPLIT : "",
          others ? " Let one package take the artifact, or another component of it." : "");
    }
  }

  private void left(List<Part> parts) {
    for (Part part : parts) {
      if (!taken.contains(part)) {
        findings.add(
            OperationNote.warning(
                "not-packaged",
                part.path(),
                "no package takes %s".formatted(part.words()),
                "Add it to a package of the configuration if it belongs there."));
      }
    }
  }

  /** Package managers install what depends on each other, but in no order that can be told. */
  private void circles() {
    Map<PlannedPackage, Set<PlannedPackage>> needed = new LinkedHashMap<>();
    packages.stream()
        .filter(each -> each.arch().isEmpty())
        .forEach(each -> needed.put(each, Set.copyOf(each.closure())));
    Set<String> said = new HashSet<>();
    needed.forEach(
        (one, its) -> {
          List<String> circle =
              needed.entrySet().stream()
                  .filter(other -> its.contains(other.getKey()) && other.getValue().contains(one))
                  .map(other -> other.getKey().entry().component())
                  .distinct()
                  .toList();
          if (circle.size() > 1 && said.addAll(circle)) {
            note(
                Severity.WARNING,
                "circular-dependency",
                "%s depend on each other".formatted(String.join(" and ", circle)),
                "They are installed in any order; leave one of the dependencies out.");
          }
        });
  }

  private void note(Severity severity, String rule, String message, String advice) {
    findings.add(new OperationNote(severity, rule, file, message, advice));
  }
}
