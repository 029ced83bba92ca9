package org.kpackworkbench.views.format.offload;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.Outcome;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The list of code objects, with an offer to look into those that would have to be unpacked. */
final class CodeObjectsView {
  private final CodeObjectsSpec spec;
  private final ViewContext context;
  private final RowsView<CodeObjectItem> view;
  private final Label words = new Label();
  private final Button look = new Button("Look Into Them");
  private final HBox offer = new HBox(words, look);

  private CodeObjectsView(CodeObjectsSpec spec, OpenedFile file, ViewContext context) {
    this.spec = spec;
    this.context = context;
    offer.setId("code-objects-offer");
    offer.getStyleClass().addAll("button-line", "message-bar", "info-bar");
    offer.managedProperty().bind(offer.visibleProperty());
    offer.setVisible(false);
    look.setOnAction(event -> lookInto());
    this.view =
        new RowsView<>(spec, context).extractsFrom(file).above(() -> offer).onLoaded(this::ask);
  }

  static DocumentView of(CodeObjectsSpec spec, OpenedFile file, ViewContext context) {
    return new CodeObjectsView(spec, file, context).view;
  }

  private void ask() {
    context
        .background()
        .run(
            spec::unknown,
            unknown -> {
              offer.setVisible(unknown.count() > 0);
              words.setText(
                  "%d code objects are compressed, %s when unpacked; what they state is not known yet."
                      .formatted(unknown.count(), SizeText.of(unknown.bytes())));
            },
            failure -> offer.setVisible(false));
  }

  private void lookInto() {
    look.setDisable(true);
    Job job =
        context
            .jobs()
            .start(
                "Look into compressed code objects",
                progress -> {
                  spec.lookInto(progress);
                  return spec.unknown();
                },
                left -> Outcome.of("All code objects were looked into"));
    job.stateProperty()
        .subscribe(
            state -> {
              if (state != Job.State.RUNNING) {
                look.setDisable(false);
                view.reload();
              }
            });
  }
}
