package org.kpackworkbench.views.analysis.log;

import java.util.Objects;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.resolve.Trace;
import org.kpackworkbench.views.analysis.resolve.TracePane;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/** A load of a log beside the same load with the files that are here now. UI thread only. */
final class NowPage implements Page {
  static final String ID = "log-now";

  private final SplitPane root;

  NowPage(ViewContext context, Trace logged, LoadedNow now) {
    root =
        new SplitPane(
            side(context, "The log says", logged, null),
            side(
                context,
                "Now, with the files that are here: " + now.words(),
                now.trace(),
                now.binary()));
    root.setId("log-now");
    root.getStylesheets()
        .add(Objects.requireNonNull(NowPage.class.getResource("log.css")).toExternalForm());
  }

  private static BorderPane side(
      ViewContext context, String words, Trace trace, @Nullable Place binary) {
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
  static void show(ViewContext context, Trace logged, LoadedNow now) {
    context.pages().open().stream()
        .filter(page -> page.id().equals(ID))
        .toList()
        .forEach(context.pages()::close);
    context.pages().show(ID, () -> new NowPage(context, logged, now));
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public ObservableValue<String> title() {
    return new ReadOnlyStringWrapper("Load then and now");
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.DIFF;
  }

  @Override
  public Node node() {
    return root;
  }
}
