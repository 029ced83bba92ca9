package org.kpackworkbench.model.operation.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Something to know about a file that an operation reads or writes.
 *
 * @param severity {@code ERROR} where something requested was not done or not found, {@code
 *     WARNING} where all was done and the result needs a check, {@code NOTE} else
 * @param rule a name for programs, such as {@code no-wrappers}
 * @param file which file
 * @param message what was found, in a sentence
 * @param advice what to do; may be empty
 */
public record OperationNote(
    Severity severity, String rule, Path file, String message, String advice) {

  /** Returns a note that something requested was not done or not found. */
  public static OperationNote error(String rule, Path file, String message, String advice) {
    return new OperationNote(Severity.ERROR, rule, file, message, advice);
  }

  /** Returns an error without advice. */
  public static OperationNote error(String rule, Path file, String message) {
    return error(rule, file, message, "");
  }

  /** Returns a note that all was done, and that the result needs a check. */
  public static OperationNote warning(String rule, Path file, String message, String advice) {
    return new OperationNote(Severity.WARNING, rule, file, message, advice);
  }

  /** Returns a warning without advice. */
  public static OperationNote warning(String rule, Path file, String message) {
    return warning(rule, file, message, "");
  }

  /** Returns a note of something to know. */
  public static OperationNote note(String rule, Path file, String message, String advice) {
    return new OperationNote(Severity.NOTE, rule, file, message, advice);
  }

  /** Returns a note without advice. */
  public static OperationNote note(String rule, Path file, String message) {
    return note(rule, file, message, "");
  }

  /**
   * Returns the note with paths as the input was named, not as the file system resolves it.
   *
   * @param real the input's real path
   */
  public OperationNote named(Path given, Path real) {
    if (given.equals(real)) {
      return this;
    }
    Path shown = file.startsWith(real) ? given.resolve(real.relativize(file)) : file;
    String start = real + "/";
    return new OperationNote(
        severity,
        rule,
        file.equals(real) ? given : shown,
        message.replace(start, given + "/"),
        advice.replace(start, given + "/"));
  }

  /** Returns the note as verification says it. */
  public Finding finding() {
    return new Finding(severity, rule, new Place.File(file), -1, message, advice);
  }

  /** Describes the note. */
  public void describe(Facts facts) {
    facts
        .id("severity", severity)
        .text("rule", rule)
        .path("file", file)
        .text("message", message)
        .text("advice", advice);
  }

  /**
   * That something is not copied, since it is no file, folder or link.
   *
   * @param special the device, pipe or socket
   */
  public static OperationNote leftOut(Path special) {
    return warning("special-file", special, "it is a device, pipe or socket, and is left out");
  }

  /**
   * That what is made of a signed file has no signature.
   *
   * @param signed the file
   */
  public static OperationNote unsigned(Path signed) {
    return warning(
        "signature",
        signed,
        "its signature is left out: it cannot be true for other bytes",
        "Sign the new file.");
  }

  /**
   * That something in a tree cannot be read.
   *
   * @param path the file or folder
   * @param fate the end of the sentence on it: {@code is left out}
   */
  public static OperationNote unreadable(Path path, IOException failure, String fate) {
    boolean denied = failure instanceof AccessDeniedException;
    String reason =
        failure instanceof FileSystemException named && named.getReason() != null
            ? named.getReason().toLowerCase(Locale.ROOT)
            : String.valueOf(failure.getMessage());
    return error(
        "unreadable-file",
        path,
        "it cannot be read, and %s: %s".formatted(fate, denied ? "permission denied" : reason),
        denied ? "Run this as a user who may read it." : "");
  }

  /**
   * That something in an artifact's folder is not taken, since no listed stage prefix has it.
   *
   * @param outside the file or folder
   */
  public static OperationNote outsidePrefixes(Path outside) {
    return warning(
        "outside-prefixes",
        outside,
        "left out: it is not in any of the artifact's stage prefixes",
        "List its prefix in the artifact's manifest if it belongs there.");
  }

  /**
   * That an extended attribute, or a bit of the mode, is not copied.
   *
   * @param named the first files and folders that have it
   * @param name its name, such as {@code security.capability}
   * @param files how many have it
   */
  public static OperationNote lost(List<Path> named, String name, int files) {
    Path first = named.getFirst();
    String rest =
        named.stream().skip(1).map(SystemText::printed).collect(Collectors.joining(", "))
            + (files > named.size()
                ? " and " + CountText.of(files - named.size(), "other file")
                : "");
    if (name.equals(LostAttributes.DENIED)) {
      return warning(
          "mode-widened",
          first,
          "its mode does not let others read it, which that of installed files does%s"
              .formatted(rest.isEmpty() ? "" : "; likewise " + rest),
          "Folders and programs get mode 755, other files 644. Change the mode where it is"
              + " installed, if others must not read it.");
    }
    if (name.equals(LostAttributes.SET_ID)) {
      return new OperationNote(
          Severity.WARNING,
          "set-id-lost",
          first,
          "it loses its set-user-id or set-group-id bit%s: what is written has another owner"
              .formatted(rest.isEmpty() ? "" : ", and so do " + rest),
          "Set the bit again where it is installed, if it is needed.");
    }
    String others = files == 1 ? "" : ", nor that of " + CountText.of(files - 1, "other file");
    String reason =
        name.endsWith(LostAttributes.PACKED)
            ? "packed artifacts have none"
            : name.endsWith(LostAttributes.PACKAGED)
                ? "packages have none"
                : "the disk or the system refuses it";
    return note(
        "attribute-not-copied",
        first,
        "its extended attribute %s is not copied%s: %s"
            .formatted(
                name.replace(LostAttributes.PACKED, "").replace(LostAttributes.PACKAGED, ""),
                others,
                reason));
  }
}
