package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.picture.PictureException;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import tools.jackson.core.exc.JacksonIOException;

/** Messages about failures in one line: problem, place, expected, found, advice. */
final class ErrorLine {
  private ErrorLine() {}

  /** The words for a failure that can happen; null for one that is the program's own fault. */
  static @Nullable String of(@Nullable Throwable failure) {
    return switch (failure) {
      case null -> null;
      case CliException known -> known.getMessage();
      case PictureException known -> known.getMessage();
      case PlaceSyntaxException known -> known.getMessage();
      case IOException known -> ofFile(known);
      case UncheckedIOException wrapped -> of(wrapped.getCause());
      case JacksonIOException wrapped -> of(wrapped.getCause());
      case CancellationException known -> known.getMessage();
      case InvalidPathException known ->
          "%s: not a valid file name (%s). Names that are not ASCII need a locale: LC_ALL=C.UTF-8"
              .formatted(known.getInput(), known.getReason());
      case OutOfMemoryError known ->
          "not enough memory (%s). To give it more, set JAVA_TOOL_OPTIONS=-Xmx4g"
              .formatted(known.getMessage());
      case UnsatisfiedLinkError known ->
          "a system library is missing or cannot be loaded: " + known.getMessage();
      default -> null;
    };
  }

  /** The words for a file that could not be read or written. */
  static String ofFile(IOException failure) {
    String file =
        switch (failure) {
          case FormatException known -> known.file();
          case FileSystemException known -> known.getFile();
          default -> null;
        };
    String words = words(failure);
    return file == null ? words : words.replace(file, SystemText.escapedAsFound(file));
  }

  private static String words(IOException failure) {
    return switch (failure) {
      case FormatException known -> String.valueOf(known.getMessage());
      case HostOnlyRefusedException known -> known.getMessage() + ". " + known.refusal().advice();
      case Console.OutputFailure known -> "standard output: " + known.getMessage();
      case NoSuchFileException known when String.valueOf(known.getFile()).indexOf('\uFFFD') >= 0 ->
          known.getFile()
              + ": a name that is not UTF-8 cannot be opened; rename the file or link to it";
      case NoSuchFileException known ->
          known.getFile()
              + ": "
              + (known.getReason() == null ? "the file does not exist" : known.getReason());
      case AccessDeniedException known when known.getReason() == null ->
          known.getFile() + ": " + FolderWalk.words(known);
      case FileAlreadyExistsException known when known.getReason() != null ->
          "%s: already exists, %s; --force replaces it"
              .formatted(known.getFile(), known.getReason());
      case FileAlreadyExistsException known ->
          known.getFile() + ": already exists; --force replaces it";
      case NotDirectoryException known -> known.getFile() + ": expected a folder, found a file";
      case FileSystemException known ->
          known.getFile() + ": " + (known.getReason() == null ? "failed" : known.getReason());
      default -> {
        String message = failure.getMessage();
        yield message == null ? failure.getClass().getSimpleName() : message;
      }
    };
  }
}
