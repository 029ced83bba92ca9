package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.database.FiledBundle;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * Reads the code objects of a file, one after another. One that is damaged is a problem, and the
 * others are read.
 *
 * @param <T> what is found in code objects
 * @param step what is done, for progress
 * @param targets the selected targets; none for all
 * @param targetRegex a regular expression that targets contain a match of
 * @param reader reads the requested data from a code object
 */
public record CodeObjectScan<T>(
    String step, TargetFilter targets, Optional<String> targetRegex, Reader<T> reader) {

  /** Reads the requested data from a code object. */
  public interface Reader<T> {
    /** Reads one, and adds the requested data. */
    void read(CodeObjectRow row, CodeObject code, List<T> into) throws IOException;
  }

  /**
   * Results of a scan of one file.
   *
   * @param format the file's format
   * @param all in the order of the code objects
   * @param problems what is wrong with the file and its code objects
   * @param codeObjects how many there are
   * @param read how many of them have the targets
   * @param targets the targets that all of them are for, each once
   */
  public record Found<T>(
      String format,
      List<T> all,
      List<FormatException> problems,
      int codeObjects,
      int read,
      List<String> targets) {
    public Found {
      all = List.copyOf(all);
      problems = List.copyOf(problems);
      targets = List.copyOf(targets);
    }

    /** Returns the message for a file in which no code object has the targets. */
    public String noTarget() {
      return "No code object of %d is for a selected target; there are some for %s."
          .formatted(codeObjects, ListText.names(targets));
    }

    /**
     * All of it.
     *
     * @param list what the list is called
     * @param describe says one
     */
    Report report(String list, Facts.Describe<T> describe) {
      return new Report(
          begin().list(list, all, describe).list("problems", problems, Facts::describe));
    }

    /** Writes facts for each result and, where there are any, for the problems. */
    void lines(Facts.Describe<T> describe, Taker<Facts> out) throws IOException {
      for (T one : all) {
        Facts line = begin();
        describe.describe(one, line);
        out.take(line);
      }
      if (!problems.isEmpty()) {
        out.take(begin().list("problems", problems, Facts::describe));
      }
    }

    /** Writes facts for each result as comma-separated values. */
    void csv(Path file, Facts.Describe<T> describe, TextOut out) throws IOException {
      for (T one : all) {
        Facts facts = new Facts();
        describe.describe(one, facts);
        out.csv(facts.csv(file));
      }
    }

    private Facts begin() {
      return new Facts().text("format", format);
    }
  }

  /**
   * Reads those of a file.
   *
   * @param format the file's format
   * @param damage what is known to be wrong with the file
   * @param budget how much the operation may unpack
   * @throws IOException if reading fails for another reason than damage
   */
  public Found<T> read(
      String format,
      CodeObjects codeObjects,
      List<FormatException> damage,
      UnpackBudget budget,
      Progress progress)
      throws IOException {
    ListFilter.Rows wanted = ListFilter.of(List.of(), targets, targetRegex).of(codeObjects);
    List<T> all = new ArrayList<>();
    List<FormatException> problems = new ArrayList<>(damage);
    Set<String> known = new HashSet<>();
    damage.forEach(each -> known.add(each.getMessage()));
    Set<String> occurring = new LinkedHashSet<>();
    BitSet rows = new BitSet();
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      occurring.add(row.targetText());
      rows.set(number, wanted.accepts(row));
    }
    int read = rows.cardinality();
    progress.begin(step, read, Unit.CODE_OBJECTS);
    declare(codeObjects, rows, problems::add, progress);
    for (int number = rows.nextSetBit(0); number >= 0; number = rows.nextSetBit(number + 1)) {
      CodeObjectRow row = codeObjects.row(number);
      progress.step(1);
      try {
        Progress cancel = progress.cancelOnly();
        FiledBundle.codeIn(
            codeObjects,
            row,
            budget,
            cancel,
            (target, code) -> reader.read(row, CodeObject.read(code), all));
      } catch (FormatException damaged) {
        // What is wrong with a code object may be known of the file already.
        if (known.add(damaged.getMessage())) {
          problems.add(damaged);
        }
      }
    }
    return new Found<>(format, all, problems, codeObjects.size(), read, List.copyOf(occurring));
  }

  /**
   * Checks the declared sizes of rows before any is unpacked; clears all rows where together they
   * are more than is plausible.
   */
  static void declare(
      CodeObjects codeObjects, BitSet rows, Consumer<FormatException> refusal, Progress progress) {
    try {
      codeObjects.declare(rows, progress.cancelOnly());
    } catch (FormatException refused) {
      // Of other damage each row tells.
      if (refused.reason() == Reason.TOO_LARGE) {
        refusal.accept(refused);
        rows.clear();
      }
    }
  }
}
