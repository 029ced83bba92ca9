package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.edit.CoffPlan;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.elf.edit.ElfBytes;
import org.kpackworkbench.model.format.elf.edit.LayoutWriter;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/**
 * The fat form of a Windows program: the section of the bundles gets bytes in the file again, at
 * the place in the file that linkers give it, and the marker goes, or gives way to a note.
 */
final class CoffRestorePlan implements FatLayout {
  private static final int POINTER_AT = 8;
  private static final int RESERVED_AT = 16;
  private static final int NAME_BYTES = 8;
  private static final int FLAGS_AT = 36;

  /** Initialised data that can be read, and freed once the program is loaded. */
  private static final long NOTE_FLAGS = 0x42000040L;

  private final CoffFile file;
  private final FatBinary host;
  private final List<BundleBytes> bundles;
  private final byte @Nullable [] note;
  private final ImageHeader header;
  private final CoffSection section;
  private final CoffPlan plan;
  private final List<Long> addresses = new ArrayList<>();

  /**
   * @param note what the file says of code that was dropped, so that it may be smaller; null for
   *     nothing
   */
  CoffRestorePlan(CoffFile file, FatBinary host, List<BundleBytes> bundles, byte @Nullable [] note)
      throws IOException {
    this.file = file;
    this.host = host;
    this.bundles = bundles;
    this.note = note;
    ImageHeader read = file.header();
    if (read == null || host.fatSections().size() != 1) {
      throw FatLayout.unusual(host.fatSections().size() + " sections hold bundles");
    }
    this.header = read;
    this.section = (CoffSection) host.fatSections().getFirst();
    if (!section.isNoBits()) {
      throw FatLayout.unusual(section.label() + " still has bytes in the file");
    }
    long room = room();
    long size = place(PlannedBundle.ALIGNMENT);
    // Bundles that lay closer together than compilers align them do so again.
    for (long step = PlannedBundle.ALIGNMENT / 2; size > room && step > 0; step /= 2) {
      size = place(step);
    }
    if (size > room) {
      throw FatLayout.unusual(
          "the bundles have %d bytes, and %s has room for %d"
              .formatted(size, section.label(), room));
    }
    this.plan = new CoffPlan(file, header);
    long memory = Math.max(size, section.sizeBytes());
    plan(
        memory,
        CoffLayout.alignUp(note != null || wasPruned() ? size : memory, header.fileAlignment()));
  }

  /** Prune has left bytes out of the file. */
  private boolean wasPruned() {
    return file.sections().stream().anyMatch(each -> each.name().equals(PruneNote.SHORT_SECTION));
  }

  /** Puts the bundles one behind the other; returns their size. */
  private long place(long alignment) {
    addresses.clear();
    long size = 0;
    for (BundleBytes bundle : bundles) {
      size = CoffLayout.alignUp(size, alignment);
      addresses.add(section.address() + size);
      size += bundle.sizeBytes();
    }
    return size;
  }

  /** How large the section can be before the next one starts. */
  private long room() {
    return file.sections().stream()
            .mapToLong(CoffSection::address)
            .filter(address -> address > section.address())
            .min()
            .orElse(section.address() + Integer.MAX_VALUE)
        - section.address();
  }

  private void plan(long memory, long stored) throws FormatException {
    long at = CoffLayout.before(file, header, section.index());
    plan.insert(at, stored);
    Marker marker = host.marker();
    CoffSection holder = marker == null ? null : (CoffSection) marker.section();
    boolean own =
        holder != null
            && holder.name().equals(FatSections.SHORT_MARKER)
            && holder.index() == CoffLayout.keptCount(file) - 1;
    long noted = note == null ? 0 : CoffLayout.alignUp(note.length, header.fileAlignment());
    if (own && holder != null) {
      long before = holder.fileSizeBytes();
      plan.cut(holder.fileOffset() + Math.min(noted, before), Math.max(0, before - noted));
      plan.insert(holder.fileOffset() + before, Math.max(0, noted - before));
    }
    plan.cutSignature();
    int fewer = own && note == null ? 1 : 0;
    long added = 0;
    if (own && holder != null) {
      added = inMemory(note == null ? 0 : note.length) - inMemory(holder.sizeBytes());
      plan.move(holder.index() + 1, -fewer, added);
    }
    long start = plan.newOffset(at) - stored;
    plan.offsets();
    plan.section(section, memory, stored, start);
    plan.initialized(section, true);
    long data = stored;
    if (own && holder != null) {
      data += noted - holder.fileSizeBytes();
      if (note == null) {
        CoffSection last = file.sections().getLast();
        plan.bytes(last.headerOffset(), new byte[CoffSection.HEADER_SIZE_BYTES]);
      } else {
        note(holder, noted, note);
      }
    } else if (marker != null) {
      takeOut(marker, holder);
    }
    plan.totals(file.sections().size() - fewer, header.imageSizeBytes() + added, data);
    bundles(start);
  }

  private long inMemory(long size) {
    return CoffLayout.alignUp(size, header.sectionAlignment());
  }

  /** The marker's section gets a note; where the marker has none, there is no room for one. */
  private void note(CoffSection holder, long stored, byte[] bytes) {
    long at = plan.newOffset(holder.fileOffset());
    plan.bytes(
        holder.headerOffset(),
        Arrays.copyOf(PruneNote.SHORT_SECTION.getBytes(StandardCharsets.US_ASCII), NAME_BYTES));
    plan.section(holder, bytes.length, stored, at);
    plan.bytes(holder.headerOffset() + FLAGS_AT, ElfBytes.u32(NOTE_FLAGS));
    plan.bytes(at, Arrays.copyOf(bytes, (int) stored));
  }

  /** Takes the marker out of the end of another section. */
  private void takeOut(Marker marker, @Nullable CoffSection holder) throws FormatException {
    long from = marker.range().start();
    plan.bytes(plan.newOffset(from), new byte[(int) marker.range().length()]);
    if (holder != null && file.rangeOf(holder).end() == marker.range().end()) {
      plan.section(
          holder,
          holder.sizeBytes() - marker.range().length(),
          holder.fileSizeBytes(),
          plan.newOffset(holder.fileOffset()));
    }
  }

  private void bundles(long start) {
    long[] ofWrapper = new long[host.wrappers().size()];
    for (int i = 0; i < bundles.size(); i++) {
      BundleBytes bundle = bundles.get(i);
      for (int wrapper : bundle.bundle().wrappers()) {
        ofWrapper[wrapper] = address(i);
      }
      plan.put(new ByteOverlay(start + address(i) - section.address(), bundle.sizeBytes(), bundle));
    }
    for (Wrapper wrapper : host.wrappers()) {
      long at = plan.newOffset(wrapper.range().start());
      plan.bytes(at, ElfBytes.u32(WrapperMagic.HIPF_VALUE));
      plan.bytes(at + POINTER_AT, ElfBytes.u64(ofWrapper[wrapper.index()]));
      plan.bytes(at + RESERVED_AT, ElfBytes.u32(0));
    }
  }

  @Override
  public boolean inPlace() {
    return true;
  }

  @Override
  public long address(int bundle) {
    return addresses.get(bundle);
  }

  @Override
  public long newSizeBytes() {
    return plan.newSizeBytes();
  }

  @Override
  public LayoutFacts facts() {
    return new LayoutFacts(plan.newSizeBytes(), List.of(), List.of());
  }

  @Override
  public HostImage result() throws IOException {
    return plan.result();
  }

  @Override
  public void write(FileChannel channel, LayoutWriter.Watcher watcher, Progress progress)
      throws IOException {
    plan.write(channel, watcher, progress);
  }
}
