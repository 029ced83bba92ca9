package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.edit.CoffPlan;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;

/**
 * The host-only form of a Windows program: the section of the bundles keeps its place in memory and
 * loses its bytes in the file; what is behind them moves down; the marker gets a section behind the
 * last one that is no debug data, or, where the table of sections has no room, the end of a section
 * that has.
 */
final class CoffHostOnlyPlan implements HostOnlyLayout {
  private static final int POINTER_AT = 8;
  private static final int RESERVED_AT = 16;

  /** Windows loads no binary that has more. */
  private static final int MOST_SECTIONS = 96;

  private static final long PAGE_BYTES = 4096;

  /** Initialised data that can be read. */
  private static final long MARKER_FLAGS = 0x40000040L;

  private final CoffFile file;
  private final FatBinary fat;
  private final byte[] marker;
  private final ImageHeader header;
  private final CoffSection bundles;
  private final CoffPlan plan;
  private final long markerAddress;

  CoffHostOnlyPlan(CoffFile file, FatBinary fat, byte[] marker) throws Refused, FormatException {
    this.file = file;
    this.fat = fat;
    this.marker = marker;
    ImageHeader read = file.header();
    if (read == null) {
      throw unusual("its optional header cannot be read");
    }
    this.header = read;
    if (header.sectionAlignment() < PAGE_BYTES) {
      throw unusual(
          "its sections are aligned to %d bytes in memory, and Windows loads such a file as it lies"
              .formatted(header.sectionAlignment()));
    }
    if (!file.problems().isEmpty()) {
      throw unusual(file.problems().getFirst().words());
    }
    this.bundles = bundles();
    checkReferences();
    this.plan = new CoffPlan(file, header);
    plan.cut(bundles.fileOffset(), bundles.fileSizeBytes());
    ByteRange next = plan.nextHeader();
    boolean room =
        file.sections().size() < MOST_SECTIONS
            && next.end() <= Math.min(header.headersSizeBytes(), firstStored())
            && ZeroScan.isZero(file.view(), next);
    this.markerAddress = room ? newSection(next) : inSection();
  }

  private static Refused unusual(String details) {
    return new Refused(HostOnlyRefusal.UNUSUAL_LAYOUT, details);
  }

  private CoffSection bundles() throws Refused, FormatException {
    if (fat.fatSections().size() != 1) {
      throw unusual(fat.fatSections().size() + " sections hold bundles");
    }
    List<CoffLayout.CoffFault> faults = CoffLayout.faults(file);
    if (!faults.isEmpty()) {
      throw unusual(faults.getFirst().what());
    }
    CoffSection section = (CoffSection) fat.fatSections().getFirst();
    if (section.isNoBits() || section.isUninitialized()) {
      throw unusual(section.label() + " has no bytes in the file");
    }
    ByteRange whole = file.paddedRangeOf(section);
    ByteRange own = file.rangeOf(section);
    boolean packed =
        section.fileOffset() == CoffLayout.before(file, header, section.index())
            && section.fileSizeBytes()
                <= CoffLayout.alignUp(section.sizeBytes(), header.fileAlignment())
            && ZeroScan.isZero(file.view(), ByteRange.between(own.end(), whole.end()));
    if (!packed) {
      throw unusual(
          "%s is not where and as large as linkers make it, so that the way back would not be known"
              .formatted(section.label()));
    }
    return section;
  }

  /** Nothing but the wrappers may lead to what goes away. */
  private void checkReferences() throws Refused, FormatException {
    Set<Long> wrappers = new HashSet<>();
    for (Wrapper wrapper : fat.wrappers()) {
      wrappers.add(wrapper.address() + POINTER_AT);
    }
    PrimitiveIterator.OfLong pointers = file.relocatedPointers().iterator();
    while (pointers.hasNext()) {
      long at = pointers.nextLong();
      long offset = file.offsetOf(at).orElse(-1);
      if (wrappers.contains(at) || offset < 0 || offset > file.view().size() - Long.BYTES) {
        continue;
      }
      long target = file.view().u64(offset);
      if (holds(at) || holds(target)) {
        throw new Refused(
            HostOnlyRefusal.RELOCATION_INTO_DEVICE_CODE,
            "the base relocation of the pointer at 0x%x %s 0x%x, in %s"
                .formatted(at, holds(at) ? "changes" : "leads to", target, bundles.label()));
      }
    }
    for (ImageHeader.Directory directory : header.directories()) {
      if (directory.kind() != ImageHeader.DirectoryKind.CERTIFICATES
          && directory.sizeBytes() > 0
          && holds(header.imageBase() + directory.address())) {
        throw unusual("its %s are in %s".formatted(directory.kind().words(), bundles.label()));
      }
    }
  }

