package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.format.elf.SymbolsSpec.SymbolRow;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/** Finds symbols of host binaries by their mangled and readable names. */
public final class SymbolFinder implements PlaceFinder {
  private static final int ASK_EVERY_SYMBOLS = 1024;
  private static final int SHORTEST_QUERY = 2;
  private static final int NONE = 3;

  @Override
  public String title() {
    return "Symbols";
  }

  @Override
  public List<Found> find(OpenedFile file, String query, int limit, Progress progress)
      throws IOException {
    String wanted = query.toLowerCase(Locale.ROOT);
    if (wanted.length() < SHORTEST_QUERY) {
      return List.of();
    }
    List<Hit> hits = new ArrayList<>();
    for (ElfDocument document : binaries(file)) {
      hits.addAll(hits(document, wanted, progress));
    }
    // A good match is a short name that begins with what was typed.
    hits.sort(Comparator.comparingInt(Hit::rank).thenComparingInt(hit -> hit.text().length()));
    Set<Place> seen = new HashSet<>();
    List<Found> found = new ArrayList<>();
    for (Hit hit : hits) {
      if (found.size() == limit) {
        break;
      }
      Found one = hit.found();
      if (seen.add(one.place())) {
        found.add(one);
      }
    }
    return List.copyOf(found);
  }

  private record Hit(
      ElfSubject subject, SymbolTable table, ElfSymbol symbol, String text, int rank) {
    Found found() {
      SymbolRow row = SymbolRow.of(subject, symbol, "");
      String size = symbol.sizeBytes() > 0 ? ", " + ElfNumbers.size(symbol.sizeBytes()) : "";
      return new Found(row.place(), text, symbol.typeName() + ", " + row.section() + size);
    }
  }

  private static List<ElfDocument> binaries(OpenedFile file) {
    List<ElfDocument> all = new ArrayList<>();
    file.as(ElfDocument.class).ifPresent(all::add);
    file.as(StaticLibraryDocument.class)
        .ifPresent(
            library -> {
              for (Document member : library.members()) {
                if (member instanceof ElfDocument elf) {
                  all.add(elf);
                }
              }
            });
    return all;
  }

  private static List<Hit> hits(ElfDocument document, String wanted, Progress progress)
      throws IOException {
    ElfSubject subject = new ElfSubject(document.elf(), document.fat(), document.place());
    List<Hit> hits = new ArrayList<>();
    for (SymbolTable table : document.elf().symbolTables()) {
      for (int i = 1; i < table.size(); i++) {
        if (i % ASK_EVERY_SYMBOLS == 0) {
          progress.step(ASK_EVERY_SYMBOLS);
        }
        String name = table.name(i);
        String readable = readable(name, wanted);
        int rank = Math.min(rank(name, wanted), rank(readable, wanted));
        if (rank < NONE) {
          hits.add(new Hit(subject, table, table.symbol(i), readable, rank));
        }
      }
    }
    return hits;
  }

  /** Demangling is slow: only names that can hold the letters are worth it. */
  private static String readable(String name, String wanted) {
    if (!name.startsWith("_Z")) {
      return name;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    // Operators and brackets are not in mangled names, the words around them do.
    boolean likely =
        Pattern.compile("[^a-z0-9_]+")
            .splitAsStream(wanted)
            .filter(part -> !part.isEmpty())
            .allMatch(lower::contains);
    return likely ? Demangler.demangle(name) : name;
  }

  private static int rank(String name, String wanted) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals(wanted)) {
      return 0;
    }
    return lower.startsWith(wanted) ? 1 : lower.contains(wanted) ? 2 : NONE;
  }
}
