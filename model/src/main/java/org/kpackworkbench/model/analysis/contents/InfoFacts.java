package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.NamedFormat;

/**
 * Description of a file: facts, and what text shows of them. Immutable.
 *
 * @param report what the file is and contains
 * @param problems what could not be read of it
 */
public record InfoFacts(Report report, List<FormatException> problems) {
  private static final int SHOWN_BYTES = 8;

  public InfoFacts {
    problems = List.copyOf(problems);
  }

  /**
   * Reads what there is to say of an open file.
   *
   * @param file what it is called
   * @param checksums whether whole archives are read to compare the checksums of manifests
   */
  public static InfoFacts of(Path file, Document document, boolean checksums, Progress progress)
      throws IOException {
    FileInfo info = document.info(checksums, progress);
    String words = info.words().isEmpty() ? "" : " (" + info.words() + ")";
    Report report =
        new Report(
            new Facts()
                .text("format", document.format().id())
                .shown("%s: %s%s".formatted(file, document.format().words(), words))
                .size("size", document.bytes().size()));
    info.describe(report.line("%s, %s", "format", "size"));
    List<FormatException> problems = new ArrayList<>(info.problems(document));
    FormatException refusal = refusal(document);
    if (refusal != null) {
      problems.add(refusal);
    }
    return new InfoFacts(report, problems);
  }

  /** Writes all of it, the problems last. */
  public void json(JsonOut out) throws IOException {
    report.json(out);
    new Facts().list("problems", problems, Facts::describe).json(out);
  }

  /** Why nothing can be said of a file; null if something can. */
  public static @Nullable FormatException refusal(Document document) throws FormatException {
    if (!document.problems().isEmpty()) {
      return null;
    }
    if (!(document.format() instanceof NamedFormat named)) {
      return null;
    }
    return switch (named) {
      case LFS_POINTER ->
          FormatException.in(document.bytes().name(), "file", "", Reason.UNSUPPORTED)
              .expected("the file itself")
              .found(
                  LfsPointer.of(document.bytes())
                      .map(LfsPointer::words)
                      .orElse(document.format().words()))
              .advice(document.format().advice())
              .build();
      case EMPTY -> refused(document).found("an empty file").advice(Formats.IN_FULL).build();
      case UNKNOWN -> {
        int count = (int) Math.min(SHOWN_BYTES, document.bytes().size());
        String start = HexText.spaced(document.bytes().bytes(0, count));
        yield FormatException.at(document.bytes(), 0, "file", "first bytes", Reason.WRONG_MAGIC)
            .mismatch(kinds(), start);
      }
      default -> null;
    };
  }

  /**
   * Returns the kinds of files that are read, as the registry lists them: {@code a kpack archive, a
   * manifest or an ELF file}.
   */
  private static String kinds() {
    List<String> kinds =
        StandardFormats.all().all().stream()
            .filter(Format::isRead)
            .map(
                format ->
                    format.wordsWithArticle()
                        + (format.signature().isEmpty() ? "" : " (" + format.signature() + ")"))
            .distinct()
            .toList();
    int last = kinds.size() - 1;
    return String.join(", ", kinds.subList(0, last)) + " or " + kinds.get(last);
  }

  private static FormatException.Builder refused(Document document) {
    return FormatException.in(document.bytes().name(), "file", "", Reason.TRUNCATED)
        .expected(kinds());
  }
}
