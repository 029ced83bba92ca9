package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;
import org.kpackworkbench.model.format.codeobject.KernelFlow;
import org.kpackworkbench.model.format.codeobject.LiveRegisters;
import org.kpackworkbench.views.kit.job.Background;

/** The disassembly of one kernel at a time; lines arrive while the tool runs. UI thread only. */
final class DisassemblyModel {
  private static final int BATCH_LINES = 512;
  private static final long BATCH_NANOS = 100_000_000;
  private static final int LINES_FOR_ONE = 8;

  /** Where the program is found that disassembles. */
  @FunctionalInterface
  interface Tools {
    List<Path> find() throws IOException;
  }

  /** How far it is. */
  sealed interface State {
    /** Nothing was requested. */
    record Idle() implements State {}

    /** The tool runs. */
    record Running() implements State {}

    /** All lines are there, or as many as are shown. */
    record Done(Disassembler.Outcome outcome) implements State {}

    /** The user stopped it. */
    record Stopped() implements State {}

    /** There is none. */
    record Failed(Throwable failure) implements State {}
  }

  /**
   * Facts about the code, known once all lines are there.
   *
   * @param flow blocks, loops and where branches go, by lines
   * @param live how many vector registers are live, by lines
   */
  record Analysis(KernelFlow flow, LiveRegisters live) {
    static Analysis of(List<DisassemblyLine> lines) {
      KernelFlow flow = KernelFlow.of(lines);
      return new Analysis(flow, LiveRegisters.of(lines, flow));
    }
  }

  private record Result(Disassembler.Outcome outcome, Analysis analysis) {}

  private final Background background;
  private final Tools tools;
  private final ObservableList<DisassemblyLine> lines = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(new State.Idle());
  private final ReadOnlyObjectWrapper<@Nullable Analysis> analysis = new ReadOnlyObjectWrapper<>();
  private @Nullable Run run;

  DisassemblyModel(Background background, Tools tools) {
    this.background = background;
    this.tools = tools;
  }

  ObservableList<DisassemblyLine> lines() {
    return lines;
  }

  ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Returns the facts about the code; null until all lines are there. */
  ReadOnlyObjectProperty<@Nullable Analysis> analysisProperty() {
    return analysis.getReadOnlyProperty();
  }

  /** Starts over with another kernel; what ran before is stopped. */
  void start(KernelDetails details) {
    stop();
    analysis.set(null);
    lines.clear();
    Run mine = new Run();
    run = mine;
    state.set(new State.Running());
    DisassemblyRequest request = DisassemblyRequest.of(details.code(), details.kernel());
    background.run(
        () -> {
          Disassembler.Outcome outcome =
              new Disassembler(tools.find()).run(request, () -> mine.cancelled, mine::add);
          mine.flush();
          return new Result(outcome, Analysis.of(mine.all));
        },
        result -> {
          if (mine.equals(run)) {
            analysis.set(result.analysis());
          }
          end(mine, new State.Done(result.outcome()));
        },
        failure ->
            end(
                mine,
                failure instanceof CancellationException
                    ? new State.Stopped()
                    : new State.Failed(failure)));
  }

  /** Stops the tool; the lines that came stay. */
  void stop() {
    Run running = run;
    if (running != null) {
      running.cancelled = true;
      run = null;
      state.set(new State.Stopped());
    }
  }

  private void end(Run which, State last) {
    if (which.equals(run)) {
      run = null;
      state.set(last);
    }
  }

  /** One run of the tool; its lines come on a background thread. */
  private final class Run {
    private volatile boolean cancelled;
    private final List<DisassemblyLine> all = new ArrayList<>();
    private List<DisassemblyLine> batch = new ArrayList<>();
    private long last = System.nanoTime();

    void add(DisassemblyLine line) {
      all.add(line);
      batch.add(line);
      // Each batch is a share of the lines so far: showing it takes time for all lines.
      int share = all.size() / LINES_FOR_ONE;
      boolean full = batch.size() >= Math.max(BATCH_LINES, 2 * share);
      if (full || (batch.size() >= share && System.nanoTime() - last > BATCH_NANOS)) {
        flush();
      }
    }

    void flush() {
      List<DisassemblyLine> full = batch;
      batch = new ArrayList<>();
      last = System.nanoTime();
      background.onUi(
          () -> {
            if (equals(run)) {
              lines.addAll(full);
            }
          });
    }
  }
}
