package org.kpackworkbench.views.format.kpm;

import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.ManifestDocument;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Outcome;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The table of a manifest, which fills in while a job compares it with the disk. Reading whole
 * archives for their checksums is offered where that is much.
 */
final class ManifestTable implements DocumentView {
  /** So much is read without being asked. */
  private static final long READ_AT_ONCE_BYTES = 64L << 20;

  private final ManifestDocument document;
  private final ViewContext context;
  private final DiskState disk;
  private final RowsView<ManifestLine> view;
  private final Label words = new Label();
  private final Button check = new Button("Compare Checksums");
  private final HBox offer = new HBox(words, check);
  private final AtomicBoolean reloading = new AtomicBoolean();
  private boolean started;
  private @Nullable Job running;

  ManifestTable(ManifestDocument document, ViewContext context) {
    this.document = document;
    this.context = context;
    this.disk = new DiskState(document);
    this.view = new RowsView<>(new ManifestLines(disk), context).above(() -> offer);
    offer.setId("manifest-offer");
    offer.getStyleClass().addAll("button-line", "message-bar", "info-bar");
    offer.managedProperty().bind(offer.visibleProperty());
    offer.setVisible(false);
    check.setId("manifest-check");
    check.setOnAction(event -> compare(true));
  }

  /** Starts to compare; the rows come to be known one after another. */
  private void compare(boolean checksums) {
    offer.setVisible(false);
    running =
        context
            .jobs()
            .start(
                (checksums ? "Compare checksums of " : "Compare ")
                    + document.place().label()
                    + (checksums ? "" : " with the disk"),
                progress -> {
                  disk.check(checksums, progress, this::reloadSoon);
                  return disk.lines();
                },
                // Nobody asked for a first look; what comes of it stands in the table.
                lines -> Outcome.of(checksums ? ManifestLines.summary(lines) : ""));
    running
        .stateProperty()
        .subscribe(
            state -> {
              if (state != Job.State.RUNNING) {
                ended(checksums);
              }
            });
  }

  private void ended(boolean checksums) {
    view.reload();
    DiskState.Unread unread = disk.unread();
    if (!checksums && unread.count() > 0 && unread.bytes() <= READ_AT_ONCE_BYTES) {
      compare(true);
      return;
    }
    offer.setVisible(unread.count() > 0);
    words.setText(
        "%d archive%s, %s, %s a checksum that was not compared yet."
            .formatted(
                unread.count(),
                unread.count() == 1 ? "" : "s",
                SizeText.of(unread.bytes()),
                unread.count() == 1 ? "has" : "have"));
  }

  /** Of many rows that are found in a moment, the table hears once. Any thread. */
  private void reloadSoon() {
    if (reloading.compareAndSet(false, true)) {
      context
          .background()
          .onUi(
              () -> {
                reloading.set(false);
                view.reload();
              });
    }
  }

  @Override
  public String id() {
    return view.id();
  }

  @Override
  public String title() {
    return view.title();
  }

  @Override
  public Node node() {
    Node node = view.node();
    if (!started) {
      started = true;
      compare(false);
    }
    return node;
  }

  @Override
  public boolean shows(Place place) {
    return view.shows(place);
  }

  @Override
  public void show(Place place) {
    view.show(place);
  }

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return view.selection();
  }

  @Override
  public ObservableValue<String> statusText() {
    return view.statusText();
  }

  @Override
  public void dispose() {
    if (running != null) {
      running.cancel();
    }
    view.dispose();
  }
}
