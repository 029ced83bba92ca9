package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.StagedTree;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.operation.archives.BinaryNotes;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.CodeWriter.OpenInputs;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.DeviceCodeSource;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.PreparedHostOnly;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;
import org.kpackworkbench.model.operation.pack.TreePlan.BinaryScan;

/** Fills the new tree. */
final class PackRun {
  private final TreePlan plan;
  private final PackRequest request;
  private final StagedTree staged;
  private final UnpackBudget budget;
  private final Progress progress;
  private final TreeCopy copy;
  private final List<PackedBinary> binaries = new ArrayList<>();
  private OpenInputs open = new OpenInputs();
  private int copied;
  private long copiedSizeBytes;

  PackRun(TreePlan plan, StagedTree staged, Progress progress) {
    this.plan = plan;
    this.request = plan.request();
    this.staged = staged;
    this.budget = UnpackBudget.operation(plan.request().options().large());
    this.progress = progress;
    this.copy = new TreeCopy(staged.folder(), progress);
  }

  PackReport run() throws IOException, UnusableFile {
    progress.begin("Packing", plan.workBytes());
    List<PlannedArchive> archives = new ArrayList<>();
    if (plan.kernels() == 0) {
      items(null);
    } else {
      Path archive = staged.folder().resolve(request.archive());
      Files.createDirectory(Objects.requireNonNull(archive.getParent()));
      PlannedArchive planned = plan.archive(staged.target());
      TableHead info = new TableHead(planned.group(), planned.family(), planned.targets());
      try (OpenInputs inputs = new OpenInputs();
          ArchiveWriter writer =
              ArchiveWriter.create(archive, info, request.options().writing(false), progress)) {
        this.open = inputs;
        items(writer);
        WrittenArchive done = writer.finish();
        archives.add(planned.written(done.blobs(), done.sizeBytes()));
      }
    }
    copy.finish(plan.input());
    return new PackReport(
        archives,
        binaries,
        copied,
        copiedSizeBytes,
        plan.links(),
        plan.dropped(),
        plan.findings(),
        false);
  }

  private void items(@Nullable ArchiveWriter writer) throws IOException, UnusableFile {
    for (TreeItem item : plan.items()) {
      progress.step(0);
      switch (item.kind()) {
        case FOLDER -> copy.folder(item);
        case LINK -> copy.link(item);
        case SPECIAL -> {}
        case FILE -> {
          PlannedBinary binary = plan.binary(item);
          if (binary == null || !convert(item, binary, writer)) {
            copy.file(item);
            copied++;
            copiedSizeBytes += item.sizeBytes();
          }
        }
      }
    }
  }

  /** Converts a binary; false where that fails and it is to be copied. */
  private boolean convert(TreeItem item, PlannedBinary binary, @Nullable ArchiveWriter writer)
      throws IOException, UnusableFile {
    Progress counted = progress.withoutSteps();
    Progress uncounted = progress.cancelOnly();
    HostOnlyInput input = HostOnlyInput.open(item.source(), uncounted);
    boolean kept = false;
    try (PreparedHostOnly prepared =
        input.prepare(
            BinaryScan.convertRequest(request, item, item.in(staged.folder())), false, counted)) {
      prepared.commit();
      binaries.add(new PackedBinary(binary, item.in(staged.target()), prepared.report()));
      if (writer != null && input.outcome() == HostOnlyOutcome.CONVERTED) {
        code(input, item, writer, uncounted);
        kept = true;
        open.add(input, writer::drain);
      }
      return true;
    } catch (HostOnlyRefusedException refused) {
      if (plan.isTree()) {
        throw new UnusableFile(item.path(), BinaryNotes.refused(item.source(), refused));
      }
      throw refused;
    } catch (FormatException failure) {
      boolean changed =
          failure.reason() == Reason.FILE_CHANGED || failure.reason() == Reason.CLOSED;
      if (changed || !plan.isTree() || Files.exists(item.in(staged.folder()))) {
        throw failure;
      }
      // What was written did not pass its check, and is gone.
      plan.findings().add(BinaryNotes.unreadable(item.source(), failure));
      return false;
    } finally {
      if (!kept) {
        input.close();
      }
    }
  }

  private void code(HostOnlyInput input, TreeItem item, ArchiveWriter writer, Progress uncounted)
      throws IOException {
    CodeWriter code =
        new CodeWriter(item.path(), null, request.options().keys(), (GpuTarget target) -> writer);
    DeviceCodeSource.of(input, request.options().refuseUnreferenced())
        .read(request.options().filter()::keeps, code, staged.folder(), budget, uncounted);
    code.finish();
  }

  /** A file of a tree turns out to be unusable when some of it was packed already. */
  static final class UnusableFile extends Exception {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final transient OperationNote finding;

    UnusableFile(String path, OperationNote finding) {
      super(finding.message());
      this.path = path;
      this.finding = finding;
    }

    String path() {
      return path;
    }

    OperationNote finding() {
      return finding;
    }
  }
}
