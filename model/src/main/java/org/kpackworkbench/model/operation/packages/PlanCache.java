package org.kpackworkbench.model.operation.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/**
 * Packed artifacts that plans have unpacked, shards that they have recombined, and sizes of
 * packages that they have measured: a form plans again at each change. Plans that share it wait for
 * each other.
 */
public final class PlanCache implements AutoCloseable {
  private final Path parent;
  private final Map<Path, Unpacked> unpacked = new HashMap<>();
  private final Map<String, Long> sizes = new HashMap<>();
  private @Nullable ScratchFolder scratch;
  private @Nullable Recombined recombined;

  private record Unpacked(ArtifactInput input, long sizeBytes, FileTime time) {}

  /** The size and the time of a file. */
  private record Stamp(Path file, long sizeBytes, FileTime time) {}

  /**
   * Shards that are recombined.
   *
   * @param stamps the files that they were made of
   */
  private record Recombined(List<Stamp> stamps, ScratchFolder made, RecombineReport report) {}

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

  /**
   * The artifacts of shards; they stay until this is closed, or one of the files changes.
   *
   * @param config their packaging configuration
   * @param findings takes the findings
   * @throws IOException as {@link Recombine#run}, and what made an artifact fail
   */
  Path recombine(Path shards, Path config, List<OperationNote> findings, Progress progress)
      throws IOException {
    List<Stamp> stamps = new ArrayList<>(List.of(stamp(config)));
    for (TreeItem item : TreeItem.below(shards, progress)) {
      stamps.add(stamp(item.source()));
    }
    Recombined before = recombined;
    if (before == null || !before.stamps().equals(stamps)) {
      recombined = null;
      if (before != null) {
        before.made().close();
      }
      ScratchFolder made = ScratchFolder.in(parent, "recombined");
      try {
        RecombineRequest request =
            RecombineRequest.of(shards, config, made.folder()).with(RecombineRequest.FORCE, true);
        RecombineReport report = new Recombine(request).run(progress);
        for (RecombineReport.Failed failed : report.failed()) {
          throw failed.failure();
        }
        before = new Recombined(stamps, made, report);
        recombined = before;
      } finally {
        if (recombined == null) {
          made.close();
        }
      }
    }
    findings.addAll(before.report().findings());
    return before.made().folder();
  }

  private static Stamp stamp(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new Stamp(file, attributes.size(), attributes.lastModifiedTime());
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
    Recombined made = recombined;
    recombined = null;
    if (made != null) {
      made.made().close();
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
