package org.kpackworkbench.model.analysis.advise;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.advise.Advice.Role;
import org.kpackworkbench.model.analysis.advise.Advice.Uncovered;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * The content of a package index, without the packages: {@code Packages} of a Debian repository
 * (also compressed by gzip or xz), and a page of Python's simple repository as JSON (PEP 691) or
 * HTML (PEP 503). An index has no files to simulate a loader with, so names decide: a package whose
 * name ends with a GPU target or a family is one of device code. Immutable.
 *
 * @param entries the newest version of each package
 */
record PackageIndex(Path path, List<Entry> entries) {
  private static final Pattern DEBIAN_NAME = Pattern.compile("Packages(\\.(gz|xz))?");
  private static final Pattern ANCHOR = Pattern.compile("<a\\s[^>]*>\\s*([^<\\s]+)\\s*</a>");
  private static final Pattern DEVICE =
      Pattern.compile("(.+?)-(gfx[0-9a-f]+x{0,2}(?:-[0-9a-z]+)*)");
  private static final Pattern ROCM_SOURCE =
      Pattern.compile(InstallCommands.ROCM + "-(\\d[0-9A-Za-z.+]*)\\.tar\\.gz");
  private static final Pattern BEFORE_RELEASE =
      Pattern.compile("~|\\d(?:a|b|rc|alpha|beta)\\d|\\.dev\\d");
  private static final Pattern REQUIRED = Pattern.compile("^\\s*([A-Za-z0-9.+_-]+)");
  private static final Pattern PACKAGE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]*");
  private static final int START_CHARACTERS = 512;
  private static final long KIB = 1024;

  /**
   * A package.
   *
   * @param file the name of its file
   * @param requires what it needs, as far as the index states it: of each list one package
   * @param downloadBytes -1 if it is not stated
   * @param installBytes -1 if it is not stated
   */
  record Entry(
      PackageFormat format,
      String name,
      String version,
      String file,
      List<List<String>> requires,
      long downloadBytes,
      long installBytes) {
    /**
     * Returns the target that it has code for, with the start of its name; empty if its name has no
     * target.
     */
    private Optional<Device> device() {
      Matcher parts = DEVICE.matcher(Wheel.normalized(name));
      return parts.matches()
          ? Optional.of(
              new Device(
                  parts.group(1),
                  GpuTarget.lenient(
                      parts.group(2).endsWith("generic")
                          ? parts.group(2)
                          : parts.group(2).replace('-', '_'))))
          : Optional.empty();
    }
  }

  private record Device(String base, GpuTarget target) {}

  /**
   * Reads a file.
   *
   * @return empty if it is none of the three
   * @throws FormatException if it is one, and damaged
   */
  static Optional<PackageIndex> read(Path path, Progress progress) throws IOException {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    List<Entry> found;
    if (DEBIAN_NAME.matcher(String.valueOf(path.getFileName())).matches()) {
      found = debian(path, progress);
    } else {
      String start = start(path);
      if (start.startsWith("{")) {
        found = json(path);
      } else if (start.startsWith("<!doctype html") || start.startsWith("<html")) {
        found = html(ConfigText.load(path));
      } else {
        return Optional.empty();
      }
    }
    if (found.isEmpty()) {
      throw damaged(path, "packages", "none");
    }
    return Optional.of(new PackageIndex(path, newest(found)));
  }

  private static String start(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return new String(in.readNBytes(START_CHARACTERS), StandardCharsets.ISO_8859_1)
          .strip()
          .toLowerCase(Locale.ROOT);
    }
  }

  private static FormatException damaged(Path path, String expected, String found) {
    return FormatException.in(path.toString(), "package index", "", Reason.BAD_VALUE)
        .expected(expected)
        .found(found)
        .advice("Fetch the index again.")
        .build();
  }

  private static List<Entry> debian(Path path, Progress progress) throws IOException {
    String name = String.valueOf(path.getFileName());
    UnpackMeter meter =
        UnpackBudget.one()
            .meter(
                path.toString(),
                Files.size(path),
                Files.size(path),
                reason -> FormatException.in(path.toString(), "package index", "", reason));
    List<Entry> entries = new ArrayList<>();
    try (InputStream file = Files.newInputStream(path);
        InputStream in =
            name.endsWith(".gz")
                ? UnpackedStream.gzip(file, meter)
                : name.endsWith(".xz") ? UnpackedStream.xz(file, meter) : file;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      StringBuilder paragraph = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        progress.step(0);
        if (!line.isBlank()) {
          paragraph.append(line).append('\n');
        } else if (!paragraph.isEmpty()) {
          entries.add(debian(path, paragraph.toString()));
          paragraph.setLength(0);
        }
      }
      if (!paragraph.isEmpty()) {
        entries.add(debian(path, paragraph.toString()));
      }
    } catch (EOFException | ZipException | UnpackException broken) {
      throw damaged(path, "a whole compressed file", String.valueOf(broken.getMessage()));
    }
    return entries;
  }

  private static Entry debian(Path path, String paragraph) throws FormatException {
    PackageFacts.Fields fields = PackageFacts.Fields.of(paragraph);
    String name = fields.first("package");
    if (!PACKAGE_NAME.matcher(name).matches()) {
      throw damaged(
          path, "a paragraph with the field Package", paragraph.lines().findFirst().orElse(""));
    }
    List<List<String>> requires = new ArrayList<>();
    for (String field : List.of("depends", "pre-depends")) {
      Stream.of(fields.first(field).split(",", -1))
          .map(PackageIndex::alternatives)
          .filter(alternatives -> !alternatives.isEmpty())
          .forEach(requires::add);
    }
    long installed = number(fields.first("installed-size"));
    String file = fields.first("filename");
    return new Entry(
        PackageFormat.DEB,
        name,
        fields.first("version"),
        file.isEmpty() || file.chars().anyMatch(Character::isISOControl) ? name : file,
        requires,
        number(fields.first("size")),
        installed < 0 ? -1 : installed * KIB);
  }

  private static List<String> alternatives(String requirement) {
    return Stream.of(requirement.split("\\|", -1))
        .map(REQUIRED::matcher)
        .filter(Matcher::find)
        .map(name -> name.group(1))
        .toList();
  }

  private static long number(String text) {
    return text.matches("\\d{1,15}") ? Long.parseLong(text) : -1;
  }

  /** {@code files} of a project: {@code filename}, {@code size}. */
  private static List<Entry> json(Path path) throws IOException {
    ConfigText text = ConfigText.read(ConfigFormat.JSON, ConfigText.load(path));
    if (!text.complete() || !(text.root() instanceof ConfigNode.Mapping top)) {
      throw damaged(
          path,
          "JSON with a list of files",
          text.problems().isEmpty() ? "no object" : text.problems().getFirst().message());
    }
    List<Entry> entries = new ArrayList<>();
    for (ConfigNode.Entry field : top.entries()) {
      if (field.key().equals("files") && field.value() instanceof ConfigNode.Sequence files) {
        for (ConfigNode file : files.items()) {
          if (file instanceof ConfigNode.Mapping one) {
            String name = scalar(one, "filename");
            wheel(name == null ? "" : name, scalar(one, "size")).ifPresent(entries::add);
          }
        }
      }
    }
    return entries;
  }

  private static @Nullable String scalar(ConfigNode.Mapping mapping, String key) {
    return mapping.entries().stream()
        .filter(entry -> entry.key().equals(key))
        .map(ConfigNode.Entry::value)
        .filter(ConfigNode.Scalar.class::isInstance)
        .map(value -> ((ConfigNode.Scalar) value).text())
        .findFirst()
        .orElse(null);
  }

  private static List<Entry> html(String text) {
    return ANCHOR
        .matcher(text)
        .results()
        .map(anchor -> wheel(anchor.group(1), null))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Entry> wheel(String file, @Nullable String size) {
    Matcher source = ROCM_SOURCE.matcher(file);
    if (source.matches()) {
      return Optional.of(
          new Entry(
              PackageFormat.WHEEL,
              InstallCommands.ROCM,
              source.group(1),
              file,
              List.of(),
              size == null ? -1 : number(size),
              -1));
    }
    Wheel.Name name = Wheel.Name.of(file);
    // Variants are for installers that know them; the wheel without a label is there as well.
    return name == null
            || !name.variant().isEmpty()
            || file.chars().anyMatch(Character::isISOControl)
        ? Optional.empty()
        : Optional.of(
            new Entry(
                PackageFormat.WHEEL,
                Wheel.normalized(name.name()),
                name.version(),
                file,
                List.of(),
                size == null ? -1 : number(size),
                -1));
  }

  /**
   * Of each package the newest version, a release where there is one; of its files, which are for
   * several systems, the largest.
   */
  private static List<Entry> newest(List<Entry> all) {
    Comparator<Entry> order =
        Comparator.<Entry, Boolean>comparing(each -> !BEFORE_RELEASE.matcher(each.version()).find())
            .thenComparing(Entry::version, NaturalOrder.INSTANCE)
            .thenComparing(Entry::downloadBytes);
    Map<String, Entry> newest = new LinkedHashMap<>();
    for (Entry each : all) {
      newest.merge(each.name(), each, (one, other) -> order.compare(one, other) >= 0 ? one : other);
    }
    return List.copyOf(newest.values());
  }

  /** Advises on what several indices offer together. */
  static Advice advise(List<PackageIndex> indices, List<GpuTarget> gpus) {
    Map<String, Entry> byName = new LinkedHashMap<>();
    newest(indices.stream().flatMap(index -> index.entries().stream()).toList())
        .forEach(each -> byName.put(each.name(), each));
    Map<String, Map<Entry, GpuTarget>> groups = new TreeMap<>();
    for (Entry each : byName.values()) {
      each.device()
          .ifPresent(
              device ->
                  groups
                      .computeIfAbsent(device.base(), none -> new LinkedHashMap<>())
                      .put(each, device.target()));
    }
    Map<Entry, Set<GpuTarget>> needed = new LinkedHashMap<>();
    List<Uncovered> uncovered = new ArrayList<>();
    for (GpuTarget gpu : gpus) {
      // Packages for settings that devices have only on request are not proposed.
      TargetFilter wanted = TargetFilter.keeping(List.of(GpuTable.settings(gpu).getFirst()));
      groups.forEach(
          (base, devices) -> {
            List<Entry> serving =
                devices.entrySet().stream()
                    .filter(each -> serves(each.getValue(), gpu, wanted))
                    .map(Map.Entry::getKey)
                    .toList();
            serving.forEach(
                each -> needed.computeIfAbsent(each, none -> new LinkedHashSet<>()).add(gpu));
            if (serving.isEmpty()) {
              uncovered.add(
                  new Uncovered(
                      gpu,
                      List.of(base),
                      List.of(base),
                      1,
                      "the index has no package of it for this GPU; it has some for %s."
                          .formatted(
                              String.join(
                                  ", ",
                                  new TreeSet<>(
                                      devices.values().stream()
                                          .map(GpuTarget::toString)
                                          .toList()))),
                      ""));
            }
          });
    }
    required(byName, needed);
    hosts(byName, groups.keySet(), needed, gpus);
    List<Advice.Choice> choices = new ArrayList<>();
    for (Entry each : byName.values()) {
      boolean device = each.device().isPresent();
      if (device || needed.containsKey(each)) {
        choices.add(
            new Advice.Choice(
                Path.of(each.file()),
                each.name(),
                each.version(),
                device ? Role.DEVICE : Role.HOST,
                needed.containsKey(each),
                List.copyOf(needed.getOrDefault(each, Set.of())),
                false,
                "",
                each.downloadBytes(),
                each.installBytes()));
      }
    }
    return new Advice(
        gpus, choices, commands(byName, needed.keySet()), uncovered, List.of(), List.of());
  }

  /** Whether a target is a GPU's, or a family above it. */
  private static boolean serves(GpuTarget target, GpuTarget gpu, TargetFilter wanted) {
    return wanted.keeps(target)
        || GpuTable.above(gpu.bare().toString()).contains(target.toString());
  }

  private static void required(Map<String, Entry> byName, Map<Entry, Set<GpuTarget>> needed) {
    List<Entry> left = new ArrayList<>(needed.keySet());
    while (!left.isEmpty()) {
      Entry each = left.removeLast();
      for (List<String> alternatives : each.requires()) {
        Entry other =
            alternatives.stream()
                .filter(byName::containsKey)
                .map(byName::get)
                .findFirst()
                .orElse(null);
        if (other != null
            && needed
                .computeIfAbsent(other, none -> new LinkedHashSet<>())
                .addAll(needed.getOrDefault(each, Set.of()))) {
          left.add(other);
        }
      }
    }
  }

  /**
   * Wheels that device wheels are named after: {@code torch} of {@code amd-torch-device-gfx942}.
   */
  private static void hosts(
      Map<String, Entry> byName,
      Set<String> bases,
      Map<Entry, Set<GpuTarget>> needed,
      List<GpuTarget> gpus) {
    Set<String> names = new HashSet<>();
    for (String base : bases) {
      names.add(base.replaceFirst("^[a-z0-9]+-(.+)-device$", "$1"));
      names.add(base.replaceFirst("-device$", ""));
    }
    if (names.contains("rocm-sdk") && byName.containsKey(InstallCommands.ROCM)) {
      names.addAll(List.of("rocm-sdk-core", "rocm-sdk-libraries"));
    }
    for (Entry each : byName.values()) {
      if (each.format() == PackageFormat.WHEEL && names.contains(each.name())) {
        needed.computeIfAbsent(each, none -> new LinkedHashSet<>()).addAll(gpus);
      }
    }
  }

  private static List<String> commands(Map<String, Entry> byName, Set<Entry> needed) {
    Map<PackageFormat, List<String>> packages = new LinkedHashMap<>();
    Set<String> extras = new TreeSet<>(InstallCommands.EXTRAS);
    for (Entry each : needed) {
      if (byName.containsKey(InstallCommands.ROCM)
          && each.name().startsWith(InstallCommands.ROCM_PART)) {
        extras.add(each.name().substring(InstallCommands.ROCM_PART.length()));
        continue;
      }
      packages
          .computeIfAbsent(each.format(), none -> new ArrayList<>())
          .add(each.name() + (each.format() == PackageFormat.WHEEL ? "==" : "=") + each.version());
    }
    if (extras.remove("core") || !extras.isEmpty()) {
      packages
          .computeIfAbsent(PackageFormat.WHEEL, none -> new ArrayList<>())
          .add(InstallCommands.requirement(InstallCommands.ROCM, extras));
    }
    List<String> commands = new ArrayList<>();
    packages.forEach(
        (format, names) ->
            commands.add(
                (format == PackageFormat.WHEEL ? "pip install " : "apt install ")
                    + String.join(" ", names.stream().sorted().toList())));
    return commands;
  }
}
