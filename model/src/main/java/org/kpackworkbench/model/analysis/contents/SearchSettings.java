package org.kpackworkbench.model.analysis.contents;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.SearchPattern;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.extract.ExtractSettings;

/**
 * Settings of a search in code objects. Immutable.
 *
 * @param words the files, and behind them the text where no bytes are looked for
 * @param hex the bytes as hexadecimal numbers; empty if a text is looked for
 * @param targets the targets; none for all
 * @param targetRegex a regular expression that targets contain a match of
 * @param csv whether matches are printed as comma-separated values
 */
public record SearchSettings(
    List<String> words,
    Optional<String> hex,
    TargetFilter targets,
    Optional<String> targetRegex,
    boolean csv) {
  private static final String OPEN = "The window has a field for it, and searches the active file.";

  private static final Option<List<String>> WORDS =
      Option.of(OptionKind.text().several())
          .positional()
          .label("FILE... TEXT")
          .help(
              "The files to read, and the text: part of a name, of metadata or of bytes in any"
                  + " case, or /REGEX/. With --bytes only files.")
          .noField(OPEN)
          .required("Name files and what to look for.");

  private static final Option<Optional<String>> BYTES =
      Option.of(
              OptionKind.of(Shape.TEXT, "bytes", SearchSettings::hex, text -> text).optional(),
              "--bytes")
          .label("HEX")
          .help("Bytes to look for, such as '00 00 81 bf'; ?? is any byte.")
          .noField(OPEN)
          .orElse(Optional.empty());

  /** The operation {@code search}. */
  public static final Operation<SearchSettings> OPERATION =
      Operation.<SearchSettings>of("search", "find text or bytes in code objects")
          .description(
              """
              Looks for text, a regular expression or bytes in all code objects of files: in the
              names of kernels, of their arguments and of symbols, in metadata and notes, and in
              the bytes of their code and data.
              """)
          .synopsis(
              """
              FILE... TEXT [OPTIONS]
              FILE... /REGEX/ [OPTIONS]
              FILE... --bytes HEX [OPTIONS]
              """)
          .examples(
              """
                kpack-workbench search librocrand.so.1.1 log_normal --target gfx90a
                kpack-workbench search *.kpack '/^_ZN.*reduceI[fd]/' --json
                kpack-workbench search libfoo.so --bytes '00 00 81 bf'

              Metadata is searched line by line, such as '.value_kind: by_value'; an expression is
              tried on names, lines of metadata and notes. For text in bytes, the section and the
              offset are listed; string tables are not searched there. At most 10,000 lines of
              metadata and 10,000 places in bytes of a code object are listed. The exit status is 1
              if nothing is found.
              """)
          .option(WORDS, SearchSettings::words)
          .option(BYTES, SearchSettings::hex)
          .option(ExtractSettings.TARGET, SearchSettings::targets)
          .option(ExtractSettings.TARGET_REGEX, SearchSettings::targetRegex)
          .option(KernelsSettings.CSV, SearchSettings::csv)
          .option(CommonOptions.RECURSIVE)
          .option(CommonOptions.ALLOW_LARGE)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(SearchSettings::read);

  public SearchSettings {
    words = List.copyOf(words);
  }

  /** The files. */
  public List<Path> files() {
    return (hex.isPresent() ? words : words.subList(0, words.size() - 1))
        .stream()
            .map(text -> CodeObjectUri.isUri(text) ? CodeObjectUri.parse(text) : Path.of(text))
            .toList();
  }

  /** The text as it was given; empty where bytes are looked for. */
  public String text() {
    return hex.isPresent() ? "" : words.getLast();
  }

  /**
   * Returns the text or bytes to search for.
   *
   * @throws IllegalArgumentException if it is wrong, in words for people
   */
  public CodeSearch.Wanted wanted() {
    return hex.map(CodeSearch.Wanted::bytes)
        .orElseGet(
            () ->
                isExpression(text())
                    ? CodeSearch.Wanted.expression(text().substring(1, text().length() - 1))
                    : CodeSearch.Wanted.text(text()));
  }

  private static boolean isExpression(String text) {
    return text.length() > 2 && text.startsWith("/") && text.endsWith("/");
  }

  private static String hex(String text) {
    SearchPattern.hex(text);
    return text;
  }

  private static SearchSettings read(Arguments given) {
    KernelsSettings.checkOutput(given);
    SearchSettings settings =
        new SearchSettings(
            given.get(WORDS),
            given.get(BYTES),
            given.get(ExtractSettings.TARGET),
            given.get(ExtractSettings.TARGET_REGEX),
            given.get(KernelsSettings.CSV));
    try {
      if (settings.files().isEmpty() || (settings.hex.isEmpty() && settings.text().isEmpty())) {
        throw new WrongOptionException("expected files and what to look for");
      }
      settings.wanted();
    } catch (IllegalArgumentException wrong) {
      throw new WrongOptionException(String.valueOf(wrong.getMessage()));
    }
    return settings;
  }
}
