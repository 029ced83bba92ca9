package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
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
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.codeobject.MetadataText;
import org.kpackworkbench.model.format.elf.ElfNote;
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
   * The subject of a search. Immutable.
   *
   * @param names what names of kernels, arguments and symbols, lines of metadata and notes have to
   *     have; empty for none of them
   * @param bytes what bytes have to be; empty if only names count
   */
  public record Wanted(Optional<Pattern> names, Optional<SearchPattern> bytes) {

    /**
     * A part of a name, or of a text in the bytes, in any case.
     *
     * @throws IllegalArgumentException if it is empty or too long, in words for people
     */
    public static Wanted text(String text) {
      return new Wanted(
          Optional.of(
              Pattern.compile(
                  Pattern.quote(text), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)),
          Optional.of(SearchPattern.text(text, SearchPattern.Encoding.UTF_8, true)));
    }

    /**
     * A regular expression, which has to be a part of a name, a line of metadata or a note.
     *
     * @throws IllegalArgumentException if it is none, in words for people
     */
    public static Wanted expression(String expression) {
      try {
        return new Wanted(Optional.of(Pattern.compile(expression)), Optional.empty());
      } catch (PatternSyntaxException wrong) {
        throw new IllegalArgumentException(
            "expected a regular expression, found \"%s\": %s at character %d"
                .formatted(expression, wrong.getDescription(), wrong.getIndex() + 1),
            wrong);
      }
    }

    /**
     * Bytes, as {@link SearchPattern#hex} reads them.
     *
     * @throws IllegalArgumentException if it is none, in words for people
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
    METADATA,
    NOTE,
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
   * @param place what was found: the kernel, the symbol, or the bytes, also of metadata and notes
   * @param text the name, the line of metadata, the note, or the section of bytes
   * @param where the kernel or section in which it is; empty if it is in none
   * @param offset where it is in the code object, for a symbol its address; -1 for names in
   *     metadata
   * @param excerpt the name, or the bytes with some before and behind them
   * @param hit the characters of the excerpt that were looked for; empty where a name has them in
   *     another form only
   */
  public record Match(
      CodeObjectRow row,
      Place place,
      In in,
      String text,
      String where,
      long offset,
      String excerpt,
      ByteRange hit) {}

  /**
   * Results of a search. Immutable.
   *
   * @param matches in the order of files and code objects
   * @param codeObjects how many code objects were read
   * @param complete false if there are more matches than are listed
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
   * @throws IOException if the file was closed or has changed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Document document, Wanted wanted, Progress progress) throws IOException {
    Collected collected = new Collected(wanted, progress);
    return collected.result(new CodeObjectWalk(collected, progress).file(document, "Searching"));
  }

  /**
   * Searches all files of a tree. Files that occur twice are read once.
   *
   * @throws IOException if the folder cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Path folder, Formats formats, Wanted wanted, Progress progress)
      throws IOException {
    Collected collected = new Collected(wanted, progress);
    return collected.result(
        new CodeObjectWalk(collected, progress)
            .tree(folder, formats, "Searching in " + folder.getFileName()));
  }

  /** A file or folder to search. */
  public sealed interface Subject {
    /** Where it is. */
    Path path();

    /** A file that is open. */
    record Open(Document document) implements Subject {
      @Override
      public Path path() {
        return document.path();
      }
    }

    /** A folder, or a package as one. */
    record Tree(Path path) implements Subject {}

    /** A file that is opened for the search; of a package what is in it. */
    record OnDisk(Path path) implements Subject {}
  }

  /**
   * Looks in several, one after another; one below a folder that is searched, too, is read once.
   * One that cannot be read, also because it was closed meanwhile, is a problem.
   *
   * @throws IOException if there is one alone, and it cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(List<Subject> subjects, Formats formats, Wanted wanted, Progress progress)
      throws IOException {
    if (subjects.size() == 1) {
      switch (subjects.getFirst()) {
        case Subject.Open(Document document) -> {
          return of(document, wanted, progress);
        }
        case Subject.Tree(Path path) -> {
          return of(path, formats, wanted, progress);
        }
        case Subject.OnDisk one -> {}
      }
    }
    Collected collected = new Collected(wanted, progress);
    CodeObjectWalk walk = new CodeObjectWalk(collected, progress.cancelOnly());
    progress.begin("Searching", subjects.size(), Unit.FILES);
    for (Subject subject : subjects) {
      boolean again =
          subjects.stream()
              .anyMatch(
                  other ->
                      !other.path().equals(subject.path())
                          && subject.path().startsWith(other.path()));
      if (!again) {
        walk.any(subject, formats, "Searching");
      }
      progress.step(1);
    }
    return collected.result(walk);
  }

  /**
   * Looks in one code object.
   *
   * @param inside the place below which what is in it is
   * @param into gets what is found, at most {@link #MOST_IN_ONE} matches in metadata and as many in
   *     bytes
   * @return false if there are more of either
   * @throws IOException if it cannot be read, or an expression is too deep for what it is tried on
   * @throws java.util.concurrent.CancellationException when cancelled
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

  private static final class Search {
    private static final int BYTES_BEFORE = 8;
    private static final int BYTES_BEHIND = 24;
    private static final int MOST_SHOWN = 64;
    private static final int MOST_OF_NOTE = 1024;

    private final Place inside;
    private final CodeObjectRow row;
    private final CodeObject code;
    private final List<Match> matches;
    private final Set<String> seen = new HashSet<>();
    private @Nullable NavigableMap<Long, KernelCode> kernels;

    private record KernelCode(ByteRange range, String name) {}

    Search(Place inside, CodeObjectRow row, CodeObject code, List<Match> matches) {
      this.inside = inside;
      this.row = row;
      this.code = code;
      this.matches = matches;
    }

    boolean run(Wanted wanted, Progress progress) throws IOException {
      Pattern pattern = wanted.names().orElse(null);
      boolean complete = true;
      if (pattern != null) {
        Tried tried = new Tried(pattern, progress);
        names(tried);
        complete = metadata(tried);
        notes(tried);
      }
      SearchPattern sought = wanted.bytes().orElse(null);
      return (sought == null || bytes(sought, pattern != null, progress)) && complete;
    }

    private void names(Tried tried) throws IOException {
      for (Kernel kernel : code.kernels()) {
        seen.add(kernel.codeSymbol());
        Place place = code.placeOf(kernel, inside);
        if (tried.fits(kernel.name()) || tried.fits(kernel.demangledName())) {
          // The symbol of its descriptor has the name, too.
          seen.add(kernel.symbol());
          String name = kernel.demangledName();
          matches.add(
              new Match(
                  row, place, In.KERNEL, name, kernel.shortName(), -1, name, tried.hit(name)));
        }
        for (KernelArgument argument : kernel.args()) {
          String words = (argument.typeName() + " " + argument.name()).strip();
          if (tried.fits(words)) {
            matches.add(
                new Match(
                    row,
                    place,
                    In.ARGUMENT,
                    words + " of " + kernel.shortName(),
                    kernel.shortName(),
                    -1,
                    words,
                    tried.hit(words)));
          }
        }
      }
      for (SymbolTable table : code.elf().symbolTables()) {
        for (int i = 0; i < table.size(); i++) {
          String name = table.name(i);
          if (!name.isEmpty() && seen.add(name)) {
            String readable = Demangler.demangle(name);
            if (tried.fits(name) || tried.fits(readable)) {
              symbol(table.symbol(i), name, readable, tried);
            }
          }
        }
      }
    }

    /** Whether not too much was found. */
    private boolean metadata(Tried tried) throws IOException {
      List<ElfNote> notes = code.metadataNotes();
      int[] count = {0};
      MetadataText.of(
          code,
          (kernel, path, words, there) -> {
            if (count[0] <= MOST_IN_ONE && tried.fits(words) && count[0]++ < MOST_IN_ONE) {
              String where = kernel == null ? section(notes.getFirst()) : kernel.shortName();
              matches.add(
                  new Match(
                      row,
                      place(there),
                      In.METADATA,
                      path + words,
                      where,
                      there.start(),
                      words,
                      tried.hit(words)));
            }
          });
      return count[0] <= MOST_IN_ONE;
    }

    private void notes(Tried tried) throws IOException {
      Set<ElfNote> metadata = Set.copyOf(code.metadataNotes());
      for (ElfNote note : code.elf().notes()) {
        String words = noteWords(note, metadata.contains(note));
        if (tried.fits(words)) {
          matches.add(
              new Match(
                  row,
                  place(note.range()),
                  In.NOTE,
                  words,
                  section(note),
                  note.range().start(),
                  words,
                  tried.hit(words)));
        }
      }
    }

    /** Owner, type and, but for metadata, the content: a text, or bytes as digits. */
    private static String noteWords(ElfNote note, boolean isMetadata) throws FormatException {
      String head = "%s %s".formatted(note.name(), note.typeName());
      if (isMetadata) {
        return head;
      }
      byte[] content = note.content().bytes(0, (int) Math.min(MOST_OF_NOTE, note.content().size()));
      int end = content.length;
      while (end > 0 && content[end - 1] == 0) {
        end--;
      }
      boolean text = end > 0;
      for (int i = 0; i < end; i++) {
        text &= content[i] >= ' ' && content[i] < 0x7f;
      }
      return head
          + ": "
          + (text ? new String(content, 0, end, StandardCharsets.US_ASCII) : HexText.of(content));
    }

    private static String section(ElfNote note) {
      ElfSection section = note.section();
      return section == null ? "" : section.name();
    }

    private void symbol(ElfSymbol symbol, String name, String readable, Tried tried)
        throws IOException {
      String section = code.elf().sectionAt(symbol.value()).map(ElfSection::name).orElse("");
      matches.add(
          new Match(
              row,
              new Place.Symbol(inside, name, null),
              In.SYMBOL,
              readable,
              section,
              symbol.value(),
              readable,
              tried.hit(readable)));
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
                excerpt(offset, pattern.length(), text),
                hit(offset, pattern.length(), text)));
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

    private static ByteRange hit(long offset, int length, boolean text) {
      long shown = Math.min(length, MOST_SHOWN);
      return text
          ? new ByteRange(Math.min(offset, BYTES_BEFORE), shown)
          : new ByteRange(0, 3 * shown - 1);
    }

    private static boolean isTableOfNames(@Nullable ElfSection section) {
      return section != null
          && (section.type() == SectionType.STRTAB || section.type() == SectionType.NOTE);
    }
  }

  /** An expression that is tried on texts; on some, expressions run for years. */
  record Tried(Pattern pattern, Progress progress) {
    /**
     * Whether a part of the text fits.
     *
     * @throws IOException if the expression is too deep for it
     * @throws CancellationException when cancelled
     */
    boolean fits(String text) throws IOException {
      return find(text).isPresent();
    }

    /** The part of a text that fits; empty if none does. */
    ByteRange hit(String text) throws IOException {
      return find(text).orElse(new ByteRange(0, 0));
    }

    private Optional<ByteRange> find(String text) throws IOException {
      try {
        Matcher found = pattern.matcher(new Watched(text));
        return found.find()
            ? Optional.of(new ByteRange(found.start(), found.end() - found.start()))
            : Optional.empty();
      } catch (StackOverflowError tooDeep) {
        throw new IOException(
            ("The expression %s needs too much stack in a text of %,d characters. Write it"
                    + " without repeated alternatives, such as (a|b)*.")
                .formatted(pattern.pattern(), text.length()),
            tooDeep);
      }
    }

    /** A text that stops being read when the search is cancelled. */
    private final class Watched implements CharSequence {
      private static final int ASK_EVERY = 4096;

      private final String text;
      private int read;

      Watched(String text) {
        this.text = text;
      }

      @Override
      public char charAt(int index) {
        if (read++ % ASK_EVERY == 0 && progress.cancelled()) {
          throw new CancellationException("cancelled");
        }
        return text.charAt(index);
      }

      @Override
      public int length() {
        return text.length();
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
      }

      @Override
      public String toString() {
        return text;
      }
    }
  }
}
