package org.kpackworkbench.views.analysis.compare.code;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode.Counts;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.views.analysis.compare.code.CodeRows.Shown;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.FindLine;

/** Machine code of several sides, disassembled and aligned in the background. UI thread only. */
final class CodeCompareModel {
  /** Where the program is found that disassembles. */
  @FunctionalInterface
  interface Tools {
    List<Path> find() throws IOException;
  }

  /** How far it is. */
  sealed interface State {
    /** The tool runs, or instructions are aligned. */
    record Running() implements State {}

    /** All that is shown is there. */
    record Done(AlignedCode code) implements State {}

    /** The user stopped it. */
    record Stopped() implements State {}

    /** There is nothing that disassembles. */
    record NoTool(DisassemblyException failure) implements State {}

    /** State of code that cannot be disassembled. */
    record Failed(Throwable failure) implements State {}
  }

  private final List<MachineCode> sides;
  private final Tools tools;
  private final Background background;
  private final ReadOnlyObjectWrapper<State> state =
      new ReadOnlyObjectWrapper<>(new State.Stopped());
  private final ReadOnlyObjectWrapper<@Nullable CodeRows> rows = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyIntegerWrapper caret = new ReadOnlyIntegerWrapper(0);
  private final BooleanProperty folding = new SimpleBooleanProperty(true);
  private final BitSet open = new BitSet();
  private AtomicBoolean stopped = new AtomicBoolean();

  CodeCompareModel(List<MachineCode> sides, Tools tools, Background background) {
    this.sides = sides;
    this.tools = tools;
    this.background = background;
    folding.subscribe(
        () -> {
          open.clear();
          layOut();
        });
  }

  int sides() {
    return sides.size();
  }

  ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Returns the shown rows; null before the code is aligned. */
  ReadOnlyObjectProperty<@Nullable CodeRows> rowsProperty() {
    return rows.getReadOnlyProperty();
  }

  /** The row where the user is. */
  ReadOnlyIntegerProperty caretProperty() {
    return caret.getReadOnlyProperty();
  }

  /** Whether equal rows are folded away. */
  BooleanProperty foldingProperty() {
    return folding;
  }

  /** Returns the aligned code; null before. */
  @Nullable AlignedCode code() {
    return state.get() instanceof State.Done(AlignedCode code) ? code : null;
  }

  /** Disassembles and aligns; what ran before is stopped. */
  void start() {
    stopped.set(true);
    AtomicBoolean mine = new AtomicBoolean();
    stopped = mine;
    state.set(new State.Running());
    background.run(
        () -> aligned(mine),
        code -> {
          if (!mine.get()) {
            done(code);
          }
        },
        failure -> {
          if (!mine.get()) {
            state.set(failed(failure));
          }
        });
  }

  private AlignedCode aligned(AtomicBoolean mine) throws IOException {
    Disassembler disassembler = new Disassembler(tools.find());
    List<CodeListing> listings = new ArrayList<>();
    for (MachineCode side : sides) {
      listings.add(CodeListing.read(side, disassembler, mine::get));
    }
    return AlignedCode.of(listings, mine::get);
  }

  private static State failed(Throwable failure) {
    return failure instanceof DisassemblyException known
            && known.reason() == DisassemblyException.Reason.NOT_INSTALLED
        ? new State.NoTool(known)
        : failure instanceof CancellationException
            ? new State.Stopped()
            : new State.Failed(failure);
  }

  private void done(AlignedCode code) {
    open.clear();
    state.set(new State.Done(code));
    layOut();
    goTo(Math.max(0, code.nextDifference(0)));
  }

  /** Stops what runs. */
  void stop() {
    stopped.set(true);
    if (state.get() instanceof State.Running) {
      state.set(new State.Stopped());
    }
  }

  private void layOut() {
    AlignedCode code = code();
    if (code != null) {
      rows.set(
          folding.get() && code.differences() > 0
              ? CodeRows.folded(code, open)
              : CodeRows.all(code));
    }
  }

  /** Shows what a fold is in place of. */
  void unfold(Shown fold) {
    open.set(fold.row(), fold.row() + fold.folded());
    layOut();
    goTo(fold.row());
  }

  /** The user is in another row. */
  void goTo(int row) {
    CodeRows shown = rows.get();
    if (shown != null && !shown.isEmpty()) {
      Shown at = shown.get(shown.indexOfRow(row));
      if (at.isFold() && at.row() != row) {
        unfold(at);
      }
      caret.set(row);
    }
  }

  /** Goes to the next difference; false if there is none. */
  boolean next() {
    AlignedCode code = code();
    int found = code == null ? -1 : code.nextDifference(endOf(code, caret.get()));
    return found >= 0 && moved(found);
  }

  /** Goes to the previous difference; false if there is none. */
  boolean previous() {
    AlignedCode code = code();
    int found = code == null ? -1 : code.previousDifference(startOf(code, caret.get()) - 1);
    return code != null && found >= 0 && moved(startOf(code, found));
  }

  private boolean moved(int row) {
    goTo(row);
    return true;
  }

  private static int endOf(AlignedCode code, int row) {
    return code.differs(row) ? code.nextSame(row) : row + 1;
  }

  private static int startOf(AlignedCode code, int row) {
    int start = row;
    while (start > 0 && code.differs(start) && code.differs(start - 1)) {
      start--;
    }
    return start;
  }

  /** All rows as they can be found: what each side has. */
  FindLine.Lines searched() {
    AlignedCode code = code();
    return code == null
        ? new FindLine.Lines(0, row -> "")
        : new FindLine.Lines(code.rowCount(), row -> CodeWords.copied(code, new Shown(row, 0)));
  }

  /** Which difference the user is in, and what there is in all. */
  String words() {
    AlignedCode code = code();
    if (code == null) {
      return "";
    }
    Counts counts = code.counts();
    if (code.differences() == 0) {
      return "no differences in " + CodeWords.instructions(counts.same());
    }
    int number = 0;
    for (int row = code.nextDifference(0);
        row >= 0 && row <= caret.get();
        row = code.nextDifference(code.nextSame(row))) {
      number++;
    }
    String which =
        code.differs(caret.get())
            ? "difference %s of %s"
                .formatted(CountText.grouped(number), CountText.grouped(code.differences()))
            : CountText.grouped(code.differences(), "difference");
    return which + ": " + CodeWords.counts(counts);
  }
}
