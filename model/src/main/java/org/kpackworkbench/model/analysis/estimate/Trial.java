package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.kpackworkbench.model.analysis.estimate.Arrangement.Part;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.BlockOutput;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;

/** The archives of one way to store all code objects of a pool: written, then read again. */
final class Trial implements AutoCloseable {
  private final CodePool pool;
  private final Arrangement arrangement;
  private final Progress progress;
  private final Map<String, Path> files = new LinkedHashMap<>();

  private Trial(CodePool pool, Arrangement arrangement, Progress progress) {
    this.pool = pool;
    this.arrangement = arrangement;
    this.progress = progress;
  }

  /** Writes the archives. */
  static Trial write(CodePool pool, Way way, Progress progress) throws IOException {
    Trial trial = new Trial(pool, way.arrangement(), progress);
    KpackArchive code = pool.archive();
    // The steps of the writer do not show; its bytes are the first half.
    Progress steps = progress.withoutSteps();
    for (Map.Entry<String, List<Integer>> archive :
        trial.byArchive(way.arrangement().order(code, progress)).entrySet()) {
      Path file = pool.file("way-%d.kpack".formatted(trial.files.size()));
      trial.files.put(archive.getKey(), file);
      try (ArchiveWriter writer =
          ArchiveWriter.create(file, TableHead.of(code), way.options(), steps)) {
        for (int row : archive.getValue()) {
          for (Part part : way.arrangement().parts(code, row)) {
            writer.add(part.entry(), part.bytes());
          }
        }
        writer.finish();
      }
    }
    return trial;
  }

  private Map<String, List<Integer>> byArchive(int[] rows) throws FormatException {
    Map<String, List<Integer>> archives = new LinkedHashMap<>();
    for (int row : rows) {
      archives
          .computeIfAbsent(
              arrangement.archive(pool.archive().entry(row)), name -> new ArrayList<>())
          .add(row);
    }
    return archives;
  }

  /** The size of all archives. */
  long sizeBytes() throws IOException {
    long size = 0;
    for (Path file : files.values()) {
      size += Files.size(file);
    }
    return size;
  }

  /** Opens the archive that a row's code object is in. */
  KpackArchive open(int row) throws IOException {
    Path file = files.get(arrangement.archive(pool.archive().entry(row)));
    return KpackArchive.open(Objects.requireNonNull(file), UnpackBudget.everything());
  }

  private static int find(KpackArchive archive, Part part) throws FormatException {
    return archive.findText(part.entry().key().text(), part.entry().target()).orElseThrow();
  }

  /** Rows of the pool in the order in which they are stored. */
  List<Integer> inOrder(int[] rows) throws IOException {
    List<Integer> stored = new ArrayList<>();
    for (List<Integer> together : byArchive(rows).values()) {
      Map<Integer, Integer> places = new LinkedHashMap<>();
      try (KpackArchive archive = open(together.getFirst())) {
        for (int row : together) {
          int first = find(archive, arrangement.parts(pool.archive(), row).getFirst());
          places.put(row, archive.ordinal(first).orElse(0));
        }
      }
      together.sort(Comparator.comparing(places::get));
      stored.addAll(together);
    }
    return stored;
  }

  /** The time to open an archive and to read a code object. */
  long one(int row) throws IOException {
    progress.step(0);
    List<Part> parts = arrangement.parts(pool.archive(), row);
    long start = System.nanoTime();
    try (KpackArchive archive = open(row)) {
      for (Part part : parts) {
        int stored = find(archive, part);
        if (archive.originalSizeBytes(stored) <= KpackArchive.LOAD_LIMIT_BYTES) {
          archive.loadOne(stored, KpackArchive.LOAD_LIMIT_BYTES);
        } else {
          archive.extract(
              stored, OutputStream.nullOutputStream(), progress.cancelOnly(), Long.MAX_VALUE);
        }
      }
    }
    return System.nanoTime() - start;
  }

  /** The time to read all code objects, and the most that is unpacked for one. */
  record All(long nanos, long mostUnpacked) {}

  /**
   * Reads all code objects and compares them; the time is without that of comparing.
   *
   * @param stored their rows in the order in which they are stored
   */
  All all(List<Integer> stored) throws IOException {
    long nanos = 0;
    long most = 0;
    for (List<Integer> together :
        byArchive(stored.stream().mapToInt(Integer::intValue).toArray()).values()) {
      try (KpackArchive archive = open(together.getFirst())) {
        archive.blobs(progress.cancelOnly());
        for (int row : together) {
          long unpacked = 0;
          for (Part part : arrangement.parts(pool.archive(), row)) {
            int found = find(archive, part);
            nanos += read(archive, found, part.bytes());
            unpacked += archive.unpackedForOne(found);
          }
          most = Math.max(most, unpacked);
        }
      }
    }
    return new All(nanos, most);
  }

  private long read(KpackArchive archive, int row, ByteView wanted) throws IOException {
    Comparing out = new Comparing(wanted);
    long start = System.nanoTime();
    archive.extract(row, out, progress.withoutSteps(), Long.MAX_VALUE);
    long time = System.nanoTime() - start - out.nanos;
    if (out.differs || out.position != out.wanted.size()) {
      throw FormatException.in(
              archive.view().name(), "archive just written", "code object", Reason.BAD_VALUE)
          .expected("the bytes of the input")
          .found("other bytes for " + archive.entry(row).key().text())
          .build();
    }
    return time;
  }

  /** Compares what is written with what should be. */
  private static final class Comparing extends BlockOutput {
    private final ByteView wanted;
    private byte[] window = new byte[0];
    private long position;
    private boolean differs;
    private long nanos;

    Comparing(ByteView wanted) {
      this.wanted = wanted;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      long start = System.nanoTime();
      if (length > wanted.size() - position) {
        differs = true;
        return;
      }
      if (window.length < length) {
        window = new byte[length];
      }
      wanted.copyTo(position, window, 0, length);
      differs |= !Arrays.equals(window, 0, length, bytes, offset, offset + length);
      position += length;
      nanos += System.nanoTime() - start;
    }
  }

  @Override
  public void close() throws IOException {
    for (Path file : files.values()) {
      Files.deleteIfExists(file);
    }
  }
}
