package org.kpackworkbench.model.format.coff.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CheckSum;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImageHeader.Directory;
import org.kpackworkbench.model.format.coff.ImageHeader.DirectoryKind;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.PlannedView;

/**
 * An edited copy of a Windows program: ranges are cut and inserted first, then bytes are laid over
 * the copy. Whatever states an offset in the file follows: sections, symbols, debug data. The check
 * sum is computed anew where there was one; a signature, which cannot be true any more, goes. Used
 * by one thread.
 */
public final class CoffPlan {
  private static final int NEW_HEADER = 0x3c;
  private static final int SECTION_COUNT = 6;
  private static final int SYMBOLS = 12;
  private static final int SYMBOL_SECTION = 12;
  private static final int SYMBOL_FURTHER = 17;
  private static final int DEBUG_ENTRY_BYTES = 28;
  private static final int DEBUG_OFFSET = 24;

  /** Linkers write a handful of entries. */
  private static final long MOST_DEBUG_BYTES = 28L * 1024;

  private static final int DIRECTORY_BYTES = 8;
  private static final int MEMORY_SIZE = 8;
  private static final int ADDRESS = 12;
  private static final int FILE_SIZE = 16;
  private static final int FLAGS = 36;

  private final CoffFile file;
  private final ByteView view;
  private final ImageHeader header;
  private final OffsetEdits edits;
  private final List<ByteOverlay> overlays = new ArrayList<>();
  private int firstMoved = Integer.MAX_VALUE;
  private int movedIndex;
  private long movedAddress;

  /** Starts with the file as it is; an image has a header. */
  public CoffPlan(CoffFile file, ImageHeader header) {
    this.file = file;
    this.view = file.view();
    this.header = header;
    this.edits = new OffsetEdits(view.size());
  }

  /** Whether a file has a signature. */
  public static boolean isSigned(CoffFile file) {
    ImageHeader header = file.header();
    return header != null && header.directory(DirectoryKind.CERTIFICATES).sizeBytes() > 0;
  }

  /** Cuts bytes out; before any byte is laid over. */
  public void cut(long at, long sizeBytes) {
    edits.cut(at, sizeBytes);
  }

  /** Makes room; the bytes from {@code at} on follow. Before any byte is laid over. */
  public void insert(long at, long sizeBytes) {
    edits.insert(at, sizeBytes);
  }

  /** Cuts the signature out, if there is one at the end of the file. */
  public void cutSignature() {
    Directory signature = header.directory(DirectoryKind.CERTIFICATES);
    if (signature.sizeBytes() > 0
        && signature.address() >= CoffLayout.storedEnd(file, header)
        && signature.address() <= view.size() - signature.sizeBytes()) {
      cut(signature.address(), signature.sizeBytes());
    }
  }

  /**
   * Moves the sections at the end, to which nothing but symbols refers. Before any byte is laid
   * over.
   *
   * @param first the index of the first of them
   * @param indices how far their headers move
   * @param addresses how far they move in memory
   */
  public void move(int first, int indices, long addresses) {
    firstMoved = first;
    movedIndex = indices;
    movedAddress = addresses;
  }

  /** Where the byte at an offset of the old file goes. */
  public long newOffset(long oldOffset) {
    return edits.newOffset(oldOffset);
  }

  /** Size of the new file. */
  public long newSizeBytes() {
    return edits.newSizeBytes();
  }

  /** Lays bytes over the copy, at an offset of the new file. */
  public void put(ByteOverlay overlay) {
    overlays.add(overlay);
  }

  /** Lays bytes over the copy, at an offset of the new file. */
  public void bytes(long fileOffset, byte[] bytes) {
    put(ByteOverlay.bytes(fileOffset, bytes));
  }

  /** Writes where everything went that stays, but for sections that {@link #section} writes. */
  public void offsets() throws FormatException {
    long coff = view.u32(NEW_HEADER);
    long symbols = view.u32(coff + SYMBOLS);
    if (symbols != 0) {
      bytes(coff + SYMBOLS, ElfBytes.u32(newOffset(symbols)));
    }
    for (CoffSection section : file.sections()) {
      long at = newHeader(section);
      if (isMoved(section)) {
        put(ByteOverlay.of(at, view.slice(section.headerOffset(), CoffSection.HEADER_SIZE_BYTES)));
        bytes(at + ADDRESS, ElfBytes.u32(section.address() - header.imageBase() + movedAddress));
      }
      if (!section.isNoBits()) {
        bytes(at + FILE_SIZE + 4, ElfBytes.u32(newOffset(section.fileOffset())));
      }
    }
    if (movedIndex != 0 && !file.symbols().isEmpty()) {
      symbols(symbols, (int) view.u32(coff + SYMBOLS + 4));
    }
    debug();
    if (isSigned(file)) {
      bytes(directory(DirectoryKind.CERTIFICATES), new byte[DIRECTORY_BYTES]);
    }
  }

