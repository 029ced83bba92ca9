package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/**
 * Planned or actual result of a form's request. Immutable.
 *
 * @param summary all of it in a sentence
 * @param rows the files
 * @param notes what else should be known
 * @param problem why it cannot be done, in sentences; empty if it can
 * @param bars sizes before and after; none where files alone say enough
 * @param binaries the binaries that were changed, for their layouts
 */
record FormReport(
    String summary,
    List<FormRow> rows,
    List<Note> notes,
    String problem,
    List<Bar> bars,
    List<BeforeAfter> binaries) {
  /** Before anything is known. */
  static final FormReport NONE = of("", List.of(), List.of());

  FormReport {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
    bars = List.copyOf(bars);
    binaries = List.copyOf(binaries);
  }

  static FormReport of(String summary, List<FormRow> rows, List<Note> notes) {
    return new FormReport(summary, rows, notes, "", List.of(), List.of());
  }

  /** One that says why it cannot be done. */
  static FormReport impossible(String problem) {
    return NONE.problem(problem);
  }

  FormReport problem(String why) {
    return new FormReport(summary, rows, notes, why, bars, binaries);
  }

  FormReport bars(List<Bar> sizes) {
    return new FormReport(summary, rows, notes, problem, sizes, binaries);
  }

  FormReport binaries(List<BeforeAfter> changed) {
    return new FormReport(summary, rows, notes, problem, bars, changed);
  }

  /** Returns the report with notes and problem in a form's words. */
  FormReport sayingAs(FormModel<?> form) {
    List<Note> own =
        notes.stream()
            .map(note -> new Note(note.severity(), form.inOwnWords(note.text())))
            .toList();
    return new FormReport(summary, rows, own, form.inOwnWords(problem), bars, binaries);
  }

  /** How good the result is: what its rows and notes say at worst. */
  JobOutcome.Severity severity() {
    JobOutcome.Severity worst = JobOutcome.Severity.DONE;
    for (FormRow row : rows) {
      worst =
          worst.or(
              switch (row.status()) {
                case FAILED, CONFLICT, BLOCKED -> JobOutcome.Severity.ERROR;
                case REFUSED, MISSING, DISCARDED -> JobOutcome.Severity.WARNING;
                default -> JobOutcome.Severity.DONE;
              });
    }
    for (Note note : notes) {
      worst =
          worst.or(
              switch (note.severity()) {
                case ERROR -> JobOutcome.Severity.ERROR;
                case WARNING -> JobOutcome.Severity.WARNING;
                case INFO -> JobOutcome.Severity.DONE;
              });
    }
    return worst;
  }

  /** The file that was written, or the folder of several; null if nothing was. */
  @Nullable Path written() {
    Path common = null;
    for (FormRow row : rows) {
      Path file = row.file();
      boolean made =
          switch (row.status()) {
            case WRITTEN, CONVERTED, RESTORED, COPIED, PASSED, SMALLER, UPDATED -> true;
            default -> false;
          };
      if (!made || file == null) {
        continue;
      }
      Path absolute = file.toAbsolutePath().normalize();
      common = common == null ? absolute : common;
      while (common != null && !absolute.startsWith(common)) {
        common = common.getParent();
      }
    }
    return common;
  }

  /**
   * A binary before and after.
   *
   * @param name what it is called
   * @param before the file that it was made from
   * @param beforeBytes its size
   * @param kept the layout before, where that file is there no more; else null
   * @param after the resulting file
   * @param afterBytes its size
   */
  record BeforeAfter(
      String name,
      Path before,
      long beforeBytes,
      @Nullable LayoutMapModel kept,
      Path after,
      long afterBytes) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** A bar. */
  record Bar(String name, List<Part> parts) {
    Bar {
      parts = parts.stream().filter(part -> part.sizeBytes() > 0).toList();
    }

    /** A bar of host code, device code beside it, and device code in archives. */
    static Bar of(String name, long host, long device, long archives) {
      return new Bar(
          name,
          List.of(
              new Part(OwnerKind.HOST_CODE, "host", host),
              new Part(OwnerKind.DEVICE_CODE, "device code", device),
              new Part(OwnerKind.COMPRESSED, "in archives", archives)));
    }

    /** Bars of binaries that shrink as their device code goes into archives. */
    static List<Bar> packed(long before, long after, List<PlannedArchive> archives) {
      long host = Math.min(before, after);
      long stored = archives.stream().mapToLong(PlannedArchive::sizeBytes).sum();
      return List.of(of("Before", host, before - host, 0), of("After", after, 0, stored));
    }

    long sizeBytes() {
      return parts.stream().mapToLong(Part::sizeBytes).sum();
    }

    /** The parts, those of several targets as one. */
    private List<Part> whole() {
      Map<String, Part> whole = new LinkedHashMap<>();
      for (Part part : parts) {
        whole.merge(
            part.words(),
            part,
            (one, other) ->
                new Part(one.kind(), null, one.words(), one.sizeBytes() + other.sizeBytes()));
      }
      return List.copyOf(whole.values());
    }

    /** How many sizes {@link #text} has. */
    int kinds() {
      return whole().size();
    }

    /** The parts with their sizes: {@code 3.1 MiB host + 11.7 MiB archives}. */
    String text() {
      return textBeside(this);
    }

    /**
     * Returns the parts with their sizes, where another bar is beside it: parts that differ from
     * its read differently.
     */
    String textBeside(Bar other) {
      return String.join(
          " + ",
          whole().stream()
              .map(
                  part ->
                      SizeText.of(
                              part.sizeBytes(),
                              other.whole().stream()
                                  .filter(each -> each.words().equals(part.words()))
                                  .mapToLong(Part::sizeBytes)
                                  .toArray())
                          + " "
                          + part.words())
              .toList());
    }
  }

  /**
   * A part of a bar.
   *
   * @param kind what colour it has
   * @param target for device code the target it is for; null if that does not matter
   * @param words what it is
   */
  record Part(OwnerKind kind, @Nullable String target, String words, long sizeBytes) {
    Part(OwnerKind kind, String words, long sizeBytes) {
      this(kind, null, words, sizeBytes);
    }
  }
}
