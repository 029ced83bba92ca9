package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.NamedFormat;

/** The file that a command reads, and what is wrong with it. */
final class Input {
  private static final int MOST_SHOWN = 20;
  private static final int SHOWN_BYTES = 8;

  private Input() {}

  /** Opens a file, or the bytes of one that a URI names. */
  static Document open(Path file, Console console) throws IOException {
    Optional<CodeObjectUri> part = CodeObjectUri.of(file);
    return StandardFormats.all()
        .open(part.isPresent() ? part.get().open() : file, console.progress());
  }

  /** Why nothing can be said of a file; null where something can. */
  static @Nullable FormatException refusal(Document document) throws FormatException {
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
      case EMPTY ->
          refused(document).found("an empty file").advice("Was it written in full?").build();
      case UNKNOWN -> {
        int count = (int) Math.min(SHOWN_BYTES, document.bytes().size());
        String start = HexText.spaced(document.bytes().bytes(0, count));
        yield FormatException.at(document.bytes(), 0, "file", "first bytes", Reason.WRONG_MAGIC)
            .expected(kinds())
            .found(start)
            .build();
      }
      default -> null;
    };
  }

  /** What is read, as the registry lists it: {@code a kpack archive, a manifest or an ELF file}. */
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

  /** Says what is wrong on standard error; answers with the exit status. */
  static int report(List<FormatException> problems, Console console) {
    problems.stream().limit(MOST_SHOWN).map(Throwable::getMessage).forEach(console::error);
    if (problems.size() > MOST_SHOWN) {
      console.error("… and %d more problems".formatted(problems.size() - MOST_SHOWN));
    }
    return problems.isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
  }
}
