package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.RowContents;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.coff.ImageHeader.Directory;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.coff.ImageTables.Export;
import org.kpackworkbench.model.format.coff.ImageTables.Import;
import org.kpackworkbench.model.format.offload.FatBinary;

/** Rows of Windows binaries: headers, sections, directories, exports, imports. */
record CoffRows(List<Side> sides, List<CoffFile> files, List<ImageTables> tables)
    implements ContainerRows {

  static CoffRows of(List<Side> sides, List<FatBinary> fats) throws FormatException {
    List<CoffFile> files = new ArrayList<>();
    List<ImageTables> tables = new ArrayList<>();
    for (FatBinary fat : fats) {
      CoffFile file = (CoffFile) fat.image();
      files.add(file);
      tables.add(ImageTables.read(file));
    }
    return new CoffRows(sides, files, tables);
  }

  @Override
  public @Nullable FormatException lost(int side) {
    CoffFile file = files.get(side);
    return file.sections().isEmpty() && !file.problems().isEmpty()
        ? file.problems().getFirst()
        : null;
  }

  @Override
  public List<FormatException> problems(int side) {
    List<FormatException> all = new ArrayList<>(files.get(side).problems());
    all.addAll(tables.get(side).problems());
    return all;
  }

  @Override
  public Draft header() {
    List<@Nullable Values> values =
        IntStream.range(0, files.size()).mapToObj(this::headerValues).toList();
    return new Draft("header", "headers", values).storage("check sum");
  }

  private @Nullable Values headerValues(int side) {
    CoffFile file = files.get(side);
    Values values =
        Values.at(sides.get(side).place())
            .with("type", file.kindName())
            .with("machine", file.machineName())
            .hex("flags", file.flags())
            .with("sections", file.sections().size());
    ImageHeader header = file.header();
    return header == null
        ? values
        : values
            .hex("entry", header.entryPoint())
            .hex("image base", header.imageBase())
            .with("section alignment", header.sectionAlignment())
            .with("file alignment", header.fileAlignment())
            .with("image size", header.imageSizeBytes())
            .with("size of headers", header.headersSizeBytes())
            .hex("check sum", header.checkSum())
            .with("subsystem", header.subsystemName())
            .hex("DLL flags", header.dllFlags());
  }

  @Override
  public void addTables(ListComparison.Builder builder, PartOpener opener) throws FormatException {
    for (int side = 0; side < files.size(); side++) {
      FormatException lost = lost(side);
      builder.cut(side, lost, (group, key) -> group.equals(SectionRows.SECTION));
      FormatException cut =
          tables.get(side).problems().isEmpty() ? lost : tables.get(side).problems().getFirst();
      builder.cut(side, cut, (group, key) -> group.equals("export") || group.equals("import"));
    }
    addSections(builder, opener);
    builder.rows(
        files.stream().map(CoffRows::directories).toList(),
        directory -> directory.kind().words(),
        (key, row) ->
            new Draft("directory", key, Aligned.map(row, this::values)).places("address"));
    builder.rows(
        tables.stream().map(ImageTables::exports).toList(),
        export -> export.name().isEmpty() ? "#" + export.ordinal() : export.name(),
        (key, row) -> new Draft("export", key, Aligned.map(row, this::values)).places("address"));
    builder.rows(
        tables.stream().map(ImageTables::imports).toList(),
        Import::library,
        (key, row) -> new Draft("import", key, Aligned.map(row, this::values)));
  }

  private void addSections(ListComparison.Builder builder, PartOpener opener)
      throws FormatException {
    builder.rows(
        files.stream().map(CoffFile::sections).toList(),
        CoffSection::label,
        (name, row) ->
            new RowContents(Aligned.map(row, this::content), opener, true)
                .of(
                    new Draft(SectionRows.SECTION, name, Aligned.map(row, this::values))
                        .places("address", "offset")));
  }

  private RowContents.Part content(int side, CoffSection section) {
    CoffFile file = files.get(side);
    String name = sides.get(side).label() + ", " + section.label();
    ByteRange range = file.rangeOf(section);
    return new RowContents.Part(
        name,
        place(side, section),
        null,
        (resources, progress) -> file.view().slice(range.start(), range.length()).named(name));
  }

  private Place place(int side, CoffSection section) {
    return files.get(side).placeOf(section, sides.get(side).place());
  }

  private Values values(int side, CoffSection section) {
    return Values.at(place(side, section))
        .with("flags", section.flagWords())
        .with("holds", section.holds().isEmpty() ? null : section.holds())
        .hex("address", section.address())
        .hex("offset", section.fileOffset())
        .with("bytes in memory", section.memorySizeBytes())
        .with("relocations", section.relocationCount())
        .size(files.get(side).rangeOf(section).length());
  }

  private static List<Directory> directories(CoffFile file) {
    ImageHeader header = file.header();
    return header == null
        ? List.of()
        : header.directories().stream().filter(each -> each.sizeBytes() > 0).toList();
  }

  private Values values(int side, Directory directory) {
    return Values.at(sides.get(side).place())
        .hex("address", directory.address())
        .size(directory.sizeBytes());
  }

  private Values values(int side, Export export) {
    return Values.at(sides.get(side).place())
        .with("ordinal", export.ordinal())
        .hex("address", export.address())
        .with("forwarded to", export.forwarder().isEmpty() ? null : export.forwarder());
  }

  private Values values(int side, Import imported) {
    return Values.at(sides.get(side).place())
        .with("loaded", imported.delayed() ? "at the first call" : "at the start")
        .with("functions", String.join(" ", imported.functions()));
  }
}
