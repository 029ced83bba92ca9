package org.kpackworkbench.views.operation.edit;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.ViewContext;

/** Edits left behind of all files, each to be recovered, discarded, or left. */
final class RecoveryPane extends VBox {
  private static final double GAP = 10;
  private static final int MOST_LINES = 8;

  private final Journals journals;
  private final ViewContext context;
  private final VBox cards = new VBox(2 * GAP);

  RecoveryPane(List<RecoveryActions.Left> found, Journals journals, ViewContext context) {
    this.journals = journals;
    this.context = context;
    Controls.named(this, "recovery", "editor-pane");
    setPrefSize(680, 420);
    if (found.isEmpty()) {
      getChildren().add(Tables.placeholder("There is nothing to recover."));
      return;
    }
    Label what =
        Controls.text(
            "The program ended while these files had edits that were not saved. None of these edits"
                + " is in the files. Close this to decide later: each file offers its edits when it"
                + " is opened.");
    found.forEach(left -> cards.getChildren().add(card(left)));
    ScrollPane pane = Controls.styled(new ScrollPane(cards), "edge-to-edge");
    pane.setFitToWidth(true);
    VBox.setVgrow(pane, javafx.scene.layout.Priority.ALWAYS);
    getChildren().addAll(what, pane);
  }

  private Node card(RecoveryActions.Left left) {
    RecoveredEdits edits = left.edits();
    Label name = Controls.label(edits.file().fileName(), "title-4");
    Label path = Controls.wrapped(Controls.label(edits.file().path().toString(), "muted"));
    Label offer = Controls.wrapped(new Label(RecoveryWords.offer(edits, left.state())));
    VBox card = new VBox(GAP / 2, name, path, offer);
    List<String> words = edits.words();
    for (String line : words.subList(0, Math.min(words.size(), MOST_LINES))) {
      card.getChildren().add(Controls.wrapped(new Label("• " + line)));
    }
    if (words.size() > MOST_LINES) {
      card.getChildren().add(new Label("and %d more".formatted(words.size() - MOST_LINES)));
    }
    Button recover = Controls.named(new Button("Open and Recover"), "recovery-open");
    recover.setDisable(left.state() == RecoveredEdits.State.GONE);
    recover.setOnAction(
        event -> {
          journals.wanted().add(edits.journal());
          done(card, "Recovered in its tab; save to keep it.");
          context.navigator().open(new Place.File(edits.file().path().normalize()));
        });
    Button discard = Controls.named(new Button("Discard"), "recovery-discard-all");
    discard.setOnAction(
        event ->
            context.run(
                () -> {
                  edits.discard();
                  return edits;
                },
                gone -> {
                  done(card, "Discarded.");
                  List.copyOf(journals.offering()).forEach(each -> each.gone(gone.journal()));
                },
                "The edits could not be discarded"));
    card.getChildren().add(new HBox(GAP, recover, discard));
    return card;
  }

  private static void done(VBox card, String words) {
    card.getChildren().removeLast();
    card.getChildren().add(Controls.label("✓ " + words, "muted"));
  }
}
