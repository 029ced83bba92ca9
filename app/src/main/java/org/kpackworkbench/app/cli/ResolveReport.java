package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.LoggedLoad;
import org.kpackworkbench.model.analysis.resolve.simulate.Registration;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.files.FolderWalk;

/** Says what {@code resolve} found, as text or JSON, and with which status to end. */
final class ResolveReport {
  private final Console console;
  private final boolean json;
  private final boolean explain;
  private final List<String> failures = new ArrayList<>();
  private @Nullable Loader loader;
  private @Nullable Diagnoser diagnoser;
  private @Nullable JsonOut document;

  ResolveReport(Console console, boolean json, boolean explain) {
    this.console = console;
    this.json = json;
    this.explain = explain;
  }

  /** Who was asked. */
  void with(Loader asked, Diagnoser explains) {
    loader = asked;
    diagnoser = explains;
  }

  int binary(BinaryResolution binary) throws IOException {
    if (json) {
      try (JsonOut out = console.json()) {
        ResolveJson printed = resolveJson(out, true);
        out.list("results");
        printed.results(binary);
        out.endList().field("complete", binary.complete());
        printed.registrations(binary, Objects.requireNonNull(loader));
        printed.asked(Objects.requireNonNull(loader));
      }
    } else {
      try (TextOut out = console.text()) {
        planned(out);
        ResolveText printed = new ResolveText(out, Objects.requireNonNull(diagnoser));
        printed.binary(binary, explain);
        printed.registrations(Registration.of(binary, Objects.requireNonNull(loader)), explain);
      }
    }
    return binary.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private void planned(TextOut out) throws IOException {
    if (Objects.requireNonNull(loader).behaviour() == LoaderBehaviour.PLANNED) {
      out.line("As was planned; no loader does this.");
    }
  }

  private ResolveJson resolveJson(JsonOut out, boolean steps) {
    return new ResolveJson(out, Objects.requireNonNull(diagnoser), steps);
  }

  /** Before the binaries of a tree. */
  void begin() {
    if (json) {
      document = console.json().list("results");
    }
  }

  /** One binary of a tree. Texts about it come behind the grid. */
  void visit(BinaryResolution binary) {
    JsonOut out = document;
    if (out != null) {
      resolveJson(out, explain).results(binary);
    } else if (!binary.complete() || explain) {
      failures.add("");
      failures.add(binary.binary().file().toString());
      failures.addAll(ResolveText.causes(binary, Objects.requireNonNull(diagnoser), explain));
    }
  }

  /** Behind them. */
  int end(TreeResolution tree) throws IOException {
    JsonOut open = document;
    if (open != null) {
      try (JsonOut out = open) {
        out.endList();
        resolveJson(out, explain).tree(tree);
        resolveJson(out, explain).asked(Objects.requireNonNull(loader));
      }
    } else {
      try (TextOut out = console.text()) {
        planned(out);
        new ResolveText(out, Objects.requireNonNull(diagnoser)).grid(tree);
        for (String line : failures) {
          out.line(line);
        }
      }
    }
    for (FolderWalk.Unreadable path : tree.unreadable()) {
      console.error(ErrorText.ofFile(path.failure()));
    }
    return !tree.unreadable().isEmpty()
        ? ExitStatus.FAILED
        : tree.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  /** What a log tells of the loads that are wanted. */
  int log(DebugLog log, Predicate<LoggedLoad> wanted) throws IOException {
    Diagnoser traces = Diagnoser.ofTraces();
    if (json) {
      try (JsonOut out = console.json()) {
        new ResolveJson(out, traces, true).log(log, wanted);
      }
    } else {
      try (TextOut out = console.text()) {
        new ResolveText(out, traces).log(log, wanted, explain);
      }
    }
    List<LoggedLoad> loads = log.loads().stream().filter(wanted).toList();
    boolean found = !loads.isEmpty() && loads.stream().allMatch(LoggedLoad::succeeded);
    return found ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }
}
