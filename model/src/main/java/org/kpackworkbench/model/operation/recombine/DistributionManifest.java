package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.Validation;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestMerge;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.archives.OlderLoaders;
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.Shards.Shard;

/**
 * Only manifest of a component, in its generic artifact: it lists the archives of all groups as
 * they are. Dialect, checksums and keys that are not known come from the shards' own manifests,
 * wherever these lie: artifacts of earlier versions have one beside each archive.
 */
final class DistributionManifest {
  private final String component;
  private final Validation validation;
  private final List<OperationNote> findings;
  private final Progress progress;

  /** The archives of each shard, by their names. */
  private final Map<String, Map<String, Path>> byShard = new HashMap<>();

  /** The shards' own manifests, by file name. */
  private final Map<String, List<Known>> known = new TreeMap<>();

  private final Map<GpuTarget, ManifestRow> rows = new TreeMap<>();
  private final List<TreeItem> archives = new ArrayList<>();
  private final SortedSet<String> prefixes = new TreeSet<>();
  private @Nullable Manifest base;

  DistributionManifest(
      String component, Validation validation, List<OperationNote> findings, Progress progress) {
    this.component = component;
    this.validation = validation;
    this.findings = findings;
    this.progress = progress;
  }

  private record Known(ComponentParts.Source source, TreeItem item, Manifest manifest) {}

  /** Reads the manifests and archives of an artifact. */
  void know(ComponentParts.Source source, ArtifactContent content) throws IOException {
    String shard = source.shard().name();
    for (TreeItem item : content.items()) {
      String name = String.valueOf(item.source().getFileName());
      if (item.kind() == TreeItem.Kind.FILE && UnionTree.isArchive(item.path())) {
        byShard.computeIfAbsent(shard, each -> new HashMap<>()).put(name, item.source());
      } else if (item.kind() == TreeItem.Kind.FILE && UnionTree.isManifest(item.path())) {
        known
            .computeIfAbsent(name, each -> new ArrayList<>())
            .add(new Known(source, item, ManifestFile.open(item.source()).manifest()));
      }
    }
  }

  /**
   * Lists the archives of a group; every manifest is known by then.
   *
   * @param listed the group's stage prefixes
   * @return the number of code objects in its archives
   */
  long add(Collection<UnionTree.Slot> slots, Collection<String> listed) throws IOException {
    Manifest like = base();
    long kernels = 0;
    for (UnionTree.Slot slot : slots) {
      TreeItem item = slot.item();
      if (item.kind() != TreeItem.Kind.FILE || !UnionTree.isArchive(item.path())) {
        continue;
      }
      ManifestRow row = row(item, like);
      ManifestRow twin = rows.putIfAbsent(row.target(), row);
      if (twin != null) {
        twice(item, twin, row);
      }
      kernels += row.kernelCount();
      archives.add(item);
      listed.stream().filter(each -> item.path().startsWith(each + "/")).forEach(prefixes::add);
    }
    return kernels;
  }

  private Manifest base() throws IOException {
    Manifest made = base;
    if (made == null) {
      for (List<Known> each : known.values()) {
        for (Known one : each) {
          checkOwn(one);
        }
      }
      List<Known> own = known.getOrDefault(component + ".kpm", List.of());
      made =
          own.isEmpty()
              ? Manifest.of(component, "", List.of())
              : ManifestMerge.of(sides(own)).manifest();
      base = made;
    }
    return made;
  }

  private static List<ManifestMerge.Side> sides(List<Known> all) {
    return all.stream()
        .map(each -> new ManifestMerge.Side(each.source().words(), each.manifest()))
        .toList();
  }

