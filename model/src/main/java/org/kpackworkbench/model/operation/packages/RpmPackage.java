package org.kpackworkbench.model.operation.packages;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.tar.TarPack;

/**
 * Writes planned packages by {@code rpmbuild}, which needs no rights.
 *
 * @param tool where {@code rpmbuild} is
 * @param latest the time of packages
 * @param scratch a folder for what is written first
 */
record RpmPackage(Path tool, FileTime latest, Path scratch) {
  private static final String RELEASE = "1";
  private static final int WAIT_MILLIS = 100;
  private static final int MOST_SAID = 2000;

  /** Architectures by Debian's names for them. */
  private static final Map<String, String> ARCHITECTURES =
      Map.of("amd64", "x86_64", "arm64", "aarch64", "all", "noarch", "ppc64el", "ppc64le");

  /** Characters that lists of files do not take literally. */
  private static final Pattern SPECIAL = Pattern.compile("[\\\\*?\\[\\]{}\"]");

  /** Finds the tool in an environment; empty where there is none. */
  static Optional<RpmPackage> of(FileTime latest, Path scratch, Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "rpmbuild"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(tool -> new RpmPackage(tool, latest, scratch));
  }

  static String fileName(PlannedPackage planned) {
    return "%s-%s-%s.%s.rpm"
        .formatted(
            planned.name(PackageForm.RPM),
            planned.config().version(),
            RELEASE,
            architecture(planned));
  }

  static String architecture(PlannedPackage planned) {
    String debian = planned.config().architecture();
    return ARCHITECTURES.getOrDefault(debian, debian);
  }

  void write(PlannedPackage planned, OutputStream out, Progress progress) throws IOException {
    Path top = Files.createDirectory(scratch.resolve("rpm"));
    try {
      Path tree = top.resolve("tree.tar");
      try (OutputStream to =
          Channels.newOutputStream(
              NamedChannel.open(
                  tree,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE))) {
        TarPack.writeInstalled(List.copyOf(planned.items().values()), latest, to, progress);
      }
      Path spec = top.resolve("package.spec");
      NamedChannel.write(spec, spec(planned, tree).getBytes(StandardCharsets.UTF_8));
      build(planned, top, spec, progress);
      Path made = top.resolve("RPMS").resolve(architecture(planned)).resolve(fileName(planned));
      try (InputStream in = Files.newInputStream(made)) {
        FileCopy.bytes(in, out, progress.cancelOnly());
      }
    } finally {
      TreeDeletion.delete(top);
    }
  }

  private void build(PlannedPackage planned, Path top, Path spec, Progress progress)
      throws IOException {
    Path said = top.resolve("said.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                tool.toString(),
                "-bb",
                "--target",
                architecture(planned),
                "--define",
                "_topdir " + top,
                "--define",
                // The machine that builds a package must not show in it.
                "_buildhost localhost",
                "--define",
                "use_source_date_epoch_as_buildtime 1",
                "--define",
                "clamp_mtime_to_source_date_epoch 1",
                "--define",
                // Archives are compressed already: more takes time, and gains little.
                "_binary_payload w2.xzdio",
                spec.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("SOURCE_DATE_EPOCH", Long.toString(latest.to(TimeUnit.SECONDS)));
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    try {
      while (!process.waitFor(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.step(0);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while rpmbuild was running", stopped);
    } finally {
      process.destroy();
    }
    if (process.exitValue() != 0) {
      String all = Files.readString(said, StandardCharsets.UTF_8).strip();
      throw new IOException(
          "rpmbuild failed for %s: %s"
              .formatted(
                  planned.name(PackageForm.RPM),
                  all.substring(Math.max(0, all.length() - MOST_SAID))));
    }
  }

  private static String spec(PlannedPackage planned, Path tree) {
    PackagesConfig.Texts texts = planned.entry().texts();
    StringBuilder text = new StringBuilder();
    // Nothing of what was built is changed or looked into.
    text.append("%global debug_package %{nil}\n");
    text.append("%global __os_install_post %{nil}\n");
    text.append("%global _build_id_links none\n");
    field(text, "Name", planned.name(PackageForm.RPM));
    field(text, "Version", planned.config().version());
    field(text, "Release", RELEASE);
    field(text, "Summary", planned.summary().replace('\n', ' '));
    field(text, "License", texts.license().isEmpty() ? "not stated" : texts.license());
    field(text, "URL", texts.homepage());
    field(text, "AutoReqProv", "no");
    planned.requires(PackageForm.RPM).forEach(each -> field(text, "Requires", each));
    planned.recommends(PackageForm.RPM).forEach(each -> field(text, "Recommends", each));
    field(text, "Provides", planned.provides(PackageForm.RPM));
    text.append("\n%description\n").append(escaped(planned.description())).append("\n");
    text.append("\n%install\nmkdir -p %{buildroot}\n");
    text.append("tar -C %{buildroot} -xf '")
        .append(escaped(tree.toString().replace("'", "'\\''")))
        .append("'\n");
    text.append("\n%files\n%defattr(-,root,root,-)\n");
    String prefix =
        PackageNames.path(
            planned.config().names().prefix(),
            planned.config().variant(),
            planned.config().version());
    for (TreeItem item : planned.items().values()) {
      boolean folder = item.kind() == Kind.FOLDER;
      // Folders above the prefix are the system's.
      if (!folder || (item.path() + "/").startsWith(prefix + "/")) {
        text.append(folder ? "%dir " : "")
            .append('"')
            .append('/')
            .append(escaped(SPECIAL.matcher(item.path()).replaceAll("\\\\$0")))
            .append("\"\n");
      }
    }
    return text.toString();
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append(": ").append(escaped(value)).append('\n');
    }
  }

  private static String escaped(String text) {
    return text.replace("%", "%%");
  }
}
