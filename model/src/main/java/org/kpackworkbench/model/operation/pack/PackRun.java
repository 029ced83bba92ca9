package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.WriterPool;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.CodeArchives;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;

/** Fills the new tree. */
final class PackRun {
  private final TreePlan plan;
  private final PackRequest request;
  private final Path folder;
  private final Progress progress;
  private final TreeCopy copy;
  private final LostAttributes lost = new LostAttributes();
  private final List<OperationNote> notes = new ArrayList<>();
  private final List<PackedBinary> binaries = new ArrayList<>();
  private int copied;
  private long copiedSizeBytes;

  PackRun(TreePlan plan, Path folder, Progress progress) {
    this.plan = plan;
    this.request = plan.request();
    this.folder = folder;
    this.progress = progress;
    this.copy = new TreeCopy(folder, progress, lost);
  }

  PackReport run() throws IOException {
    progress.begin("Packing", plan.workBytes(), Unit.BYTES);
    List<PlannedArchive> archives = new ArrayList<>();
    ArchiveOptions options = request.options();
    UnpackBudget budget = UnpackBudget.operation(options.large());
    try (WriterPool pool = new WriterPool(options.writing(false));
        CodeArchives code = new CodeArchives(options, pool, folder, budget)) {
      @Nullable ArchiveWriter writer = plan.kernels() == 0 ? null : start(code);
      items(code);
      code.drain();
      PlannedArchive planned = plan.archive(request.output());
      if (writer != null && plan.kernels() > 0) {
        writer.describe(planned.head());
        archives.add(planned.written(writer.finish()));
      }
      notes.addAll(code.notes());
    }
    Path beside = Objects.requireNonNull(archive().getParent());
    if (archives.isEmpty() && Files.isDirectory(beside) && !plan.hasArchiveFolder()) {
      Files.delete(beside);
    }
    copy.finish(plan.input());
    return new PackReport(
        archives,
        binaries,
        copied,
        copiedSizeBytes,
        plan.links(),
        plan.dropped(),
        Stream.of(plan.findings(), notes, lost.each(OperationNote::lost))
            .flatMap(List::stream)
            .toList(),
        false);
  }

  private Path archive() {
    return folder.resolve(request.archive());
  }

  private ArchiveWriter start(CodeArchives code) throws IOException {
    Files.createDirectory(Objects.requireNonNull(archive().getParent()));
    return code.start(
        archive(),
        plan.archive(request.output()).head(),
        TargetFilter.texts(plan.keptTargets()),
        request.options().writing(false),
        progress);
  }

  private void items(CodeArchives code) throws IOException {
    boolean dropped = false;
    for (TreeItem item : plan.items()) {
      progress.step(0);
      switch (item.kind()) {
        case FOLDER -> copy.folder(item);
        case LINK -> copy.link(item);
        case SPECIAL -> {}
        case FILE -> {
          Optional<String> first = plan.binaryOf(item);
          PlannedBinary binary = plan.binary(item);
          if (first.isPresent()) {
            copy.name(item, first.get());
          } else if (binary == null || !convert(item, binary, code)) {
            dropped |= binary != null;
            copy.file(item);
            copied++;
            copiedSizeBytes += item.sizeBytes();
          }
        }
      }
    }
    if (dropped) {
      plan.check();
    }
  }

  /** Converts a binary; false if that fails and it is to be copied. */
  private boolean convert(TreeItem item, PlannedBinary binary, CodeArchives code)
      throws IOException {
    Optional<HostOnlyReport> converted =
        code.convert(
            plan.hostOnly(item, item.in(folder)),
            null,
            failure -> plan.drop(item, failure),
            progress.withoutSteps(),
            progress.cancelOnly());
    converted.ifPresent(
        report -> binaries.add(new PackedBinary(binary, item.in(request.output()), report)));
    return converted.isPresent();
  }
}
