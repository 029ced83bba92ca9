package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/**
 * The result of a form. Immutable.
 *
 * @param headline what was done, in a sentence
 * @param bars sizes before and after
 * @param rows the files
 * @param notes what else should be known
 * @param binaries the binaries that were changed, for their layouts
 */
record FormResult(
    String headline,
    List<Bar> bars,
    List<FormRow> rows,
    List<Note> notes,
    List<BeforeAfter> binaries) {
  FormResult {
    bars = List.copyOf(bars);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
    binaries = List.copyOf(binaries);
  }

  /** Returns the result with notes in a form's words. */
  FormResult sayingAs(FormModel<?> form) {
    return new FormResult(headline, bars, rows, form.inOwnWords(notes), binaries);
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
