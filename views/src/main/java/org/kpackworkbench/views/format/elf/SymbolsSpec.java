package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** All symbols of all tables. Each is read from the file on demand. */
final class SymbolsSpec extends TableSpec<SymbolsSpec.SymbolRow> {
  private final ElfSubject subject;
  private final List<Table> tables = new ArrayList<>();
  private final int size;

  /** A table, without its empty first symbol. */
  private record Table(SymbolTable symbols, String name, @Nullable TableRange range, int first) {
    int size() {
      return Math.max(0, symbols.size() - 1);
    }
  }

  SymbolsSpec(ElfSubject subject) {
    super(
        TableWords.of("symbols", "Symbols", "The file has no symbol table: it was stripped.")
            .prompt("filter by name, mangled or readable, type, section …"));
    this.subject = subject;
    int first = 0;
    for (SymbolTable symbols : subject.elf().symbolTables()) {
      ElfSection section = symbols.section();
      TableRange range =
          section == null ? null : TableRange.of(subject, section, ElfSymbol.SIZE_BYTES, first - 1);
      String name = section == null ? "dynamic" : section.label();
      Table table = new Table(symbols, name, range, first);
      tables.add(table);
      first += table.size();
    }
    size = first;
    columns(
        List.of(
            RowColumn.mono("Name", SymbolRow::name),
            RowColumn.mono("Readable name", SymbolRow::readable),
            RowColumn.text("Type", row -> row.symbol().typeName()),
            RowColumn.text("Binding", row -> row.symbol().bindingName()),
            RowColumn.text("Section", SymbolRow::section),
            RowColumn.address(
                "Value", row -> row.symbol().isUndefined() ? -1 : row.symbol().value()),
            RowColumn.size("Size", row -> row.symbol().sizeBytes()),
            RowColumn.text("Visibility", row -> row.symbol().visibilityName()),
            RowColumn.text("Table", SymbolRow::table),
            RowColumn.count("#", row -> row.symbol().index())));
    place(SymbolRow::place);
    shows(
        place ->
            (place instanceof Place.Symbol symbol && symbol.parent().equals(subject.place()))
                || tables.stream()
                    .anyMatch(table -> table.range() != null && table.range().holds(place)));
  }

  @Override
  public RowSource<SymbolRow> load() {
    return RowSource.read(
        size,
        index -> {
          Table table = tableOf(index);
          ElfSymbol symbol = table.symbols().symbol(index - table.first() + 1);
          return SymbolRow.of(subject, symbol, table.name());
        });
  }

  @Override
  public int indexOf(RowSource<SymbolRow> rows, Place place) throws IOException {
    for (Table table : tables) {
      if (table.range() != null && table.range().holds(place)) {
        return Math.max(table.first(), table.range().rowOf(place));
      }
    }
    if (!(place instanceof Place.Symbol wanted)) {
      return -1;
    }
    int sameName = -1;
    for (int i = 0; i < rows.size(); i++) {
      Table table = tableOf(i);
      int index = i - table.first() + 1;
      // Names are compared before the whole row is made: there may be a million of them.
      if (table.symbols().name(index).equals(wanted.name())) {
        if (Objects.equals(rows.row(i).place().range(), wanted.range())) {
          return i;
        }
        sameName = sameName < 0 ? i : sameName;
      }
    }
    return sameName;
  }

  @Override
  public String status(RowSource<SymbolRow> rows) {
    List<String> parts = new ArrayList<>();
    for (Table table : tables) {
      parts.add(CountText.of(table.size(), "symbol") + " in " + table.name());
    }
    return String.join(" · ", parts);
  }

  private Table tableOf(int index) {
    for (Table table : tables.reversed()) {
      if (index >= table.first()) {
        return table;
      }
    }
    throw new IndexOutOfBoundsException(index);
  }

  /**
   * A symbol as the table shows it.
   *
   * @param symbol the symbol
   * @param table the name of its table
   * @param section where it is, in words
   * @param place its place; its bytes where it has any in the file
   */
  record SymbolRow(ElfSymbol symbol, String table, String section, Place.Symbol place) {

    static SymbolRow of(ElfSubject subject, ElfSymbol symbol, String table) {
      return new SymbolRow(
          symbol, table, section(subject, symbol), subject.places().symbol(symbol));
    }

    /** The name as its author wrote it; empty if it is no mangled one. */
    String readable() {
      return Demangler.tryDemangle(symbol.name()).orElse("");
    }

    /** The name with its version, as linkers write it. */
    String name() {
      @Nullable String version = symbol.version();
      String name = symbol.name().isEmpty() ? "(no name)" : symbol.name();
      return version == null ? name : name + "@" + version;
    }

    private static String section(ElfSubject subject, ElfSymbol symbol) {
      if (symbol.isUndefined()) {
        return "undefined";
      }
      if (symbol.isAbsolute()) {
        return "absolute";
      }
      if (symbol.sectionField() == ElfSymbol.SECTION_COMMON) {
        return "common";
      }
      ElfSection section = subject.section(symbol.section());
      return section == null ? "section " + symbol.section() : section.label();
    }
  }

  /**
   * A table of entries of one size in a section: which bytes an entry has, and which entry some
   * bytes belong to.
   *
   * @param place the section's place
   * @param entrySizeBytes size of an entry, more than 0
   * @param firstEntry the number of the table's first entry among all rows
   */
  record TableRange(Place.Section place, long entrySizeBytes, int firstEntry) {

    static TableRange of(ElfSubject subject, ElfSection section, long usual, int firstEntry) {
      long size = section.entrySizeBytes();
      return new TableRange(
          subject.places().section(section), size > 0 && size < 1 << 16 ? size : usual, firstEntry);
    }

    /** The place of an entry, named {@code label}. */
    Place.Part entry(int index, String label) {
      long start = place.range().start() + index * entrySizeBytes;
      ByteRange range = new ByteRange(start, entrySizeBytes).intersect(place.range());
      return new Place.Part(place, label, range);
    }

    /** Whether a place is some bytes of the table, or one of its entries. */
    boolean holds(Place some) {
      ByteRange range = some.range();
      boolean inside = some instanceof Place.Bytes || some instanceof Place.Part;
      Place parent = some.parent();
      return inside
          && range != null
          && parent != null
          && parent.equals(place)
          && place.range().contains(range.start());
    }

    /** The row of the entry that a place it {@link #holds} starts in. */
    int rowOf(Place some) {
      @Nullable ByteRange range = some.range();
      return range == null
          ? -1
          : firstEntry + (int) ((range.start() - place.range().start()) / entrySizeBytes);
    }
  }
}
