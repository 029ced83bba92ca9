package org.kpackworkbench.model.operation.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.files.TreeItem.Kind;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.TimeText;
import org.kpackworkbench.model.operation.packages.PlannedPackage.Role;

/** Writes a planned package for Debian, with the documents that its rules want. */
final class DebPackage {
  /** Packages of vendors belong there, whatever Debian's own packages do. */
  private static final String VENDORS = "opt";

  /** Where the header says how it was packed, and what "as small as possible" is. */
  private static final int GZIP_FLAGS = 8;

  private static final byte GZIP_SMALLEST = 2;

  private DebPackage() {}

  static void write(PlannedPackage planned, DebWriter writer, OutputStream out, Progress progress)
      throws IOException {
    String name = planned.name(PackageForm.DEB);
    TreeMap<String, TreeItem> items = new TreeMap<>(planned.items());
    Path documents = Files.createDirectories(writer.scratch().resolve("documents"));
    String version = planned.config().version();
    byte[] changelog = changelog(planned, name, version, writer);
    String license = planned.entry().texts().license();
    String copyright =
        "%s %s\n\nCopyright of the files: their authors, up to %d.\n\nLicense: %s\n"
            .formatted(
                name,
                version,
                writer.latest().toInstant().atZone(ZoneOffset.UTC).getYear(),
                license.isEmpty() ? "not stated by its builder" : license);
    add(items, documents, "usr/share/doc/" + name + "/changelog.gz", changelog);
    add(items, documents, "usr/share/doc/" + name + "/copyright", bytes(copyright));
    if (!planned.items().isEmpty()) {
      StringBuilder overrides = new StringBuilder();
      if (planned.items().firstEntry().getKey().equals(VENDORS)) {
        overrides.append(name).append(": dir-or-file-in-opt\n");
      }
      overrides.append(name).append(": unstripped-binary-or-object\n");
      add(items, documents, "usr/share/lintian/overrides/" + name, bytes(overrides.toString()));
    }
    writer.write(Map.of("control", control(planned, name, items)), items.values(), out, progress);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void add(
      TreeMap<String, TreeItem> items, Path documents, String path, byte[] content)
      throws IOException {
    for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      String folder = path.substring(0, at);
      items.putIfAbsent(folder, new TreeItem(documents, folder, Kind.FOLDER, 0));
    }
    Path file = documents.resolve("document-" + path.replace('/', '-'));
    NamedChannel.write(file, content);
    items.put(path, TreeItem.file(file, path));
  }

  private static byte[] changelog(
      PlannedPackage planned, String name, String version, DebWriter writer) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = smallest(packed)) {
      out.write(
          bytes(
              "%s (%s) unstable; urgency=medium\n\n  * Made from artifacts of a build.\n\n -- %s  %s\n"
                  .formatted(
                      name,
                      version,
                      planned.entry().texts().maintainer(),
                      TimeText.mail(writer.latest().toInstant()))));
    }
    byte[] bytes = packed.toByteArray();
    bytes[GZIP_FLAGS] = GZIP_SMALLEST;
    return bytes;
  }

  private static GZIPOutputStream smallest(OutputStream to) throws IOException {
    return new GZIPOutputStream(to) {
      {
        def.setLevel(Deflater.BEST_COMPRESSION);
      }
    };
  }

  private static String control(
      PlannedPackage planned, String name, TreeMap<String, TreeItem> items) {
    PackagesConfig.Texts texts = planned.entry().texts();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("Package", name);
    fields.put("Version", planned.config().version());
    fields.put("Architecture", planned.config().architecture());
    fields.put("Maintainer", texts.maintainer());
    fields.put("Installed-Size", Long.toString(DebWriter.installedKibibytes(items.values())));
    fields.put("Depends", String.join(", ", planned.requires(PackageForm.DEB)));
    fields.put("Recommends", String.join(", ", planned.recommends(PackageForm.DEB)));
    fields.put("Provides", planned.provides(PackageForm.DEB));
    fields.put("Section", planned.role() == Role.META ? "metapackages" : texts.section());
    fields.put("Priority", "optional");
    fields.put("Homepage", texts.homepage());
    fields.put("Description", description(planned));
    return fields.entrySet().stream()
        .filter(field -> !field.getValue().isEmpty())
        .map(field -> "%s: %s\n".formatted(field.getKey(), field.getValue()))
        .collect(Collectors.joining());
  }

  /** A line, and below it the text, where an empty line is a dot. */
  private static String description(PlannedPackage planned) {
    List<String> lines =
        planned.description().lines().map(line -> line.isBlank() ? " ." : " " + line).toList();
    return planned.summary().replace('\n', ' ') + "\n" + String.join("\n", lines);
  }
}
