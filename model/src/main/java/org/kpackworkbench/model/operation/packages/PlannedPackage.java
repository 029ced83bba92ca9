package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.packages.PackagesReport.Content;

/** A package of a plan: its files and what it depends on. Not safe for use by several threads. */
final class PlannedPackage {
  private static final String DEVEL = "-devel";

  private final PackagesConfig config;
  private final PackagesConfig.Entry entry;
  private final Role role;
  private final String arch;
  private final String pattern;
  private final TreeMap<String, TreeItem> items = new TreeMap<>();
  private final SortedSet<String> artifacts = new TreeSet<>();
  private final Set<PlannedPackage> depends = new LinkedHashSet<>();
  private final Set<PlannedPackage> recommended = new LinkedHashSet<>();
  private Optional<NeededLibc> libc = Optional.empty();

  /** The purpose of a package. */
  enum Role {
    /** For any GPU, where no part of its component is for some. */
    PLAIN,
    /** The part for any GPU. */
    HOST,
    /** The part for one architecture. */
    DEVICE,
    /** Without files: depends on others. */
    META;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A package without anything yet.
   *
   * @param config with the version that it gets
   * @param arch an artifact's family; empty for any
   * @param pattern of its name
   */
  PlannedPackage(
      PackagesConfig config, PackagesConfig.Entry entry, Role role, String arch, String pattern) {
    this.config = config;
    this.entry = entry;
    this.role = role;
    this.arch = arch;
    this.pattern = pattern;
  }

  Role role() {
    return role;
  }

  PackagesConfig.Entry entry() {
    return entry;
  }

  String arch() {
    return arch;
  }

  /**
   * Whether it is for a family with an architecture, or for the generic target of that, or of a GPU
   * of a family.
   */
  boolean isAbove(String wanted) {
    Set<String> members = GpuTable.members(wanted);
    return (GpuTable.covers(arch, wanted) && !arch.equals(wanted))
        || (members.isEmpty() ? Set.of(wanted) : members)
            .stream()
                .flatMap(gpu -> GpuTable.generics(GpuTarget.lenient(gpu)).stream())
                .anyMatch(generic -> generic.processor().equals(arch));
  }

  /** Whether any GPU needs it, though no package for a GPU depends on it. */
  boolean isForAll() {
    return role == Role.PLAIN && !PackageFacts.isForDevelopers(entry.component());
  }

  /** Files, links and folders, by their paths below the root. */
  SequencedMap<String, TreeItem> items() {
    return items;
  }

  /** Reads what its binaries need, when it has all of its files. */
  void findNeeds() throws IOException {
    libc = NeededLibc.of(items.values());
  }

  /** The artifacts that files are from. */
  SortedSet<String> artifacts() {
    return artifacts;
  }

  /** The packages of the plan that it depends on, all of the same version. */
  Set<PlannedPackage> depends() {
    return depends;
  }

  /** The packages of the plan that it is of more use with. */
  Set<PlannedPackage> recommended() {
    return recommended;
  }

  /** Returns its name in a form. */
  String name(PackageForm form) {
    PackageNames.Wheels wheels = config.names().wheels();
    return form == PackageForm.WHEEL
        ? Wheel.normalized(named(arch.isEmpty() ? wheels.name() : wheels.device(), form))
        : named(pattern, form);
  }

  private String named(String of, PackageForm form) {
    String component = entry.component();
    // Debian names packages with headers so.
    boolean shorter = form == PackageForm.DEB && component.endsWith(DEVEL);
    return PackageNames.filled(
        of,
        shorter ? component.substring(0, component.length() - "el".length()) : component,
        config.variant(),
        config.version(),
        arch);
  }

  /** Returns what other packages depend on instead of its own name; may be empty. */
  String provides(PackageForm form) {
    return role == Role.DEVICE ? named(config.names().provides(), form) : "";
  }

