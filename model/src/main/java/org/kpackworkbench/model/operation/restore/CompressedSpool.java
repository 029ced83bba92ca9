package org.kpackworkbench.model.operation.restore;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.BlockOutput;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.operation.restore.BundleBytes.BundleStream;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.Refused;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/**
 * Compressed bundles, made ahead because only then their sizes are known. They lie in one file that
 * has no name any more once it is open, so that nothing of it is left whatever happens.
 */
final class CompressedSpool implements AutoCloseable {
  private static final int WINDOW_BYTES = 128 * 1024;

  private final FileChannel channel;
  private final Progress progress;
  private long reserved;

  /**
   * @param beside the file that is restored; the spool lies in its folder
   */
  CompressedSpool(Path beside, Progress progress) throws IOException {
    this.progress = progress;
    this.channel =
        NamedChannel.open(
            ReplacingFile.workFile(beside),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  private record Task(
      PlannedBundle bundle,
      BundleForm.Compressed form,
      PlannedBundle.Layout layout,
      long position) {}

  /**
   * Makes all bundles' bytes ready: compressed ones are compressed now, on so many threads.
   *
   * @param best whether they become as small as can be, which takes time
   * @return in the order of the bundles
   */
  List<BundleBytes> prepare(List<PlannedBundle> bundles, int threads, boolean best)
      throws IOException {
    List<Task> tasks = new ArrayList<>();
    long total = 0;
    for (PlannedBundle bundle : bundles) {
      if (bundle.form() instanceof BundleForm.Compressed form) {
        PlannedBundle.Layout layout = bundle.layout();
        tasks.add(new Task(bundle, form, layout, reserved));
        reserved += headerBytes(form) + BundleCompressor.bound(form.method(), layout.sizeBytes());
        total += layout.sizeBytes();
      }
    }
    if (!tasks.isEmpty()) {
      progress.begin("Compressing %d bundles".formatted(tasks.size()), total, Unit.BYTES);
    }
    List<BundleBytes> compressed = run(tasks, threads, best);
    List<BundleBytes> all = new ArrayList<>();
    int next = 0;
    for (PlannedBundle bundle : bundles) {
      boolean packed = bundle.form() instanceof BundleForm.Compressed;
      all.add(packed ? compressed.get(next++) : BundleBytes.plain(bundle, progress));
    }
    return all;
  }

  private List<BundleBytes> run(List<Task> tasks, int threads, boolean best) throws IOException {
    List<BundleBytes> done = new ArrayList<>();
    try (ExecutorService workers =
        Executors.newFixedThreadPool(Math.clamp(tasks.size(), 1, threads))) {
      List<Future<BundleBytes>> results =
          tasks.stream().map(task -> workers.submit(() -> compress(task, best))).toList();
      try {
        for (Future<BundleBytes> result : results) {
          done.add(Threads.get(result));
        }
      } finally {
        workers.shutdownNow();
      }
    }
    return done;
  }

  private BundleBytes compress(Task task, boolean best) throws IOException {
    long payloadAt = task.position + headerBytes(task.form);
    ChannelStream stored = new ChannelStream(payloadAt);
    MessageDigest hash = Digests.md5();
    try (OutputStream packing =
        BundleCompressor.open(task.form.method(), task.layout.sizeBytes(), best, stored)) {
      new BundleStream(task.bundle, task.layout, progress)
          .writeTo(new DigestOutputStream(packing, hash));
    }
    long size = stored.position - task.position;
    byte[] header = header(task, size, hash.digest());
    channel.write(ByteBuffer.wrap(header), task.position);
    return new BundleBytes(task.bundle, size, out -> copy(task.position, size, out), null);
  }

  static int headerBytes(BundleForm.Compressed form) {
    return switch (form.version()) {
      case 1 -> 20;
      case 2 -> 24;
      default -> 32;
    };
  }

  /** Sizes have 32 bits in the headers of old versions. */
  static void checkSize(PlannedBundle bundle, BundleForm.Compressed form, long size)
      throws Refused {
    if (form.version() < 3 && size > 0xffffffffL) {
      throw new Refused(
          RestoreRefusal.BUNDLE_TOO_LARGE,
          "the bundle of wrapper %s has %d bytes; %s holds at most 4 GiB"
              .formatted(bundle.wrappers().getFirst(), size, form.text()));
    }
  }

  private static byte[] header(Task task, long size, byte[] md5) throws Refused {
    int version = task.form.version();
    int method = task.form.method() == CompressionMethod.ZLIB ? 0 : 1;
    long original = task.layout.sizeBytes();
    checkSize(task.bundle, task.form, Math.max(original, size));
    ByteBuffer header =
        ByteBuffer.allocate(headerBytes(task.form))
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt((int) CompressedBundle.MAGIC)
            .putShort((short) version)
            .putShort((short) method);
    switch (version) {
      case 1 -> header.putInt((int) original);
      case 2 -> header.putInt((int) size).putInt((int) original);
      default -> header.putLong(size).putLong(original);
    }
    return header.put(md5, 0, Long.BYTES).array();
  }

  private void copy(long position, long size, OutputStream out) throws IOException {
    byte[] window = new byte[(int) Math.min(WINDOW_BYTES, size)];
    for (long done = 0; done < size; ) {
      int wanted = (int) Math.min(window.length, size - done);
      int count = channel.read(ByteBuffer.wrap(window, 0, wanted), position + done);
      if (count < 0) {
        throw new java.io.EOFException("a temporary file ends early");
      }
      out.write(window, 0, count);
      done += count;
      progress.step(0);
    }
  }

  private final class ChannelStream extends BlockOutput {
    private long position;

    ChannelStream(long position) {
      this.position = position;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
      while (left.hasRemaining()) {
        position += channel.write(left, position);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Compresses as a stream of known length. */
  static final class BundleCompressor {
    private static final int WINDOW_BYTES = 128 * 1024;

    /** Up to this size a bundle is compressed as well as can be at once: it is done soon. */
    private static final long SMALL_BYTES = 8L << 20;

    private static final int BEST_LEVEL = 19;
    private static final int LEVEL = 3;

    /** As far back as compilers look for what occurs again. */
    private static final int BEST_WINDOW_LOG = 27;

    private BundleCompressor() {}

    /** The most bytes that so many can become. */
    static long bound(CompressionMethod method, long sizeBytes) {
      return method == CompressionMethod.ZSTD
          ? Zstd.compressBound(sizeBytes)
          : sizeBytes + (sizeBytes >> 9) + 1024;
    }

    /** A stream that compresses into another; closing it ends the data, the other stays open. */
    static OutputStream open(
        CompressionMethod method, long sizeBytes, boolean best, OutputStream out) {
      return method == CompressionMethod.ZSTD
          ? new ZstdStream(out, sizeBytes, best)
          : new ZlibStream(
              out, new Deflater(best ? Deflater.BEST_COMPRESSION : Deflater.DEFAULT_COMPRESSION));
    }

    private static final class ZlibStream extends DeflaterOutputStream {
      private final Deflater deflater;

      ZlibStream(OutputStream out, Deflater deflater) {
        super(out, deflater, WINDOW_BYTES);
        this.deflater = deflater;
      }

      @Override
      public void close() throws IOException {
        try {
          finish();
        } finally {
          deflater.end();
        }
      }
    }

    private static final class ZstdStream extends BlockOutput {
      private final OutputStream out;
      private final ZstdCompressCtx context;
      private final ByteBuffer raw = ByteBuffer.allocateDirect(WINDOW_BYTES);
      private final ByteBuffer packed = ByteBuffer.allocateDirect(WINDOW_BYTES);
      private final byte[] window = new byte[WINDOW_BYTES];

      ZstdStream(OutputStream out, long sizeBytes, boolean best) {
        this.out = out;
        this.context = new ZstdCompressCtx();
        context
            .setLevel(best || sizeBytes <= SMALL_BYTES ? BEST_LEVEL : LEVEL)
            .setContentSize(true);
        if (best) {
          context.setLong(BEST_WINDOW_LOG);
        }
        context.setPledgedSrcSize(sizeBytes);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        while (at < end) {
          int count = Math.min(raw.remaining(), end - at);
          raw.put(bytes, at, count);
          at += count;
          if (!raw.hasRemaining()) {
            compress(EndDirective.CONTINUE);
          }
        }
      }

      private void compress(EndDirective directive) throws IOException {
        raw.flip();
        boolean finished;
        do {
          finished = context.compressDirectByteBufferStream(packed.clear(), raw, directive);
          int size = packed.flip().remaining();
          packed.get(window, 0, size);
          out.write(window, 0, size);
        } while (raw.hasRemaining() || (directive == EndDirective.END && !finished));
        raw.clear();
      }

      @Override
      public void close() throws IOException {
        try (context) {
          compress(EndDirective.END);
        }
      }
    }
  }
}
