package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/**
 * Packed artifacts that plans have unpacked, and sizes of packages that they have measured: a form
 * plans again at each change. Plans that share it wait for each other.
 */
public final class PlanCache implements AutoCloseable {
  private final Path parent;
  private final Map<Path, Unpacked> unpacked = new HashMap<>();
  private final Map<String, Long> sizes = new HashMap<>();
  private @Nullable ScratchFolder scratch;

  private record Unpacked(ArtifactInput input, long sizeBytes, FileTime time) {}

  /** In the system's folder for temporary files. */
  public PlanCache() {
    this(Path.of(System.getProperty("java.io.tmpdir", ".")));
  }

  /**
   * An empty cache.
   *
   * @param parent where artifacts are unpacked, in a folder that goes away with this
   */
  PlanCache(Path parent) {
    this.parent = parent;
  }

  /** Sizes of packages by digests of their content. */
  Map<String, Long> sizes() {
    return sizes;
  }

  /**
   * Opens an artifact; a packed one stays open until this is closed, or the file changes.
   *
   * @throws IOException as {@link ArtifactInput#open}
   */
  ArtifactInput open(Path artifact, UnpackBudget budget, Progress progress) throws IOException {
    if (Files.isDirectory(artifact)) {
      return ArtifactInput.open(artifact, parent, budget, progress);
    }
    long size = Files.size(artifact);
    FileTime time = Files.getLastModifiedTime(artifact);
    Unpacked before = unpacked.get(artifact);
    if (before != null && before.sizeBytes() == size && before.time().equals(time)) {
      return before.input();
    }
    if (before != null) {
      unpacked.remove(artifact);
      before.input().close();
    }
    ScratchFolder folder = scratch;
    if (folder == null) {
      folder = ScratchFolder.in(parent, "artifacts");
      scratch = folder;
    }
    ArtifactInput input = ArtifactInput.open(artifact, folder.folder(), budget, progress);
    unpacked.put(artifact, new Unpacked(input, size, time));
    return input;
  }

  @Override
  public synchronized void close() throws IOException {
    List<Unpacked> open = new ArrayList<>(unpacked.values());
    unpacked.clear();
    IOException failed = null;
    for (Unpacked each : open) {
      try {
        each.input().close();
      } catch (IOException failure) {
        failed = failure;
      }
    }
    ScratchFolder folder = scratch;
    scratch = null;
    if (folder != null) {
      folder.close();
    }
    if (failed != null) {
      throw failed;
    }
  }
}
