package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.SpoolFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.kpack.ArchiveOutput.WrittenBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.WriterPool.Compressors;

/**
 * Compresses the code objects of an archive of an experimental scheme, which has to know all of
 * them before the first: what is alike goes into one frame, or makes a dictionary. Until then they
 * lie uncompressed, equal ones once, in a file beside the archive.
 */
final class SecondPass implements AutoCloseable {
  private static final long MOST_FRAME_BYTES = 0xffffffffL;

  /** Frames of more than this are compressed as they are written, in flat memory. */
  private static final long LARGE_BYTES = 32L << 20;

  /** Windows that reach back over all of a frame with several code objects. */
  private static final int WINDOW_LOG = 25;

  private static final int SAMPLE_BYTES = 16 << 10;
  private static final int SAMPLES_PER_DICTIONARY = 100;
  private static final int MOST_SAMPLES_BYTES = 64 << 20;

  private final SpoolFile spool;
  private final FileChannel channel;

  private SecondPass(SpoolFile spool, FileChannel channel) {
    this.spool = spool;
    this.channel = channel;
  }

  /** Makes the file for the code objects of an archive that is to be written. */
  static SecondPass beside(Path target) throws IOException {
    Path absolute = target.toAbsolutePath();
    return Closing.ifFails(
        SpoolFile.create(absolute.getParent(), "code"),
        spool -> {
          FileChannel channel =
              NamedChannel.open(spool.path(), StandardOpenOption.READ, StandardOpenOption.WRITE);
          return new SecondPass(spool, channel);
        });
  }

  /** The file, which gets what a first pass writes. */
  FileChannel channel() {
    return channel;
  }

  /** The result: the keys of the table, and the code objects in the spool by ordinal. */
  record Written(SchemeTable table, List<WrittenBlob> blobs, boolean withoutDictionary) {}

  /** A frame: its code objects' numbers in the spool, and whether a group begins with it. */
  private record Frame(List<Integer> spooled, boolean first) {}

  /**
   * Writes all code objects that rows name; from then on their blobs have other ordinals.
   *
   * @param spooled those in the file
   */
  Written write(
      List<WrittenBlob> spooled,
      NewRows rows,
      WriteOptions options,
      ArchiveOutput out,
      Progress progress)
      throws IOException {
    try (OpenFile open = OpenFile.open(spool.path())) {
      List<ByteView> code = new ArrayList<>(spooled.size());
      for (WrittenBlob blob : spooled) {
        code.add(open.view().slice(blob.offset(), blob.size()));
      }
      boolean solid = options.scheme() == StorageScheme.ZSTD_SOLID;
      Set<NewBlob> blobs = Collections.newSetFromMap(new IdentityHashMap<>());
      Collection<List<Integer>> groups =
          groups(rows, solid ? options.tuning().grouping() : Grouping.ALL, blobs);
      List<Frame> frames =
          frames(groups, code, solid ? options.tuning().grouping().frameBytes() : 1);
      progress.begin(
          "Compressing " + CountText.of(code.size(), "code object"),
          code.stream().mapToLong(ByteView::size).sum(),
          Unit.BYTES);
      SchemeTable table =
          solid
              ? solid(frames, code, options, out, progress)
              : dictionary(frames, code, options, out, progress);
      List<Integer> order = frames.stream().flatMap(frame -> frame.spooled.stream()).toList();
      int[] ordinals = new int[spooled.size()];
      for (int ordinal = 0; ordinal < order.size(); ordinal++) {
        ordinals[order.get(ordinal)] = ordinal;
      }
      blobs.forEach(blob -> blob.ordinal(ordinals[blob.ordinal()]));
      return new Written(
          new SchemeTable.WithLevel(table, options.level()),
          order.stream().map(spooled::get).toList(),
          table instanceof SchemeTable.WithDictionary with && with.dictionarySize() == 0);
    }
  }

  /** The code objects that rows name, in the order of the rows, by group. */
  private static Collection<List<Integer>> groups(
      NewRows rows, Grouping grouping, Set<NewBlob> blobs) throws IOException {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    java.util.BitSet seen = new java.util.BitSet();
    rows.visit(
        row -> {
          int spooled = row.blob().ordinal();
          blobs.add(row.blob());
          if (!seen.get(spooled)) {
            seen.set(spooled);
            String label = grouping.label(row.entry().key().text(), row.entry().target());
            groups.computeIfAbsent(label, key -> new ArrayList<>()).add(spooled);
          }
        });
    return groups.values();
  }

  private static List<Frame> frames(
      Collection<List<Integer>> groups, List<ByteView> code, long most) {
    List<Frame> frames = new ArrayList<>();
    for (List<Integer> group : groups) {
      List<Integer> frame = new ArrayList<>();
      boolean first = true;
      long bytes = 0;
      for (int each : group) {
        if (!frame.isEmpty() && bytes + code.get(each).size() > most) {
          frames.add(new Frame(frame, first));
          frame = new ArrayList<>();
          first = false;
          bytes = 0;
        }
        frame.add(each);
        bytes += code.get(each).size();
      }
      frames.add(new Frame(frame, first));
    }
    return frames;
  }