  private boolean holds(long address) {
    return Long.compareUnsigned(address - bundles.address(), bundles.sizeBytes()) < 0;
  }

  private long firstStored() {
    return file.sections().stream()
        .filter(section -> !section.isNoBits())
        .mapToLong(CoffSection::fileOffset)
        .min()
        .orElse(header.headersSizeBytes());
  }

  private long newSection(ByteRange next) throws FormatException {
    int index = CoffLayout.keptCount(file);
    long stored = CoffLayout.alignUp(marker.length, header.fileAlignment());
    long memory = CoffLayout.alignUp(marker.length, header.sectionAlignment());
    long end = CoffLayout.before(file, header, index);
    plan.insert(end, stored);
    plan.cutSignature();
    plan.move(index, 1, memory);
    long at = next.start() - (long) (file.sections().size() - index) * next.length();
    long address = header.imageBase() + CoffLayout.imageSize(file, header, index);
    long offset = plan.newOffset(end) - stored;
    common();
    plan.bytes(at, Arrays.copyOf(FatSections.SHORT_MARKER.getBytes(StandardCharsets.US_ASCII), 8));
    plan.bytes(at + 8, ElfBytes.u32(marker.length));
    plan.bytes(at + 12, ElfBytes.u32(address - header.imageBase()));
    plan.bytes(at + 16, ElfBytes.u32(stored));
    plan.bytes(at + 20, ElfBytes.u32(offset));
    plan.bytes(at + 24, new byte[12]);
    plan.bytes(at + 36, ElfBytes.u32(MARKER_FLAGS));
    plan.bytes(offset, marker);
    plan.totals(
        file.sections().size() + 1,
        CoffLayout.imageSize(file, header) + memory,
        stored - bundles.fileSizeBytes());
    wrappers(address);
    return address;
  }

  private long inSection() throws Refused, FormatException {
    CoffSection holder = roomy();
    if (holder == null) {
      throw new Refused(
          HostOnlyRefusal.NO_ROOM_FOR_MARKER,
          "neither the table of sections nor the end of a section has room for the marker");
    }
    plan.cutSignature();
    common();
    long address = holder.address() + holder.sizeBytes();
    long offset = plan.newOffset(holder.fileOffset());
    plan.section(holder, holder.sizeBytes() + marker.length, holder.fileSizeBytes(), offset);
    plan.bytes(offset + holder.sizeBytes(), marker);
    plan.totals(file.sections().size(), header.imageSizeBytes(), -bundles.fileSizeBytes());
    wrappers(address);
    return address;
  }

  /**
   * A section of constants whose padding holds the marker, in memory, too; not that of the
   * wrappers, which is read as wrappers to its end.
   */
  private @Nullable CoffSection roomy() throws FormatException {
    for (int i = 0; i < file.sections().size(); i++) {
      CoffSection section = file.sections().get(i);
      ByteRange padding =
          ByteRange.between(file.rangeOf(section).end(), file.paddedRangeOf(section).end());
      long next =
          i + 1 < file.sections().size()
              ? file.sections().get(i + 1).address()
              : header.imageBase() + header.imageSizeBytes();
      if (section.index() != bundles.index()
          && section.role() != CoffSection.Role.WRAPPERS
          && !section.isWritable()
          && !section.isExecutable()
          && !section.isDiscardable()
          && padding.length() >= marker.length
          && section.address() + section.sizeBytes() + marker.length <= next
          && ZeroScan.isZero(file.view(), padding)) {
        return section;
      }
    }
    return null;
  }

  private void common() throws FormatException {
    plan.offsets();
    plan.section(bundles, bundles.sizeBytes(), 0, 0);
    plan.initialized(bundles, false);
  }

  private void wrappers(long address) {
    for (Wrapper wrapper : fat.wrappers()) {
      long at = plan.newOffset(wrapper.range().start());
      plan.bytes(at, ElfBytes.u32(WrapperMagic.HIPK_VALUE));
      plan.bytes(at + POINTER_AT, ElfBytes.u64(address));
      plan.bytes(at + RESERVED_AT, ElfBytes.u32(wrapper.index()));
    }
  }

  @Override
  public byte[] marker() {
    return marker;
  }

  @Override
  public long markerAddress() {
    return markerAddress;
  }

  @Override
  public ByteRange removed() {
    return new ByteRange(bundles.address(), bundles.fileSizeBytes());
  }

  @Override
  public List<String> moved() {
    return List.of();
  }

  @Override
  public long newSizeBytes() {
    return plan.newSizeBytes();
  }

  @Override
  public HostImage result() throws FormatException {
    return plan.result();
  }

  @Override
  public void write(FileChannel output, Progress progress) throws IOException {
    plan.write(output, LayoutWriter.Watcher.NONE, progress);
  }
}
