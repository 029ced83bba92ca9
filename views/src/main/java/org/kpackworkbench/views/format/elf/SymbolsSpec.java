package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** All symbols of all tables. Each is read from the file when it is asked for. */
final class SymbolsSpec implements RowsSpec<SymbolRow> {
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
  }

  @Override
  public String id() {
    return "symbols";
  }

  @Override
  public String title() {
    return "Symbols";
  }

  @Override
  public String empty() {
    return "The file has no symbol table: it was stripped.";
  }

  @Override
  public String prompt() {
    return "filter by name, mangled or readable, type, section …";
  }

  @Override
  public List<RowColumn<SymbolRow>> columns() {
    return List.of(
        RowColumn.mono("Name", SymbolRow::name),
        RowColumn.mono("Readable name", SymbolRow::readable),
        RowColumn.text("Type", row -> row.symbol().typeName()),
        RowColumn.text("Binding", row -> row.symbol().bindingName()),
        RowColumn.text("Section", SymbolRow::section),
        RowColumn.address("Value", row -> row.symbol().isUndefined() ? -1 : row.symbol().value()),
        RowColumn.size("Size", row -> row.symbol().sizeBytes()),
        RowColumn.text("Visibility", row -> row.symbol().visibilityName()),
        RowColumn.text("Table", SymbolRow::table),
        RowColumn.count("#", row -> row.symbol().index()));
  }

  @Override
  public RowSource<SymbolRow> load() {
    return new RowSource<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public SymbolRow row(int index) throws IOException {
        Table table = tableOf(index);
        ElfSymbol symbol = table.symbols().symbol(index - table.first() + 1);
        return SymbolRow.of(subject, symbol, table.name());
      }
    };
  }

  @Override
  public Place place(SymbolRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    return (place instanceof Place.Symbol symbol && symbol.parent().equals(subject.place()))
        || tables.stream().anyMatch(table -> table.range() != null && table.range().holds(place));
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
      parts.add(Words.count(table.size(), "symbol", "symbols") + " in " + table.name());
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
}
