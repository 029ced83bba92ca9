package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.views.format.elf.SymbolsSpec.TableRange;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** All relocations of all tables. Each is read from the file on demand. */
final class RelocationsSpec extends TableSpec<RelocationsSpec.RelocationRow> {
  private static final long RELA_BYTES = 24;
  private static final long REL_BYTES = 16;

  private final ElfSubject subject;

  RelocationsSpec(ElfSubject subject) {
    super(
        TableWords.of(
                "relocations",
                "Relocations",
                "The file has no relocations: it needs none at its fixed address.")
            .prompt("filter by type, section, symbol …"));
    this.subject = subject;
    columns(
        List.of(
            RowColumn.address("Offset", row -> row.relocation().offset()),
            RowColumn.text("Changes", RelocationRow::section),
            RowColumn.text("Type", row -> row.relocation().typeName()),
            RowColumn.mono("Points to", RelocationRow::pointsTo),
            RowColumn.mono("Symbol", RelocationRow::symbol).alsoNamed("name"),
            RowColumn.mono("Addend", RelocationRow::addend),
            RowColumn.mono("Readable symbol", RelocationRow::readable),
            RowColumn.text("Table", row -> row.relocation().table().label()),
            RowColumn.count("#", row -> row.relocation().index())));
    load(Rows::new);
    place(row -> row.place() == null ? target(row) : row.place());
    shows(
        place ->
            subject.elf().relocations().stream()
                .map(table -> range(table, 0))
                .anyMatch(range -> range != null && range.holds(place)));
  }

  /** A table with the number of its first row. */
  private record Table(RelocationTable table, int size, @Nullable TableRange range, int first) {}

  /** The tables one after another. */
  private final class Rows implements RowSource<RelocationRow> {
    private final List<Table> tables = new ArrayList<>();
    private int size;

    Rows() throws FormatException {
      for (RelocationTable table : subject.elf().relocations()) {
        Table added = new Table(table, table.size(), range(table, size), size);
        tables.add(added);
        size += added.size();
      }
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public RelocationRow row(int index) throws IOException {
      for (Table table : tables.reversed()) {
        if (index >= table.first()) {
          int inTable = index - table.first();
          Relocation relocation = table.table().relocation(inTable);
          Place.Part place =
              table.range() == null ? null : table.range().entry(inTable, "relocation " + inTable);
          return RelocationRow.of(subject, relocation, place);
        }
      }
      throw new IndexOutOfBoundsException(index);
    }
  }

  /** Of packed relocations several share a word, so these have no bytes of their own. */
  private @Nullable TableRange range(RelocationTable table, int first) {
    ElfSection section = table.section();
    if (section == null || table.kind() == RelocationTable.Kind.RELR) {
      return null;
    }
    long usual = table.kind() == RelocationTable.Kind.RELA ? RELA_BYTES : REL_BYTES;
    return TableRange.of(subject, section, usual, first);
  }

  /** The bytes that it changes. */
  @Override
  public @Nullable Place target(RelocationRow row) {
    Relocation relocation = row.relocation();
    ElfSection section = relocation.table().target();
    OptionalLong offset = OptionalLong.empty();
    if (subject.elf().header().isObject()) {
      if (section != null && Long.compareUnsigned(relocation.offset(), section.sizeBytes()) < 0) {
        offset = OptionalLong.of(subject.elf().rangeOf(section).start() + relocation.offset());
      }
    } else if (subject.elf().addresses().locate(relocation.offset())
        instanceof AddressMap.InFile in) {
      offset = OptionalLong.of(in.fileOffset());
    }
    if (offset.isEmpty()) {
      return null;
    }
    ByteRange whole = new ByteRange(0, subject.elf().view().size());
    ByteRange word = new ByteRange(offset.getAsLong(), Long.BYTES).intersect(whole);
    return new Place.Bytes(subject.place(), subject.places().outer(word));
  }

  @Override
  public int indexOf(RowSource<RelocationRow> rows, Place place) {
    if (rows instanceof RelocationsSpec.Rows all) {
      for (Table table : all.tables) {
        if (table.range() != null && table.range().holds(place)) {
          return Math.min(table.range().rowOf(place), rows.size() - 1);
        }
      }
    }
    return -1;
  }

  @Override
  public String status(RowSource<RelocationRow> rows) throws IOException {
    List<String> parts = new ArrayList<>();
    if (rows instanceof RelocationsSpec.Rows all) {
      for (Table table : all.tables) {
        parts.add(table.size() + " in " + table.table().label());
      }
    }
    return String.join(" · ", parts);
  }

  /**
   * A relocation as the table shows it.
   *
   * @param relocation the relocation
   * @param symbol the name of the symbol it refers to; empty if it refers to none
   * @param section where what it changes is
   * @param pointsTo for relative ones the section that the result falls in, else empty
   * @param place where it is stored; null if it shares its bytes with others
   */
  record RelocationRow(
      Relocation relocation,
      String symbol,
      String section,
      String pointsTo,
      Place.@Nullable Part place) {

    static RelocationRow of(ElfSubject subject, Relocation relocation, Place.@Nullable Part place)
        throws IOException {
      RelocationTable table = relocation.table();
      ElfSymbol symbol = relocation.symbol().orElse(null);
      ElfSection target = table.target();
      ElfSection changed =
          target != null && subject.elf().header().isObject()
              ? target
              : subject.elf().sectionAt(relocation.offset()).orElse(null);
      return new RelocationRow(
          relocation,
          symbol == null ? unnamed(relocation) : symbol.name(),
          changed == null ? "" : changed.label(),
          pointsTo(subject, relocation, symbol),
          place);
    }

    /** The symbol's name as its author wrote it; empty if it is no mangled one. */
    String readable() {
      return Demangler.tryDemangle(symbol).orElse("");
    }

    /** The addend, signed, in hexadecimal. */
    String addend() {
      long addend = relocation.addend();
      String text =
          addend < 0 && addend > Integer.MIN_VALUE
              ? "-" + ElfNumbers.hex(-addend)
              : ElfNumbers.hex(addend);
      return relocation.addendInData() ? text + " (in the data)" : text;
    }

    private static String unnamed(Relocation relocation) {
      return relocation.symbolIndex() == 0 ? "" : "symbol " + relocation.symbolIndex();
    }

    private static String pointsTo(
        ElfSubject subject, Relocation relocation, @Nullable ElfSymbol symbol) {
      if (subject.elf().header().isObject()) {
        return "";
      }
      long address;
      if (symbol == null && relocation.symbolIndex() == 0) {
        address = relocation.addend();
      } else if (symbol != null && !symbol.isUndefined()) {
        address = symbol.value() + relocation.addend();
      } else {
        return "";
      }
      ElfSection section = subject.elf().sectionAt(address).orElse(null);
      return section == null
          ? ""
          : "%s + %s".formatted(section.label(), ElfNumbers.hex(address - section.address()));
    }
  }
}