  /** Returns what it depends on, as the package manager of a form writes that. */
  List<String> requires(PackageForm form) {
    List<String> all = new ArrayList<>();
    // What a wheel needs for a GPU is in its extras.
    boolean anyGpu = form == PackageForm.WHEEL && role == Role.META && arch.isEmpty();
    for (PlannedPackage other : anyGpu ? closure() : depends) {
      if (anyGpu && (other.role == Role.DEVICE || other.role == Role.META)) {
        continue;
      }
      all.add(form.exactly(other.name(form), config.version()));
    }
    List<String> system = isBase() ? foreign(form).depends() : List.of();
    if (system.stream().noneMatch(NeededLibc::isNamed)) {
      libc.flatMap(each -> each.requirement(form)).ifPresent(all::add);
    }
    all.addAll(system);
    return List.copyOf(all);
  }

  /** Returns what it is of more use with, as the package manager of a form writes that. */
  List<String> recommends(PackageForm form) {
    return Stream.concat(
            recommended.stream().map(each -> form.exactly(each.name(form), config.version())),
            isBase() ? foreign(form).recommends().stream() : Stream.empty())
        .toList();
  }

  /** Whether others of its component depend on it, so that the system's packages are its matter. */
  private boolean isBase() {
    return role == Role.PLAIN
        || role == Role.HOST
        || (role == Role.META && entry.sources().isEmpty());
  }

  private PackagesConfig.Foreign foreign(PackageForm form) {
    return switch (form) {
      case DEB -> entry.deb();
      case RPM, TAR -> entry.rpm();
      case WHEEL -> entry.wheel();
    };
  }

  /** Returns a line about it. */
  String summary() {
    String said = entry.texts().summary();
    String start = said.isEmpty() ? "component " + entry.component() : said;
    return switch (role) {
      case PLAIN -> start;
      case HOST -> start + ", for any GPU";
      case DEVICE -> "%s, code for %s".formatted(start, arch);
      case META ->
          "%s, all parts%s (metapackage)".formatted(start, arch.isEmpty() ? "" : " for " + arch);
    };
  }

  /** Returns a text about it. */
  String description() {
    String said = entry.texts().description().strip();
    return said.isEmpty() ? "It is made from artifacts of a build." : said;
  }

  /** Returns the configuration of its plan. */
  PackagesConfig config() {
    return config;
  }

  long sizeBytes() {
    return items.values().stream().mapToLong(TreeItem::sizeBytes).sum();
  }

  /** How many files and links it has. */
  int files() {
    return (int) items.values().stream().filter(item -> item.kind() != Kind.FOLDER).count();
  }

  /** Returns kinds of content with their sizes. */
  List<Content> contents() {
    Map<String, Content> kinds = new TreeMap<>();
    for (TreeItem item : items.values()) {
      if (item.kind() != Kind.FOLDER) {
        kinds.merge(
            kind(item),
            new Content(kind(item), 1, item.sizeBytes()),
            (one, other) ->
                new Content(
                    one.kind(), one.count() + other.count(), one.sizeBytes() + other.sizeBytes()));
      }
    }
    return List.copyOf(kinds.values());
  }

  private String kind(TreeItem item) {
    String name = item.path().toLowerCase(Locale.ROOT);
    return item.kind() == Kind.LINK
        ? "link"
        : name.endsWith(".kpack")
            ? "archive"
            : name.endsWith(".kpm") ? "manifest" : role == Role.DEVICE ? "database file" : "file";
  }

  /** Whether the libraries that it has, or that it depends on, are DLLs. */
  boolean runsOnWindows() {
    boolean dlls = false;
    for (PlannedPackage each : closure()) {
      for (String path : each.items().keySet()) {
        if (path.endsWith(".so") || path.contains(".so.")) {
          return false;
        }
        dlls |= path.toLowerCase(Locale.ROOT).endsWith(".dll");
      }
    }
    return dlls;
  }

  /** Returns this package and all that it depends on, itself last. */
  List<PlannedPackage> closure() {
    List<PlannedPackage> all = new ArrayList<>();
    addTo(all, new LinkedHashSet<>());
    return all;
  }

  private void addTo(List<PlannedPackage> all, Set<PlannedPackage> seen) {
    if (seen.add(this)) {
      depends.forEach(each -> each.addTo(all, seen));
      all.add(this);
    }
  }
}
