package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.CodeArchives;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.PreparedHostOnly;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.ArchiveLayout.ArchivePlace;
import org.kpackworkbench.model.operation.split.ArchiveLayout.FatBinaryItem;
import org.kpackworkbench.model.operation.split.ArchiveLayout.ManifestPlace;
import org.kpackworkbench.model.operation.split.ArchiveLayout.SplitNames;
import org.kpackworkbench.model.operation.split.OutputTrees.OutputTree;
import org.kpackworkbench.model.operation.split.SourceTree.SourceItem;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;

/** Makes an artifact's binaries host-only, and its archives. */
final class ArchiveRun implements AutoCloseable {
  private final SplitRequest request;
  private final OutputTrees trees;
  private final WriteOptions writing;
  private final Path scratch;
  private final Progress progress;
  private final Progress quiet;
  private final CodeArchives archives;
  private final Map<GpuTarget, ArchiveWriter> writers = new TreeMap<>();

  /**
   * @param scratch where archives are made and large bundles are unpacked
   * @param budget how much may be unpacked
   */
  ArchiveRun(
      SplitRequest request,
      OutputTrees trees,
      WriterPool pool,
      WriteOptions writing,
      Path scratch,
      UnpackBudget budget,
      Progress progress) {
    this.request = request;
    this.trees = trees;
    this.writing = writing;
    this.scratch = scratch;
    this.progress = progress;
    this.quiet = progress.cancelOnly();
    this.archives = new CodeArchives(request.options(), pool, scratch, budget);
  }

  /** Starts the archives. */
  void start(ArchiveLayout layout) throws IOException {
    for (ArchivePlace place : layout.places().values()) {
      String target = place.target().toString();
      writers.put(
          place.target(),
          archives.start(
              made(layout, place),
              new TableHead(layout.names().prefix(), target, List.of(target)),
              List.of(target),
              writing,
              progress.withoutSteps()));
    }
  }

  /**
   * Makes binaries host-only, with their code in the archives. One that turns out not to be
   * convertible is copied, and no archive gets anything of it.
   *
   * @param findings gets what is to be said of those
   * @return those that are host-only
   */
  List<FatBinaryItem> convert(
      List<FatBinaryItem> binaries, ArchiveLayout layout, List<OperationNote> findings)
      throws IOException {
    List<FatBinaryItem> converted = new ArrayList<>();
    for (FatBinaryItem binary : binaries) {
      Path file = binary.source().item().source();
      boolean done =
          archives
              .convert(
                  hostOnly(binary, layout, false),
                  binary.source().prefix(),
                  failure -> findings.add(BinaryScan.copied(file, failure)),
                  quiet,
                  quiet)
              .isPresent();
      if (done) {
        converted.add(binary);
      } else {
        trees.generic().file(binary.source(), (read, start) -> true);
        for (SourceItem name : binary.others()) {
          trees.generic().file(name, (read, start) -> true);
        }
      }
    }
    archives.drain();
    return converted;
  }

  private HostOnlyRequest hostOnly(FatBinaryItem binary, ArchiveLayout layout, boolean replace) {
    return new HostOnlyRequest(
        binary.source().item().source(),
        trees.generic().place(binary.source().path()),
        replace,
        binary.source().path(),
        layout.searchPaths(binary));
  }

  /** Returns notes about what converted binaries did not get of their originals. */
  List<OperationNote> notes() {
    return archives.notes();
  }

  /**
   * Makes those binaries again whose markers name prefixes that have no code after all.
   *
   * @return the layout of what is left
   */
  ArchiveLayout lead(List<FatBinaryItem> binaries, ArchiveLayout before, ArchiveLayout layout)
      throws IOException {
    for (FatBinaryItem binary : binaries) {
      if (!layout.searchPaths(binary).equals(before.searchPaths(binary))) {
        try (HostOnlyInput input = HostOnlyInput.open(binary.source().item().source(), quiet);
            PreparedHostOnly prepared =
                input.prepare(hostOnly(binary, layout, true), false, quiet)) {
          prepared.commit();
        }
      }
    }
    return layout;
  }

  /** Finishes what has a place in a layout; the others go when this is closed. */
  void finish(List<FatBinaryItem> binaries, ArchiveLayout layout) throws IOException {
    List<ManifestRow> rows = new ArrayList<>();
    for (ArchivePlace place : layout.places().values()) {
      rows.add(finish(layout, place));
    }
    ManifestPlace manifest = layout.manifest().orElse(null);
    if (request.kpm() != KpmForm.NONE && manifest != null) {
      manifest(layout, manifest, rows);
    }
    for (FatBinaryItem binary : binaries) {
      trees
          .generic()
          .added(
              binary.source().prefix(), Files.size(trees.generic().place(binary.source().path())));
      for (SourceItem name : binary.others()) {
        trees.generic().name(name, binary.source());
      }
    }
  }

  /** Where an archive is made: it goes to its place when there is nothing left that can fail. */
  private Path made(ArchiveLayout layout, ArchivePlace place) {
    return scratch.resolve(layout.names().archive(place.target()));
  }

  private ManifestRow finish(ArchiveLayout layout, ArchivePlace place) throws IOException {
    OutputTree tree = trees.of(place.target());
    WrittenArchive written = Objects.requireNonNull(writers.get(place.target())).finish();
    tree.newFolder(place.prefix(), SplitNames.FOLDER, place.modified());
    Path file =
        Files.move(
            made(layout, place), tree.place(layout.archive(place)), StandardCopyOption.ATOMIC_MOVE);
    Files.setLastModifiedTime(file, place.modified());
    tree.added(place.prefix(), written.sizeBytes());
    tree.kernels(written.entries());
    @Nullable Checksum sha256 =
        request.kpm() == KpmForm.WITH_SHA256 ? ManifestDiskCheck.sha256(file, quiet) : null;
    return new ManifestRow(
        place.target().toString(),
        layout.names().archive(place.target()),
        written.sizeBytes(),
        written.entries(),
        sha256);
  }

  /** Lists all archives where the host code is, which is installed once for all of them. */
  private void manifest(ArchiveLayout layout, ManifestPlace place, List<ManifestRow> rows)
      throws IOException {
    OutputTree tree = trees.generic();
    byte[] manifest =
        ManifestWriter.write(Manifest.of(layout.names().prefix(), place.prefix(), rows));
    tree.newFolder(place.prefix(), SplitNames.FOLDER, place.modified());
    Path file = tree.place(layout.names().manifest(place.prefix()));
    NamedChannel.write(file, manifest);
    Files.setLastModifiedTime(file, place.modified());
    tree.added(place.prefix(), manifest.length);
  }

  /** The files that are made beside what is copied. */
  static List<String> paths(ArchiveLayout layout) {
    List<String> paths = new ArrayList<>();
    for (ArchivePlace place : layout.places().values()) {
      paths.add(layout.archive(place));
    }
    layout.manifest().map(each -> layout.names().manifest(each.prefix())).ifPresent(paths::add);
    return paths;
  }

  @Override
  public void close() throws IOException {
    archives.close();
  }
}
