package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.ZeroPages;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.views.format.elf.SegmentsSpec.Membership;
import org.kpackworkbench.views.format.offload.BundleTargets;
import org.kpackworkbench.views.format.offload.WrappersSpec.WrapperRow;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowTexts;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.rows.TreeRows;
import org.kpackworkbench.views.kit.rows.TreeRows.Row;

/**
 * The table of sections. Below the section of wrappers each wrapper says where it leads, and below
 * a section of device code are its bundles.
 */
final class SectionsSpec extends TableSpec<Row<SectionsSpec.Line>>
    implements RowsSpec.Marked<Row<SectionsSpec.Line>> {
  private static final int MOST_OPENED = 16;
  private static final String PAGES = "%s of code, %s zero";

  private final ElfSubject subject;
  private final RowTexts<TreeRows<Line>> pages;
  private volatile TreeRows<Line> rows = TreeRows.none();

  SectionsSpec(ElfSubject subject, Background background) {
    super(
        TableWords.of(
            "sections",
            "Sections",
            "The file has no section headers; its segments are still there."));
    this.subject = subject;
    this.pages = new RowTexts<>(background, this::pages);
    columns(
        List.of(
            figure("#", row -> row.section().index()),
            RowColumn.<Row<Line>>tree(
                    "Name",
                    row -> row.value().name(),
                    row -> Face.of(row.value().name(), row.value().name()).styled("mono-cell"))
                .alsoNamed("name"),
            RowColumn.text("Type", row -> row.value().type()),
            number(
                RowColumn::address,
                "Address",
                row -> row.section().isAllocated() ? row.section().address() : -1),
            RowColumn.address("Offset", row -> row.value().offset()),
            RowColumn.size("Size", row -> row.value().sizeBytes()),
            RowColumn.<Row<Line>>later("Holds", row -> row.value().holds(), this::holds)
                .roomFor(row -> isFat(row.value()) ? PAGES : row.value().holds())
                .keeping(0.3),
            text("Flags", row -> row.section().flagWords()),
            figure("Alignment", row -> row.section().alignment()),
            text("Segments", SectionRow::segments),
            number(RowColumn::size, "In file", row -> row.section().storedSizeBytes()),
            number(RowColumn::size, "Entry size", row -> row.section().entrySizeBytes()).hidden(),
            text("Link", SectionRow::link),
            text("Info", SectionRow::info)));
    place(row -> row.value().place());
    target(row -> row.value() instanceof Part part ? part.target() : null);
    shows(
        place ->
            place.equals(subject.sectionHeaders())
                || (place instanceof Place.Section section
                    && section.parent().equals(subject.place())));
  }

  /** A line of the table. */
  sealed interface Line {
    String name();

    Place place();

    OwnerKind kind();

    String type();

    long offset();

    long sizeBytes();

    /** Returns words for its contents that need no reading of its bytes; may be empty. */
    String holds();
  }

  /**
   * A wrapper or a bundle in a section.
   *
   * @param target where it leads; null for nowhere
   */
  private record Part(
      String name,
      String type,
      Place place,
      ByteRange range,
      OwnerKind kind,
      String holds,
      @Nullable Place target)
      implements Line {
    @Override
    public long offset() {
      return range.start();
    }

    @Override
    public long sizeBytes() {
      return range.length();
    }
  }

  private static RowColumn<Row<Line>> text(String title, Function<SectionRow, String> of) {
    return RowColumn.text(
        title, row -> row.value() instanceof SectionRow section ? of.apply(section) : "");
  }

  private static RowColumn<Row<Line>> figure(String title, ToLongFunction<SectionRow> of) {
    ToLongFunction<Row<Line>> number =
        row -> row.value() instanceof SectionRow section ? of.applyAsLong(section) : -1;
    return RowColumn.<Row<Line>>figure(
            title,
            row ->
                row.value() instanceof SectionRow section
                    ? Long.toString(of.applyAsLong(section))
                    : "")
        .counted(number);
  }

  private static RowColumn<Row<Line>> number(
      BiFunction<String, ToLongFunction<Row<Line>>, RowColumn<Row<Line>>> look,
      String title,
      ToLongFunction<SectionRow> of) {
    return look.apply(
        title, row -> row.value() instanceof SectionRow section ? of.applyAsLong(section) : -1);
  }

  private ObservableValue<Face> holds(Row<Line> row) {
    String known = row.value().holds();
    return known.isEmpty()
        ? pages.of(rows, row.index()).map(text -> Face.of(text, text))
        : new ReadOnlyObjectWrapper<>(Face.of(known, known));
  }

  private boolean isFat(Line line) {
    return line instanceof SectionRow row
        && subject.fat() != null
        && subject.fat().fatSections().contains(row.section());
  }

  /** Counts pages of device code: those of a section that are zero are in the file for nothing. */
  private String pages(TreeRows<Line> shown, int row) throws FormatException {
    if (!(shown.row(row).value() instanceof SectionRow line) || !isFat(line)) {
      return "";
    }
    long all = Math.ceilDiv(line.section().sizeBytes(), ZeroPages.PAGE_BYTES);
    long zero =
        ZeroPages.inFile(subject.elf().view(), subject.elf().rangeOf(line.section()), Progress.NONE)
                .stream()
                .mapToLong(run -> run.range().length())
                .sum()
            / ZeroPages.PAGE_BYTES;
    return PAGES.formatted(
        CountText.of(all - zero, "page"), zero == 0 ? "none" : Long.toString(zero));
  }

  @Override
  public TreeRows<Line> load() throws IOException {
    List<SectionRow> sections = SectionRow.of(subject);
    Map<SectionRow, List<Line>> parts = new HashMap<>();
    for (Part part : parts()) {
      sections.stream()
          .filter(section -> section.place().range().contains(part.range().start()))
          .findFirst()
          .ifPresent(in -> parts.computeIfAbsent(in, none -> new ArrayList<>()).add(part));
    }
    TreeRows<Line> made =
        TreeRows.of(
            List.<Line>copyOf(sections),
            line -> line instanceof SectionRow in ? parts.getOrDefault(in, List.of()) : List.of(),
            line ->
                line instanceof SectionRow in
                    && parts.getOrDefault(in, List.of()).size() <= MOST_OPENED);
    rows = made;
    return made;
  }

  private List<Part> parts() throws FormatException {
    FatBinary fat = subject.fat();
    if (fat == null) {
      return List.of();
    }
    List<Part> parts = new ArrayList<>();
    for (WrapperRow row : WrapperRow.of(fat, subject.place())) {
      parts.add(
          new Part(
              row.place().label(),
              row.wrapper().magicWords(),
              row.place(),
              row.place().range(),
              OwnerKind.WRAPPER,
              "leads to " + row.pointsTo(),
              row.target()));
    }
    OffloadPlaces places = OffloadPlaces.of(fat, subject.place());
    for (StoredBundle bundle : fat.bundles()) {
      Place.Bundle place = places.bundle(bundle);
      parts.add(
          new Part(
              place.label(),
              "",
              place,
              place.range(),
              OwnerKind.DEVICE_CODE,
              BundleTargets.of(bundle).words(),
              place));
    }
    return parts;
  }

  @Override
  public Folding<Row<Line>> folding() {
    return rows;
  }

  @Override
  public RowMark mark(Row<Line> row) {
    boolean cut =
        row.value() instanceof SectionRow line
            && !line.section().isNoBits()
            && line.place().range().length() != line.section().storedSizeBytes();
    return RowMark.of(row.value().kind())
        .problem(cut ? "The section reaches beyond the end of the file." : "");
  }

  @Override
  public String status(RowSource<Row<Line>> shown) {
    List<ElfSection> sections = subject.elf().sections();
    long loaded =
        sections.stream()
            .filter(ElfSection::isAllocated)
            .mapToLong(section -> Math.max(0, section.sizeBytes()))
            .sum();
    long count = SectionRow.of(subject).size();
    return "%s · %s in memory".formatted(CountText.of(count, "section"), ElfNumbers.size(loaded));
  }

  /**
   * A section as the table shows it.
   *
   * @param section the section
   * @param place where it is
   * @param kind what it holds
   * @param segments the segments that hold it, as words
   * @param link what {@code sh_link} names, as words
   * @param info what {@code sh_info} says, as words
   * @param holds wrappers, dropped pages, or the name in a marker; empty for others
   */
  record SectionRow(
      ElfSection section,
      Place.Section place,
      OwnerKind kind,
      String segments,
      String link,
      String info,
      String holds)
      implements Line {

    /** The rows of all sections but the empty first one. */
    static List<SectionRow> of(ElfSubject subject) {
      List<SectionRow> rows = new ArrayList<>();
      for (ElfSection section : subject.elf().sections()) {
        if (section.index() > 0 || section.type() != SectionType.NULL) {
          rows.add(row(subject, section));
        }
      }
      return List.copyOf(rows);
    }

    private static SectionRow row(ElfSubject subject, ElfSection section) {
      String segments =
          Membership.segmentsOf(subject.elf(), section).stream()
              .map(ElfSegment::label)
              .collect(Collectors.joining(", "));
      return new SectionRow(
          section,
          subject.places().section(section),
          kind(subject, section),
          segments,
          link(subject, section),
          info(subject, section),
          holds(subject.fat(), section));
    }

    @Override
    public String type() {
      return section.typeName();
    }

    @Override
    public long offset() {
      return section.fileOffset();
    }

    @Override
    public long sizeBytes() {
      return section.sizeBytes();
    }

    private static String holds(@Nullable FatBinary fat, ElfSection section) {
      if (fat == null) {
        return "";
      }
      if (section.isNoBits() && fat.fatSections().contains(section)) {
        long pages = Math.ceilDiv(section.sizeBytes(), ZeroPages.PAGE_BYTES);
        return "%s dropped: not in the file".formatted(CountText.of(pages, "page"));
      }
      Marker marker = fat.marker();
      return switch (section.name()) {
        case FatSections.WRAPPERS -> CountText.of(fat.wrappers().size(), "wrapper");
        case FatSections.MARKER, FatSections.OLD_MARKER ->
            marker == null || marker.kernelName() == null ? "" : "marker of " + marker.kernelName();
        default -> "";
      };
    }

    /** The name, or a note that it has none. */
    @Override
    public String name() {
      return section.name().isEmpty() ? "(no name)" : section.name();
    }

    private static OwnerKind kind(ElfSubject subject, ElfSection section) {
      switch (section.name()) {
        case FatSections.FAT -> {
          return section.isNoBits() ? OwnerKind.ZERO_FILLED : OwnerKind.DEVICE_CODE;
        }
        case FatSections.WRAPPERS -> {
          return OwnerKind.WRAPPER;
        }
        case FatSections.MARKER, FatSections.OLD_MARKER -> {
          return OwnerKind.MARKER;
        }
        default -> {}
      }
      if (section.name().startsWith(FatSections.RELOCATABLE_PREFIX)
          || section.type() == SectionType.LLVM_OFFLOADING) {
        return OwnerKind.DEVICE_CODE;
      }
      if (section.isNoBits()) {
        return OwnerKind.ZERO_FILLED;
      }
      if (SectionType.isMetadata(section.type()) || !section.isAllocated()) {
        return OwnerKind.METADATA;
      }
      if (subject.elf().header().machine() == ElfMachine.AMDGPU) {
        return OwnerKind.DEVICE_CODE;
      }
      return section.isExecutable() ? OwnerKind.HOST_CODE : OwnerKind.HOST_DATA;
    }

    private static String link(ElfSubject subject, ElfSection section) {
      if (section.link() == 0) {
        return "";
      }
      return named(subject, section.link());
    }

    private static String info(ElfSubject subject, ElfSection section) {
      long info = section.info();
      boolean relocations = section.type() == SectionType.RELA || section.type() == SectionType.REL;
      if (relocations || (section.flags() & SectionFlags.INFO_LINK) != 0) {
        return info == 0 ? "" : "applies to " + named(subject, info);
      }
      if (section.type() == SectionType.SYMTAB || section.type() == SectionType.DYNSYM) {
        return "first global symbol: " + info;
      }
      if (section.type() == SectionType.GROUP) {
        return "signature: symbol " + info;
      }
      if (section.type() == SectionType.GNU_VERDEF || section.type() == SectionType.GNU_VERNEED) {
        return CountText.of(info, "record");
      }
      return info == 0 ? "" : Long.toString(info);
    }

    private static String named(ElfSubject subject, long index) {
      @Nullable ElfSection other = subject.section(index);
      return other == null ? "section " + index + ", which does not exist" : other.label();
    }
  }
}
