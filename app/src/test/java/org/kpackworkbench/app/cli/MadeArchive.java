package org.kpackworkbench.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** An archive without compression, made byte by byte, as right or wrong as a test wants it. */
final class MadeArchive {
  private static final int HEADER_BYTES = 64;

  private final ByteArrayOutputStream blobs = new ByteArrayOutputStream();
  private final List<MsgValue> blobList = new ArrayList<>();
  private final List<MsgValue.Pair> toc = new ArrayList<>();
  private String scheme = "none";
  private long version = 1;
  private long tableOffset = -1;

  /** Adds a binary with one code object of its own. */
  MadeArchive add(String key, String target, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    int ordinal = blobList.size();
    blobList.add(map("offset", number(HEADER_BYTES + blobs.size()), "size", number(bytes.length)));
    blobs.writeBytes(bytes);
    return row(key, target, ordinal, bytes.length);
  }

  /** Adds a binary whose row may say anything. */
  MadeArchive row(String key, String target, long ordinal, long originalSize) {
    toc.add(
        new MsgValue.Pair(
            new MsgValue.Text(key),
            map(
                target,
                map(
                    "type",
                    new MsgValue.Text("hsaco"),
                    "ordinal",
                    number(ordinal),
                    "original_size",
                    number(originalSize)))));
    return this;
  }

  /** Adds a blob that may lie anywhere. */
  MadeArchive blob(long offset, long size) {
    blobList.add(map("offset", number(offset), "size", number(size)));
    return this;
  }

  MadeArchive scheme(String name) {
    scheme = name;
    return this;
  }

  MadeArchive version(long number) {
    version = number;
    return this;
  }

  MadeArchive tableOffset(long offset) {
    tableOffset = offset;
    return this;
  }

  Path write(Path file) throws IOException {
    return write(file, MsgEncoder.value(table()));
  }

  /** Writes it with another table. */
  Path write(Path file, byte[] table) throws IOException {
    long at = tableOffset < 0 ? HEADER_BYTES + blobs.size() : tableOffset;
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put("KPAK".getBytes(StandardCharsets.US_ASCII)).putInt((int) version).putLong(at);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(header.array());
    bytes.writeBytes(blobs.toByteArray());
    bytes.writeBytes(table);
    return Files.write(file, bytes.toByteArray());
  }

  private MsgValue table() {
    return map(
        "format_version",
        number(1),
        "group_name",
        new MsgValue.Text("made"),
        "gfx_arch_family",
        new MsgValue.Text("gfx900X"),
        "gfx_arches",
        new MsgValue.Array(List.of(new MsgValue.Text("gfx900"))),
        "toc",
        new MsgValue.Mapping(toc),
        "compression_scheme",
        new MsgValue.Text(scheme),
        "blobs",
        new MsgValue.Array(blobList));
  }

  private static MsgValue number(long value) {
    return MsgValue.Int.of(value);
  }

  private static MsgValue map(Object... namesAndValues) {
    List<MsgValue.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      pairs.add(
          new MsgValue.Pair(
              new MsgValue.Text((String) namesAndValues[i]), (MsgValue) namesAndValues[i + 1]));
    }
    return new MsgValue.Mapping(pairs);
  }
}
