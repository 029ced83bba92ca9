package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/** The new artifacts of one that is split, while they are filled. */
final class OutputTrees {
  private final ArtifactName name;
  private final Path work;
  private final ArtifactFolder source;
  private final Progress progress;
  private final OutputTree generic;
  private final SortedMap<GpuTarget, OutputTree> byTarget = new TreeMap<>();

  /**
   * @param work the folder that they are made in
   */
  OutputTrees(ArtifactName name, Path work, ArtifactFolder source, Progress progress)
      throws IOException {
    this.name = name;
    this.work = work;
    this.source = source;
    this.progress = progress;
    this.generic = tree(ArtifactName.GENERIC);
  }

  private OutputTree tree(String family) throws IOException {
    return new OutputTree(name.withFamily(family), work, source, progress);
  }

  OutputTree generic() {
    return generic;
  }

  /** The one of an architecture, which is made when it is first asked for. */
  OutputTree of(GpuTarget target) throws IOException {
    OutputTree tree = byTarget.get(target);
    if (tree == null) {
      tree = tree(target.toString());
      byTarget.put(target, tree);
    }
    return tree;
  }

  /** The architectures that have one. */
  Collection<GpuTarget> targets() {
    return byTarget.keySet();
  }

  /**
   * Finishes all.
   *
   * @param output where they will be
   * @param ending what is added to their names there
   */
  List<SplitArtifact> finish(Path output, String ending) throws IOException {
    List<SplitArtifact> done = new ArrayList<>();
    done.add(generic.finish(true, path(output, ArtifactName.GENERIC, ending)));
    for (SortedMap.Entry<GpuTarget, OutputTree> each : byTarget.entrySet()) {
      done.add(each.getValue().finish(false, path(output, each.getKey().toString(), ending)));
    }
    return done;
  }

  private Path path(Path output, String family, String ending) {
    return output.resolve(name.withFamily(family) + ending);
  }
}
