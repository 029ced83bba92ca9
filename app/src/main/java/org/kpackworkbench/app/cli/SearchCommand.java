package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.SearchSettings;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteSearch;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.SearchPattern;
import org.kpackworkbench.model.base.demangle.Demangler;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code search}: text or bytes in code objects. */
final class SearchCommand extends CodeObjectsCommand<SearchSettings, SearchCommand.Match> {

  /** Of one code object: a search for one byte should not print a million lines. */
  private static final int MOST_MATCHES = 10_000;

  SearchCommand(Console console) {
    super(console, SearchSettings.OPERATION);
  }

  @Override
  int run(SearchSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    Work<Match> work =
        new Work<>(
            settings.targets(),
            "Searching",
            (row, code, into) -> new Search(row, code, settings, into).run(),
            found -> "Nothing was found in %d code objects.".formatted(found.codeObjects()));
    if (inputs.asJson()) {
      return eachAsJson(inputs, work, SearchCommand::report);
    }
    boolean[] first = {true};
    return each(
        inputs,
        work,
        (item, document, found) -> {
          if (!found.all().isEmpty()) {
            try (TextOut out = console().text()) {
              report(document, found).heading(Inputs.heading(item, first[0])).text(out);
            }
            first[0] = false;
          }
        });
  }

  private static Report report(Document document, Found<Match> found) {
    return new Report(
            new Facts()
                .text("format", document.format().id())
                .list("matches", found.all(), Match::describe)
                .list("problems", found.problems(), Facts::describe))
        .table("matches", "binary", "index as #", "target", "what", "offset", "text");
  }

  /**
   * A match.
   *
   * @param what kernel, argument, symbol or bytes
   * @param text the name, or the section of bytes
   * @param offset where it is in the code object; -1 for names
   */
  record Match(CodeObjectRow row, String what, String text, long offset) {
    void describe(Facts facts) {
      facts
          .text("binary", row.binary())
          .known("index", row.index())
          .text("target", row.targetText())
          .text("what", what)
          .text("text", text)
          .known("offset", offset)
          .shown(offset < 0 ? "" : "0x" + Long.toHexString(offset));
    }
  }

  /** One code object. */
  private final class Search {
    private final CodeObjectRow row;
    private final CodeObject code;
    private final @Nullable Pattern names;
    private final @Nullable SearchPattern bytes;
    private final List<Match> matches;
    private final Set<String> seen = new HashSet<>();

    Search(CodeObjectRow row, CodeObject code, SearchSettings settings, List<Match> matches) {
      this.row = row;
      this.code = code;
      this.names = settings.names().orElse(null);
      this.bytes = settings.bytes().orElse(null);
      this.matches = matches;
    }

    void run() throws IOException {
      Pattern pattern = names;
      if (pattern != null) {
        names(pattern);
      }
      SearchPattern sought = bytes;
      if (sought != null) {
        bytes(sought, pattern != null);
      }
    }

    private void names(Pattern pattern) throws FormatException {
      for (Kernel kernel : code.kernels()) {
        seen.add(kernel.codeSymbol());
        seen.add(kernel.symbol());
        if (pattern.matcher(kernel.name()).find()
            || pattern.matcher(kernel.demangledName()).find()) {
          add("kernel", kernel.demangledName(), -1);
        }
        for (KernelArgument argument : kernel.args()) {
          String words = (argument.typeName() + " " + argument.name()).strip();
          if (pattern.matcher(words).find()) {
            add("argument", words + " of " + kernel.shortName(), -1);
          }
        }
      }
      for (SymbolTable table : code.elf().symbolTables()) {
        for (int i = 0; i < table.size(); i++) {
          String name = table.name(i);
          if (!name.isEmpty() && seen.add(name)) {
            String readable = Demangler.demangle(name);
            if (pattern.matcher(name).find() || pattern.matcher(readable).find()) {
              add("symbol", readable, table.symbol(i).value());
            }
          }
        }
      }
    }

    /**
     * Looks into bytes.
     *
     * @param text whether it is a text, which tables of names have, too
     */
    private void bytes(SearchPattern pattern, boolean text) throws IOException {
      ByteSearch search = new ByteSearch(code.view(), pattern);
      ByteRange all = new ByteRange(0, code.view().size());
      ByteSearch.Matches found = search.all(all, MOST_MATCHES, console().progress().cancelOnly());
      for (int i = 0; i < found.count(); i++) {
        long offset = found.offsets()[i];
        ElfSection section = code.elf().sectionAtOffset(offset).orElse(null);
        if (text && isTableOfNames(section)) {
          continue;
        }
        add("bytes", section == null ? "outside of sections" : section.name(), offset);
      }
    }

    private static boolean isTableOfNames(@Nullable ElfSection section) {
      return section != null
          && (section.type() == SectionType.STRTAB || section.type() == SectionType.NOTE);
    }

    private void add(String what, String text, long offset) {
      matches.add(new Match(row, what, text, offset));
    }
  }
}