  private static SchemeTable solid(
      List<Frame> frames,
      List<ByteView> code,
      WriteOptions options,
      ArchiveOutput out,
      Progress progress)
      throws IOException {
    SolidTable table = new SolidTable();
    try (Run run = new Run(new Compressors(options.level(), WINDOW_LOG, null), options, out)) {
      run.all(
          frames,
          code,
          (frame, offset, size) -> {
            if (frame.first) {
              table.group(offset);
            }
            table.frame(
                offset, size, frame.spooled.stream().map(each -> code.get(each).size()).toList());
          },
          false,
          progress);
    }
    return table;
  }

  private static SchemeTable dictionary(
      List<Frame> frames,
      List<ByteView> code,
      WriteOptions options,
      ArchiveOutput out,
      Progress progress)
      throws IOException {
    byte @Nullable [] dictionary = trained(code, options.tuning().dictionaryBytes(), progress);
    out.u32(frames.size());
    try (Run run = new Run(new Compressors(options.level(), 0, dictionary), options, out)) {
      run.all(frames, code, (frame, offset, size) -> {}, true, progress);
    }
    SchemeTable.Chain chain = new SchemeTable.Chain(out.position());
    if (dictionary == null) {
      return new SchemeTable.WithDictionary(chain, 0, 0);
    }
    out.write(dictionary, 0, dictionary.length);
    return new SchemeTable.WithDictionary(
        chain, dictionary.length, Zstd.getDictIdFromDict(dictionary));
  }

  /** A dictionary made from parts of all code objects; null where there is too little of them. */
  private static byte @Nullable [] trained(List<ByteView> code, int bytes, Progress progress)
      throws IOException {
    long total = code.stream().mapToLong(ByteView::size).sum();
    long wanted =
        Math.min(total, Math.min(MOST_SAMPLES_BYTES, (long) bytes * SAMPLES_PER_DICTIONARY));
    if (wanted < bytes) {
      return null;
    }
    ZstdDictTrainer trainer = new ZstdDictTrainer((int) wanted, bytes);
    // Every n-th window, so that all code objects have their part.
    long step = Math.max(1, total / Math.max(1, wanted));
    long window = 0;
    for (ByteView each : code) {
      progress.step(0);
      for (long at = 0; at < each.size(); at += SAMPLE_BYTES) {
        int length = (int) Math.min(SAMPLE_BYTES, each.size() - at);
        if (window++ % step == 0 && !trainer.addSample(each.bytes(at, length))) {
          break;
        }
      }
    }
    try {
      return trainer.trainSamples();
    } catch (ZstdException tooLittle) {
      return null;
    }
  }

  /** Receives the place of a frame once it is written. */
  private interface Placed {
    void at(Frame frame, long offset, long size);
  }

  /** Compresses frames with several threads and writes them in order. */
  private static final class Run implements AutoCloseable {
    private final Compressors compressors;
    private final WriteOptions options;
    private final ArchiveOutput out;
    private final ExecutorService workers;

    Run(Compressors compressors, WriteOptions options, ArchiveOutput out) {
      this.compressors = compressors;
      this.options = options;
      this.out = out;
      this.workers =
          Executors.newFixedThreadPool(
              options.threads(), Thread.ofPlatform().daemon().name("kpack-frames-", 0).factory());
    }

    private record Pending(Frame frame, ByteView code, @Nullable Future<List<byte[]>> packed) {}

    /**
     * @param chained whether frames have their size before them
     */
    void all(
        List<Frame> frames, List<ByteView> code, Placed placed, boolean chained, Progress progress)
        throws IOException {
      Deque<Pending> underWay = new ArrayDeque<>();
      int next = 0;
      while (next < frames.size() || !underWay.isEmpty()) {
        while (next < frames.size() && underWay.size() <= options.threads()) {
          Frame frame = frames.get(next++);
          ByteView content =
              ByteView.joined("code objects", frame.spooled.stream().map(code::get).toList());
          underWay.add(
              new Pending(
                  frame,
                  content,
                  content.size() > LARGE_BYTES ? null : workers.submit(() -> packed(content))));
        }
        write(underWay.remove(), placed, chained, progress);
      }
    }

    private List<byte[]> packed(ByteView content) throws IOException {
      List<byte[]> chunks = new ArrayList<>();
      compressors.frame(
          content,
          window -> {},
          window -> {
            byte[] chunk = new byte[window.remaining()];
            window.get(chunk);
            chunks.add(chunk);
          });
      return chunks;
    }

    private void write(Pending pending, Placed placed, boolean chained, Progress progress)
        throws IOException {
      if (chained) {
        out.u32(0);
      }
      long offset = out.position();
      if (pending.packed == null) {
        compressors.largeFrame(
            pending.code, options.threads(), window -> progress.step(0), out::write);
      } else {
        for (byte[] chunk : Threads.get(pending.packed)) {
          out.write(ByteBuffer.wrap(chunk));
        }
      }
      long size = out.position() - offset;
      if (size > MOST_FRAME_BYTES) {
        throw FormatException.in(
                pending.code.name(), ArchiveFormat.BLOB_AREA, "frame", Reason.TOO_LARGE)
            .mismatch("a frame of at most " + MOST_FRAME_BYTES + " bytes", size);
      }
      if (chained) {
        out.patchU32(offset - Integer.BYTES, size);
      }
      placed.at(pending.frame, offset, size);
      progress.step(pending.code.size());
    }

    @Override
    public void close() {
      workers.shutdownNow();
      workers.close();
      compressors.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      spool.close();
    }
  }
}
