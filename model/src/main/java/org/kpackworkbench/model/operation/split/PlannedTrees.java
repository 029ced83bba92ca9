package org.kpackworkbench.model.operation.split;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/** The new artifacts of one that would be split. */
final class PlannedTrees {
  private final ArtifactFolder source;
  private final Planned generic = new Planned();
  private final SortedMap<GpuTarget, Planned> byTarget = new TreeMap<>();

  private static final class Planned {
    private final SortedSet<String> prefixes = new TreeSet<>();
    private int files;
    private long sizeBytes;
    private int kernels;
  }

  PlannedTrees(ArtifactFolder source) {
    this.source = source;
  }

  private Planned of(GpuTarget target) {
    return byTarget.computeIfAbsent(target, each -> new Planned());
  }

  void file(SourceItem item, long sizeBytes) {
    GpuTarget target = item.architecture();
    Planned planned = target == null ? generic : of(target);
    planned.prefixes.add(item.prefix());
    planned.files++;
    planned.sizeBytes += sizeBytes;
  }

  /** A link of an architecture. */
  void link(SourceItem item) {
    GpuTarget target = item.architecture();
    if (target != null) {
      of(target).prefixes.add(item.prefix());
    }
  }

  /**
   * The archives.
   *
   * @param manifests whether each has a manifest beside it
   */
  void archives(ArchiveLayout layout, boolean manifests) {
    for (ArchivePlace place : layout.places().values()) {
      Planned planned = of(place.target());
      planned.prefixes.add(place.prefix());
      planned.files += manifests ? 2 : 1;
      planned.sizeBytes += place.codeSizeBytes();
      planned.kernels = place.kernels();
    }
  }

  Collection<GpuTarget> targets() {
    return byTarget.keySet();
  }

  List<SplitArtifact> artifacts(Path output, String ending) {
    List<SplitArtifact> all = new ArrayList<>();
    all.add(artifact(ArtifactName.GENERIC, generic, source.manifest().prefixes(), output, ending));
    byTarget.forEach(
        (target, planned) ->
            all.add(
                artifact(
                    target.toString(), planned, List.copyOf(planned.prefixes), output, ending)));
    return all;
  }

  private SplitArtifact artifact(
      String family, Planned planned, List<String> prefixes, Path output, String ending) {
    ArtifactName name = source.name().withFamily(family);
    return new SplitArtifact(
        name,
        output.resolve(name + ending),
        planned.kernels,
        planned.files,
        planned.sizeBytes,
        prefixes);
  }
}
