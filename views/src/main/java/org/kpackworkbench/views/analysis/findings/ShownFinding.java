package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.spi.OpenedFile;

/**
 * Something that is wrong with a file.
 *
 * @param severity how bad it is
 * @param rule the rule of verification that found it; empty for what readers said
 * @param where what in the file it is about; empty for the file
 * @param what what is wrong, in a sentence
 * @param fileOffset where, or -1
 * @param facts what was expected and found; may be empty
 * @param advice what to do; may be empty
 * @param place where a click leads
 */
record ShownFinding(
    Severity severity,
    String rule,
    String where,
    String what,
    long fileOffset,
    String facts,
    String advice,
    Place place) {

  /** How bad it is. */
  enum Severity {
    ERROR(KpackIcon.ERROR),
    WARNING(KpackIcon.WARNING),
    NOTE(KpackIcon.INFO);

    private final KpackIcon icon;

    Severity(KpackIcon icon) {
      this.icon = icon;
    }

    KpackIcon icon() {
      return icon;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Bytes that are not what their format says. */
  static ShownFinding of(FormatException problem, OpenedFile file, @Nullable Place nearest) {
    ErrorText text = ErrorText.of(problem);
    StringBuilder facts = new StringBuilder();
    String expected = problem.expected();
    String found = problem.found();
    if (expected != null) {
      facts.append("expected ").append(expected);
    }
    if (found != null) {
      facts.append(facts.isEmpty() ? "found " : ", found ").append(found);
    }
    String advice = problem.advice();
    return new ShownFinding(
        Severity.ERROR,
        "",
        "",
        text.what(),
        problem.fileOffset(),
        facts.toString(),
        advice == null ? "" : advice,
        place(problem, file, nearest));
  }

  /**
   * What verification found.
   *
   * @param file what was verified: a file, or a folder as a whole
   */
  static ShownFinding of(Finding found, OpenedFile file) {
    boolean whole = found.place() instanceof Place.File;
    return new ShownFinding(
        switch (found.severity()) {
          case ERROR -> Severity.ERROR;
          case WARNING -> Severity.WARNING;
          case NOTE -> Severity.NOTE;
        },
        found.rule(),
        found.placeText(),
        found.message(),
        found.fileOffset(),
        "",
        found.advice(),
        file.isFolder()
            ? inFolder(found.place(), found.fileOffset(), file)
            : whole ? bytes(found.fileOffset(), file) : found.place());
  }

  /** A place in a file of a folder; that file may not be open. */
  private static Place inFolder(Place place, long fileOffset, OpenedFile folder) {
    if (!(place instanceof Place.File at)) {
      return place;
    }
    if (fileOffset >= 0) {
      return new Place.Bytes(place, new ByteRange(fileOffset, 1));
    }
    Path file = at.file().toAbsolutePath().normalize();
    return file.equals(folder.path()) || !file.startsWith(folder.path())
        ? place
        : new Place.Entry(
            folder.place(), folder.path().relativize(file).toString().replace('\\', '/'));
  }

  private static Place bytes(long fileOffset, OpenedFile file) {
    long size = file.bytes().size();
    return fileOffset < 0 || size == 0
        ? file.place()
        : new Place.Bytes(file.place(), new ByteRange(Math.min(fileOffset, size - 1), 1));
  }

  private static Place place(FormatException problem, OpenedFile file, @Nullable Place nearest) {
    long size = file.bytes().size();
    if (problem.fileOffset() >= 0 && size > 0) {
      long offset = Math.min(problem.fileOffset(), size - 1);
      return new Place.Bytes(file.place(), new ByteRange(offset, 1));
    }
    return nearest == null ? file.place() : nearest;
  }
}
