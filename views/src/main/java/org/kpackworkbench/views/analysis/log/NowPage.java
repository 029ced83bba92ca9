package org.kpackworkbench.views.analysis.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.log.LoggedRequest;
import org.kpackworkbench.model.analysis.resolve.log.PathMapping;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.resolve.LoaderTrace;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;
import org.kpackworkbench.views.analysis.resolve.TracePane;
import org.kpackworkbench.views.analysis.resolve.Traces;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.ViewContext;

/** A load of a log beside the same load with the files that are here now. UI thread only. */
final class NowPage extends NamedPage {
  static final String ID = "log-now";

  private final SplitPane root;

  NowPage(ViewContext context, LoaderTrace logged, LoadedNow now) {
    super(ID, "Load then and now", KpackIcon.DIFF);
    root =
        new KeySplitPane(
            side(context, "The log says", logged, null),
            side(
                context,
                "Now, with the files that are here: " + now.words(),
                now.trace(),
                now.binary()));
    root.setId("log-now");
    root.getStylesheets().add(Controls.sheet(NowPage.class, "log.css"));
  }

  private static BorderPane side(
      ViewContext context, String words, LoaderTrace trace, @Nullable Place binary) {
    TracePane pane = new TracePane(context);
    if (trace.nodes().isEmpty()) {
      pane.showEmpty(trace.summary());
    } else {
      pane.show(trace);
    }
    BorderPane side = new BorderPane(pane);
    if (binary == null) {
      side.setTop(new MessageBar(MessageBar.Severity.INFO, words));
    } else {
      Button open = new Button("Open Binary");
      open.setOnAction(event -> context.navigator().go(binary));
      side.setTop(new MessageBar(MessageBar.Severity.INFO, words, open));
    }
    return side;
  }

  /** Shows it in place of one that was shown before. */
  static void show(ViewContext context, LoaderTrace logged, LoadedNow now) {
    context.pages().open().stream()
        .filter(page -> page.id().equals(ID))
        .toList()
        .forEach(context.pages()::close);
    context.pages().show(ID, () -> new NowPage(context, logged, now));
  }

  @Override
  public Node node() {
    return root;
  }

  /**
   * Result of a load of a log with the files that are here. Immutable; made in the background.
   *
   * @param words that beside what the log says, in a sentence
   * @param trace its steps
   * @param binary the binary; null if it is not here
   */
  record LoadedNow(String words, LoaderTrace trace, @Nullable Place binary) {

    static LoadedNow of(LogTrace logged, PathMapping mapping) throws IOException {
      LoggedRequest request = LoggedRequest.of(logged, mapping);
      if (request.target() == null || request.kernelName().isEmpty()) {
        return nothing("the log does not say what was requested: its first lines are missing.");
      }
      Path binary = request.binary();
      if (binary == null) {
        return nothing(
            request.candidates().isEmpty()
                ? "the log does not say where the binary of %s is.".formatted(request.kernelName())
                : "the binary is not here: there is no %s. Enter above where the files are."
                    .formatted(request.candidates().getFirst()));
      }
      try (Loader loader = new Loader(request.environment(), LoaderBehaviour.TOLERANT)) {
        BinaryResolution all =
            new BinaryResolver(loader, List.of(request.target()), true)
                .resolve(binary, Progress.NONE);
        List<WrapperOutcome> outcomes =
            all.outcomes().stream()
                .filter(
                    outcome ->
                        !(outcome.code() instanceof InArchive asked)
                            || asked.resolution().request().index() == request.index())
                .toList();
        BinaryResolution one =
            new BinaryResolution(
                all.binary(),
                all.state(),
                all.contradictions(),
                all.marker(),
                all.devices(),
                outcomes);
        LoaderTrace trace = Traces.of(one, new Diagnoser(loader), true);
        return new LoadedNow(words(logged.outcome(), one), trace, all.binary());
      }
    }

    private static String words(@Nullable LoaderError then, BinaryResolution now) {
      LoaderError error =
          now.outcomes().stream()
              .map(WrapperOutcome::error)
              .filter(each -> each != LoaderError.SUCCESS)
              .findFirst()
              .orElse(LoaderError.SUCCESS);
      if (now.outcomes().isEmpty()) {
        return "the binary has no such wrapper.";
      }
      String found = error == LoaderError.SUCCESS ? "code is found" : "error " + error;
      if (then == null) {
        return found + "; the log is cut off before its result.";
      }
      return then == error
          ? "the same, %s.".formatted(found)
          : "%s; the log says %s."
              .formatted(found, then == LoaderError.SUCCESS ? "code was found" : "error " + then);
    }

    private static LoadedNow nothing(String words) {
      return new LoadedNow(
          words,
          new LoaderTrace("Nothing was requested.", TraceMark.NOTE, List.of(), List.of()),
          null);
    }
  }
}
