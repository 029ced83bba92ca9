package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * The marker lies in a loaded, readable segment, at the address that its section states, and its
 * section is an allocated one, so that no tool takes it out.
 */
public final class MarkerLoaded extends MarkerRule {
  private static final String ADVICE =
      "A loader reads the marker through a wrapper's pointer; convert the binary anew.";

  public MarkerLoaded() {
    super(
        "marker-loaded", "The marker lies in a loaded, readable segment and an allocated section.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) {
    ElfSection section = marker.section();
    if (section != null && !section.isAllocated()) {
      add(
          subject,
          marker,
          sink,
          "The section %s has no SHF_ALLOC flag: it is not loaded.".formatted(section.label()));
      return;
    }
    long last = marker.address() + Math.max(1, marker.range().length()) - 1;
    for (long address : new long[] {marker.address(), last}) {
      AddressMap.Location there = subject.elf().addresses().locate(address);
      if (!(there instanceof AddressMap.InFile in)) {
        String words = AddressMap.words(there);
        add(
            subject,
            marker,
            sink,
            "Its address 0x%x is not loaded from the file: %s.".formatted(address, words));
        return;
      }
      if (in.fileOffset() != marker.range().start() + (address - marker.address())) {
        add(
            subject,
            marker,
            sink,
            "At its address 0x%x lies file offset 0x%x, but its section says 0x%x."
                .formatted(address, in.fileOffset(), marker.range().start()));
        return;
      }
      if ((in.segment().flags() & SegmentFlags.READ) == 0) {
        add(
            subject,
            marker,
            sink,
            "Its segment %s is not readable.".formatted(in.segment().label()));
        return;
      }
    }
  }

  private static void add(HostSubject subject, Marker marker, Sink sink, String message) {
    sink.error(place(subject, marker), offset(subject, marker), message, ADVICE);
  }
}
