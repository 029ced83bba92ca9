package org.kpackworkbench.model.operation.convert;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Quiet;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveInfo;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.format.kpack.WrittenArchive;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.ConvertInput;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.Outcome;
import org.kpackworkbench.model.operation.hostonly.PreparedConversion;
import org.kpackworkbench.model.operation.pack.Closing;
import org.kpackworkbench.model.operation.pack.PackException;

/**
 * Makes one binary host-only and keeps its device code in archives.
 *
 * <p>All files are written beside their places and verified; then they get their names together,
 * the archives first. A failure or cancellation leaves everything as it was.
 *
 * <p>Where all of them are there already and are not to be replaced, they are made once more and
 * compared: what is there is left alone where it is the same, else refused.
 */
public final class Conversion {
  private final ConversionRequest request;

  public Conversion(ConversionRequest request) {
    this.request = request;
  }

  /**
   * What {@link #run} would do; writes nothing.
   *
   * @throws org.kpackworkbench.model.operation.hostonly.ConversionRefusedException where the binary
   *     cannot be converted
   * @throws PackException where what is asked for cannot be done
   */
  public ConversionPlan plan(Progress progress) throws IOException {
    try (ConvertInput input = ConvertInput.open(request.input(), progress)) {
      DeviceCodeSource source = source(input);
      ConvertPreview preview = input.preview(request.binary(), progress);
      ConversionPlan plan = new PlannedArchives(request, source).plan(preview);
      checkApart(plan);
      return plan;
    }
  }

  /**
   * Converts.
   *
   * @throws org.kpackworkbench.model.operation.hostonly.ConversionRefusedException where the binary
   *     cannot be converted
   * @throws PackException where what is asked for cannot be done
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException where something cannot be read or written
   */
  public ConversionReport run(Progress progress) throws IOException {
    try (ConvertInput input = ConvertInput.open(request.input(), progress);
        NewFolders folders = new NewFolders()) {
      DeviceCodeSource source = source(input);
      ConversionPlan plan =
          new PlannedArchives(request, source).plan(input.preview(request.binary(), progress));
      checkApart(plan);
      boolean compare = !request.replace() && isThere(plan);
      if (!compare) {
        checkFree(plan);
      }
      boolean replace = compare || request.replace();
      folders.make(request.output().toAbsolutePath().getParent());
      try (PreparedConversion prepared =
              input.prepare(request.replacing(replace).binary(), true, progress);
          OpenArchives archives = new OpenArchives(plan, replace, folders, progress)) {
        archives.write(source);
        List<PackedArchive> written = archives.complete();
        progress.step(0);
        if (compare) {
          refuseOthers(prepared, archives.files(), progress);
        } else {
          prepared.commitBehind(archives.files());
          folders.keep();
        }
        return new ConversionReport(
            prepared.report(), written, plan.dropped(), plan.findings(), compare);
      }
    }
  }

  /** Whether everything that would be written has something in its place that is not the input. */
  private boolean isThere(ConversionPlan plan) throws IOException {
    if (!Files.isRegularFile(request.output())
        || Files.isSameFile(request.input(), request.output())) {
      return false;
    }
    return plan.archives().stream().map(PackedArchive::path).allMatch(Files::isRegularFile);
  }

  private void refuseOthers(
      PreparedConversion prepared, List<ReplacingFile> archives, Progress progress)
      throws IOException {
    for (ReplacingFile archive : archives) {
      if (!SameFiles.test(archive.temporary(), archive.target(), progress)) {
        throw new FileAlreadyExistsException(
            archive.target().toString(), null, "with other content");
      }
    }
    if (!prepared.isThere(progress)) {
      throw new FileAlreadyExistsException(
          request.output().toString(), null, "with other content or another mode");
    }
  }

