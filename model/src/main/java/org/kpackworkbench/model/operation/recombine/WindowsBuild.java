package org.kpackworkbench.model.operation.recombine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImageHeader.Directory;
import org.kpackworkbench.model.format.coff.ImageHeader.DirectoryKind;
import org.kpackworkbench.model.format.coff.ImagePart;
import org.kpackworkbench.model.format.coff.ImageTables;

/**
 * Windows programs and DLLs without what each build writes anew: times, ids of debug data, the
 * check sum, and sums of sizes. Symbols are not compared; Windows has no use for them.
 */
final class WindowsBuild {
  private static final int FILE_HEADER_BYTES = 20;
  private static final int TIME_AT = 4;
  private static final int SYMBOLS_AT = 8;
  private static final int MOST_BYTES = 64 << 20;

  private WindowsBuild() {}

  /** Returns the differences beside those of sections, in words. */
  static Set<String> differing(CoffFile one, CoffFile two, Progress progress)
      throws FormatException {
    Set<String> differ = new LinkedHashSet<>();
    if (!MovedAddresses.between(one, two).explain(headers(one), headers(two))) {
      differ.add("headers");
    }
    if (overlay(one).mismatch(overlay(two), progress.cancelOnly()).isPresent()) {
      differ.add("what is appended to it");
    }
    return differ;
  }

  private static ByteView headers(CoffFile file) throws FormatException {
    ImageHeader header = file.header();
    if (header == null || header.offset() > MOST_BYTES) {
      return file.view();
    }
    int start = (int) header.offset();
    int end = start + ImageHeader.DIRECTORIES + 8 * header.directories().size();
    ByteBuffer bytes =
        ByteBuffer.allocate(end + 4 * file.sections().size()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(file.view().bytes(0, end));
    bytes.putInt(start - FILE_HEADER_BYTES + TIME_AT, 0);
    bytes.putLong(start - FILE_HEADER_BYTES + SYMBOLS_AT, 0);
    bytes.putInt(start + ImageHeader.DATA_SIZE, 0).putInt(start + ImageHeader.ZERO_SIZE, 0);
    bytes.putInt(start + ImageHeader.IMAGE_SIZE, 0).putInt(start + ImageHeader.CHECK_SUM, 0);
    file.sections().forEach(section -> bytes.putInt((int) section.flags()));
    return ByteView.of(file.kindName(), bytes.array());
  }

  private static ByteView overlay(CoffFile file) throws FormatException {
    for (ImagePart part : ImageTables.read(file).parts()) {
      if (part.kind().equals(ImagePart.OVERLAY)) {
        return file.view().slice(part.range().start(), part.range().length());
      }
    }
    return ByteView.of(ImagePart.OVERLAY, new byte[0]);
  }

  /** The bytes of a section, with zeros for those that each build writes anew. */
  static ByteView content(CoffFile file, CoffSection section) throws FormatException {
    ByteRange range = file.rangeOf(section);
    ByteView stored = file.view().slice(range.start(), range.length());
    List<ByteRange> anew =
        anew(file).stream()
            .filter(each -> each.start() >= range.start() && each.end() <= range.end())
            .toList();
    if (anew.isEmpty() || range.length() > MOST_BYTES) {
      return stored;
    }
    byte[] bytes = stored.bytes(0, (int) range.length());
    for (ByteRange each : anew) {
      int start = (int) (each.start() - range.start());
      Arrays.fill(bytes, start, start + (int) each.length(), (byte) 0);
    }
    return ByteView.of(section.label(), bytes);
  }

  private static List<ByteRange> anew(CoffFile file) throws FormatException {
    ImageHeader header = file.header();
    List<ByteRange> anew = new ArrayList<>();
    if (header == null) {
      return anew;
    }
    Directory exports = header.directory(DirectoryKind.EXPORTS);
    Directory debug = header.directory(DirectoryKind.DEBUG);
    if (exports.sizeBytes() > 0) {
      file.offsetOf(header.imageBase() + exports.address() + TIME_AT)
          .ifPresent(at -> anew.add(new ByteRange(at, Integer.BYTES)));
    }
    file.offsetOf(header.imageBase() + debug.address())
        .ifPresent(at -> anew.add(new ByteRange(at, debug.sizeBytes())));
    for (ImagePart part : ImageTables.read(file).parts()) {
      if (part.kind().equals(DirectoryKind.DEBUG.words())) {
        anew.add(part.range());
      }
    }
    return anew;
  }
}
