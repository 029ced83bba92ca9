package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.output.OperationNote;
import picocli.CommandLine.ParseResult;

/**
 * The inputs of a command that change while it runs, and files in those that are folders: what was
 * read of them may be of two versions.
 */
final class ChangedInputs {
  static final String RULE = "input-changed";

  private final List<Path> read;
  private final List<Path> written;
  private final InstantSource clock;
  private final FileTime start;

  /** Begins to watch the inputs of a command. */
  ChangedInputs(Command command, ParseResult parsed, InstantSource clock) {
    List<Path> outputs =
        values(command.options(), Option::isWritten, parsed).stream()
            .map(path -> path.toAbsolutePath().normalize())
            .toList();
    // An edit without an output changes its file itself.
    boolean itself = outputs.isEmpty() && command instanceof EditCommand;
    this.read = itself ? List.of() : values(command.options(), Option::isRead, parsed);
    this.written = outputs;
    this.clock = clock;
    this.start = FileTime.from(clock.instant());
  }

  /** Returns what has changed since then; times to come say nothing. */
  List<OperationNote> findings() throws IOException {
    FileTime end = FileTime.from(clock.instant());
    List<Path> changed = new ArrayList<>();
    for (Path input : read) {
      if (!Files.exists(input)) {
        continue;
      }
      // A file or folder that cannot be read has been named; it says nothing here.
      try (Stream<Path> later =
          Files.find(
              input,
              Integer.MAX_VALUE,
              (path, attributes) ->
                  attributes.isRegularFile()
                      && attributes.lastModifiedTime().compareTo(start) > 0
                      && attributes.lastModifiedTime().compareTo(end) <= 0
                      && written.stream().noneMatch(path.toAbsolutePath().normalize()::startsWith),
              Files.isDirectory(input)
                  ? new FileVisitOption[0]
                  : new FileVisitOption[] {FileVisitOption.FOLLOW_LINKS})) {
        later.forEach(changed::add);
      } catch (UncheckedIOException unreadable) {
        continue;
      }
    }
    return changed.isEmpty()
        ? List.of()
        : List.of(
            OperationNote.error(
                RULE,
                changed.getFirst(),
                "%s changed while %s read"
                    .formatted(
                        ListText.some(changed.stream().map(Path::toString).toList()),
                        CountText.word(changed.size(), "it was", "they were")),
                "Run the command again."));
  }

  private static List<Path> values(
      List<Option<?>> options, Predicate<Option<?>> wanted, ParseResult parsed) {
    List<Path> values = new ArrayList<>();
    for (Option<?> option : options) {
      List<String> texts =
          !wanted.test(option)
              ? List.of()
              : option.isPositional() && parsed.hasMatchedPositional(0)
                  ? parsed.matchedPositional(0).stringValues()
                  : option.isPositional() || !parsed.hasMatchedOption(option.toString())
                      ? List.of()
                      : parsed.matchedOption(option.toString()).stringValues();
      texts.forEach(text -> values.add(Path.of(text)));
    }
    return values;
  }
}
