package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.ArchitectureGroup;
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
import org.kpackworkbench.model.operation.merge.ArtifactContent;
import org.kpackworkbench.model.operation.merge.UnionTree;
import org.kpackworkbench.model.operation.merge.UnionWriter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.GenericArtifact.HostCodeCheck;

/** Makes the artifact of a group: archives and database files of all shards, and one manifest. */
final class GroupArtifact {
  private final String component;
  private final Validation validation;
  private final List<OperationNote> findings;
  private final Progress progress;

  GroupArtifact(
      String component, Validation validation, List<OperationNote> findings, Progress progress) {
    this.component = component;
    this.validation = validation;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * @param contents the artifacts of the group's architectures
   * @param generics artifacts in which older tools have left manifests of the archives
   */
  NewArtifact of(
      ArchitectureGroup group,
      Map<ComponentParts.Source, ArtifactContent> contents,
      List<ArtifactContent> generics)
      throws IOException {
    UnionTree tree = new UnionTree(progress);
    SortedSet<String> prefixes = new TreeSet<>();
    SortedSet<String> architectures = new TreeSet<>();
    SortedSet<String> shards = new TreeSet<>();
    FileTime time = FileTime.fromMillis(0);
    for (Map.Entry<ComponentParts.Source, ArtifactContent> each : contents.entrySet()) {
      ArtifactContent content = each.getValue();
      for (TreeItem item : content.items()) {
        checkDevice(item);
        tree.add(item, each.getKey().words());
      }
      GenericArtifact.leftOut(content, findings);
      prefixes.addAll(content.artifact().manifest().prefixes());
      architectures.add(each.getKey().member().name().family());
      shards.add(each.getKey().shard().name());
      time =
          UnionWriter.later(
              time,
              UnionWriter.timeOf(content.artifact().folder().resolve(ArtifactManifest.FILE_NAME)));
    }
    clashes(group, tree);
    UnionWriter writer = new UnionWriter();
    writer.make(ArtifactManifest.FILE_NAME, ArtifactManifest.of(prefixes).encode(), time);
    long kernels =
        new GroupManifests(component, validation, findings, progress)
            .make(tree, prefixes, generics, writer);
    return new NewArtifact(
        new ArtifactName(component, group.name()),
        group.displayName(),
        List.copyOf(tree.slots()),
        writer,
        time,
        List.copyOf(architectures),
        List.copyOf(shards),
        kernels);
  }

  private static void checkDevice(TreeItem item) throws IOException {
    if (item.kind() == TreeItem.Kind.FILE && HostCodeCheck.isHost(item.source())) {
      throw new OperationException(
          OperationException.Obstacle.WRONG_PLACE,
          "%s: host code in an artifact of one architecture, which must have none; split it again"
              .formatted(item.source()));
    }
  }

  /** The first of different code stays, where the configuration allows it. */
  private void clashes(ArchitectureGroup group, UnionTree tree) throws OperationException {
    List<String> errors = new ArrayList<>();
    for (UnionTree.Clash clash : tree.clashes()) {
      String message =
          "%s: %s and %s bring %s"
              .formatted(clash.path(), clash.first(), clash.second(), clash.message());
      if (!clash.content() || validation.errorOnDuplicateDeviceCode()) {
        errors.add(message);
        continue;
      }
      UnionTree.Slot kept = tree.at(clash.path());
      if (kept != null) {
        findings.add(
            new OperationNote(
                Severity.WARNING,
                "duplicate-device-code",
                kept.item().source(),
                message + "; the first is taken",
                ""));
      }
    }
    if (!errors.isEmpty()) {
      throw new OperationException(
          OperationException.Obstacle.DUPLICATE_DEVICE_CODE,
          "group %s: %s%s"
              .formatted(
                  group.name(),
                  errors.getFirst(),
                  errors.size() == 1 ? "" : "; and %d more".formatted(errors.size() - 1)));
    }
  }

  /**
   * Makes the manifests of a group's archives: beside the archives, one for the component, of what
   * the archives are; dialect, checksums and keys that are not known come from the shards' own.
   */
  private static final class GroupManifests {
    private final String component;
    private final Validation validation;
    private final List<OperationNote> findings;
    private final Progress progress;

    GroupManifests(
        String component, Validation validation, List<OperationNote> findings, Progress progress) {
      this.component = component;
      this.validation = validation;
      this.findings = findings;
      this.progress = progress;
    }

    /**
     * Makes them.
     *
     * @param prefixes the group's stage prefixes
     * @param generics artifacts that may have manifests, too
     * @return the number of code objects in all archives
     */
    long make(
        UnionTree tree,
        Collection<String> prefixes,
        List<ArtifactContent> generics,
        UnionWriter writer)
        throws IOException {
      SortedMap<String, List<ManifestMerge.Side>> sides = sides(tree, generics);
      SortedMap<String, List<TreeItem>> archives = new TreeMap<>();
      for (UnionTree.Slot slot : tree.slots()) {
        if (slot.item().kind() == TreeItem.Kind.FILE && UnionTree.isArchive(slot.item().path())) {
          archives
              .computeIfAbsent(folder(slot.item().path()), path -> new ArrayList<>())
              .add(slot.item());
        }
      }
      long kernels = 0;
      for (Map.Entry<String, List<TreeItem>> each : archives.entrySet()) {
        String path = each.getKey() + "/" + component + ".kpm";
        List<ManifestMerge.Side> known = sides.getOrDefault(path, List.of());
        Manifest base =
            known.isEmpty()
                ? Manifest.of(component, prefix(path, prefixes), List.of())
                : ManifestMerge.of(known).manifest();
        Map<GpuTarget, ManifestRow> rows = new TreeMap<>();
        FileTime time = FileTime.fromMillis(0);
        for (TreeItem archive : each.getValue()) {
          ManifestRow row = row(archive, base);
          ManifestRow twin = rows.putIfAbsent(row.target(), row);
          if (twin != null) {
            twice(archive, twin, row);
          }
          kernels += row.kernelCount();
          time = UnionWriter.later(time, UnionWriter.timeOf(archive.source()));
        }
        Manifest merged = base.withRows(List.copyOf(rows.values()));
        writer.make(path, ManifestWriter.write(merged), time);
      }
      others(tree, sides, writer);
      return kernels;
    }

    /** Manifests of other names, which several shards bring. */
    private static void others(
        UnionTree tree, Map<String, List<ManifestMerge.Side>> sides, UnionWriter writer)
        throws IOException {
      for (Map.Entry<String, List<UnionTree.Slot>> each : tree.manifests().entrySet()) {
        List<ManifestMerge.Side> all = sides.getOrDefault(each.getKey(), List.of());
        if (writer.makes(each.getKey()) || each.getValue().size() < 2) {
          continue;
        }
        ManifestMerge.Merged merged = ManifestMerge.of(all);
        if (!merged.differences().isEmpty()) {
          ManifestMerge.Difference first = merged.differences().getFirst();
          throw new OperationException(
              OperationException.Obstacle.DUPLICATE_DEVICE_CODE,
              "%s: %s and %s differ on %s: %s"
                  .formatted(
                      each.getKey(),
                      first.first(),
                      first.second(),
                      first.target(),
                      first.message()));
        }
        writer.make(
            each.getKey(),
            ManifestWriter.write(merged.manifest()),
            UnionWriter.timeOf(each.getValue().getFirst().item().source()));
      }
    }

    private static String folder(String path) {
      return path.substring(0, path.lastIndexOf('/'));
    }

    private static String prefix(String path, Collection<String> prefixes) {
      return prefixes.stream()
          .filter(prefix -> path.startsWith(prefix + "/"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(path + " is not in any prefix"));
    }

    private SortedMap<String, List<ManifestMerge.Side>> sides(
        UnionTree tree, List<ArtifactContent> generics) throws IOException {
      SortedMap<String, List<ManifestMerge.Side>> sides = new TreeMap<>();
      for (Map.Entry<String, List<UnionTree.Slot>> each : tree.manifests().entrySet()) {
        for (UnionTree.Slot slot : each.getValue()) {
          Manifest manifest = ManifestFile.open(slot.item().source()).manifest();
          checkOwn(slot, manifest);
          sides
              .computeIfAbsent(each.getKey(), path -> new ArrayList<>())
              .add(new ManifestMerge.Side(slot.from(), manifest));
        }
      }
      for (ArtifactContent generic : generics) {
        for (TreeItem item : generic.items()) {
          if (item.kind() == TreeItem.Kind.FILE && UnionTree.isManifest(item.path())) {
            sides
                .computeIfAbsent(item.path(), path -> new ArrayList<>())
                .add(
                    new ManifestMerge.Side(
                        item.source().toString(), ManifestFile.open(item.source()).manifest()));
          }
        }
      }
      return sides;
    }

    /** A shard's manifest has to be true of the shard's own archives. */
    private void checkOwn(UnionTree.Slot slot, Manifest manifest) throws IOException {
      Path file = slot.item().source();
      for (ManifestRow row : manifest.rows()) {
        Path archive = file.resolveSibling(row.file());
        if (row.file().contains("/") || !Files.isRegularFile(archive, LinkOption.NOFOLLOW_LINKS)) {
          findings.add(
              new OperationNote(
                  Severity.WARNING,
                  "listed-archive-missing",
                  file,
                  "it lists %s for %s, which is not beside it"
                      .formatted(row.file(), row.targetText()),
                  ""));
        } else if (row.sizeBytes() >= 0 && row.sizeBytes() != Files.size(archive)) {
          throw differs(file, row, "%d bytes".formatted(row.sizeBytes()), Files.size(archive) + "");
        }
      }
    }

    private static OperationException differs(
        Path file, ManifestRow row, String stated, String found) {
      return new OperationException(
          OperationException.Obstacle.MANIFEST_DIFFERS,
          "%s: it states that %s has %s, but it has %s; fetch or split the artifact again"
              .formatted(file, row.file(), stated, found));
    }

    private ManifestRow row(TreeItem item, Manifest base) throws IOException {
      String name = String.valueOf(item.source().getFileName());
      @Nullable ManifestRow known =
          base.rows().stream().filter(row -> row.file().equals(name)).findFirst().orElse(null);
      @Nullable Checksum stated = known == null ? null : known.sha256();
      boolean summed = stated != null || base.dialect() == ManifestDialect.BY_LIST;
      @Nullable Checksum sum = summed ? ManifestDiskCheck.sha256(item.source(), progress) : null;
      if (known != null && stated != null && !stated.equals(sum)) {
        throw differs(item.source(), known, "the checksum " + stated, String.valueOf(sum));
      }
      try (KpackArchive archive = KpackArchive.open(item.source())) {
        if (!archive.complete()) {
          throw archive.problems().getFirst();
        }
        return known == null
            ? new ManifestRow(archive.family(), name, item.sizeBytes(), archive.entryCount(), sum)
            : known.measured(item.sizeBytes(), archive.entryCount(), sum);
      }
    }

    private void twice(TreeItem item, ManifestRow first, ManifestRow second)
        throws OperationException {
      String message =
          "%s and %s both have code for %s"
              .formatted(first.file(), second.file(), second.targetText());
      if (validation.errorOnDuplicateDeviceCode()) {
        throw new OperationException(
            OperationException.Obstacle.DUPLICATE_DEVICE_CODE, item.source() + ": " + message);
      }
      findings.add(
          new OperationNote(
              Severity.WARNING,
              "duplicate-device-code",
              item.source(),
              message + "; the manifest lists the first",
              ""));
    }
  }
}
