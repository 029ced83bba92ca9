package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.file.Path;
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
 */
public record DeviceOffer(
    PackageFacts owner,
    PackageFormat format,
    SortedMap<String, String> requirements,
    String pattern,
    SortedSet<String> installed) {
  private static final Pattern REQUIRED =
      Pattern.compile("^\\s*([A-Za-z0-9._+-]+)[^;]*(?:;(.*))?$", Pattern.DOTALL);
  private static final Pattern EXTRA = Pattern.compile("extra\\s*==\\s*[\"']([^\"']+)[\"']");
  private static final Pattern DEVICE_EXTRA = Pattern.compile("device-(gfx.+)");
  private static final Pattern DEVICE_NAME = Pattern.compile("(.+?)-(gfx[0-9a-f]+x?(?:-.+)?)");
  private static final Pattern HOST_NAME = Pattern.compile("(.+)-host([0-9.]*)");

  /** ROCm's package for all of its wheels, whose extras are computed when it is installed. */
  private static final String ROCM = "rocm";

  private static final String ROCM_LIBRARIES = "rocm-sdk-libraries";

  public DeviceOffer {
    requirements = sorted(requirements);
    installed = new TreeSet<>(installed);
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
    List<PackageFacts> around =
        packages.in(owner.get().root()).stream().map(Installed::facts).toList();
    DeviceOffer offer =
        owner.get().format() == PackageFormat.WHEEL
            ? ofWheel(owner.get().facts(), around)
            : ofDebian(owner.get().facts(), around);
    return offer.requirements.isEmpty() && offer.pattern.isEmpty()
        ? Optional.empty()
        : Optional.of(offer);
  }

  /** The name of the package, with its version. */
  public String ownerWords() {
    return owner.version().isEmpty() ? owner.name() : owner.name() + " " + owner.version();
  }

  /** The target of the offer that serves a device: its own, or a generic one; empty if none. */
  public Optional<String> serving(GpuTarget device) {
    List<String> targets =
        GpuTable.preference(device.bare()).stream().map(GpuTarget::toString).toList();
    Optional<String> named = targets.stream().filter(requirements::containsKey).findFirst();
    return named.isPresent() || pattern.isEmpty() ? named : Optional.of(targets.getFirst());
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
      return "apt install " + String.join(" ", needed);
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
        : command.replaceFirst("^apt install", "apt install --reinstall");
  }

  private static DeviceOffer ofWheel(PackageFacts owner, List<PackageFacts> around) {
    Map<String, String> requirements = new TreeMap<>();
    String own = Wheel.normalized(owner.name());
    // Extras of its own come first.
    extras(owner, "", requirements);
    for (PackageFacts each : around) {
      if (!Wheel.normalized(each.name()).equals(own)) {
        requiring(each, own).ifPresent(extra -> extras(each, extra, requirements));
      }
    }
    SortedSet<String> installed = new TreeSet<>();
    for (PackageFacts each : around) {
      Matcher device = DEVICE_NAME.matcher(Wheel.normalized(each.name()));
      boolean ofOwner = each.requires().stream().anyMatch(text -> own.equals(required(text)));
      if (device.matches() && ofOwner) {
        installed.add(device.group(2));
      }
    }
    // Which extras ROCm's package has is known when it is built.
    boolean computed = requirements.isEmpty() && own.equals(ROCM_LIBRARIES);
    return new DeviceOffer(
        owner,
        PackageFormat.WHEEL,
        sorted(requirements),
        computed ? rocm(GpuTarget.PLACEHOLDER) : "",
        installed);
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

  private static DeviceOffer ofDebian(PackageFacts owner, List<PackageFacts> around) {
    Map<String, String> requirements = new TreeMap<>();
    SortedSet<String> installed = new TreeSet<>();
    Matcher host = HOST_NAME.matcher(owner.name());
    // How the owner's device packages are called, without their targets.
    Set<String> bases = new LinkedHashSet<>();
    if (host.matches()) {
      bases.add(host.group(1) + host.group(2));
    }
    for (PackageFacts each : around) {
      Matcher own = DEVICE_NAME.matcher(each.name());
      if (names(each).contains(owner.name())) {
        if (own.matches()) {
          bases.add(own.group(1));
          installed.add(own.group(2));
        }
        device(each.name(), requirements);
        names(each).forEach(name -> device(name, requirements));
      }
    }
    // A package without a target that requires some of them requires all.
    boolean all = false;
    for (PackageFacts each : around) {
      boolean meta = !DEVICE_NAME.matcher(each.name()).matches();
      for (String name : meta ? names(each) : List.<String>of()) {
        Matcher device = DEVICE_NAME.matcher(name);
        if (device.matches()
            && (bases.contains(device.group(1)) || requirements.containsValue(name))) {
          all = true;
          device(name, requirements);
        }
      }
    }
    String pattern =
        all || bases.isEmpty() ? "" : bases.iterator().next() + "-" + GpuTarget.PLACEHOLDER;
    return new DeviceOffer(owner, PackageFormat.DEB, sorted(requirements), pattern, installed);
  }

  /** The packages that a Debian package depends on, with alternatives. */
  private static List<String> names(PackageFacts facts) {
    return facts.requires().stream()
        .flatMap(text -> Stream.of(text.split("\\|", -1)))
        .map(alternative -> alternative.strip().split("[ (:]", 2)[0])
        .toList();
  }

  private static void device(String name, Map<String, String> requirements) {
    Matcher device = DEVICE_NAME.matcher(name);
    if (device.matches()) {
      requirements.putIfAbsent(device.group(2), name);
    }
  }
}
