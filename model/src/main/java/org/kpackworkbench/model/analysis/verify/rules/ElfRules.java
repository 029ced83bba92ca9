package org.kpackworkbench.model.analysis.verify.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding.LayoutRule;

/** Rules about a host binary as an ELF file. */
public final class ElfRules {
  private ElfRules() {}

  /** The headers and tables of an ELF file can be read. */
  public static final class Reads extends HostRule {
    public Reads() {
      super("elf-reads", "The headers and tables of an ELF file can be read.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) {
      if (!(subject.image() instanceof ElfFile elf)) {
        return;
      }
      for (FormatException problem : elf.problems()) {
        sink.problem(subject.place(), problem, LINK_AGAIN);
      }
    }
  }

  /** Loaded segments lie where a process can have memory, near one another. */
  public static final class AddressesSane extends HostRule {
    private static final long USER_SPACE_END = 1L << 47;
    private static final long MOST_SPAN_BYTES = 1L << 40;

    public AddressesSane() {
      super("damage-absurd-address", "Loaded segments lie at addresses that a process can have.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) {
      if (!(subject.image() instanceof ElfFile elf)) {
        return;
      }
      long lowest = Long.MAX_VALUE;
      for (ElfSegment segment : elf.segments()) {
        if (segment.isLoad() && segment.virtualAddress() >= 0) {
          lowest = Math.min(lowest, segment.virtualAddress());
        }
      }
      for (ElfSegment segment : elf.segments()) {
        long start = segment.virtualAddress();
        long end = start + segment.memorySizeBytes();
        boolean absurd =
            start < 0
                || segment.memorySizeBytes() < 0
                || end < 0
                || end > USER_SPACE_END
                || start - lowest > MOST_SPAN_BYTES;
        if (segment.isLoad() && absurd) {
          sink.error(
              new Place.Segment(
                  subject.place(), segment.index(), segment.typeName(), new ByteRange(0, 0)),
              subject.fileOffset(segment.headerOffset()),
              "%s lies at 0x%x, 0x%x bytes in memory."
                  .formatted(segment.label(), start, segment.memorySizeBytes()),
              "No process has memory there. A packager's tool misread the program headers; start"
                  + " again from the file before it.");
        }
      }
    }
  }

  /**
   * The program header table lies in memory where old kernels tell the dynamic linker that it does:
   * at its offset in the file, counted from where the first loaded segment would begin there.
   */
  public static final class OldKernels extends HostRule {
    public OldKernels() {
      super("program-old-kernels", "A program starts on kernels before Linux 5.18, too.");
    }

    @Override
    public void check(HostSubject subject, Sink sink) {
      if (!(subject.image() instanceof ElfFile elf)) {
        return;
      }
      long table = elf.header().programHeadersOffset();
      List<ElfSegment> loads = elf.segments().stream().filter(ElfSegment::isLoad).toList();
      if (loads.isEmpty()
          || elf.segments().stream().noneMatch(each -> each.type() == SegmentType.INTERP)) {
        return;
      }
      long told = address(loads.getFirst(), table);
      loads.stream()
          .filter(load -> load.containsOffset(table) && address(load, table) != told)
          .findFirst()
          .ifPresent(
              load ->
                  sink.warning(
                      subject.place(),
                      subject.fileOffset(32),
                      "The program header table, at offset 0x%x, is loaded at 0x%x; old kernels tell the dynamic linker that it is at 0x%x."
                          .formatted(table, address(load, table), told),
                      "Kernels before Linux 5.18, such as 4.18, start the program with a table that"
                          + " is not there, and it crashes before main. Convert the fat program"
                          + " with this tool, which leaves the table in its place."));
    }

    private static long address(ElfSegment load, long offset) {
      return load.virtualAddress() - load.fileOffset() + offset;
    }
  }

