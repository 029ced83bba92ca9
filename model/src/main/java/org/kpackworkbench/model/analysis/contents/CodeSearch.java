package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteSearch;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.SearchPattern;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;

/** Looks for text, a regular expression or bytes in code objects. Pure functions; any thread. */
public final class CodeSearch {
  /** Of one code object: a search for one byte should not list a million places. */
  public static final int MOST_IN_ONE = 10_000;

  /** Of a file or a tree. */
  public static final int MOST_IN_ALL = 100_000;

  private CodeSearch() {}

  /**
   * What is looked for. Immutable.
   *
   * @param names what names of kernels, arguments and symbols have to have; empty for none of them
   * @param bytes what bytes have to be; empty where only names count
   */
  public record Wanted(Optional<Pattern> names, Optional<SearchPattern> bytes) {

    /**
     * A part of a name, or of a text in the bytes, in any case.
     *
     * @throws IllegalArgumentException where it is empty or too long, in words for people
     */
    public static Wanted text(String text) {
      return new Wanted(
          Optional.of(
              Pattern.compile(
                  Pattern.quote(text), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)),
          Optional.of(SearchPattern.text(text, SearchPattern.Encoding.UTF_8, true)));
    }

    /**
     * A regular expression, some part of which names have to be.
     *
     * @throws IllegalArgumentException where it is none, in words for people
     */
    public static Wanted expression(String expression) {
      try {
        return new Wanted(Optional.of(Pattern.compile(expression)), Optional.empty());
      } catch (PatternSyntaxException wrong) {
        throw new IllegalArgumentException(
            "%s: %s at %d".formatted(expression, wrong.getDescription(), wrong.getIndex()), wrong);
      }
    }

    /**
     * Bytes, as {@link SearchPattern#hex} reads them.
     *
     * @throws IllegalArgumentException where it is none, in words for people
     */
    public static Wanted bytes(String hex) {
      return new Wanted(Optional.empty(), Optional.of(SearchPattern.hex(hex)));
    }
  }

  /** In what something was found. */
  public enum In {
    KERNEL,
    ARGUMENT,
    SYMBOL,
    BYTES;

    /** The word for it, as commands print it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A match. Immutable.
   *
   * @param row the code object
   * @param place what was found: the kernel, the symbol, or the bytes
   * @param text the name, or the section of bytes
   * @param where the kernel or section in which it is; empty where it is in none
   * @param offset where it is in the code object, for a symbol its address; -1 for other names
   * @param excerpt the name, or the bytes with some before and behind them
   */
  public record Match(
      CodeObjectRow row,
      Place place,
      In in,
      String text,
      String where,
      long offset,
      String excerpt) {}

