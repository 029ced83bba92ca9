package org.kpackworkbench.model.operation.wheel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.bytes.ReplacingFiles;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.format.packages.WheelVariants;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Content;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Kind;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport.Made;

/** Makes the host wheel and a wheel for each target of what was split. */
final class WheelOutput {
  private static final int INFO_FILES = 3;

  private final WheelSplitRequest request;
  private final WheelParts parts;
  private final PackageFile file;
  private final Wheel wheel;
  private final WheelNames names;
  private final SplitReport done;
  private final Path generic;
  private final List<String> targets;
  private final SortedMap<String, List<SplitArtifact>> byKey = new TreeMap<>();
  private final Progress progress;
  private boolean upToDate;

  /**
   * Wheels of a split.
   *
   * @param nowhere a path where nothing is
   */
  WheelOutput(
      WheelSplitRequest request,
      WheelParts parts,
      Wheel wheel,
      WheelNames names,
      SplitReport done,
      Path nowhere,
      Progress progress) {
    this.request = request;
    this.parts = parts;
    this.file = parts.file;
    this.wheel = wheel;
    this.names = names;
    this.done = done;
    this.progress = progress;
    List<SplitArtifact> device = WheelSplit.device(done);
    targets = device.stream().map(SplitArtifact::target).toList();
    for (SplitArtifact artifact : device) {
      byKey
          .computeIfAbsent(WheelNames.bare(artifact.target()), none -> new ArrayList<>())
          .add(artifact);
    }
    generic =
        done.artifacts().stream()
            .filter(each -> each.name().generic())
            .map(SplitArtifact::path)
            .findFirst()
            .orElse(nowhere);
  }

  /** Returns the wheels that would be written. */
  List<Made> planned() throws IOException {
    List<Made> made = new ArrayList<>();
    boolean listed = done.artifacts().stream().anyMatch(each -> each.kernels() > 0);
    int files =
        (int) file.members().stream().filter(WheelSplit::isFile).count()
            - parts.databases.size()
            + (listed ? 1 : 0);
    List<Content> converted = converted();
    made.add(host(names.hostPath(), files, -1, converted));
    if (request.variant().isPresent()) {
      made.add(host(names.variantPath(), files + 1, -1, converted));
    }
    for (Map.Entry<String, List<SplitArtifact>> each : byKey.entrySet()) {
      List<SplitArtifact> artifacts = each.getValue();
      made.add(
          device(
              each.getKey(),
              artifacts.stream().mapToInt(SplitArtifact::files).sum() + INFO_FILES,
              -1,
              false));
    }
    return made;
  }

  private Made device(String key, int files, long size, boolean written) throws IOException {
    return new Made(
        names.device(key),
        names.deviceName(key),
        key,
        WheelNames.extra(key),
        "",
        files,
        size,
        contents(key, written));
  }

  /** The binaries that are host-only in the host wheel. */
  private List<Content> converted() throws IOException {
    List<Content> all = new ArrayList<>();
    for (Map.Entry<String, Path> each : parts.fat.entrySet()) {
      Path now = generic.resolve(each.getKey());
      boolean there = Files.exists(now);
      if (!there || Files.mismatch(now, each.getValue()) >= 0) {
        long before = Files.size(each.getValue());
        all.add(new Content(each.getKey(), Kind.BINARY, before, there ? Files.size(now) : -1));
      }
    }
    return all;
  }

  private List<Content> contents(String key, boolean written) throws IOException {
    List<Content> all = new ArrayList<>();
    for (SplitArtifact artifact : byKey.getOrDefault(key, List.of())) {
      if (artifact.kernels() > 0) {
        String path = "%s/.kpack/%s_%s.kpack".formatted(parts.root, parts.group, artifact.target());
        Path archive = artifact.path().resolve(path);
        all.add(new Content(path, Kind.ARCHIVE, -1, written ? Files.size(archive) : -1));
      }
    }
    for (Map.Entry<String, String> database : parts.databases.entrySet()) {
      if (WheelNames.bare(database.getValue()).equals(key)) {
        long size = Files.size(file.tree().path(database.getKey()));
        all.add(new Content(database.getKey(), Kind.DATABASE, size, size));
      }
    }
    return all;
  }

  private Made host(Path path, int files, long size, List<Content> contents) {
    String variant = path.equals(names.hostPath()) ? "" : request.variant().orElse("");
    return new Made(path, file.facts().name(), "", "", variant, files, size, contents);
  }

  /** Whether all wheels were there already, and nothing was written. */
  boolean upToDate() {
    return upToDate;
  }

