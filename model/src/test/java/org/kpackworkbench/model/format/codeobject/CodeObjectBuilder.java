package org.kpackworkbench.model.format.codeobject;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Makes small code objects that say what a test wants them to say. */
final class CodeObjectBuilder {
  /** Address of the file's first byte. */
  static final long BASE = 0x10000;

  private static final int SECTION_HEADER_BYTES = 64;

  private final Map<String, byte[]> descriptors = new LinkedHashMap<>();
  private final List<byte[]> notes = new ArrayList<>();
  private int machine = 224;
  private boolean object;
  private int abiVersion = 3;
  private long flags = 0x73f;

  /** Writes MessagePack. */
  interface Encoding {
    void write(MessagePacker packer) throws IOException;
  }

  CodeObjectBuilder machine(int number) {
    machine = number;
    return this;
  }

  /** An object file: symbols count in their sections, and nothing is loaded. */
  CodeObjectBuilder object() {
    object = true;
    return this;
  }

  /** The code object version, 2 to 6. */
  CodeObjectBuilder version(int number) {
    abiVersion = number - 2;
    return this;
  }

  CodeObjectBuilder flags(long value) {
    flags = value;
    return this;
  }

  /** A kernel's symbols, four bytes of code and a descriptor, whose entry is filled in. */
  CodeObjectBuilder kernel(String name, byte[] descriptor) {
    descriptors.put(name, descriptor.clone());
    return this;
  }

  CodeObjectBuilder note(String owner, int type, byte[] content) {
    byte[] name = (owner + "\0").getBytes(StandardCharsets.UTF_8);
    ByteBuffer note =
        ByteBuffer.allocate(12 + padded(name.length) + padded(content.length))
            .order(ByteOrder.LITTLE_ENDIAN);
    note.putInt(name.length).putInt(content.length).putInt(type).put(name);
    note.position(12 + padded(name.length)).put(content);
    notes.add(note.array());
    return this;
  }

  CodeObjectBuilder metadata(byte[] content) {
    return note("AMDGPU", 32, content);
  }

  CodeObjectBuilder metadata(Encoding packing) {
    return metadata(pack(packing));
  }

  /** Metadata that states a target and lists no kernel. */
  CodeObjectBuilder states(String target) {
    return metadata(
        packer -> {
          packer.packMapHeader(1).packString("amdhsa.target");
          packer.packString("amdgcn-amd-amdhsa--" + target);
        });
  }

  static byte[] pack(Encoding packing) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      packing.write(packer);
      return packer.toByteArray();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  CodeObject open() throws IOException {
    return CodeObject.read(view());
  }

  ByteView view() {
    return ByteView.of("made.hsaco", bytes());
  }

  byte[] bytes() {
    byte[] note = concatenated(notes);
    int noteAt = 64 + 56;
    int descriptorsAt = (noteAt + note.length + 63) / 64 * 64;
    int codeAt = descriptorsAt + 64 * descriptors.size();
    int symbolsAt = codeAt + 4 * descriptors.size();
    int symbolBytes = 24 * (1 + 2 * descriptors.size());
    byte[] strings = strings();
    int stringsAt = symbolsAt + symbolBytes;
    byte[] sectionNames =
        "\0.note\0.rodata\0.text\0.symtab\0.strtab\0".getBytes(StandardCharsets.UTF_8);
    int sectionNamesAt = stringsAt + strings.length;
    int headersAt = (sectionNamesAt + sectionNames.length + 7) / 8 * 8;
    ByteBuffer file =
        ByteBuffer.allocate(headersAt + 7 * SECTION_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header(file, headersAt);
    file.position(noteAt).put(note);
    writeKernels(file, descriptorsAt, codeAt);
    writeSymbols(file, symbolsAt, descriptorsAt, codeAt);
    file.position(stringsAt).put(strings);
    file.position(sectionNamesAt).put(sectionNames);
    file.position(headersAt + SECTION_HEADER_BYTES);
    section(file, 1, 7, 2, noteAt, note.length, 0, 0, 4);
    section(file, 7, 1, 2, descriptorsAt, codeAt - descriptorsAt, 0, 0, 64);
    section(file, 15, 1, 6, codeAt, symbolsAt - codeAt, 0, 0, 4);
    section(file, 21, 2, 0, symbolsAt, symbolBytes, 5, 24, 8);
    section(file, 29, 3, 0, stringsAt, strings.length, 0, 0, 1);
    section(file, 29, 3, 0, sectionNamesAt, sectionNames.length, 0, 0, 1);
    return file.array();
  }

  private void header(ByteBuffer file, int headersAt) {
    file.putInt(0x464c457f).put((byte) 2).put((byte) 1).put((byte) 1);
    file.put((byte) 64).put((byte) abiVersion).position(16);
    file.putShort((short) (object ? 1 : 3))
        .putShort((short) machine)
        .putInt(1)
        .putLong(0)
        .putLong(64);
    file.putLong(headersAt).putInt((int) flags).putShort((short) 64).putShort((short) 56);
    file.putShort((short) 1).putShort((short) 64).putShort((short) 7).putShort((short) 6);
    file.putInt(1).putInt(5).putLong(0).putLong(BASE).putLong(BASE);
    file.putLong(headersAt).putLong(headersAt).putLong(0x1000);
  }

  private void writeKernels(ByteBuffer file, int descriptorsAt, int codeAt) {
    int index = 0;
    for (byte[] descriptor : descriptors.values()) {
      int at = descriptorsAt + 64 * index;
      int code = codeAt + 4 * index;
      file.position(at).put(descriptor);
      file.putLong(at + 16, code - at);
      file.putInt(code, 0xbf810000);
      index++;
    }
  }

  private void writeSymbols(ByteBuffer file, int at, int descriptorsAt, int codeAt) {
    int name = 1;
    int index = 0;
    file.position(at + 24);
    for (String kernel : descriptors.keySet()) {
      symbol(file, name, 0x11, 2, (object ? 0 : BASE + descriptorsAt) + 64L * index, 64);
      name += kernel.length() + 4;
      symbol(file, name, 0x12, 3, (object ? 0 : BASE + codeAt) + 4L * index, 4);
      name += kernel.length() + 1;
      index++;
    }
  }

  private byte[] strings() {
    StringBuilder strings = new StringBuilder("\0");
    for (String kernel : descriptors.keySet()) {
      strings.append(kernel).append(".kd\0").append(kernel).append('\0');
    }
    return strings.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void symbol(
      ByteBuffer file, int name, int info, int section, long value, long size) {
    file.putInt(name).put((byte) info).put((byte) 0).putShort((short) section);
    file.putLong(value).putLong(size);
  }

  private static void section(
      ByteBuffer file,
      int name,
      int type,
      long flags,
      int offset,
      int size,
      int link,
      int entrySize,
      int alignment) {
    file.putInt(name).putInt(type).putLong(flags).putLong(flags == 0 ? 0 : BASE + offset);
    file.putLong(offset).putLong(size).putInt(link).putInt(0);
    file.putLong(alignment).putLong(entrySize);
  }

  private static byte[] concatenated(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static int padded(int length) {
    return (length + 3) / 4 * 4;
  }
}
