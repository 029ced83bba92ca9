package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SegmentFlags;
import org.kpackworkbench.model.format.elf.ZeroPages;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.views.format.elf.SegmentsSpec.SegmentRow;
import org.kpackworkbench.views.kit.layout.LayoutSource;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.kit.map.MapLane;
import org.kpackworkbench.views.kit.map.MapLink;
import org.kpackworkbench.views.kit.map.MapPiece;
import org.kpackworkbench.views.kit.map.OwnershipLayout;

/**
 * Makes the map of an ELF file: the file with its owners, and below it the address space that its
 * segments make, with what is zero-filled there.
 *
 * <p>Background threads only: it may read the whole file to find pages that are zero.
 */
public final class ElfLayout {
  private final ElfFile elf;
  private final ElfPlaces places;
  private final Ownership ownership;
  private final List<ElfSegment> loads;

  private ElfLayout(ElfFile elf, Place parent, Ownership ownership) {
    this.elf = elf;
    this.places = new ElfPlaces(elf, parent);
    this.ownership = ownership;
    this.loads = elf.segments().stream().filter(ElfLayout::isDrawable).toList();
  }

  /**
   * The map, with pages of the file that are zero.
   *
   * @param parent the place of the ELF file
   * @throws FormatException if the file can no longer be read
   */
  public static LayoutMapModel of(ElfFile elf, Place parent, Ownership ownership, Progress progress)
      throws FormatException {
    ByteRange whole = new ByteRange(0, elf.view().size());
    List<ByteRange> zeros =
        ZeroPages.inFile(elf.view(), whole, progress).stream()
            .map(ZeroPages.ZeroInFile::range)
            .toList();
    return new ElfLayout(elf, parent, ownership).model(zeros);
  }

  /** The map without looking for zero pages; reads nothing. */
  public static LayoutMapModel withoutZeroPages(ElfFile elf, Place parent, Ownership ownership) {
    return new ElfLayout(elf, parent, ownership).model(List.of());
  }

  /** Addresses in the upper half of the space are no place for a map. */
  private static boolean isDrawable(ElfSegment segment) {
    return segment.isLoad()
        && segment.memorySizeBytes() > 0
        && segment.virtualAddress() >= 0
        && segment.virtualAddress() <= Long.MAX_VALUE - segment.memorySizeBytes();
  }

  private LayoutMapModel model(List<ByteRange> zeros) {
    MapLane file = OwnershipLayout.file(ownership, zeros);
    if (loads.isEmpty()) {
      return new LayoutMapModel(List.of(file), List.of());
    }
    List<MapLink> links =
        loads.stream()
            .filter(load -> !inFile(load).isEmpty())
            .map(load -> new MapLink(inFile(load), inMemory(load)))
            .toList();
    return new LayoutMapModel(List.of(file, memory(file.pieces(), zeros)), links);
  }

  private MapLane memory(List<MapPiece> filePieces, List<ByteRange> fileZeros) {
    List<MapPiece> pieces = new ArrayList<>();
    List<ByteRange> zeros = new ArrayList<>();
    for (ElfSegment load : loads) {
      pieces.add(segment(load));
      filePieces.forEach(piece -> translate(load, piece, pieces));
      zeroFilled(load, pieces);
      for (ByteRange zero : fileZeros) {
        ByteRange part = zero.intersect(inFile(load));
        if (!part.isEmpty()) {
          zeros.add(moved(load, part));
        }
      }
    }
    pieces.sort(Comparator.comparing(MapPiece::range).thenComparingInt(MapPiece::depth));
    long start = loads.stream().mapToLong(ElfSegment::virtualAddress).min().orElse(0);
    long end = loads.stream().mapToLong(load -> inMemory(load).end()).max().orElse(0);
    return new MapLane(
        "memory", MapLane.Unit.ADDRESS, ByteRange.between(start, end), pieces, zeros);
  }

  private MapPiece segment(ElfSegment load) {
    return new MapPiece(
        inMemory(load),
        0,
        new MapPiece.Frame(),
        "%s  %s".formatted(load.label(), letters(load)),
        "segment, %s, from file offset 0x%x".formatted(load.flagWords(), load.fileOffset()),
        places.segment(load));
  }

