package org.kpackworkbench.views.kit.dialog;

import java.io.FileNotFoundException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;

/**
 * Description of a failure, in plain words. Immutable.
 *
 * @param what what is wrong, in a sentence
 * @param rows further facts: where, expected, found, what to do
 * @param details the failure as programs print it, with its causes
 */
public record ErrorText(String what, List<Row> rows, String details) {

  /** Advice if a file is in the way of another. */
  public static final String NAME_TAKEN = "Choose another name, or allow it to be replaced.";

  private static final String EXPECTED = "Expected";
  private static final String FOUND = "Found";
  private static final String OFFSET = "Offset";

  /** One fact, e.g. {@code ("Expected", "KPAK")}. */
  public record Row(String name, String value) {}

  public ErrorText {
    rows = List.copyOf(rows);
  }

  /** Puts a failure into words. */
  public static ErrorText of(Throwable failure) {
    StringWriter details = new StringWriter();
    failure.printStackTrace(new PrintWriter(details));
    return switch (failure) {
      case FormatException format -> new ErrorText(what(format), rows(format), details.toString());
      case NoSuchFileException missing -> file("The file does not exist.", missing, details);
      case FileNotFoundException missing ->
          new ErrorText(
              "The file does not exist: " + missing.getMessage(), List.of(), details.toString());
      case AccessDeniedException denied -> file("Access to the file is denied.", denied, details);
      case TooMuchException large -> file(String.valueOf(large.getReason()) + ".", large, details);
      case FileSystemException other ->
          file(
              other.getReason() == null
                  ? "The operating system reported an error."
                  : "The operating system reported an error: " + other.getReason() + ".",
              other,
              details);
      case OutOfMemoryError memory ->
          new ErrorText(
              "There was not enough memory.",
              List.of(new Row("What to do", "Close other files, or give the program more memory.")),
              details.toString());
      default -> new ErrorText(sentence(failure), List.of(), details.toString());
    };
  }

  /** All of it as text, for an issue or a mail. */
  public String asText(String title) {
    StringBuilder text = new StringBuilder(title).append('\n').append(what).append('\n');
    for (Row row : rows) {
      text.append("  ").append(row.name()).append(": ").append(row.value()).append('\n');
    }
    return text.append('\n').append(details).toString();
  }

  /** Returns the problem with what was expected and found; the details stay behind. */
  public String inOneLine() {
    StringBuilder text = new StringBuilder(what);
    for (Row row : rows) {
      if (row.name().equals(EXPECTED) || row.name().equals(FOUND) || row.name().equals(OFFSET)) {
        text.append(' ').append(row.name()).append(": ").append(row.value()).append('.');
      }
    }
    return text.toString();
  }

  private static String what(FormatException format) {
    if (format.reason() == FormatException.Reason.WRONG_MAGIC) {
      return "The " + format.structure() + " does not begin with the format's signature.";
    }
    String where =
        format.field().isEmpty()
            ? "The " + format.structure()
            : "“" + format.field() + "” of the " + format.structure();
    return where
        + switch (format.reason()) {
          case WRONG_MAGIC -> " does not begin with the format's signature.";
          case UNSUPPORTED_VERSION -> " has a version that cannot be read.";
          case UNSUPPORTED -> " is of a kind that cannot be read.";
          case TRUNCATED -> " ends too early.";
          case OUT_OF_BOUNDS -> " points outside of the file.";
          case BAD_VALUE -> " has a value that is not allowed.";
          case DUPLICATE_KEY -> " occurs twice.";
          case UNSAFE_PATH -> " cannot be used as a file name.";
          case BAD_COMPRESSION -> " cannot be decompressed.";
          case CHECKSUM_MISMATCH -> " does not match its checksum.";
          case TOO_LARGE -> " is larger than can be shown.";
          case NOT_FOUND -> " does not exist.";
          case FILE_CHANGED -> " could not be read: the file changed while it was open.";
          case CLOSED -> " could not be read: the file has been closed.";
        };
  }

  private static List<Row> rows(FormatException format) {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("File", format.file()));
    if (format.fileOffset() >= 0) {
      rows.add(
          new Row(
              OFFSET,
              String.format(Locale.ROOT, "0x%x (%d)", format.fileOffset(), format.fileOffset())));
    }
    rows.add(
        new Row(
            "Structure",
            format.field().isEmpty()
                ? format.structure()
                : format.structure() + ", " + format.field()));
    String expected = format.expected();
    if (expected != null) {
      rows.add(new Row(EXPECTED, expected));
    }
    String found = format.found();
    if (found != null) {
      rows.add(new Row(FOUND, found));
    }
    String advice = format.advice();
    if (advice != null) {
      rows.add(new Row("What to do", advice));
    }
    return rows;
  }

  private static ErrorText file(String what, FileSystemException failure, StringWriter details) {
    return new ErrorText(
        what, List.of(new Row("File", String.valueOf(failure.getFile()))), details.toString());
  }

  private static String sentence(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? "It failed without a message (" + failure.getClass().getSimpleName() + ")."
        : message;
  }
}