  /** Writes the wheels, which take their names together. */
  List<Made> written() throws IOException {
    List<Made> made = new ArrayList<>();
    List<WheelWriter> writers = new ArrayList<>();
    List<ReplacingFile> others = new ArrayList<>();
    long time =
        file.members().stream()
            .filter(member -> member.path().equals(wheel.infoFolder() + "/METADATA"))
            .mapToLong(Member::modifiedMillis)
            .findFirst()
            .orElse(0);
    try {
      progress.begin(
          "Writing wheels",
          file.members().stream().mapToLong(Member::sizeBytes).sum()
              + done.artifacts().stream().mapToLong(SplitArtifact::sizeBytes).sum(),
          Unit.BYTES);
      List<Content> converted = converted();
      Set<String> keys = byKey.keySet();
      String info = wheel.infoFolder();
      WheelWriter host = writer(writers, names.hostPath(), info, time);
      hostWheel(host, names.hostMetadata(keys, List.of()), "");
      made.add(host(names.hostPath(), host.files(), size(host), converted));
      if (request.variant().isPresent()) {
        String description = names.variants(targets).text();
        WheelWriter variant = writer(writers, names.variantPath(), info, time);
        hostWheel(variant, names.hostMetadata(keys, targets), description);
        made.add(host(names.variantPath(), variant.files(), size(variant), converted));
        ReplacingFile index = ReplacingFile.createUnlessSame(names.indexFile(), request.replace());
        others.add(index);
        index.channel().write(ByteBuffer.wrap(description.getBytes(StandardCharsets.UTF_8)));
      }
      for (String key : keys) {
        WheelWriter device = writer(writers, names.device(key), names.deviceInfo(key), time);
        deviceWheel(device, key);
        made.add(device(key, device.files(), size(device), true));
      }
      others.addAll(writers.stream().skip(1).map(WheelWriter::file).toList());
      // The host wheel last: it names the others.
      ReplacingFiles.commit(others, host.file());
      others.add(host.file());
      upToDate = others.stream().allMatch(ReplacingFile::wasThere);
    } finally {
      for (WheelWriter writer : writers) {
        writer.close();
      }
      for (ReplacingFile other : others) {
        other.close();
      }
    }
    return made;
  }

  private static long size(WheelWriter writer) throws IOException {
    return Files.size(writer.file().temporary());
  }

  private WheelWriter writer(List<WheelWriter> writers, Path path, String info, long time)
      throws IOException {
    ReplacingFile file = ReplacingFile.createUnlessSame(path, request.replace());
    WheelWriter writer = new WheelWriter(file, true, info, time, progress);
    writers.add(writer);
    return writer;
  }

  /**
   * Writes the host wheel, or its variant.
   *
   * @param variants the text of the variant's description; empty for the host wheel itself
   */
  private void hostWheel(WheelWriter host, String metadata, String variants) throws IOException {
    String record = wheel.infoFolder() + "/RECORD";
    String manifest = manifest();
    try (WheelWriter.Original original = new WheelWriter.Original(request.input())) {
      for (Member member : file.members()) {
        progress.step(0);
        String path = member.path();
        if (!WheelSplit.isFile(member) || path.equals(record) || path.equals(manifest)) {
          continue;
        }
        if (path.equals(record + ".jws") || path.equals(record + ".p7s")) {
          if (!variants.isEmpty()) {
            continue;
          }
          parts.findings.add(
              OperationNote.warning(
                  "signature-dropped",
                  request.input().resolve(path),
                  "the signature is left out: it signs the files before the split",
                  "Sign the new wheel."));
        } else if (path.equals(wheel.infoFolder() + "/METADATA")) {
          host.replace(original, path, metadata);
        } else if (parts.fat.containsKey(path)) {
          Path converted = generic.resolve(path);
          if (Files.mismatch(converted, Objects.requireNonNull(parts.fat.get(path))) < 0) {
            host.copy(original, path, parts.digest(member));
          } else {
            host.replace(original, path, converted);
          }
        } else if (!parts.databases.containsKey(path)) {
          host.copy(original, path, parts.digest(member));
        }
      }
      if (Files.exists(generic.resolve(manifest))) {
        host.add(manifest, generic.resolve(manifest), false);
      }
      if (!variants.isEmpty()) {
        host.add(wheel.infoFolder() + "/" + WheelVariants.FILE, variants);
      }
      host.finish(original);
    }
  }

  /** The manifest of all device wheels' archives, which only the host wheel has. */
  private String manifest() {
    return "%s/.kpack/%s.kpm".formatted(parts.root, parts.group);
  }

  private void deviceWheel(WheelWriter device, String key) throws IOException {
    boolean packed = request.options().scheme().isCompressed();
    for (SplitArtifact artifact : byKey.getOrDefault(key, List.of())) {
      List<Path> files;
      try (Stream<Path> all = Files.walk(artifact.path().resolve(parts.root))) {
        files = all.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
      }
      for (Path each : files) {
        String path = artifact.path().relativize(each).toString().replace('\\', '/');
        device.add(path, each, packed && path.endsWith(".kpack"));
      }
    }
    String info = names.deviceInfo(key);
    device.add(info + "/METADATA", names.deviceMetadata(key, byKey.keySet()));
    device.add(info + "/WHEEL", names.deviceTags());
    device.finish();
  }
}
