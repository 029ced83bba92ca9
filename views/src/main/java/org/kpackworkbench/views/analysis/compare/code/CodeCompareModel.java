package org.kpackworkbench.views.analysis.compare.code;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode.Counts;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.views.analysis.compare.code.CodeSpec.Shown;
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
  private AtomicBoolean stopped = new AtomicBoolean();

  CodeCompareModel(List<MachineCode> sides, Tools tools, Background background) {
    this.sides = sides;
    this.tools = tools;
    this.background = background;
  }

  int sides() {
    return sides.size();
  }

  ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
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
            state.set(new State.Done(code));
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

  /** Stops what runs. */
  void stop() {
    stopped.set(true);
    if (state.get() instanceof State.Running) {
      state.set(new State.Stopped());
    }
  }

  /** The row of the first difference; 0 if there is none. */
  int first() {
    AlignedCode code = code();
    return code == null ? 0 : Math.max(0, code.nextDifference(0));
  }

  /** The row of the difference behind a row; -1 if there is none. */
  int next(int row) {
    AlignedCode code = code();
    return code == null ? -1 : code.nextDifference(endOf(code, row));
  }

  /** The first row of the difference before a row; -1 if there is none. */
  int previous(int row) {
    AlignedCode code = code();
    int found = code == null ? -1 : code.previousDifference(startOf(code, row) - 1);
    return code == null || found < 0 ? -1 : startOf(code, found);
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

  /** Which difference a row is in, and what there is in all. */
  String words(int at) {
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
        row >= 0 && row <= at;
        row = code.nextDifference(code.nextSame(row))) {
      number++;
    }
    String which =
        code.differs(at)
            ? "difference %s of %s"
                .formatted(CountText.grouped(number), CountText.grouped(code.differences()))
            : CountText.grouped(code.differences(), "difference");
    return which + ": " + CodeWords.counts(counts);
  }
}
