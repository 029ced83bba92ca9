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
  private static final int DEBUG_ENTRY_BYTES = 28;
  private static final int DEBUG_OFFSET = 24;

  /** Linkers write a handful of entries. */
  private static final long MOST_DEBUG_BYTES = 28L * 1024;

  private static final int DIRECTORY_BYTES = 8;
  private static final int MEMORY_SIZE = 8;
  private static final int FILE_SIZE = 16;

  private final CoffFile file;
  private final ByteView view;
  private final ImageHeader header;
  private final OffsetEdits edits;
  private final List<ByteOverlay> overlays = new ArrayList<>();

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
      if (!section.isNoBits()) {
        bytes(
            section.headerOffset() + FILE_SIZE + 4, ElfBytes.u32(newOffset(section.fileOffset())));
      }
    }
    debug();
    if (isSigned(file)) {
      bytes(directory(DirectoryKind.CERTIFICATES), new byte[DIRECTORY_BYTES]);
    }
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
    bytes(section.headerOffset() + MEMORY_SIZE, ElfBytes.u32(memorySize));
    bytes(section.headerOffset() + FILE_SIZE, ElfBytes.u32(fileSize));
    bytes(section.headerOffset() + FILE_SIZE + 4, ElfBytes.u32(newOffset));
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
