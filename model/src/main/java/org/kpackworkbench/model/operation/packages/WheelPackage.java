package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.WindowsName;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.packages.PlannedPackage.Role;
import org.kpackworkbench.model.operation.wheel.WheelWriter;

/**
 * Writes planned packages as wheels. Each component has a wheel that pip installs by its name,
 * whose extras install those for GPUs.
 *
 * @param all the wheels of the plan
 * @param file the configuration, for messages
 * @param latest the time of wheels
 */
record WheelPackage(List<PlannedPackage> all, Path file, FileTime latest) {
  /** Versions that pip takes as they are written. */
  private static final String VERSION =
      "\\d+(\\.\\d+)*((a|b|rc)\\d+)?(\\.post\\d+)?(\\.dev\\d+)?(\\+[a-z0-9]+(\\.[a-z0-9]+)*)?";

  private static final String EXTRA = "device-";
  private static final String ALL = EXTRA + "all";
  private static final int MOST_SHOWN = 3;
  private static final int MOST_LINKS = 40;

  /** ZIP archives know no time before. */
  private static final long EARLIEST = 315_532_800;

  /**
   * The wheels of a plan: all packages but those that only depend on all parts of a component,
   * which the extras of its host wheel do.
   */
  static WheelPackage of(List<PlannedPackage> packages, Path file, FileTime latest) {
    Map<PackagesConfig.Entry, PlannedPackage> hosts = new LinkedHashMap<>();
    for (PlannedPackage each : packages) {
      if (each.arch().isEmpty() && each.role() != Role.META) {
        hosts.put(each.entry(), each);
      }
    }
    for (PlannedPackage each : packages) {
      if (each.arch().isEmpty()) {
        hosts.putIfAbsent(each.entry(), each);
      }
    }
    List<PlannedPackage> wheels =
        packages.stream()
            .filter(each -> !each.arch().isEmpty() || each.equals(hosts.get(each.entry())))
            .toList();
    return new WheelPackage(wheels, file, latest);
  }

  /**
   * Checks what differs from other packages.
   *
   * @throws OperationException if wheels cannot have the version, or a name
   */
  void check(String version) throws OperationException {
    if (!version(version).matches(VERSION)) {
      throw Obstacle.BAD_NAME.exception(
          "%s: wheels cannot have the version %s: expected one such as 7.15.0, 7.15.0rc1 or 7.15.0+build. Give another one with %s.",
          file, version, PackagesRequest.VERSION);
    }
    PackagePlan.checkNames(all, PackageForm.WHEEL, file);
  }

  /** Returns a version of Debian as Python writes it. */
  static String version(String version) {
    return version.replace("~dev", ".dev").replaceFirst("~(?=(a|b|rc)\\d)", "");
  }

  static String fileName(PlannedPackage planned) {
    return "%s-py3-none-%s.whl".formatted(stem(planned), platform(planned));
  }

  private static String stem(PlannedPackage planned) {
    return "%s-%s"
        .formatted(
            planned.name(PackageForm.WHEEL).replace('-', '_'), version(planned.config().version()));
  }

  private static String platform(PlannedPackage planned) {
    String said = planned.config().names().wheels().platform();
    String machine = RpmPackage.architecture(planned);
    if (!said.isEmpty()) {
      return said;
    }
    return planned.runsOnWindows()
        ? "win_" + planned.config().architecture()
        : machine.equals("noarch") ? "any" : "linux_" + machine;
  }

  /** Returns the extras of a wheel, each with the wheels for GPUs that it installs. */
  private Map<String, List<PlannedPackage>> extras(PlannedPackage planned) {
    Map<String, List<PlannedPackage>> extras = new LinkedHashMap<>();
    if (planned.arch().isEmpty()) {
      List<PlannedPackage> devices =
          all.stream()
              .filter(each -> each.entry().equals(planned.entry()) && !each.arch().isEmpty())
              .toList();
      devices.forEach(
          each ->
              extras.put(EXTRA + PackageNames.filled(each.arch(), "", "", "", ""), List.of(each)));
      if (!devices.isEmpty()) {
        extras.put(ALL, devices);
      }
    }
    return extras;
  }

  /** Returns the names of a wheel's extras. */
  String provides(PlannedPackage planned) {
    return String.join(" ", extras(planned).keySet());
  }

