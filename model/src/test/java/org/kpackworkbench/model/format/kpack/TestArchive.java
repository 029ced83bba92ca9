package org.kpackworkbench.model.format.kpack;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.base.place.Place;

/** Makes archives for tests, right or wrong, without the product's writer. */
public final class TestArchive {
  /** The golden file's SHA-256. */
  static final String GOLDEN_SHA256 =
      "cf69e89680656e7cd41f8e9df4c73ffffbff9f4237074f6a562d8ec88f172181";

  /** The golden file's table of contents. */
  static final String GOLDEN_TABLE =
      "87ae666f726d61745f76657273696f6e01aa67726f75705f6e616d65a474"
          + "657374af6766785f617263685f66616d696c79a767667839303058aa6766785f61726368657392a6"
          + "676678393030a6676678393036a3746f6382b06c69622f6c6962746573742e736f233082a6676678"
          + "39303083a474797065a5687361636fa76f7264696e616c00ad6f726967696e616c5f73697a6577a6"
          + "67667839303683a474797065a5687361636fa76f7264696e616c01ad6f726967696e616c5f73697a"
          + "65ccdbad62696e2f74657374617070233081a667667839303083a474797065a5687361636fa76f72"
          + "64696e616c02ad6f726967696e616c5f73697a65cca8b2636f6d7072657373696f6e5f736368656d"
          + "65a46e6f6e65a5626c6f62739382a66f666673657440a473697a657782a66f6666736574ccb7a473"
          + "697a65ccdb82a66f6666736574cd0192a473697a65cca8";

  public Object formatVersion = 1;
  public Object groupName = "test";
  public Object family = "gfx900X";
  public Object architectures = List.of("gfx900", "gfx906");

  /** Null leaves the key out. */
  public Object toc = map();

  /** Null leaves the key out. */
  public Object scheme = "zstd-per-kernel";

  public final Pairs extra = map();
  public byte[] blobArea = new byte[0];
  public int level = 3;

  private TestArchive() {}

  /** An archive with these code objects in one zstd frame each; rows are up to the test. */
  public static TestArchive zstd(byte[]... kernels) {
    TestArchive archive = new TestArchive();
    archive.frames(Arrays.stream(kernels).map(archive::frame).toArray(byte[][]::new));
    return kernels.length == 0 ? archive : archive.area(archive.blobArea.length);
  }

  /** An archive with these code objects as they are. */
  public static TestArchive plain(byte[]... kernels) {
    TestArchive archive = new TestArchive();
    archive.scheme = "none";
    ByteArrayOutputStream area = new ByteArrayOutputStream();
    List<Object> blobs = new ArrayList<>();
    for (byte[] kernel : kernels) {
      blobs.add(map("offset", 64 + area.size(), "size", kernel.length));
      area.writeBytes(kernel);
    }
    archive.blobArea = area.toByteArray();
    return kernels.length == 0 ? archive : archive.blobs(blobs.toArray());
  }

  /** Sets what the table says about the blobs of scheme none. */
  public TestArchive blobs(Object... blobs) {
    extra.put("blobs", List.of(blobs));
    return this;
  }

  /** Sets what the table says about the blob area. */
  public TestArchive area(long size) {
    extra.put("zstd_offset", 64).put("zstd_size", size);
    return this;
  }

  public static byte[] golden() {
    byte[] first = Arrays.copyOf("KERNEL1_GFX900_DATA".getBytes(StandardCharsets.US_ASCII), 119);
    byte[] second = Arrays.copyOf("KERNEL2_GFX906_DATA".getBytes(StandardCharsets.US_ASCII), 219);
    byte[] third = Arrays.copyOf("KERNEL3_APP_GFX900".getBytes(StandardCharsets.US_ASCII), 168);
    Arrays.fill(third, 18, 168, (byte) 0xff);
    ByteBuffer file = ByteBuffer.allocate(903).order(ByteOrder.LITTLE_ENDIAN);
    file.put("KPAK".getBytes(StandardCharsets.US_ASCII)).putInt(1).putLong(570).position(64);
    file.put(first).put(second).put(third);
    file.put(java.util.HexFormat.of().parseHex(GOLDEN_TABLE));
    return file.array();
  }

  public static Pairs entry(int ordinal, long originalSize) {
    return map("type", "hsaco", "ordinal", ordinal, "original_size", originalSize);
  }

  /** Sets the rows. */
  public TestArchive toc(Object value) {
    toc = value;
    return this;
  }

  /** Replaces the blob area by a chain of these frames, whatever they are. */
  public TestArchive frames(byte[]... frames) {
    int size = 4;
    for (byte[] frame : frames) {
      size += 4 + frame.length;
    }
    ByteBuffer area = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    area.putInt(frames.length);
    for (byte[] frame : frames) {
      area.putInt(frame.length).put(frame);
    }
    blobArea = area.array();
    return this;
  }

  public byte[] frame(byte[] kernel) {
    try (com.github.luben.zstd.ZstdCompressCtx context =
        new com.github.luben.zstd.ZstdCompressCtx().setLevel(level).setChecksum(true)) {
      return context.compress(kernel);
    }
  }

  public byte[] table() {
    Pairs root =
        map(
            "format_version", formatVersion,
            "group_name", groupName,
            "gfx_arch_family", family,
            "gfx_arches", architectures);
    if (toc != null) {
      root.put("toc", toc);
    }
    if (scheme != null) {
      root.put("compression_scheme", scheme);
    }
    byte[] known = MsgBytes.pack(root);
    byte[] more = MsgBytes.pack(extra);
    // Both are small maps: join their pairs below one header.
    ByteBuffer joined = ByteBuffer.allocate(known.length + more.length - 1);
    joined.put((byte) (0x80 | ((known[0] & 0xf) + (more[0] & 0xf))));
    joined.put(known, 1, known.length - 1).put(more, 1, more.length - 1);
    return joined.array();
  }

  public byte[] bytes() {
    byte[] table = table();
    ByteBuffer file =
        ByteBuffer.allocate(64 + blobArea.length + table.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put("KPAK".getBytes(StandardCharsets.US_ASCII)).putInt(1).putLong(64 + blobArea.length);
    file.position(64).put(blobArea).put(table);
    return file.array();
  }

  KpackArchive read() throws FormatException {
    return read(bytes());
  }

  static KpackArchive read(byte[] bytes) throws FormatException {
    Path path = Path.of("test.kpack");
    return KpackArchive.read(ByteView.of("test.kpack", bytes), new Place.File(path));
  }

  /** Bytes that compress to about half. */
  public static byte[] kernel(int seed, int size) {
    byte[] bytes = new byte[size];
    java.util.Random random = new java.util.Random(seed);
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) random.nextInt(16);
    }
    return bytes;
  }

  public static long tableOffset(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
  }
}
