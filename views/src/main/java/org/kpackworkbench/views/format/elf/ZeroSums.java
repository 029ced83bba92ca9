package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.ZeroPages;

/** Says in sentences how much of a file is nothing: zero-filled in memory, or zero in the file. */
final class ZeroSums {
  private static final int MOST_SECTIONS = 3;

  private ZeroSums() {}

  /**
   * The sentences.
   *
   * @param zeros whole pages of the file that are zero, in the ELF file's own offsets
   */
  static List<String> of(ElfFile elf, List<ByteRange> zeros) {
    return List.of(zeroFilled(elf), inFile(elf, zeros));
  }

  private static String zeroFilled(ElfFile elf) {
    long all =
        elf.segments().stream()
            .filter(ElfSegment::isLoad)
            .mapToLong(SegmentRow::zeroFilledBytes)
            .filter(bytes -> bytes > 0)
            .sum();
    Map<String, Long> sections = new LinkedHashMap<>();
    for (ElfSection section : elf.sections()) {
      boolean threadLocal = (section.flags() & SectionFlags.TLS) != 0;
      if (section.isNoBits() && section.isAllocated() && !threadLocal && section.sizeBytes() > 0) {
        sections.merge(section.label(), section.sizeBytes(), Long::sum);
      }
    }
    if (sections.isEmpty()) {
      return all == 0
          ? "Nothing is zero-filled when it is loaded."
          : "%s are zero-filled when it is loaded.".formatted(SizeText.of(all));
    }
    return words(sections) + " are zero-filled when it is loaded, and take no room in the file.";
  }

  private static String inFile(ElfFile elf, List<ByteRange> zeros) {
    long bytes = zeros.stream().mapToLong(ByteRange::length).sum();
    long pages = bytes / ZeroPages.PAGE_BYTES;
    if (pages == 0) {
      return "No page of the file is zero.";
    }
    Map<String, Long> sections = new LinkedHashMap<>();
    for (ElfSection section : elf.sections()) {
      ByteRange range = elf.rangeOf(section);
      for (ByteRange zero : zeros) {
        long shared = range.isEmpty() ? 0 : zero.intersect(range).length();
        if (shared > 0) {
          sections.merge(section.label(), shared, Long::sum);
        }
      }
    }
    return "%s of the file %s zero (%s)%s."
        .formatted(
            Words.count(pages, "page", "pages"),
            pages == 1 ? "is" : "are",
            SizeText.of(bytes),
            sections.isEmpty() ? "" : ": " + words(sections));
  }

  /** The largest sections with their sizes, and how many others there are. */
  private static String words(Map<String, Long> sections) {
    List<Map.Entry<String, Long>> largest = new ArrayList<>(sections.entrySet());
    largest.sort(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()));
    String shown =
        largest.stream()
            .limit(MOST_SECTIONS)
            .map(entry -> "%s of %s".formatted(SizeText.of(entry.getValue()), entry.getKey()))
            .collect(Collectors.joining(", "));
    int more = largest.size() - MOST_SECTIONS;
    return more <= 0 ? shown : shown + " and %d more".formatted(more);
  }
}
