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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.NewFolders;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.CodeArchives;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.PreparedHostOnly;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * Makes one binary host-only and keeps its device code in archives.
 *
 * <p>All files are written beside their places and verified; then they get their names together,
 * the archives first. A failure or cancellation leaves everything as it was.
 *
 * <p>Where all of them are there already and are not to be replaced, they are made again and
 * compared: equal existing output is not changed, different output is refused.
 */
public record Convert(ConvertRequest request) {
  /**
   * Returns the plan of what {@link #run} would do; writes nothing.
   *
   * @throws org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException if the binary
   *     cannot be converted
   * @throws OperationException if the request cannot be done
   */
  public ConvertPlan plan(Progress progress) throws IOException {
    try (HostOnlyInput input = HostOnlyInput.open(request.input(), progress)) {
      ConvertPlan plan = ConvertArchives.plan(request, input, source(input), progress);
      checkApart(plan);
      return plan;
    }
  }

  /** Converts without progress. */
  public ConvertReport run() throws IOException {
    return run(Progress.NONE);
  }

  /**
   * Converts.
   *
   * @throws org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException if the binary
   *     cannot be converted
   * @throws OperationException if the request cannot be done
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if something cannot be read or written
   */
  public ConvertReport run(Progress progress) throws IOException {
    try (HostOnlyInput input = HostOnlyInput.open(request.input(), progress);
        NewFolders folders = new NewFolders()) {
      DeviceCodeSource source = source(input);
      ConvertPlan plan = ConvertArchives.plan(request, input, source, progress);
      checkApart(plan);
      boolean compare = !request.replace() && isThere(plan);
      if (!compare) {
        checkFree(plan);
      }
      boolean replace = compare || request.replace();
      folders.make(request.output().toAbsolutePath().getParent());
      ArchiveOptions options = request.options();
      try (PreparedHostOnly prepared =
              input.prepare(request.replacing(replace).binary(), true, progress);
          WriterPool pool = new WriterPool(options.writing(false));
          CodeArchives archives =
              new CodeArchives(options, pool, null, UnpackBudget.operation(options.large()))) {
        Map<PlannedArchive, ArchiveWriter> writers =
            start(archives, plan, replace, folders, progress);
        // Not CodeArchives.convert: the binary gets its name behind its archives, which are
        // elsewhere.
        if (!writers.isEmpty()) {
          progress.begin(
              "Packing %d code objects".formatted(source.rows().size()),
              source.sizeBytes(options.filter()::keeps),
              Unit.BYTES);
          archives.take(source, request.kernelName(), null, progress.cancelOnly());
          // Completing one begins the next step.
          archives.drain();
        }
        List<PlannedArchive> written = complete(writers);
        progress.step(0);
        List<ReplacingFile> files = writers.values().stream().map(ArchiveWriter::file).toList();
        if (compare) {
          refuseOthers(prepared, files, progress);
        } else {
          prepared.commitBehind(files);
          folders.keep();
        }
        return new ConvertReport(
            prepared.report(),
            written,
            plan.dropped(),
            Stream.of(plan.findings(), archives.notes(), prepared.lost())
                .flatMap(List::stream)
                .toList(),
            compare);
      }
    }
  }

  /** Whether everything that would be written has something in its place that is not the input. */
  private boolean isThere(ConvertPlan plan) throws IOException {
    if (!Files.isRegularFile(request.output())
        || Files.isSameFile(request.input(), request.output())) {
      return false;
    }
    return plan.archives().stream().map(PlannedArchive::path).allMatch(Files::isRegularFile);
  }

  private void refuseOthers(
      PreparedHostOnly prepared, List<ReplacingFile> archives, Progress progress)
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

  private DeviceCodeSource source(HostOnlyInput input) throws IOException {
    checkName(request.group(), "group");
    checkName(request.family(), "family");
    if (input.outcome() == HostOnlyOutcome.CONVERTED
        && request.archives() == null
        && !request.discard()) {
      throw Obstacle.NO_ARCHIVES.exception(
          "%s has device code: name a folder for its archives, or allow that it is discarded",
          request.input());
    }
    return DeviceCodeSource.of(
        input, request.options().refuseUnreferenced(), request.options().keepSignature());
  }

  private static void checkName(@Nullable String name, String what) throws OperationException {
    if (name != null && !GroupNames.isBelow(name)) {
      throw Obstacle.BAD_NAME.exception(
          "the %s's name becomes part of file names, and \"%s\" cannot", what, name);
    }
  }

  /** No archive may take the place of what is read, or of what is written beside it. */
  private void checkApart(ConvertPlan plan) throws IOException {
    for (PlannedArchive archive : plan.archives()) {
      Path real = RealPaths.of(archive.path());
      for (Path other : List.of(request.input(), request.output())) {
        if (real.equals(RealPaths.of(other))) {
          throw Obstacle.SAME_FILE.exception(
              "the archive %s would replace %s: choose another folder for archives or another search path",
              archive.path(), other);
        }
      }
    }
  }

  /** A first check; each file is checked again when it is renamed. */
  private void checkFree(ConvertPlan plan) throws IOException {
    for (PlannedArchive archive : plan.archives()) {
      if (!request.replace() && Files.exists(archive.path(), LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(archive.path().toString());
      }
    }
  }

  private Map<PlannedArchive, ArchiveWriter> start(
      CodeArchives archives,
      ConvertPlan plan,
      boolean replace,
      NewFolders folders,
      Progress progress)
      throws IOException {
    Map<PlannedArchive, ArchiveWriter> writers = new LinkedHashMap<>();
    for (PlannedArchive archive : plan.archives()) {
      folders.make(archive.path().toAbsolutePath().getParent());
      writers.put(
          archive,
          archives.start(
              archive.path(),
              archive.head(),
              archive.targets(),
              request.options().writing(replace),
              progress));
    }
    return writers;
  }

  private static List<PlannedArchive> complete(Map<PlannedArchive, ArchiveWriter> writers)
      throws IOException {
    List<PlannedArchive> written = new ArrayList<>();
    for (Map.Entry<PlannedArchive, ArchiveWriter> each : writers.entrySet()) {
      written.add(each.getKey().written(each.getValue().complete()));
    }
    return written;
  }
}
