package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.views.kit.overview.Fact;

/** The key facts of an ELF file. */
final class ElfFacts {
  private static final int LONGEST_PATH = 4096;

  private final ElfSubject subject;
  private final ElfFile elf;
  private final List<Fact> facts = new ArrayList<>();

  private ElfFacts(ElfSubject subject) {
    this.subject = subject;
    this.elf = subject.elf();
  }

  static List<Fact> of(ElfSubject subject) throws FormatException {
    ElfFacts all = new ElfFacts(subject);
    all.header();
    all.dynamic();
    all.deviceCode();
    all.sizes();
    all.symbols();
    return List.copyOf(all.facts);
  }

  private void header() throws FormatException {
    add("Type", elf.header().typeName());
    add("Machine", "%s, %s".formatted(elf.header().machineName(), elf.header().osAbiName()));
    for (ElfNote note : elf.notes()) {
      if (note.isBuildId()) {
        int size = (int) Math.min(64, note.content().size());
        Place place =
            subject.places().part("build id", note.range().start(), note.range().length());
        facts.add(
            Fact.of("Build id", HexFormat.of().formatHex(note.content().bytes(0, size)), place));
      }
    }
    for (ElfSegment segment : elf.segments()) {
      if (segment.type() == SegmentType.INTERP) {
        ByteView bytes =
            elf.view().slice(elf.rangeOf(segment).start(), elf.rangeOf(segment).length());
        String path = bytes.text(0, (int) Math.min(LONGEST_PATH, bytes.size()));
        add("Interpreter", path.replace("\0", ""));
      }
    }
  }

  private void dynamic() {
    texts(DynamicTag.SONAME, "Soname", ", ");
    texts(DynamicTag.NEEDED, "Needed", ", ");
    texts(DynamicTag.RPATH, "Rpath", ", ");
    texts(DynamicTag.RUNPATH, "Runpath", ", ");
  }

  private void texts(long tag, String name, String between) {
    String joined =
        elf.dynamic().stream()
            .filter(entry -> entry.tag() == tag)
            .map(DynamicEntry::text)
            .filter(java.util.Objects::nonNull)
            .collect(Collectors.joining(between));
    if (!joined.isEmpty()) {
      add(name, joined);
    }
  }

  private void deviceCode() {
    FatBinary fat = subject.fat();
    if (fat == null) {
      return;
    }
    for (ElfSection section : fat.fatSections()) {
      facts.add(
          Fact.of(
              section.label(),
              section.isNoBits()
                  ? "%s, zero-filled: it takes no room in the file"
                      .formatted(Words.size(section.sizeBytes()))
                  : Words.size(section.sizeBytes()),
              subject.places().section(section)));
    }
    ElfSection wrappers = elf.section(FatSections.WRAPPERS);
    if (wrappers != null) {
      String count = Words.count(fat.wrappers().size(), "wrapper", "wrappers");
      facts.add(Fact.of(wrappers.label(), count, subject.places().section(wrappers)));
    }
    Marker marker = fat.marker();
    if (marker != null) {
      Place place = OffloadPlaces.of(fat, subject.place()).marker(marker);
      String name = marker.kernelName();
      facts.add(Fact.of("Name in archives", name == null ? "missing" : name, place));
      for (String path : marker.searchPaths()) {
        facts.add(Fact.of("Archives at", path, place));
      }
    }
  }

  private void sizes() {
    long size = elf.view().size();
    add("Size", "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size)));
    long memory =
        elf.segments().stream()
            .filter(ElfSegment::isLoad)
            .mapToLong(segment -> Math.max(0, segment.memorySizeBytes()))
            .sum();
    if (memory > 0) {
      add("In memory", SizeText.of(memory));
    }
    facts.add(
        Fact.of(
            "Sections",
            Integer.toString(Math.max(0, elf.sections().size() - 1)),
            subject.sectionHeaders()));
    if (!elf.segments().isEmpty()) {
      facts.add(
          Fact.of("Segments", Integer.toString(elf.segments().size()), subject.programHeaders()));
    }
  }

  private void symbols() {
    boolean debug = elf.section(".debug_info") != null;
    boolean full = elf.staticSymbols() != null;
    add(
        "Stripped",
        debug
            ? "no: it has debug information"
            : full ? "of debug information; the symbol table is there" : "yes");
  }

  private void add(String name, String value) {
    facts.add(Fact.of(name, value));
  }
}
