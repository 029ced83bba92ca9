package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.bytes.ReplacingFiles;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.ArchiveRewrite.ArchivePlan;

/**
 * Writes one archive for each target of an edited one: all get their names, or none. May run on
 * another thread while editing goes on.
 */
public record ArchiveSplit(ArchivePlan plan, Path folder, String pattern) {
  /** The files that will be written, in the order of their targets' first rows. */
  public List<Path> files() throws FormatException {
    List<Path> files = new ArrayList<>();
    for (String target : targets()) {
      files.add(file(target));
    }
    return files;
  }

  private Set<String> targets() throws FormatException {
    Set<String> targets = new LinkedHashSet<>();
    for (int id : plan.order()) {
      targets.add(plan.row(id).target());
    }
    return targets;
  }

  private Path file(String target) throws FormatException {
    String name = pattern.replace(GpuTarget.PLACEHOLDER, target);
    if (!pattern.contains(GpuTarget.PLACEHOLDER)
        || name.contains("/")
        || BinaryKey.unsafe(name).isPresent()
        || name.equals(".")) {
      throw FormatException.in(folder.toString(), "split", "file name", Reason.UNSAFE_PATH)
          .mismatch(
              "a file name with " + GpuTarget.PLACEHOLDER + " for the target",
              "\"" + pattern + "\" for \"" + target + "\"");
    }
    return folder.resolve(name);
  }

  /**
   * Writes them.
   *
   * @param replace whether files that are there already may be replaced
   * @throws java.nio.file.FileAlreadyExistsException if one is there and may not be
   * @return the files
   */
  public List<Path> run(boolean replace, Progress progress) throws IOException {
    List<Path> files = files();
    List<ArchiveWriter> writers = new ArrayList<>();
    try {
      List<ReplacingFile> written = new ArrayList<>();
      for (String target : targets()) {
        ArchivePlan part = plan.only(target);
        ArchiveWriter writer =
            ArchiveWriter.create(
                file(target), part.info(), ArchiveSave.options(plan, replace), progress);
        writers.add(writer);
        try (ArchiveRewrite rewrite = new ArchiveRewrite(part, writer, progress)) {
          rewrite.run(progress);
          writer.complete();
        }
        written.add(writer.file());
      }
      if (!written.isEmpty()) {
        ReplacingFiles.commit(written, null);
      }
      return files;
    } finally {
      for (ArchiveWriter writer : writers) {
        writer.close();
      }
    }
  }
}