  /**
   * Adds the manifest to the generic artifact, and what the shards have under other names.
   *
   * @param generic the stage prefixes of the generic artifact
   */
  void writeTo(UnionWriter writer, List<String> generic) throws IOException {
    Manifest like = base();
    if (!archives.isEmpty()) {
      FileTime time = FileTime.fromMillis(0);
      for (TreeItem archive : archives) {
        time = UnionWriter.later(time, UnionWriter.timeOf(archive.source()));
      }
      String prefix =
          prefixes.stream().filter(generic::contains).findFirst().orElse(generic.getFirst());
      Manifest made = like.withRows(List.copyOf(rows.values())).withPrefix(prefix);
      writer.make(
          "%s/.kpack/%s.kpm".formatted(prefix, component), ManifestWriter.write(made), time);
      findings.addAll(OlderLoaders.in(archives.stream().map(TreeItem::source).toList()));
    }
    Map<String, List<Known>> others = new LinkedHashMap<>(known);
    others.remove(component + ".kpm");
    for (List<Known> each : others.values()) {
      ManifestMerge.Merged merged = ManifestMerge.of(sides(each));
      TreeItem first = each.getFirst().item();
      if (!merged.differences().isEmpty()) {
        ManifestMerge.Difference one = merged.differences().getFirst();
        throw Obstacle.DUPLICATE_DEVICE_CODE.exception(
            "%s: %s and %s differ on %s: %s",
            first.path(), one.first(), one.second(), one.target(), one.message());
      }
      writer.make(
          first.path(),
          ManifestWriter.write(merged.manifest()),
          UnionWriter.timeOf(first.source()));
    }
  }

  private void checkOwn(Known own) throws IOException {
    Path file = own.item().source();
    Shard shard = own.source().shard();
    Map<String, Path> there = byShard.getOrDefault(shard.name(), Map.of());
    for (ManifestRow row : own.manifest().rows()) {
      Path archive = there.get(row.file());
      String artifact = component + "_" + row.targetText();
      boolean anywhere = byShard.values().stream().anyMatch(each -> each.containsKey(row.file()));
      if (!anywhere && !shard.artifacts().containsKey(artifact)) {
        findings.add(
            OperationNote.note(
                "listed-archive-missing",
                file,
                "it lists %s for %s, which no shard has".formatted(row.file(), row.targetText())));
      } else if (archive != null
          && row.sizeBytes() >= 0
          && row.sizeBytes() != Files.size(archive)) {
        throw differs(file, row, "%d bytes".formatted(row.sizeBytes()), Files.size(archive) + "");
      }
    }
  }

  private static OperationException differs(
      Path file, ManifestRow row, String stated, String found) {
    return Obstacle.MANIFEST_DIFFERS.exception(
        "%s: it states that %s has %s, but it has %s; fetch or split the artifact again",
        file, row.file(), stated, found);
  }

  private ManifestRow row(TreeItem item, Manifest like) throws IOException {
    String name = String.valueOf(item.source().getFileName());
    @Nullable ManifestRow stated =
        like.rows().stream().filter(row -> row.file().equals(name)).findFirst().orElse(null);
    @Nullable Checksum checksum = stated == null ? null : stated.sha256();
    boolean summed = checksum != null || like.dialect() == ManifestDialect.BY_LIST;
    @Nullable Checksum sum = summed ? ManifestDiskCheck.sha256(item.source(), progress) : null;
    if (stated != null && checksum != null && !checksum.equals(sum)) {
      throw differs(item.source(), stated, "the checksum " + checksum, String.valueOf(sum));
    }
    try (KpackArchive archive = KpackArchive.open(item.source())) {
      if (!archive.complete()) {
        throw archive.problems().getFirst();
      }
      return stated == null
          ? new ManifestRow(archive.family(), name, item.sizeBytes(), archive.entryCount(), sum)
          : stated.measured(item.sizeBytes(), archive.entryCount(), sum);
    }
  }

  private void twice(TreeItem item, ManifestRow first, ManifestRow second)
      throws OperationException {
    String message =
        "%s and %s both have code for %s"
            .formatted(first.file(), second.file(), second.targetText());
    if (validation.errorOnDuplicateDeviceCode()) {
      throw Obstacle.DUPLICATE_DEVICE_CODE.exception(item.source() + ": " + message);
    }
    findings.add(
        OperationNote.warning(
            "duplicate-device-code", item.source(), message + "; the manifest lists the first"));
  }
}
