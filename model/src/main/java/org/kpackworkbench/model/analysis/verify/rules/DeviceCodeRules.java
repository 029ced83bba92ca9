package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;

/** Rules about the device code of a host binary, and about what is left where it was removed. */
public final class DeviceCodeRules {
  private DeviceCodeRules() {}

  /**
   * A binary is wholly fat or wholly host-only. Fat ones, and ones that cannot be converted, are
   * noted.
   */
  public static final class State extends HostRule {
    public State() {
      super("device-code-state", "A binary is converted completely or not at all.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) throws IOException {
      String why = String.join(" ", subject.fat().diagnosis());
      String more = why.isEmpty() ? "" : " " + why;
      switch (subject.fat().state()) {
        case NONE, HOST_ONLY -> {}
        case FAT ->
            sink.add(
                why.isEmpty() ? Severity.NOTE : Severity.WARNING,
                subject.place(),
                -1,
                "Fat, not converted: its device code is inside." + more,
                subject.image().isObject()
                    ? "An object file cannot be converted; link it first."
                    : !why.isEmpty()
                        ? "It cannot be converted as it is: link it again, or get it again."
                        : HostOnlyInput.obstacle(subject.fat())
                            .map("Leave it fat. It cannot be made host-only: %s."::formatted)
                            .orElse("\"convert\" makes it host-only."));
        case HALF_CONVERTED -> {
          if (!WrapperRules.isOwn(subject, sink)) {
            sink.error(
                subject.place(),
                "Half-converted." + more,
                "Convert it again from the fat binary; a runtime fails on this one.");
          }
        }
        case NO_WRAPPERS ->
            sink.note(
                subject.place(),
                "Device code without wrappers." + more,
                "It is left as it is when trees are packed.");
        case RELOCATABLE ->
            sink.note(subject.place(), "Relocatable device code, not linked yet." + more, "");
        case NO_SECTION_HEADERS ->
            sink.note(
                subject.place(),
                "It has no section headers: they were stripped, or the file was cut off." + more,
                "Which device code it has cannot be determined, and it cannot be converted.");
      }
    }
  }

  /** Of {@code .hip_fatbin} a host-only binary keeps no bytes but zeros. */
  public static final class RemovedPages extends HostRule {
    public RemovedPages() {
      super("removed-pages", "A host-only binary has only zeros where its device code was.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) throws FormatException {
      if (subject.fat().state() != DeviceCode.HOST_ONLY) {
        return;
      }
      Marker marker = subject.fat().marker();
      for (HostImage.Section section : subject.fat().fatSections()) {
        ByteRange range =
            section.isNoBits() ? new ByteRange(0, 0) : subject.image().rangeOf(section);
        long left = firstLeft(subject, range, marker == null ? null : marker.range());
        if (left < range.end()) {
          sink.warning(
              new Place.Bytes(subject.place(), ByteRange.between(left, range.end())),
              subject.fileOffset(left),
              "%s still has at most %d bytes in the file."
                  .formatted(section.label(), range.end() - left),
              "They are never loaded; convert the binary again to make it smaller.");
        }
      }
    }

    /** The first byte that is not zero and not the marker's. */
    private static long firstLeft(HostSubject subject, ByteRange range, @Nullable ByteRange marker)
        throws FormatException {
      if (range.isEmpty() || marker == null || !range.overlaps(marker)) {
        return range.isEmpty() ? range.end() : ZeroScan.firstNonZero(subject.bytes(), range);
      }
      long start = Math.max(range.start(), marker.start());
      ByteRange before = ByteRange.between(range.start(), start);
      long first = ZeroScan.firstNonZero(subject.bytes(), before);
      if (first < before.end()) {
        return first;
      }
      long end = Math.min(range.end(), marker.end());
      return ZeroScan.firstNonZero(subject.bytes(), ByteRange.between(end, range.end()));
    }
  }

  /** No relocation of a host-only binary changes, or points into, what was its device code. */
  public static final class RemovedRelocations extends HostRule {
    private static final int POINTER_OFFSET = 8;
    private static final int STEP = 4096;

