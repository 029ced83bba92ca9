package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan.Found;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

/** Facts about text or bytes that are found in code objects. */
public final class SearchFacts {
  private SearchFacts() {}

  /**
   * Returns the scan that searches files.
   *
   * @param notes takes a sentence for each code object of which not all places are listed
   * @param progress is used for cancelling only
   */
  public static CodeObjectScan<Match> scan(
      SearchSettings settings, Consumer<String> notes, Progress progress) {
    CodeSearch.Wanted wanted = settings.wanted();
    return new CodeObjectScan<>(
        "Searching",
        settings.targets(),
        settings.targetRegex(),
        (row, code, into) -> {
          if (!CodeSearch.in(row.place(), row, code, wanted, into, progress)) {
            notes.accept(
                "%s: only the first %,d places in metadata or bytes are listed."
                    .formatted(row.place().label(), CodeSearch.MOST_IN_ONE));
          }
        });
  }

  /** Returns the message for a file in which nothing was found. */
  public static String nothing(Found<Match> found) {
    return "Nothing was found in %s.".formatted(CountText.of(found.read(), "code object"));
  }

  /** Returns a report of the matches in a file. */
  public static Report report(Found<Match> found) {
    return found
        .report("matches", SearchFacts::describe)
        .table("matches", "binary", "index", "target", "what", "offset", "text");
  }

  /** Writes facts for each match and, where there are any, for the problems. */
  public static void lines(Found<Match> found, Taker<Facts> out) throws IOException {
    found.lines(SearchFacts::describe, out);
  }

  /** The line of names above comma-separated values. */
  public static String csvNames() {
    return "file,binary,index,target,what,text,where,place,excerpt,offset";
  }

  /** Writes the matches in a file as comma-separated values. */
  public static void csv(Path file, Found<Match> found, TextOut out) throws IOException {
    found.csv(file, SearchFacts::describe, out);
  }

  private static void describe(Match match, Facts facts) {
    CodeObjectRow row = match.row();
    facts
        .text("binary", row.binary())
        .known("index", row.index())
        .text("target", row.targetText())
        .text("what", match.in().word())
        .text("text", match.text())
        .text("where", match.where())
        .text("place", match.place().wayText())
        .text("excerpt", match.excerpt())
        .known("offset", match.offset())
        .shown(match.offset() < 0 ? "" : "0x" + Long.toHexString(match.offset()));
  }
}
