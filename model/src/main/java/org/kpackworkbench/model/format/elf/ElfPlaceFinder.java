package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** Finds sections, segments and symbols by their names, for {@link PlaceSyntax}. */
public record ElfPlaceFinder(PlaceSyntax syntax, ElfPlaces places) {

  /** The place that a form and a name mean; empty for other forms. */
  public Optional<Place> find(String form, String name)
      throws PlaceSyntaxException, FormatException {
    return switch (form) {
      case "section" -> Optional.of(section(name));
      case "segment" ->
          Optional.of(places.segment(syntax.numbered(places.elf().segments(), name, "segment")));
      case "symbol" -> Optional.of(symbol(name));
      default -> Optional.empty();
    };
  }

  private Place section(String name) throws PlaceSyntaxException {
    ElfFile elf = places.elf();
    ElfSection named = elf.section(name).orElse(null);
    if (named != null) {
      return places.section(named);
    }
    if (!name.isEmpty() && name.chars().allMatch(Character::isDigit)) {
      return places.section(syntax.numbered(elf.sections(), name, "section"));
    }
    throw syntax.none(
        "section", elf.sections().stream().map(ElfSection::name).filter(known -> !known.isEmpty()));
  }

  private Place symbol(String name) throws PlaceSyntaxException, FormatException {
    List<String> names = new ArrayList<>();
    for (SymbolTable table : places.elf().symbolTables()) {
      for (int index = 0; index < table.size(); index++) {
        String known = table.name(index);
        if (known.equals(name) && !name.isEmpty()) {
          return places.symbol(table.symbol(index));
        }
        if (!known.isEmpty()) {
          names.add(known);
        }
      }
    }
    throw syntax.none("symbol", names.stream());
  }
}