  /**
   * What was found. Immutable.
   *
   * @param matches in the order of files and code objects
   * @param codeObjects how many code objects were read
   * @param complete false where there are more matches than are listed
   * @param problems what could not be read, a sentence each; at most 1,000
   */
  public record Result(
      List<Match> matches, int codeObjects, boolean complete, List<String> problems) {
    public Result {
      matches = List.copyOf(matches);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Looks in an open file; of a host-only binary in its archives.
   *
   * @throws IOException where the file was closed or has changed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Document document, Wanted wanted, Progress progress) throws IOException {
    Collected collected = new Collected(wanted, progress);
    return collected.result(new CodeObjectWalk(collected, progress).file(document, "Searching"));
  }

  /**
   * Searches all files of a tree. Files that occur twice are read once.
   *
   * @throws IOException where the folder cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Path folder, Formats formats, Wanted wanted, Progress progress)
      throws IOException {
    Collected collected = new Collected(wanted, progress);
    return collected.result(
        new CodeObjectWalk(collected, progress)
            .tree(folder, formats, "Searching in " + folder.getFileName()));
  }

  /**
   * Looks in one code object.
   *
   * @param inside the place below which what is in it is
   * @param into gets what is found, at most {@link #MOST_IN_ONE} matches in bytes
   * @return false where there are more in its bytes
   */
  public static boolean in(
      Place inside,
      CodeObjectRow row,
      CodeObject code,
      Wanted wanted,
      List<Match> into,
      Progress progress)
      throws IOException {
    return new Search(inside, row, code, into).run(wanted, progress.cancelOnly());
  }

  /** What is found on a walk. */
  private static final class Collected implements CodeObjectWalk.Reader {
    private final Wanted wanted;
    private final Progress progress;
    private final List<Match> matches = new ArrayList<>();
    private boolean complete = true;

    Collected(Wanted wanted, Progress progress) {
      this.wanted = wanted;
      this.progress = progress;
    }

    @Override
    public boolean read(Place inside, CodeObjectRow row, CodeObject code) throws IOException {
      complete &= in(inside, row, code, wanted, matches, progress);
      boolean more = matches.size() <= MOST_IN_ALL;
      complete &= more;
      return more;
    }

    Result result(CodeObjectWalk done) {
      return new Result(
          matches.size() > MOST_IN_ALL ? matches.subList(0, MOST_IN_ALL) : matches,
          done.codeObjects(),
          complete,
          done.problems());
    }
  }

  /** One code object. */
  private static final class Search {
    private static final int BYTES_BEFORE = 8;
    private static final int BYTES_BEHIND = 24;
    private static final int MOST_SHOWN = 64;

    private final Place inside;
    private final CodeObjectRow row;
    private final CodeObject code;
    private final List<Match> matches;
    private final Set<String> seen = new HashSet<>();
    private @Nullable NavigableMap<Long, KernelCode> kernels;

    /** The machine code of a kernel. */
    private record KernelCode(ByteRange range, String name) {}

    Search(Place inside, CodeObjectRow row, CodeObject code, List<Match> matches) {
      this.inside = inside;
      this.row = row;
      this.code = code;
      this.matches = matches;
    }

    boolean run(Wanted wanted, Progress progress) throws IOException {
      Pattern pattern = wanted.names().orElse(null);
      if (pattern != null) {
        names(pattern);
      }
      SearchPattern sought = wanted.bytes().orElse(null);
      return sought == null || bytes(sought, pattern != null, progress);
    }

    private void names(Pattern pattern) throws FormatException {
      for (Kernel kernel : code.kernels()) {
        seen.add(kernel.codeSymbol());
        seen.add(kernel.symbol());
        Place place = code.placeOf(kernel, inside);
        if (pattern.matcher(kernel.name()).find()
            || pattern.matcher(kernel.demangledName()).find()) {
          String name = kernel.demangledName();
          matches.add(new Match(row, place, In.KERNEL, name, kernel.shortName(), -1, name));
        }
        for (KernelArgument argument : kernel.args()) {
          String words = (argument.typeName() + " " + argument.name()).strip();
          if (pattern.matcher(words).find()) {
            matches.add(
                new Match(
                    row,
                    place,
                    In.ARGUMENT,
                    words + " of " + kernel.shortName(),
                    kernel.shortName(),
                    -1,
                    words));
          }
        }
      }
      for (SymbolTable table : code.elf().symbolTables()) {
        for (int i = 0; i < table.size(); i++) {
          String name = table.name(i);
          if (!name.isEmpty() && seen.add(name)) {
            String readable = Demangler.demangle(name);
            if (pattern.matcher(name).find() || pattern.matcher(readable).find()) {
              symbol(table.symbol(i), name, readable);
            }
          }
        }
      }
    }

    private void symbol(ElfSymbol symbol, String name, String readable) throws FormatException {
      String section = code.elf().sectionAt(symbol.value()).map(ElfSection::name).orElse("");
      matches.add(
          new Match(
              row,
              new Place.Symbol(inside, name, null),
              In.SYMBOL,
              readable,
              section,
              symbol.value(),
              readable));
    }

    /**
     * Looks into bytes.
     *
     * @param text whether it is a text, which tables of names have, too
     */
    private boolean bytes(SearchPattern pattern, boolean text, Progress progress)
        throws IOException {
      ByteSearch search = new ByteSearch(code.view(), pattern);
      ByteRange all = new ByteRange(0, code.view().size());
      ByteSearch.Matches found = search.all(all, MOST_IN_ONE, progress);
      for (int i = 0; i < found.count(); i++) {
        long offset = found.offsets()[i];
        ElfSection section = code.elf().sectionAtOffset(offset).orElse(null);
        if (text && isTableOfNames(section)) {
          continue;
        }
        String kernel = kernelAt(offset);
        matches.add(
            new Match(
                row,
                place(new ByteRange(offset, pattern.length())),
                In.BYTES,
                section == null ? "outside of sections" : section.name(),
                !kernel.isEmpty() ? kernel : section == null ? "" : section.name(),
                offset,
                excerpt(offset, pattern.length(), text)));
      }
      return found.complete();
    }

    /** Bytes of what is unpacked are its own, others are the file's. */
    private Place place(ByteRange range) {
      ByteRange there = new ByteRange(code.view().fileOffset(range.start()), range.length());
      return inside instanceof Place.CodeObject object && object.unpacked()
          ? new Place.Bytes(object, there)
          : new Place.Bytes(new Place.File(inside.file()), there);
    }

    private String kernelAt(long offset) throws FormatException {
      NavigableMap<Long, KernelCode> known = kernels;
      if (known == null) {
        known = new TreeMap<>();
        for (Kernel kernel : code.kernels()) {
          ByteRange range = code.locate(kernel).code();
          if (range != null) {
            known.put(range.start(), new KernelCode(range, kernel.shortName()));
          }
        }
        kernels = known;
      }
      Map.Entry<Long, KernelCode> before = known.floorEntry(offset);
      return before != null && before.getValue().range().contains(offset)
          ? before.getValue().name()
          : "";
    }

    /** Text with what is around it, a dot for what cannot be shown; or bytes with those behind. */
    private String excerpt(long offset, int length, boolean text) throws FormatException {
      ByteView view = code.view();
      long start = text ? Math.max(0, offset - BYTES_BEFORE) : offset;
      int count =
          (int)
              Math.min(
                  view.size() - start,
                  offset - start + Math.min(length, MOST_SHOWN) + BYTES_BEHIND);
      byte[] bytes = new byte[count];
      view.copyTo(start, bytes, 0, count);
      StringBuilder words = new StringBuilder();
      for (byte each : bytes) {
        if (text) {
          words.append(each >= ' ' && each < 0x7f ? (char) each : '·');
        } else {
          words.append(words.isEmpty() ? "" : " ").append("%02x".formatted(each));
        }
      }
      return words.toString();
    }

    private static boolean isTableOfNames(@Nullable ElfSection section) {
      return section != null
          && (section.type() == SectionType.STRTAB || section.type() == SectionType.NOTE);
    }
  }
}
