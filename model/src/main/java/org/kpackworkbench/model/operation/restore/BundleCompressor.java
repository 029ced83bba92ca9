package org.kpackworkbench.model.operation.restore;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.kpackworkbench.model.format.offload.CompressionMethod;

/** Compresses as a stream of known length. */
final class BundleCompressor {
  private static final int WINDOW_BYTES = 128 * 1024;

  /** Up to this size a bundle is compressed as well as can be: it has to fit where it was. */
  private static final long SMALL_BYTES = 8L << 20;

  private static final int SMALL_LEVEL = 19;
  private static final int LEVEL = 3;

  private BundleCompressor() {}

  /** The most bytes that so many can become. */
  static long bound(CompressionMethod method, long sizeBytes) {
    return method == CompressionMethod.ZSTD
        ? Zstd.compressBound(sizeBytes)
        : sizeBytes + (sizeBytes >> 9) + 1024;
  }

  /** A stream that compresses into another; closing it ends the data, the other stays open. */
  static OutputStream open(CompressionMethod method, long sizeBytes, OutputStream out) {
    return method == CompressionMethod.ZSTD
        ? new ZstdStream(out, sizeBytes)
        : new ZlibStream(out, new Deflater());
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

  private static final class ZstdStream extends OutputStream {
    private final OutputStream out;
    private final ZstdCompressCtx context;
    private final ByteBuffer raw = ByteBuffer.allocateDirect(WINDOW_BYTES);
    private final ByteBuffer packed = ByteBuffer.allocateDirect(WINDOW_BYTES);
    private final byte[] window = new byte[WINDOW_BYTES];

    ZstdStream(OutputStream out, long sizeBytes) {
      this.out = out;
      this.context = new ZstdCompressCtx();
      context.setLevel(sizeBytes <= SMALL_BYTES ? SMALL_LEVEL : LEVEL).setContentSize(true);
      context.setPledgedSrcSize(sizeBytes);
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
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
