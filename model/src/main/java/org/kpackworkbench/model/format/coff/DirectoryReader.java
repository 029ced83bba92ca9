package org.kpackworkbench.model.format.coff;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** Reads what directories of an image lead to; addresses count from the image's base. */
class DirectoryReader {
  final CoffFile file;
  final ByteView view;
  final ImageHeader header;
  final CoffNames names;
  final List<FormatException> problems = new ArrayList<>();

  DirectoryReader(CoffFile file, ImageHeader header) {
    this.file = file;
    this.view = file.view();
    this.header = header;
    this.names = new CoffNames(view, 0);
  }

  interface Table {
    void read() throws FormatException;
  }

  /** A table that cannot be read does not keep the others from being read. */
  final void table(Table table) throws FormatException {
    try {
      table.read();
    } catch (FormatException problem) {
      problem.throwIfFileChanged();
      problems.add(problem);
    }
  }

  final String text(long address) throws FormatException {
    return names.at(offset(address, 1, "name"), "");
  }

  /** The offset in the file of bytes that are loaded from there. */
  final long offset(long address, long length, String field) throws FormatException {
    long virtual = header.imageBase() + address;
    ByteRange range = file.sectionAt(virtual).map(file::rangeOf).orElse(new ByteRange(0, 0));
    long found = file.offsetOf(virtual).orElse(-1);
    if (found < 0 || found + length > range.end()) {
      throw error(field)
          .expected("%d bytes that are loaded from the file".formatted(length))
          .found("0x%x: %s".formatted(virtual, file.whereWords(virtual)))
          .build();
    }
    return found;
  }

  final FormatException.Builder error(String field) {
    return FormatException.in(view.name(), "directory", field, Reason.OUT_OF_BOUNDS);
  }
}