  private static String letters(ElfSegment load) {
    return ((load.flags() & SegmentFlags.READ) != 0 ? "R" : "")
        + ((load.flags() & SegmentFlags.WRITE) != 0 ? "W" : "")
        + ((load.flags() & SegmentFlags.EXECUTE) != 0 ? "X" : "");
  }

  private ByteRange inFile(ElfSegment load) {
    return elf.rangeOf(load);
  }

  private static ByteRange inMemory(ElfSegment load) {
    return new ByteRange(load.virtualAddress(), load.memorySizeBytes());
  }

  private static ByteRange moved(ElfSegment load, ByteRange file) {
    return new ByteRange(load.virtualAddress() + (file.start() - load.fileOffset()), file.length());
  }

  private void translate(ElfSegment load, MapPiece piece, List<MapPiece> pieces) {
    ByteRange part = piece.range().intersect(inFile(load));
    if (!part.isEmpty()) {
      pieces.add(
          new MapPiece(
              moved(load, part),
              piece.depth() + 1,
              piece.look(),
              piece.label(),
              piece.detail(),
              piece.place()));
    }
  }

  /** Sections without bytes, and what is left of the segment's memory behind its bytes. */
  private void zeroFilled(ElfSegment load, List<MapPiece> pieces) {
    ByteRange memory = inMemory(load);
    long bytesEnd = memory.start() + Math.min(memory.length(), inFile(load).length());
    ByteRange zeros = ByteRange.between(bytesEnd, memory.end());
    if (zeros.isEmpty()) {
      return;
    }
    long covered = zeros.start();
    for (ElfSection section : elf.sections()) {
      boolean inside =
          isZeroFilled(section) && section.address() >= covered && section.address() < zeros.end();
      if (inside) {
        rest(ByteRange.between(covered, section.address()), pieces);
        ByteRange range =
            new ByteRange(
                section.address(), Math.min(section.sizeBytes(), zeros.end() - section.address()));
        pieces.add(zero(range, section.label(), places.section(section)));
        covered = range.end();
      }
    }
    rest(ByteRange.between(covered, zeros.end()), pieces);
  }

  /** Thread-local sections only seem to lie there: each thread has its own. */
  private static boolean isZeroFilled(ElfSection section) {
    return section.isNoBits()
        && section.isAllocated()
        && section.sizeBytes() > 0
        && (section.flags() & SectionFlags.TLS) == 0;
  }

  private void rest(ByteRange range, List<MapPiece> pieces) {
    if (!range.isEmpty()) {
      pieces.add(zero(range, "zero-filled", null));
    }
  }

  private static MapPiece zero(ByteRange range, String label, @Nullable Place place) {
    return new MapPiece(
        range,
        1,
        new MapPiece.Owned(OwnerKind.ZERO_FILLED, null),
        label,
        "zero-filled when loaded, no bytes in the file",
        place);
  }

  /** The layout of a host binary in the file and in memory, with its zero pages. */
  record ElfLayoutSource(ElfDocument document) implements LayoutSource {

    @Override
    public LayoutMapModel first() {
      return ElfLayout.withoutZeroPages(document.elf(), document.place(), document.ownership());
    }

    @Override
    public boolean hasMore() {
      return true;
    }

    @Override
    public LayoutMapModel whole(Progress progress) throws IOException {
      return ElfLayout.of(document.elf(), document.place(), document.ownership(), progress);
    }

    @Override
    public List<String> sums(LayoutMapModel model) {
      return ZeroSums.of(document.elf(), model.lanes().getFirst().zeros());
    }

    private static final class ZeroSums {
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
          if (section.isNoBits()
              && section.isAllocated()
              && !threadLocal
              && section.sizeBytes() > 0) {
            sections.merge(section.label(), section.sizeBytes(), Long::sum);
          }
        }
        if (sections.isEmpty()) {
          return all == 0
              ? "Nothing is zero-filled when it is loaded."
              : "%s are zero-filled when it is loaded.".formatted(SizeText.of(all));
        }
        return words(sections)
            + " are zero-filled when it is loaded, and take no room in the file.";
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
                CountText.of(pages, "page"),
                CountText.word(pages, "is", "are"),
                SizeText.of(bytes),
                sections.isEmpty() ? "" : ": " + words(sections));
      }

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
  }
}