  /** Writes a wheel with {@link #files}. */
  void write(
      PlannedPackage planned, Map<String, TreeItem> files, ReplacingFile out, Progress progress)
      throws IOException {
    String info = stem(planned) + ".dist-info";
    long seconds = Math.max(EARLIEST, latest.to(TimeUnit.SECONDS));
    // A ZIP archive has the time on a clock, which is not to depend on where it is made.
    long millis =
        LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC)
            .atZone(ZoneId.systemDefault())
            .toInstant()
            .toEpochMilli();
    try (WheelWriter wheel = new WheelWriter(out, false, info, millis, progress)) {
      for (Map.Entry<String, TreeItem> each : files.entrySet()) {
        wheel.add(each.getKey(), each.getValue().source(), each.getKey().endsWith(".kpack"));
      }
      wheel.add(info + "/METADATA", metadata(planned));
      wheel.add(info + "/WHEEL", WheelWriter.tags(platform(planned), false));
      wheel.finish();
    }
  }

  /**
   * Returns the files of a wheel by their paths. Wheels have no links: a library lies under its
   * SONAME, other links become copies.
   *
   * @param findings gets what is left out
   * @throws OperationException if a path is none on a system of the wheel
   */
  Map<String, TreeItem> files(PlannedPackage planned, List<OperationNote> findings)
      throws IOException {
    PackagesConfig config = planned.config();
    String version = config.version();
    String prefix = PackageNames.path(config.names().prefix(), config.variant(), version) + "/";
    String folder =
        PackageNames.path(config.names().wheels().folder(), config.variant(), version) + "/";
    Map<String, List<String>> links = new TreeMap<>();
    List<String> left = new ArrayList<>();
    for (TreeItem item : planned.items().values()) {
      if (item.kind() == Kind.FILE) {
        links.computeIfAbsent(item.path(), none -> new ArrayList<>());
      } else if (item.kind() == Kind.LINK) {
        String target = target(planned, item);
        if (target == null) {
          left.add(item.path());
        } else {
          links.computeIfAbsent(target, none -> new ArrayList<>()).add(item.path());
        }
      }
    }
    Map<String, TreeItem> files = new TreeMap<>();
    for (Map.Entry<String, List<String>> each : links.entrySet()) {
      TreeItem item = Objects.requireNonNull(planned.items().get(each.getKey()));
      String soname = each.getValue().isEmpty() ? "" : ElfFile.soname(item.source());
      String loaded = Path.of(each.getKey()).resolveSibling(soname).toString();
      List<String> paths =
          Stream.concat(Stream.of(each.getKey()), each.getValue().stream()).toList();
      boolean named = !soname.isEmpty() && paths.contains(loaded);
      for (String path : named ? List.of(loaded) : paths) {
        files.put(folder + path.substring(prefix.length()), item);
      }
      if (named) {
        paths.stream().filter(path -> !path.equals(loaded)).forEach(left::add);
      }
    }
    for (String path : files.keySet()) {
      String refusal = refusal(path, platform(planned).startsWith("win"));
      if (!refusal.isEmpty()) {
        throw Obstacle.BAD_NAME.exception(
            "%s: the wheel %s cannot hold %s: %s. Leave its artifact out of wheels.",
            file, planned.name(PackageForm.WHEEL), path, refusal);
      }
    }
    if (!left.isEmpty()) {
      findings.add(
          OperationNote.note(
              "link-left-out",
              Path.of(fileName(planned)),
              "wheels have no links: %s left out: %s"
                  .formatted(
                      left.size() == 1 ? "one name is" : CountText.of(left.size(), "name") + " are",
                      ListText.some(
                          left.stream().map(path -> path.substring(prefix.length())).toList(),
                          MOST_SHOWN)),
              "A library is there under its SONAME."));
    }
    return files;
  }

  /** Features of targets may be in names of archives, but not on Windows. */
  private static String refusal(String path, boolean windows) {
    return !SystemText.isUtf8(path)
        ? "its name is not in UTF-8"
        : Stream.of(path.split("/", -1))
            .map(name -> WindowsName.refusal(windows ? name : WindowsName.withoutFeatures(name)))
            .filter(text -> !text.isEmpty())
            .findFirst()
            .map(text -> "on Windows " + text)
            .orElse("");
  }

  /** Returns the file of the package that a link leads to; null if there is none. */
  private static @Nullable String target(PlannedPackage planned, TreeItem link) throws IOException {
    TreeItem at = link;
    for (int i = 0; i < MOST_LINKS && at != null && at.kind() == Kind.LINK; i++) {
      String next = Path.of(at.path()).resolveSibling(at.linkTarget()).normalize().toString();
      at = planned.items().get(next);
    }
    return at == null || at.kind() != Kind.FILE ? null : at.path();
  }

  private String metadata(PlannedPackage planned) {
    PackagesConfig.Texts texts = planned.entry().texts();
    StringBuilder text = new StringBuilder("Metadata-Version: 2.1\n");
    field(text, "Name", planned.name(PackageForm.WHEEL));
    field(text, "Version", version(planned.config().version()));
    field(text, "Summary", planned.summary());
    field(text, "Home-page", texts.homepage());
    int address = texts.maintainer().indexOf('<');
    field(
        text,
        "Maintainer",
        address < 0 ? texts.maintainer() : texts.maintainer().substring(0, address));
    field(text, "Maintainer-email", address < 0 ? "" : texts.maintainer());
    field(text, "License", texts.license());
    field(text, "Description-Content-Type", "text/plain");
    planned.requires(PackageForm.WHEEL).forEach(each -> field(text, "Requires-Dist", each));
    extras(planned)
        .forEach(
            (extra, devices) -> {
              field(text, "Provides-Extra", extra);
              for (PlannedPackage each : devices) {
                String exactly =
                    PackageForm.WHEEL.exactly(
                        each.name(PackageForm.WHEEL), planned.config().version());
                field(text, "Requires-Dist", "%s; extra == \"%s\"".formatted(exactly, extra));
              }
            });
    return text.append('\n').append(planned.description()).append('\n').toString();
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isBlank()) {
      text.append("%s: %s\n".formatted(name, value.strip().replace('\n', ' ')));
    }
  }
}
