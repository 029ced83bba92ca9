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
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
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
import org.kpackworkbench.model.operation.archives.BinaryNotes;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.CodeWriter.OpenInputs;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.PreparedHostOnly;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.split.ArchiveLayout.ArchivePlace;
import org.kpackworkbench.model.operation.split.ArchiveLayout.SplitNames;
import org.kpackworkbench.model.operation.split.FatBinaryScan.FatBinaryItem;
import org.kpackworkbench.model.operation.split.OutputTrees.OutputTree;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;

/** Makes an artifact's binaries host-only, and its archives. */
final class ArchiveRun {
  private final SplitRequest request;
  private final ArchiveLayout layout;
  private final OutputTrees trees;
  private final WriterPool pool;
  private final WriteOptions writing;
  private final Path scratch;
  private final UnpackBudget budget;
  private final Progress progress;
  private final Progress quiet;
  private final Map<GpuTarget, ArchiveWriter> writers = new TreeMap<>();

  /** A binary turns out not to be convertible when code of it was packed already. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient FatBinaryItem binary;
    private final transient org.kpackworkbench.model.operation.output.OperationNote finding;

    Unusable(
        FatBinaryItem binary, org.kpackworkbench.model.operation.output.OperationNote finding) {
      super(finding.message());
      this.binary = binary;
      this.finding = finding;
    }

    FatBinaryItem binary() {
      return binary;
    }

    org.kpackworkbench.model.operation.output.OperationNote finding() {
      return finding;
    }
  }

  /**
   * @param scratch where archives are made and large bundles are unpacked
   * @param budget how much may be unpacked
   */
  ArchiveRun(
      SplitRequest request,
      ArchiveLayout layout,
      OutputTrees trees,
      WriterPool pool,
      WriteOptions writing,
      Path scratch,
      UnpackBudget budget,
      Progress progress) {
    this.request = request;
    this.layout = layout;
    this.trees = trees;
    this.pool = pool;
    this.writing = writing;
    this.scratch = scratch;
    this.budget = budget;
    this.progress = progress;
    this.quiet = progress.cancelOnly();
  }

  /**
   * Converts and packs.
   *
   * @param again whether files of an earlier attempt are in the way
   */
  void run(List<FatBinaryItem> binaries, boolean again) throws IOException, Unusable {
    try {
      for (ArchivePlace place : layout.places().values()) {
        String target = place.target().toString();
        writers.put(
            place.target(),
            ArchiveWriter.create(
                made(place),
                new TableHead(layout.names().prefix(), target, List.of(target)),
                writing,
                pool,
                progress.withoutSteps()));
      }
      try (OpenInputs inputs = new OpenInputs()) {
        for (FatBinaryItem binary : binaries) {
          convert(binary, again, inputs);
        }
        drain();
      }
      for (ArchivePlace place : layout.places().values()) {
        finish(place);
      }
    } finally {
      CodeWriter.closeAll(writers.values());
    }
    for (FatBinaryItem binary : binaries) {
      trees
          .generic()
          .added(
              binary.source().prefix(), Files.size(trees.generic().place(binary.source().path())));
    }
  }

  /** Where an archive is made: it goes to its place when there is nothing left that can fail. */
  private Path made(ArchivePlace place) {
    return scratch.resolve(layout.names().archive(place.target()));
  }

  private void drain() throws IOException {
    for (ArchiveWriter writer : writers.values()) {
      writer.drain();
    }
  }

  private void convert(FatBinaryItem binary, boolean again, OpenInputs open)
      throws IOException, Unusable {
    Path source = binary.source().item().source();
    HostOnlyRequest convert =
        new HostOnlyRequest(
            source,
            trees.generic().place(binary.source().path()),
            again,
            binary.source().path(),
            layout.searchPaths(binary));
    HostOnlyInput input = HostOnlyInput.open(source, quiet);
    boolean kept = false;
    try (PreparedHostOnly prepared = input.prepare(convert, false, quiet)) {
      prepared.commit();
      CodeWriter code =
          new CodeWriter(
              binary.source().path(),
              binary.source().prefix(),
              request.options().keys(),
              target -> Objects.requireNonNull(writers.get(target)));
      DeviceCodeSource.of(input, request.options().refuseUnreferenced())
          .read(request.options().filter()::keeps, code, scratch, budget, quiet);
      code.finish();
      kept = true;
      open.add(input, this::drain);
    } catch (HostOnlyRefusedException refused) {
      throw new Unusable(binary, BinaryNotes.refused(source, refused));
    } catch (FormatException failure) {
      boolean changed =
          failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED;
      if (changed || kept) {
        throw failure;
      }
      throw new Unusable(binary, BinaryNotes.unreadable(source, failure));
    } finally {
      if (!kept) {
        input.close();
      }
    }
  }

  private void finish(ArchivePlace place) throws IOException {
    OutputTree tree = trees.of(place.target());
    WrittenArchive written = Objects.requireNonNull(writers.get(place.target())).finish();
    tree.newFolder(place.prefix(), SplitNames.FOLDER, place.modified());
    Path file =
        Files.move(made(place), tree.place(layout.archive(place)), StandardCopyOption.ATOMIC_MOVE);
    Files.setLastModifiedTime(file, place.modified());
    tree.added(place.prefix(), written.sizeBytes());
    tree.kernels(written.entries());
    if (request.kpm() == KpmForm.NONE) {
      return;
    }
    @Nullable Checksum sha256 =
        request.kpm() == KpmForm.WITH_SHA256 ? ManifestDiskCheck.sha256(file, quiet) : null;
    byte[] manifest =
        ManifestWriter.write(
            Manifest.of(
                layout.names().prefix(),
                place.prefix(),
                List.of(
                    new ManifestRow(
                        place.target().toString(),
                        layout.names().archive(place.target()),
                        written.sizeBytes(),
                        written.entries(),
                        sha256))));
    Path beside = tree.place(layout.names().manifest(place.prefix()));
    NamedChannel.write(beside, manifest);
    Files.setLastModifiedTime(beside, place.modified());
    tree.added(place.prefix(), manifest.length);
  }

  /** The archives' files. */
  static List<String> paths(ArchiveLayout layout) {
    List<String> paths = new ArrayList<>();
    for (ArchivePlace place : layout.places().values()) {
      paths.add(layout.archive(place));
      paths.add(layout.names().manifest(place.prefix()));
    }
    return paths;
  }
}