    public RemovedRelocations() {
      super("removed-relocation", "No relocation leads to where the device code was.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) throws FormatException {
      if (subject.fat().state() != DeviceCode.HOST_ONLY
          || !(subject.image() instanceof ElfFile elf)) {
        return;
      }
      Set<Long> pointers = new HashSet<>();
      for (Wrapper wrapper : subject.fat().wrappers()) {
        pointers.add(wrapper.address() + POINTER_OFFSET);
      }
      for (RelocationTable table : elf.relocations()) {
        int size = table.isDynamic() ? table.size() : 0;
        for (int i = 0; i < size; i++) {
          if (i % STEP == 0) {
            sink.progress().step(0);
          }
          check(subject, table.relocation(i), pointers, sink);
        }
      }
    }

    private static void check(
        HostSubject subject, Relocation relocation, Set<Long> pointers, Sink sink)
        throws FormatException {
      if (pointers.contains(relocation.offset())) {
        return;
      }
      ElfSymbol symbol = relocation.symbolIndex() == 0 ? null : relocation.symbol().orElse(null);
      boolean outside = relocation.symbolIndex() != 0 && (symbol == null || symbol.section() <= 0);
      long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
      for (ElfSection section : subject.fat().elfSections()) {
        boolean into = !outside && target != 0 && section.containsAddress(target);
        if (into || section.containsAddress(relocation.offset())) {
          sink.error(
              subject.place(),
              "%s number %d of %s %s 0x%x, where the device code was."
                  .formatted(
                      relocation.typeName(),
                      relocation.index(),
                      relocation.table().label(),
                      into ? "points to" : "changes",
                      into ? target : relocation.offset()),
              "Code that uses this address reads zeros; such a binary cannot be host-only.");
        }
      }
    }
  }

  /**
   * Of the pages of the device code that are kept for the marker, nothing is left but zeros outside
   * of sections.
   */
  public static final class KeptPages extends MarkerRule {
    public KeptPages() {
      super(
          "kept-pages", "Pages that are kept for the marker have only zeros outside of sections.");
    }

    @Override
    void check(HostSubject subject, Marker marker, Sink sink) throws FormatException {
      if (subject.fat().state() != DeviceCode.HOST_ONLY || !(subject.image() instanceof ElfFile)) {
        return;
      }
      for (ElfSection fat : subject.fat().elfSections()) {
        // Kept pages precede the removed ones and contain the marker.
        long kept = fat.address() - marker.address();
        long end = marker.range().start() + kept;
        if (fat.isNoBits() && kept > 0 && end > 0 && end <= subject.bytes().size()) {
          check(subject, ByteRange.between(marker.range().start(), end), marker, sink);
        }
      }
    }

    private static void check(HostSubject subject, ByteRange kept, Marker marker, Sink sink)
        throws FormatException {
      List<ByteRange> owned = new ArrayList<>(List.of(marker.range()));
      for (HostImage.Section section : subject.image().sections()) {
        if (!section.isNoBits() && section.sizeBytes() > 0) {
          owned.add(subject.image().rangeOf(section));
        }
      }
      owned.sort(Comparator.comparingLong(ByteRange::start));
      long at = kept.start();
      for (ByteRange range : owned) {
        if (range.end() <= at || range.start() >= kept.end()) {
          continue;
        }
        if (range.start() > at && left(subject, at, range.start(), sink)) {
          return;
        }
        at = range.end();
      }
      if (at < kept.end()) {
        left(subject, at, kept.end(), sink);
      }
    }

    private static boolean left(HostSubject subject, long start, long end, Sink sink)
        throws FormatException {
      ByteRange gap = ByteRange.between(start, end);
      long first = ZeroScan.firstNonZero(subject.bytes(), gap);
      if (first >= end) {
        return false;
      }
      sink.warning(
          new Place.Bytes(subject.place(), ByteRange.between(first, end)),
          subject.fileOffset(first),
          "The pages that are kept for the marker contain bytes that belong to no section.",
          "They may remain from device code, or a tool wrote them; convert the binary again.");
      return true;
    }
  }
}
