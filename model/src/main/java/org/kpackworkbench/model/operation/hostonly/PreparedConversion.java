package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.bytes.ReplacingFiles;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A host-only binary that is written and verified, and has yet to get its name. Closing it without
 * {@link #commit} removes it.
 */
public final class PreparedConversion implements AutoCloseable {
  private final ConvertReport report;
  private final @Nullable ReplacingFile file;
  private final Path target;
  private final Path input;

  /**
   * @param file null where the output is the input itself, which stays as it is
   */
  PreparedConversion(ConvertReport report, @Nullable ReplacingFile file, Path target, Path input) {
    this.report = report;
    this.file = file;
    this.target = target;
    this.input = input;
  }

  /** What was done. */
  public ConvertReport report() {
    return report;
  }

  /** Gives the file its name, with the input's mode and time stamp. */
  public void commit() throws IOException {
    commitBehind(List.of());
  }

  /**
   * Gives other files their names first, and then this one. When one of them cannot have its name,
   * none has.
   */
  public void commitBehind(List<ReplacingFile> others) throws IOException {
    FileTime modified = Files.getLastModifiedTime(input);
    int mode = FileModes.of(input);
    if (file != null) {
      FileModes.set(file.temporary(), mode);
      Files.setLastModifiedTime(file.temporary(), modified);
    }
    ReplacingFiles.commit(others, file);
    // A file that was replaced has lent its own mode.
    if (file != null) {
      FileModes.set(target, mode);
    }
  }

  /** Whether the file that would be replaced is the same, with the input's mode. */
  public boolean isThere(Progress progress) throws IOException {
    return file == null
        || (FileModes.of(target.toRealPath()) == FileModes.of(input)
            && SameFiles.test(file.temporary(), target, progress));
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