  private boolean isMoved(CoffSection section) {
    return section.index() >= firstMoved;
  }

  private long newHeader(CoffSection section) {
    return section.headerOffset()
        + (isMoved(section) ? (long) movedIndex * CoffSection.HEADER_SIZE_BYTES : 0);
  }

  /** Symbols name their sections by numbers, from 1. */
  private void symbols(long start, int count) throws FormatException {
    byte[] table = view.bytes(start, count * CoffFile.SYMBOL_BYTES);
    ByteBuffer entries = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (at < table.length) {
      int number = entries.getShort(at + SYMBOL_SECTION);
      if (number > firstMoved) {
        entries.putShort(at + SYMBOL_SECTION, (short) (number + movedIndex));
      }
      at += CoffFile.SYMBOL_BYTES * (1 + Byte.toUnsignedInt(table[at + SYMBOL_FURTHER]));
    }
    bytes(newOffset(start), table);
  }

  private long directory(DirectoryKind kind) {
    return header.offset() + ImageHeader.DIRECTORIES + (long) kind.ordinal() * DIRECTORY_BYTES;
  }

  private void debug() throws FormatException {
    Directory debug = header.directory(DirectoryKind.DEBUG);
    long at = file.offsetOf(header.imageBase() + debug.address()).orElse(-1);
    for (long used = 0;
        at >= 0 && used + DEBUG_ENTRY_BYTES <= Math.min(debug.sizeBytes(), MOST_DEBUG_BYTES);
        used += DEBUG_ENTRY_BYTES) {
      long field = at + used + DEBUG_OFFSET;
      long offset = field <= view.size() - 4 ? view.u32(field) : 0;
      if (offset != 0) {
        bytes(newOffset(field), ElfBytes.u32(newOffset(offset)));
      }
    }
  }

  /** Writes the sizes and the offset of a section. */
  public void section(CoffSection section, long memorySize, long fileSize, long newOffset) {
    long at = newHeader(section);
    bytes(at + MEMORY_SIZE, ElfBytes.u32(memorySize));
    bytes(at + FILE_SIZE, ElfBytes.u32(fileSize));
    bytes(at + FILE_SIZE + 4, ElfBytes.u32(newOffset));
  }

  /**
   * Writes whether a section has bytes in the file. GNU's strip leaves out sections without bytes
   * that are said to be initialised data.
   */
  public void initialized(CoffSection section, boolean initialized) throws FormatException {
    if (section.isUninitialized() == initialized) {
      bytes(newHeader(section) + FLAGS, ElfBytes.u32(section.flags(initialized)));
      long field = header.offset() + ImageHeader.ZERO_SIZE;
      long size = CoffLayout.alignUp(section.sizeBytes(), header.fileAlignment());
      bytes(field, ElfBytes.u32(view.u32(field) + (initialized ? -size : size)));
    }
  }

  /** Writes the number of sections, what they take in memory, and how much more data they have. */
  public void totals(int sections, long imageSize, long addedData) throws FormatException {
    long coff = view.u32(NEW_HEADER);
    bytes(coff + SECTION_COUNT, ElfBytes.u16(sections));
    bytes(header.offset() + ImageHeader.IMAGE_SIZE, ElfBytes.u32(imageSize));
    long data = header.offset() + ImageHeader.DATA_SIZE;
    bytes(data, ElfBytes.u32(view.u32(data) + addedData));
  }

  /** Where the bytes of a section's header would follow the last one. */
  public ByteRange nextHeader() {
    return new ByteRange(
        file.sections().getLast().headerOffset() + CoffSection.HEADER_SIZE_BYTES,
        CoffSection.HEADER_SIZE_BYTES);
  }

  /** Returns the file that would be written, but for its check sum. */
  public CoffFile result() throws FormatException {
    return CoffFile.read(PlannedView.of(view.name(), view, edits, overlays));
  }

  /** Writes the file. */
  public void write(FileChannel channel, LayoutWriter.Watcher watcher, Progress progress)
      throws IOException {
    new LayoutWriter(channel, watcher, progress).write(view, edits, overlays);
    if (header.checkSum() != 0) {
      long field = header.offset() + ImageHeader.CHECK_SUM;
      long sum = CheckSum.of(channel, field);
      ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      channel.write(bytes.putInt((int) sum).flip(), field);
    }
  }
}
