package org.kpackworkbench.model.format.elf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

/** Reads notes: name size, content size, type (4 bytes each), then name and content, padded. */
final class Notes {
  private static final int HEADER_BYTES = 12;
  private static final int MOST_NOTES = 1 << 16;
  private static final int MOST_NAME_BYTES = 4096;

  private final ByteView file;
  private final Problems problems;
  private final List<ElfNote> notes = new ArrayList<>();

  Notes(ByteView file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  List<ElfNote> list() {
    return List.copyOf(notes);
  }

  /** Reads the notes of one section or segment; a broken one ends it. */
  void read(ByteRange range, long alignment, @Nullable ElfSection section, String structure)
      throws FormatException {
    long padding = alignment == 8 ? 8 : 4;
    long at = range.start();
    try {
      while (range.end() - at >= HEADER_BYTES && notes.size() < MOST_NOTES) {
        at = readOne(at, range.end(), padding, section, structure);
      }
    } catch (FormatException problem) {
      problems.add(problem);
    }
  }

  private long readOne(
      long start, long end, long padding, @Nullable ElfSection section, String structure)
      throws FormatException {
    StructReader reader = new StructReader(file, start, structure);
    long nameSize = reader.u32("name size");
    long contentSize = reader.u32("content size");
    long type = reader.u32("type");
    long nameStart = reader.position();
    if (nameSize > MOST_NAME_BYTES || nameSize > end - nameStart) {
      throw outside(reader, start, "name size", Math.min(MOST_NAME_BYTES, end - nameStart))
          .found(nameSize)
          .build();
    }
    long contentStart = Math.min(end, aligned(nameStart + nameSize - start, padding) + start);
    if (contentSize > end - contentStart) {
      throw outside(reader, start + 4, "content size", end - contentStart)
          .found(contentSize)
          .build();
    }
    long next = Math.min(end, aligned(contentStart + contentSize - start, padding) + start);
    notes.add(
        new ElfNote(
            name(nameStart, (int) nameSize),
            type,
            file.slice(contentStart, contentSize),
            ByteRange.between(start, next),
            section));
    return next;
  }

  private String name(long start, int size) throws FormatException {
    byte[] bytes = file.bytes(start, size);
    int length = size;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static FormatException.Builder outside(
      StructReader reader, long offset, String field, long limit) {
    return reader.error(offset, field, Reason.OUT_OF_BOUNDS).expected("at most " + limit);
  }

  private static long aligned(long offset, long to) {
    return (offset + to - 1) & -to;
  }
}
