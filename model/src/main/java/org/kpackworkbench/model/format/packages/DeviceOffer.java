package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.packages.InstalledPackages.Installed;

/**
 * How the device code of an installed package is installed: descriptions of the packages around it
 * name the extras, or the packages, for each GPU. Immutable.
 *
 * @param owner the package that the host code was installed with
 * @param requirements what installs the code for a target, such as {@code torch[device-gfx942]}
 * @param pattern the same for any target, with {@code @GFXARCH@}, where no description names all of
 *     them; else empty
 * @param installed the targets whose packages are installed
 * @param lost those of them whose archives are missing, so that installing again brings them back
 * @param none targets that have no package: that of another component needs the host code alone
 */
public record DeviceOffer(
    PackageFacts owner,
    PackageFormat format,
    SortedMap<String, String> requirements,
    String pattern,
    SortedSet<String> installed,
    Set<String> lost,
    Set<String> none) {
  private static final Pattern REQUIRED =
      Pattern.compile("^\\s*([A-Za-z0-9._+-]+)[^;]*(?:;(.*))?$", Pattern.DOTALL);
  private static final Pattern EXTRA = Pattern.compile("extra\\s*==\\s*[\"']([^\"']+)[\"']");
  private static final Pattern DEVICE_EXTRA = Pattern.compile("device-(gfx.+|(?:dc|d|i)gpu-all)");
  private static final Pattern DEVICE_NAME =
      Pattern.compile("(.+?-)(gfx[0-9a-f]+x{0,2}(?:-.+)?|(?:dc|d|i)gpu-all(?:-.+)?)");
  private static final Pattern HOST_NAME = Pattern.compile("(.+)-host([0-9.]*)");

  /** ROCm's package for all of its wheels, whose extras are computed when it is installed. */
  private static final String ROCM = "rocm";

  /** The host wheel of ROCm's device wheels, which the extras of {@link #ROCM} install. */
  static final String ROCM_LIBRARIES = "rocm-sdk-libraries";

  public DeviceOffer {
    requirements = sorted(requirements);
    installed = new TreeSet<>(installed);
    lost = Set.copyOf(lost);
    none = Set.copyOf(none);
  }

  /**
   * A name of a package with device code.
   *
   * @param pattern the name with {@code @GFXARCH@} for the target
   */
  private record Named(String pattern, String target) {
    static Optional<Named> of(String name) {
      Matcher parts = DEVICE_NAME.matcher(name);
      if (!parts.matches()) {
        return Optional.empty();
      }
      // Names may go on behind the target.
      String target = parts.group(2);
      for (int end = target.length(); end > 0; end = target.lastIndexOf('-', end - 1)) {
        String known = target.substring(0, end);
        if (GpuTable.isTarget(known) || GpuTable.isGroup(known)) {
          return Optional.of(
              new Named(parts.group(1) + GpuTarget.PLACEHOLDER + target.substring(end), known));
        }
      }
      return Optional.of(new Named(parts.group(1) + GpuTarget.PLACEHOLDER, target));
    }
  }

  private static SortedMap<String, String> sorted(Map<String, String> requirements) {
    SortedMap<String, String> sorted = new TreeMap<>(NaturalOrder.INSTANCE);
    sorted.putAll(requirements);
    return sorted;
  }

  /**
   * Returns the offer for a file.
   *
   * @return empty if the file belongs to no package, or its package has none for GPUs
   * @throws IOException if descriptions of packages cannot be read
   */
  public static Optional<DeviceOffer> of(InstalledPackages packages, Path file) throws IOException {
    Optional<Installed> owner = packages.owner(file);
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    List<Installed> around = packages.in(owner.get().root());
    DeviceOffer offer =
        owner.get().format() == PackageFormat.WHEEL
            ? ofWheel(owner.get().facts(), around)
            : ofSystem(owner.get(), around);
    return offer.requirements.isEmpty() && offer.pattern.isEmpty()
        ? Optional.empty()
        : Optional.of(offer);
  }

  /** The name of the package, with its version. */
  public String ownerWords() {
    return owner.version().isEmpty() ? owner.name() : owner.name() + " " + owner.version();
  }

  /**
   * The target of the offer that serves a device: its own, the smallest family with it, or a
   * generic one; empty if none is known that is not installed completely.
   */
  public Optional<String> serving(GpuTarget device) {
    String own = device.bare().toString();
    List<String> generic =
        GpuTable.generics(device.bare()).stream().map(GpuTarget::toString).toList();
    Optional<String> named =
        Stream.of(
                Stream.of(own),
                requirements.keySet().stream()
                    .filter(each -> GpuTable.covers(each, own))
                    .sorted(Comparator.comparingInt(each -> GpuTable.members(each).size())),
                generic.stream())
            .flatMap(each -> each)
            .filter(requirements::containsKey)
            .filter(each -> !installed.contains(each) || lost.contains(each))
            .findFirst();
    boolean nameable =
        !pattern.isEmpty()
            && !requirements.containsKey(own)
            && !none.contains(own)
            // Where packages are for families, which of them a device is in is not known.
            && requirements.keySet().stream().noneMatch(GpuTable::isGroup);
    return named.isPresent() || !nameable ? named : Optional.of(own);
  }

  /** The command that lists the packages there are; empty where descriptions name all of them. */
  public String search() {
    return pattern.isEmpty() || format == PackageFormat.WHEEL
        ? ""
        : "%s list '%s'".formatted(manager(), pattern.replace(GpuTarget.PLACEHOLDER, "*"));
  }

  /** The requirement that installs the code for a target of the offer; empty if none does. */
  public String requirement(String target) {
    return requirements.getOrDefault(
        target, pattern.replace(GpuTarget.PLACEHOLDER, target.replace('_', '-')));
  }

  /** The name of the package with the code for a target; what installs it where none is named. */
  public String packageName(String target) {
    String ending = "-" + target.replace('_', '-');
    return owner.requires().stream()
        .filter(text -> text.contains("device" + ending))
        .map(DeviceOffer::required)
        .filter(name -> name.endsWith(ending))
        .findFirst()
        .orElse(requirement(target));
  }

  /** The command that installs the code for targets of the offer. */
  public String command(List<String> targets) {
    List<String> needed = targets.stream().map(this::requirement).toList();
    if (format != PackageFormat.WHEEL) {
      return "%s install %s".formatted(manager(), String.join(" ", needed));
    }
    Map<String, Set<String>> extras = new TreeMap<>();
    for (String each : needed) {
      int bracket = each.indexOf('[');
      extras
          .computeIfAbsent(each.substring(0, bracket), none -> new LinkedHashSet<>())
          .addAll(List.of(each.substring(bracket + 1, each.length() - 1).split(",", -1)));
    }
    return "pip install "
        + extras.entrySet().stream()
            .map(each -> "'%s[%s]'".formatted(each.getKey(), String.join(",", each.getValue())))
            .collect(Collectors.joining(" "));
  }

  private String manager() {
    return format == PackageFormat.RPM ? "dnf" : "apt";
  }

  /** The command for any target, and the targets that there are. */
  public String commands() {
    if (requirements.isEmpty()) {
      return command(List.of("TARGET"));
    }
    String first = requirements.firstKey();
    List<String> others = requirements.keySet().stream().skip(1).toList();
    return command(List.of(first))
        + (others.isEmpty() ? "" : ", or for %s".formatted(ListText.some(others)));
  }

  /** A command that installs again what is installed already. */
  public String again(String command) {
    return format == PackageFormat.WHEEL
        ? command.replaceFirst("^pip install", "pip install --force-reinstall")
        : command
            .replaceFirst("^apt install", "apt install --reinstall")
            .replaceFirst("^dnf install", "dnf reinstall");
  }

  private static DeviceOffer ofWheel(PackageFacts owner, List<Installed> around)
      throws IOException {
    Map<String, String> requirements = new TreeMap<>();
    String own = Wheel.normalized(owner.name());
    // Extras of its own come first.
    extras(owner, "", requirements);
    for (Installed each : around) {
      if (!Wheel.normalized(each.facts().name()).equals(own)) {
        requiring(each.facts(), own).ifPresent(extra -> extras(each.facts(), extra, requirements));
      }
    }
    Set<String> needed =
        owner.requires().stream().map(DeviceOffer::required).collect(Collectors.toSet());
    boolean listed = needed.stream().anyMatch(name -> Named.of(name).isPresent());
    SortedSet<String> installed = new TreeSet<>();
    Set<String> lost = new TreeSet<>();
    for (Installed each : around) {
      String name = Wheel.normalized(each.facts().name());
      Optional<Named> device = Named.of(name);
      // Device wheels of others may need its host code, too.
      boolean ofOwner =
          each.facts().requires().stream().anyMatch(text -> own.equals(required(text)))
              && (!listed || needed.contains(name));
      if (device.isPresent() && ofOwner) {
        installed.add(device.get().target());
        if (each.hasLostArchives()) {
          lost.add(device.get().target());
        }
      }
    }
    // Which extras ROCm's package has is known when it is built.
    boolean computed = requirements.isEmpty() && own.equals(ROCM_LIBRARIES);
    return new DeviceOffer(
        owner,
        PackageFormat.WHEEL,
        sorted(requirements),
        computed ? rocm(GpuTarget.PLACEHOLDER) : "",
        installed,
        lost,
        Set.of());
  }

  /** The requirement that installs ROCm's libraries for a target. */
  public static String rocm(String target) {
    return "%s[libraries,device-%s]".formatted(ROCM, target.replace('_', '-'));
  }

  private static void extras(PackageFacts facts, String needed, Map<String, String> requirements) {
    for (String extra : facts.extras()) {
      Matcher device = DEVICE_EXTRA.matcher(extra.replace('_', '-'));
      if (device.matches()) {
        String all = needed.isEmpty() ? extra : needed + "," + extra;
        requirements.putIfAbsent(device.group(1), "%s[%s]".formatted(facts.name(), all));
      }
    }
  }

  /** The extra with which one package requires another; empty text without any. */
  private static Optional<String> requiring(PackageFacts facts, String name) {
    for (String text : facts.requires()) {
      if (name.equals(required(text))) {
        Matcher extra = EXTRA.matcher(text);
        String found = extra.find() ? extra.group(1) : "";
        if (!found.startsWith("device-")) {
          return Optional.of(found);
        }
      }
    }
    return Optional.empty();
  }

  private static String required(String text) {
    Matcher parts = REQUIRED.matcher(text);
    return parts.matches() ? Wheel.normalized(parts.group(1)) : "";
  }

  private static DeviceOffer ofSystem(Installed host, List<Installed> all) throws IOException {
    PackageFacts owner = host.facts();
    List<Installed> around = all.stream().filter(each -> each.format() == host.format()).toList();
    Map<String, String> requirements = new TreeMap<>();
    SortedSet<String> installed = new TreeSet<>();
    Set<String> lost = new TreeSet<>();
    Set<String> none = new TreeSet<>();
    // How the owner's device packages are called, without their targets.
    Set<String> patterns = new LinkedHashSet<>();
    for (Installed each : around) {
      List<String> names = names(each.facts());
      if (!names.contains(owner.name())) {
        continue;
      }
      String name = each.facts().name();
      Optional<Named> device = Named.of(name);
      if (device.isEmpty()) {
        names.stream()
            .filter(other -> isOf(other, names, owner.name()))
            .forEach(other -> Named.of(other).ifPresent(named -> patterns.add(named.pattern())));
      } else if (isOf(name, names, owner.name()) && !isMeta(each, names)) {
        String target = device.get().target();
        patterns.add(device.get().pattern());
        installed.add(target);
        requirements.put(target, name);
        if (each.hasLostArchives()) {
          lost.add(target);
        }
      } else {
        none.add(device.get().target());
      }
    }
    if (patterns.isEmpty()) {
      conventional(owner.name(), around).ifPresent(patterns::add);
    }
    // A package without a target that requires some of them requires all.
    boolean whole = false;
    for (Installed each : around) {
      boolean meta = Named.of(each.facts().name()).isEmpty();
      for (String name : names(each.facts())) {
        Optional<Named> device = Named.of(name);
        if (device.isPresent() && patterns.contains(device.get().pattern())) {
          whole |= meta;
          requirements.putIfAbsent(device.get().target(), name);
        }
      }
    }
    none.removeAll(requirements.keySet());
    String pattern = whole || patterns.isEmpty() ? "" : patterns.iterator().next();
    return new DeviceOffer(
        owner, host.format(), sorted(requirements), pattern, installed, lost, none);
  }

  /** How device packages are called by the name of their host package, as others there are. */
  private static Optional<String> conventional(String owner, List<Installed> around) {
    Matcher host = HOST_NAME.matcher(owner);
    if (!host.matches()) {
      return Optional.empty();
    }
    for (Installed each : around) {
      String name = each.facts().name();
      List<String> names = names(each.facts());
      for (String other : Named.of(name).isPresent() ? names : List.<String>of()) {
        Matcher sibling = HOST_NAME.matcher(other);
        if (sibling.matches()
            && sibling.group(2).equals(host.group(2))
            && isOf(name, names, other)) {
          String like = Named.of(name).orElseThrow().pattern();
          return Optional.of(host.group(1) + like.substring(sibling.group(1).length()));
        }
      }
    }
    return Optional.of(host.group(1) + host.group(2) + "-" + GpuTarget.PLACEHOLDER);
  }

  /** Whether a package has no files, only packages of the same target that it requires. */
  private static boolean isMeta(Installed each, List<String> names) throws IOException {
    return names.stream().anyMatch(name -> Named.of(name).isPresent()) && !each.hasFiles();
  }

  /**
   * Whether the device code of a package is for a host package: packages require the host code of
   * others, too, and their own is called most like them.
   *
   * @param required the packages among which the host package is
   */
  private static boolean isOf(String device, List<String> required, String host) {
    Matcher parts = HOST_NAME.matcher(host);
    if (parts.matches()) {
      String start = parts.group(1);
      if (!device.startsWith(start)
          || (device.length() > start.length()
              && Character.isLetter(device.charAt(start.length())))) {
        return false;
      }
    }
    int own = common(device, host);
    return required.stream()
        .filter(name -> Named.of(name).isEmpty())
        .noneMatch(name -> common(device, name) > own);
  }

  /** The length of the beginning that two names share. */
  private static int common(String one, String other) {
    int mismatch = Arrays.mismatch(one.toCharArray(), other.toCharArray());
    return mismatch < 0 ? one.length() : mismatch;
  }

  /** The packages that a package of a system depends on, with alternatives. */
  private static List<String> names(PackageFacts facts) {
    return facts.requires().stream()
        .flatMap(text -> Stream.of(text.split("\\|", -1)))
        .map(alternative -> alternative.strip().split("[ (:]", 2)[0])
        .toList();
  }
}
