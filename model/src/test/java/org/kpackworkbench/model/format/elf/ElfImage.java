package org.kpackworkbench.model.format.elf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Makes small ELF files, right or wrong, for tests. Everything is loaded where it is in the file,
 * so a section's address is its offset.
 *
 * <p>Contents that name other sections' addresses are made twice: the first time to learn where
 * everything comes to lie.
 */
public final class ElfImage {
  private static final int SECTION_HEADER = 64;
  private static final int PROGRAM_HEADER = 56;

  private record Section(
      String name,
      long type,
      long flags,
      long address,
      long offset,
      long size,
      String link,
      long info,
      long alignment,
      long entrySize) {}

  private final Consumer<ElfImage> content;
  private final Map<String, Long> offsets = new HashMap<>();
  private final Map<String, Integer> indices = new HashMap<>();
  private List<Section> sections = new ArrayList<>();
  private List<long[]> segments = new ArrayList<>();
  private ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int type = ElfHeader.SHARED;
  private int machine = ElfMachine.X86_64;
  private int segmentRoom = 8;

  private ElfImage(Consumer<ElfImage> content) {
    this.content = content;
  }

  /** Makes a file of what {@code content} adds. */
  public static byte[] of(Consumer<ElfImage> content) {
    ElfImage image = new ElfImage(content);
    image.pass();
    return image.pass();
  }

  private byte[] pass() {
    sections = new ArrayList<>();
    segments = new ArrayList<>();
    out = new ByteArrayOutputStream();
    out.writeBytes(new byte[ElfHeader.SIZE_BYTES + segmentRoom * PROGRAM_HEADER]);
    sections.add(new Section("", 0, 0, 0, 0, 0, "", 0, 0, 0));
    content.accept(this);
    return finish();
  }

  public ElfImage type(int value) {
    type = value;
    return this;
  }

  public ElfImage machine(int value) {
    machine = value;
    return this;
  }

  /** Where a section will lie; 0 in the first pass. */
  public long at(String name) {
    return offsets.getOrDefault(name, 0L);
  }

  /** The index a section will have; 0 in the first pass. */
  public int index(String name) {
    return indices.getOrDefault(name, 0);
  }

  public ElfImage section(String name, long type, long flags, int alignment, byte[] bytes) {
    return table(name, type, flags, alignment, "", 0, 0, bytes);
  }

  public ElfImage table(
      String name,
      long type,
      long flags,
      int alignment,
      String link,
      long info,
      long entrySize,
      byte[] bytes) {
    align(alignment);
    long offset = out.size();
    long address = (flags & SectionFlags.ALLOC) != 0 ? offset : 0;
    sections.add(
        new Section(
            name, type, flags, address, offset, bytes.length, link, info, alignment, entrySize));
    offsets.put(name, offset);
    indices.put(name, sections.size() - 1);
    out.writeBytes(bytes);
    return this;
  }

  /** Adds a section that is zero-filled. */
  public ElfImage noBits(String name, long address, long size) {
    long flags = SectionFlags.ALLOC | SectionFlags.WRITE;
    sections.add(
        new Section(name, SectionType.NOBITS, flags, address, out.size(), size, "", 0, 1, 0));
    offsets.put(name, address);
    indices.put(name, sections.size() - 1);
    return this;
  }

  public ElfImage segment(
      long type, long flags, long offset, long address, long fileSize, long memorySize) {
    segments.add(new long[] {type, flags, offset, address, address, fileSize, memorySize, 8});
    return this;
  }

  /** Adds a segment of the bytes of a section that was already added. */
  public ElfImage segment(long type, long flags, String section) {
    Section held =
        sections.stream().filter(each -> each.name.equals(section)).findFirst().orElseThrow();
    return segment(type, flags, held.offset, held.address, held.size, held.size);
  }

  /** Bytes written so far. */
  public long size() {
    return out.size();
  }

  private void align(int alignment) {
    while (out.size() % Math.max(1, alignment) != 0) {
      out.write(0);
    }
  }

  private byte[] finish() {
    Map<String, Integer> names = new HashMap<>();
    ByteArrayOutputStream texts = new ByteArrayOutputStream();
    texts.write(0);
    for (String name : sections.stream().map(Section::name).toList()) {
      names.put(name, name.isEmpty() ? 0 : texts.size());
      texts.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
    }
    names.put(".shstrtab", texts.size());
    texts.writeBytes(".shstrtab\0".getBytes(StandardCharsets.UTF_8));
    section(".shstrtab", SectionType.STRTAB, 0, 1, texts.toByteArray());
    align(8);
    long table = out.size();
    ByteBuffer headers = buffer(sections.size() * SECTION_HEADER);
    for (Section each : sections) {
      headers.putInt(names.get(each.name)).putInt((int) each.type).putLong(each.flags);
      headers.putLong(each.address).putLong(each.offset).putLong(each.size);
      headers.putInt(index(each.link)).putInt((int) each.info);
      headers.putLong(each.alignment).putLong(each.entrySize);
    }
    out.writeBytes(headers.array());
    byte[] file = out.toByteArray();
    ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    header.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).position(16);
    header.putShort((short) type).putShort((short) machine).putInt(1).putLong(0);
    header.putLong(segments.isEmpty() ? 0 : ElfHeader.SIZE_BYTES).putLong(table).putInt(0);
    header.putShort((short) ElfHeader.SIZE_BYTES).putShort((short) PROGRAM_HEADER);
    header.putShort((short) segments.size()).putShort((short) SECTION_HEADER);
    header.putShort((short) sections.size()).putShort((short) (sections.size() - 1));
    for (long[] segment : segments) {
      header.putInt((int) segment[0]).putInt((int) segment[1]);
      for (int i = 2; i < segment.length; i++) {
        header.putLong(segment[i]);
      }
    }
    return file;
  }

  /** A little-endian buffer of a size. */
  public static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** 64-bit words as bytes. */
  public static byte[] words(long... values) {
    ByteBuffer bytes = buffer(values.length * Long.BYTES);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  /** 32-bit words as bytes. */
  public static byte[] ints(int... values) {
    ByteBuffer bytes = buffer(values.length * Integer.BYTES);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  /** Zero-terminated texts, after an empty first one. */
  public static byte[] strings(String... texts) {
    return ("\0" + String.join("\0", texts) + "\0").getBytes(StandardCharsets.UTF_8);
  }

  /** A symbol. */
  public static byte[] symbol(int name, int info, int section, long value, long size) {
    return buffer(ElfSymbol.SIZE_BYTES)
        .putInt(name)
        .put((byte) info)
        .put((byte) 0)
        .putShort((short) section)
        .putLong(value)
        .putLong(size)
        .array();
  }

  /** A relocation with an addend. */
  public static byte[] rela(long offset, int type, int symbol, long addend) {
    return words(offset, (long) symbol << 32 | type, addend);
  }

  /** A note. */
  public static byte[] note(String owner, int type, byte[] content) {
    byte[] name = (owner + "\0").getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = buffer(12 + padded(name.length) + padded(content.length));
    bytes.putInt(name.length).putInt(content.length).putInt(type).put(name);
    bytes.position(12 + padded(name.length)).put(content);
    return bytes.array();
  }

  private static int padded(int length) {
    return (length + 3) & -4;
  }

  /** One array after another. */
  public static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
