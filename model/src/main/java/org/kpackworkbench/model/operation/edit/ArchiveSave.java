package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriteOptions.Tuning;
import org.kpackworkbench.model.operation.edit.ArchiveRewrite.ArchivePlan;

/**
 * Writes an edited archive beside its target, verifies what was written, and gives it the name.
 * What is stored already is copied as it is. Without edits every byte is copied.
 *
 * <p>Made by {@link EditedArchive}; may run on another thread while editing goes on.
 */
public final class ArchiveSave extends DocumentSave<ArchiveEdit> {
  private static final int WINDOW_BYTES = 256 * 1024;

  private final ArchivePlan plan;
  private @Nullable WrittenArchive written;

  /**
   * @param expected what the target must still be; null if it may be anything
   */
  ArchiveSave(ArchivePlan plan, Path target, boolean replace, @Nullable FileStamp expected) {
    super(target, replace, expected, plan.edits());
    this.plan = plan;
  }

  ArchivePlan plan() {
    return plan;
  }

  /** Summary of what was written; null before, and for a copy. */
  @Nullable WrittenArchive written() {
    return written;
  }

  @Override
  void write(Progress progress) throws IOException {
    if (plan.edits().isEmpty()) {
      copy(progress);
    } else {
      rewrite(progress);
    }
  }

  /** Writes it again, also without edits. */
  void rewrite(Progress progress) throws IOException {
    try (ArchiveWriter writer =
            ArchiveWriter.create(place(), plan.info(), options(plan, replace()), progress);
        ArchiveRewrite rewrite = new ArchiveRewrite(plan, writer, progress)) {
      rewrite.run(progress);
      written = writer.complete();
      requireTarget();
      writer.file().commit();
    }
  }

  static WriteOptions options(ArchivePlan plan, boolean replace) {
    ArchiveEdit.SetStorage storage = plan.head().storage();
    Integer level = storage.level();
    Grouping grouping = storage.together();
    return WriteOptions.DEFAULT
        .withTuning(grouping == null ? Tuning.DEFAULT : Tuning.DEFAULT.withGrouping(grouping))
        .withScheme(storage.scheme())
        .withLimits(plan.limits())
        .withLevel(level == null ? ArchiveFormat.DEFAULT_LEVEL : level)
        .withReplace(replace);
  }

  private void copy(Progress progress) throws IOException {
    ByteView view = plan.original().view();
    progress.begin("Copying " + view.name(), 2 * view.size(), Unit.BYTES);
    try (ReplacingFile file = ReplacingFile.create(place(), replace())) {
      ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES);
      CRC32C before = new CRC32C();
      for (long at = 0; at < view.size(); at += window.limit()) {
        window.clear().limit((int) Math.min(WINDOW_BYTES, view.size() - at));
        view.copyTo(at, window);
        before.update(window.flip());
        window.rewind();
        while (window.hasRemaining()) {
          file.channel().write(window);
        }
        progress.step(window.limit());
      }
      if (before.getValue() != checksum(file.temporary(), progress)) {
        throw FormatException.in(target().toString(), "copy", "", Reason.CHECKSUM_MISMATCH)
            .expected("the bytes that were read")
            .found("other bytes")
            .advice(ArchiveFormat.DISK_FAILING)
            .build();
      }
      requireTarget();
      file.commit();
    }
  }

  private static long checksum(Path file, Progress progress) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      return Digests.crc32c(open.view(), progress);
    }
  }
}
