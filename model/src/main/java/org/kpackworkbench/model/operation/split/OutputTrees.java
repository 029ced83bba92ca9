package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.operation.split.SourceTree.SourceItem;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;

/** The new artifacts of one that is split, while they are filled. */
final class OutputTrees {
  private final ArtifactName name;
  private final @Nullable Path work;
  private final ArtifactFolder source;
  private final Progress progress;
  private final LostAttributes lost;
  private final OutputTree generic;
  private final SortedMap<GpuTarget, OutputTree> byTarget = new TreeMap<>();

  /**
   * @param work the folder that they are made in; null where they are only planned
   * @param lost gets the extended attributes that are not copied
   */
  OutputTrees(
      ArtifactName name,
      @Nullable Path work,
      ArtifactFolder source,
      Progress progress,
      LostAttributes lost)
      throws IOException {
    this.name = name;
    this.work = work;
    this.source = source;
    this.progress = progress;
    this.lost = lost;
    this.generic = tree(ArtifactName.GENERIC);
  }

  private OutputTree tree(String family) throws IOException {
    return new OutputTree(name.withFamily(family), work, source, progress, lost);
  }

  OutputTree generic() {
    return generic;
  }

  /** Returns the output tree of an architecture, creating it if needed. */
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

  /** Counts archives that would be written, and their manifest. */
  void plan(ArchiveLayout layout, boolean manifest) throws IOException {
    if (manifest && layout.manifest().isPresent()) {
      generic.added(layout.manifest().get().prefix(), 0);
    }
    for (ArchiveLayout.ArchivePlace place : layout.places().values()) {
      OutputTree tree = of(place.target());
      tree.added(place.prefix(), place.codeSizeBytes());
      tree.kernels(place.kernels());
    }
  }

  /** A new artifact while it is filled. */
  static final class OutputTree {
    private final ArtifactName name;
    private final @Nullable Path root;
    private final ArtifactFolder source;
    private final @Nullable TreeCopy copy;
    private final LostAttributes lost;
    private final Set<String> folders = new HashSet<>();
    private final Map<Path, FileTime> newFolders = new LinkedHashMap<>();
    private final SortedSet<String> prefixes = new TreeSet<>();
    private int files;
    private long sizeBytes;
    private int kernels;

    /**
     * @param work the folder that it is made in; null where it is only planned
     * @param lost gets the extended attributes that are not copied
     */
    OutputTree(
        ArtifactName name,
        @Nullable Path work,
        ArtifactFolder source,
        Progress progress,
        LostAttributes lost)
        throws IOException {
      this.name = name;
      this.root = work == null ? null : Files.createDirectory(work.resolve(name.toString()));
      this.source = source;
      this.lost = lost;
      this.copy = root == null ? null : new TreeCopy(root, progress, lost);
    }

    Path place(String path) {
      return SystemText.below(Objects.requireNonNull(root), path);
    }

    /** Makes a folder like one of the source. */
    void folder(SourceItem item) throws IOException {
      if (copy != null && folders.add(item.path())) {
        copy.folder(item.item());
      }
    }

    void link(SourceItem item) throws IOException {
      parents(item);
      if (copy != null) {
        copy.link(item.item());
      }
    }

    /** Copies a file unless its first bytes are not to be taken; false if it was not copied. */
    boolean file(SourceItem item, TreeCopy.Start start) throws IOException {
      parents(item);
      Path source = item.item().source();
      boolean taken =
          copy == null ? start.take(source, ElfFile.start(source)) : copy.file(item.item(), start);
      if (!taken) {
        return false;
      }
      added(item.prefix(), item.item().sizeBytes());
      return true;
    }

    /** Makes a further name of a file that was written. */
    void name(SourceItem name, SourceItem first) throws IOException {
      parents(name);
      written().name(name.item(), first.path());
      added(name.prefix(), Files.size(place(first.path())));
    }

    /** Takes something over, whatever it is. */
    void asItIs(TreeItem item) throws IOException {
      switch (item.kind()) {
        case FOLDER -> written().folder(item);
        case LINK -> written().link(item);
        case FILE -> {
          written().file(item);
          if (!item.path().equals(ArtifactManifest.FILE_NAME)) {
            files++;
            sizeBytes += item.sizeBytes();
          }
        }
        case SPECIAL ->
            throw new FileSystemException(
                item.source().toString(), null, "it is a device, pipe or socket");
      }
    }

    /** Gives folders their modes and times when everything was taken over. */
    SplitArtifact finishAsItIs(Path output) throws IOException {
      written().finish(source.folder());
      return made(output, source.manifest().prefixes());
    }

    private SplitArtifact made(Path output, List<String> all) {
      SplitArtifact planned = new SplitArtifact(name, output, kernels, files, sizeBytes, -1, all);
      return copy == null ? planned : planned.packed(sizeBytes);
    }

    private TreeCopy written() {
      return Objects.requireNonNull(copy);
    }

    /** Makes the folders above something, each like that of the source. */
    private void parents(SourceItem item) throws IOException {
      prefixes.add(item.prefix());
      String path = item.path();
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        String folder = path.substring(0, slash);
        if (copy != null && folders.add(folder)) {
          copy.folder(new TreeItem(source.prefix(folder), folder, TreeItem.Kind.FOLDER, 0));
        }
      }
    }

    /**
     * Makes the folder of something new.
     *
     * @param prefix the stage prefix
     * @param folder its path below it, one part
     * @param modified the time that it gets
     */
    void newFolder(String prefix, String folder, FileTime modified) throws IOException {
      TreeItem like =
          new TreeItem(source.prefix(prefix), prefix + "/" + folder, TreeItem.Kind.FOLDER, 0);
      parents(new SourceItem(like, prefix, null));
      Path path = place(prefix).resolve(folder);
      if (!Files.isDirectory(path)) {
        Files.createDirectory(path);
      }
      newFolders.put(path, modified);
    }

    /** A file was written there already. */
    void added(String prefix, long size) {
      prefixes.add(prefix);
      files++;
      sizeBytes += size;
    }

    /** Number of rows in its archive. */
    void kernels(int count) {
      kernels = count;
    }

    /**
     * Writes the manifest, and gives folders their modes and times.
     *
     * @param generic whether it has the source's manifest; else one of what is in it is made
     * @param output where it will be
     * @return what it is
     */
    SplitArtifact finish(boolean generic, Path output) throws IOException {
      ArtifactManifest manifest = generic ? source.manifest() : ArtifactManifest.of(prefixes);
      if (copy == null) {
        return made(output, manifest.prefixes());
      }
      Path old = source.folder().resolve(ArtifactManifest.FILE_NAME);
      Path file = place(ArtifactManifest.FILE_NAME);
      NamedChannel.write(file, manifest.encode());
      TreeCopy.like(old, file, lost);
      for (Map.Entry<Path, FileTime> folder : newFolders.entrySet()) {
        Files.setLastModifiedTime(folder.getKey(), folder.getValue());
      }
      copy.finish(source.folder());
      return made(output, manifest.prefixes());
    }
  }
}
