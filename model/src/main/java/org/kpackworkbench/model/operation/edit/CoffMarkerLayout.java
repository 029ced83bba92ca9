package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.edit.CoffPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;

/**
 * A host-only Windows binary with another marker. The marker keeps its address: it takes what pads
 * its section, and where that is the last one but for debug data, more of the file.
 */
final class CoffMarkerLayout implements MarkerLayout {
  private final CoffFile file;
  private final Marker marker;
  private final ImageHeader header;
  private final CoffSection own;
  private final byte[] bytes;
  private final CoffPlan plan;
  private final long roomBytes;
  private final long grownBytes;

  CoffMarkerLayout(CoffFile file, FatBinary fat, byte[] bytes) throws FormatException {
    this.file = file;
    this.marker = Objects.requireNonNull(fat.marker());
    this.own = (CoffSection) Objects.requireNonNull(marker.section());
    this.bytes = bytes;
    ImageHeader read = file.header();
    if (read == null || !file.problems().isEmpty()) {
      throw MarkerLayout.refused(
          file,
          "layout",
          "a file in which a marker can be changed",
          file.problems().isEmpty() ? "no optional header" : file.problems().getFirst().words());
    }
    this.header = read;
    this.roomBytes = room();
    this.grownBytes = grown();
    this.plan = new CoffPlan(file, header);
    plan();
  }

  private boolean endsSection() {
    return marker.range().end() == file.rangeOf(own).end();
  }

  /** The bytes that the section has, as far as nothing else is in them. */
  private long room() throws FormatException {
    ByteRange padding = ByteRange.between(marker.range().end(), file.paddedRangeOf(own).end());
    boolean free = endsSection() && ZeroScan.isZero(file.view(), padding);
    return marker.range().length()
        + (free ? Math.min(padding.length(), memoryEnd() - own.address() - own.sizeBytes()) : 0);
  }

  /** Where the next section is in memory; nothing is behind the last one. */
  private long memoryEnd() {
    return file.sections().stream()
        .mapToLong(CoffSection::address)
        .filter(address -> Long.compareUnsigned(address, own.address()) > 0)
        .min()
        .orElse(header.imageBase() + Integer.MAX_VALUE);
  }

  private long grown() throws FormatException {
    if (bytes.length <= roomBytes) {
      return 0;
    }
    long storedEnd = own.fileOffset() + own.fileSizeBytes();
    boolean last =
        endsSection()
            && own.index() == CoffLayout.keptCount(file) - 1
            && storedEnd == CoffLayout.before(file, header, own.index() + 1)
            && marker.address() + bytes.length <= memoryEnd()
            && ZeroScan.isZero(file.view(), ByteRange.between(marker.range().end(), storedEnd));
    if (!last) {
      throw MarkerLayout.refused(
          file,
          "room",
          "room for %d bytes".formatted(bytes.length),
          "room for %d in %s, and other content after it".formatted(roomBytes, own.label()));
    }
    return CoffLayout.alignUp(
        marker.range().start() + bytes.length - storedEnd, header.fileAlignment());
  }

  private void plan() throws FormatException {
    long stored = own.fileOffset() + own.fileSizeBytes();
    if (grownBytes > 0) {
      plan.insert(stored, grownBytes);
    }
    plan.cutSignature();
    plan.offsets();
    if (endsSection()) {
      long size = own.sizeBytes() + bytes.length - marker.range().length();
      plan.section(own, size, own.fileSizeBytes() + grownBytes, own.fileOffset());
      long end =
          own.index() < file.sections().size() - 1
              ? header.imageSizeBytes()
              : CoffLayout.alignUp(
                  own.address() - header.imageBase() + size, header.sectionAlignment());
      plan.totals(file.sections().size(), end, grownBytes);
    }
    long at = marker.range().start();
    plan.bytes(at, new byte[(int) marker.range().length()]);
    plan.bytes(at, bytes);
  }

  @Override
  public long address() {
    return marker.address();
  }

  @Override
  public MarkerFit fit() {
    MarkerFit.Kind kind = grownBytes > 0 ? MarkerFit.Kind.GROWN : MarkerFit.Kind.IN_PLACE;
    return new MarkerFit(kind, bytes.length, roomBytes, grownBytes, CoffPlan.isSigned(file));
  }

  @Override
  public void write(FileChannel channel, Progress progress) throws IOException {
    plan.write(channel, LayoutWriter.Watcher.NONE, progress);
  }
}