  /**
   * A rule of ELF layout. Faults that loaders refuse are errors; those that only tools stumble over
   * are warnings, or, where linkers are known to make them, notes.
   */
  public static final class Layout extends HostRule {
    private static final String TOOLS =
        "Tools such as strip, objcopy and patchelf may break it further or refuse it.";
    private static final String LOADERS =
        "The dynamic linker may refuse it, or crash; link it again.";

    private static final String CRASHES =
        "The dynamic linker of glibc (ld.so) takes the load address of a program "
            + "from it, and the program crashes before main; link it again.";

    private final LayoutRule rule;

    private Layout(LayoutRule rule) {
      super(nameOf(rule), capital(rule.words()) + ".");
      this.rule = rule;
    }

    /** One for each rule. */
    public static List<Layout> all() {
      return Arrays.stream(LayoutRule.values()).map(Layout::new).toList();
    }

    private static String nameOf(LayoutRule rule) {
      return switch (rule) {
        case HEADERS_LOADED -> "damage-headers-outside";
        case OFFSET_CONGRUENT -> "damage-misaligned";
        default -> "layout-" + rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
      };
    }

    @Override
    public void check(HostSubject subject, Sink sink) {
      for (LayoutFinding finding : subject.layout()) {
        if (finding.rule() == rule) {
          boolean crashes =
              rule == LayoutRule.PHDR_MATCHES && takesOtherAddress(subject.fat().elf());
          sink.add(
              crashes ? Severity.ERROR : severity(),
              subject.place(),
              subject.fileOffset(finding.fileOffset()),
              capital(finding.what()) + ".",
              crashes ? CRASHES : advice());
        }
      }
    }

    /**
     * Whether the dynamic linker computes a wrong load address. It does so from the address in
     * PT_PHDR, of programs only; of libraries, and of offset and size, nothing depends on it.
     */
    private static boolean takesOtherAddress(ElfFile elf) {
      long headers = elf.header().programHeadersOffset();
      boolean program = elf.segments().stream().anyMatch(each -> each.type() == SegmentType.INTERP);
      return program
          && elf.segments().stream()
              .filter(each -> each.type() == SegmentType.PHDR)
              .anyMatch(
                  phdr ->
                      elf.segments().stream()
                          .filter(each -> each.type() == SegmentType.LOAD)
                          .filter(load -> load.containsOffset(headers))
                          .anyMatch(
                              load ->
                                  load.virtualAddress() + headers - load.fileOffset()
                                      != phdr.virtualAddress()));
    }

    private Severity severity() {
      return switch (rule) {
        case LOADS_ASCEND,
            LOADS_APART_IN_MEMORY,
            OFFSET_CONGRUENT,
            ALIGNMENT_POWER,
            SEGMENT_IN_FILE,
            HEADERS_LOADED,
            SEGMENT_LOADED,
            SECTION_IN_FILE,
            DYNAMIC_PRESENT ->
            Severity.ERROR;
        case LOADS_APART_IN_FILE,
            PHDR_MATCHES,
            SECTION_IN_SEGMENT,
            SECTION_OFFSET,
            NO_BITS_IN_MEMORY,
            SECTIONS_APART,
            LINK_VALID,
            DYNAMIC_MATCHES ->
            Severity.WARNING;
        case SYMBOL_SECTION -> Severity.NOTE;
      };
    }

    private String advice() {
      return switch (rule) {
        case HEADERS_LOADED ->
            "A tool moved the program headers out of all segments, as patchelf and strip do if"
                + " an earlier tool put them after a new segment. Old kernels crash on such a"
                + " file. Start again from"
                + " the file before that tool.";
        case OFFSET_CONGRUENT ->
            "The dynamic linker reports \"ELF load command address/offset not page-aligned\". A"
                + " packager's tool moved the segment; start again from the file before it.";
        default -> severity() == Severity.ERROR ? LOADERS : TOOLS;
      };
    }

    private static String capital(String text) {
      if (text.startsWith("sh_")) {
        return "Fields " + text;
      }
      return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
  }
}
