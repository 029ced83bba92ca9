package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** Finds sections, segments and symbols for {@link PlaceSyntax}. */
public record ElfPlaceFinder(PlaceSyntax syntax, ElfPlaces places) {

  public Place find(String form, String name) throws PlaceSyntaxException, FormatException {
    return switch (form) {
      case "section" -> section(name);
      case "segment" -> places.segment(syntax.numbered(places.elf().segments(), name, "segment"));
      default -> symbol(name);
    };
  }

  private Place section(String name) throws PlaceSyntaxException {
    ElfFile elf = places.elf();
    ElfSection named = elf.section(name);
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