  private DeviceCodeSource source(ConvertInput input) throws IOException {
    checkName(request.group(), "group");
    checkName(request.family(), "family");
    if (input.outcome() == Outcome.CONVERTED && request.archives() == null && !request.discard()) {
      throw new PackException(
          PackException.Reason.NO_ARCHIVES,
          "%s has device code: name a folder for its archives, or say that it may be thrown away"
              .formatted(request.input()));
    }
    return DeviceCodeSource.of(input, request.options().refuseUnreferenced());
  }

  private static void checkName(@Nullable String name, String what) throws PackException {
    if (name != null && !GroupNames.isBelow(name)) {
      throw new PackException(
          PackException.Reason.BAD_NAME,
          "the %s's name becomes part of names of files, and \"%s\" cannot".formatted(what, name));
    }
  }

  /** No archive may take the place of what is read, or of what is written beside it. */
  private void checkApart(ConversionPlan plan) throws IOException {
    for (PackedArchive archive : plan.archives()) {
      Path real = RealPaths.of(archive.path());
      for (Path other : List.of(request.input(), request.output())) {
        if (real.equals(RealPaths.of(other))) {
          throw new PackException(
              PackException.Reason.SAME_FILE,
              "the archive %s would take the place of %s: choose another folder for archives or another search path"
                  .formatted(archive.path(), other));
        }
      }
    }
  }

  /** Before anything is written; each file is looked at again when it gets its name. */
  private void checkFree(ConversionPlan plan) throws IOException {
    for (PackedArchive archive : plan.archives()) {
      if (!request.replace() && Files.exists(archive.path(), LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(archive.path().toString());
      }
    }
  }

  /** The archives while they are written. */
  private final class OpenArchives implements AutoCloseable {
    private final Progress progress;
    private final WriterPool pool;
    private final Map<PackedArchive, ArchiveWriter> writers = new LinkedHashMap<>();
    private final Map<String, ArchiveWriter> byTarget = new LinkedHashMap<>();

    OpenArchives(ConversionPlan plan, boolean replace, NewFolders folders, Progress progress)
        throws IOException {
      this.progress = progress;
      this.pool = new WriterPool(request.options().writing(false));
      boolean open = false;
      try {
        for (PackedArchive archive : plan.archives()) {
          folders.make(archive.path().toAbsolutePath().getParent());
          ArchiveWriter writer =
              ArchiveWriter.create(
                  archive.path(),
                  new ArchiveInfo(archive.group(), archive.family(), archive.targets()),
                  request.options().writing(replace),
                  pool,
                  progress);
          writers.put(archive, writer);
          archive.targets().forEach(target -> byTarget.put(target, writer));
        }
        open = true;
      } finally {
        if (!open) {
          close();
        }
      }
    }

    void write(DeviceCodeSource source) throws IOException {
      if (writers.isEmpty()) {
        return;
      }
      TargetFilter filter = request.options().filter();
      progress.begin(
          "Packing %d code objects".formatted(source.rows().size()),
          source.sizeBytes(filter::keeps));
      CodeWriter code =
          new CodeWriter(request.kernelName(), null, request.options().keys(), this::writer);
      source.read(
          filter::keeps,
          code,
          null,
          UnpackBudget.operation(request.options().large()),
          new Quiet(progress, false));
      code.finish();
    }

    private ArchiveWriter writer(GpuTarget target) {
      return Objects.requireNonNull(byTarget.get(target.toString()));
    }

    List<PackedArchive> complete() throws IOException {
      List<PackedArchive> written = new ArrayList<>();
      for (Map.Entry<PackedArchive, ArchiveWriter> each : writers.entrySet()) {
        WrittenArchive done = each.getValue().complete();
        written.add(each.getKey().written(done.blobs(), done.sizeBytes()));
      }
      return written;
    }

    List<ReplacingFile> files() {
      return writers.values().stream().map(ArchiveWriter::file).toList();
    }

    @Override
    public void close() throws IOException {
      try {
        Closing.all(writers.values());
      } finally {
        pool.close();
      }
    }
  }
}
