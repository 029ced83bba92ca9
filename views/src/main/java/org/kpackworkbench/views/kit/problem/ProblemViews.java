package org.kpackworkbench.views.kit.problem;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The view of a file that could not be read as what it is. */
public final class ProblemViews implements DocumentViewFactory {
  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return file.as(OtherDocument.class).isPresent() && !file.problems().isEmpty()
        ? List.of(new ProblemView(file, context))
        : List.of();
  }

  /** Whether a view says why nothing could be read. */
  public static boolean isProblem(DocumentView view) {
    return view instanceof ProblemView;
  }

  /** View of the problem that stopped the reader, with the way to the bytes where it happened. */
  private static final class ProblemView extends BuiltView {
    private final OpenedFile file;
    private final ViewContext context;

    ProblemView(OpenedFile file, ViewContext context) {
      super("problem", "Problem");
      this.file = file;
      this.context = context;
    }

    @Override
    protected Node build() {
      FormatException problem = file.problems().getFirst();
      String title =
          "Nothing could be read: %s is no valid %s"
              .formatted(file.place().label(), file.kindWords());
      List<Button> buttons = new ArrayList<>();
      if (problem.fileOffset() >= 0) {
        buttons.add(showBytes(problem.fileOffset()));
      }
      int all = file.problems().size();
      if (all > 1) {
        Button list = new Button("Show All %d Problems".formatted(all));
        list.setId("problem-list");
        list.setOnAction(event -> context.actions().run(ActionId.SHOW_PROBLEMS));
        buttons.add(list);
      }
      return new ErrorView(title, problem, buttons.toArray(Button[]::new));
    }

    private Button showBytes(long offset) {
      Button button = Controls.named(new Button("Show the Bytes"), "problem-bytes");
      long last = Math.max(0, file.bytes().size() - 1);
      Place bytes =
          new Place.Bytes(
              file.place(),
              new ByteRange(Math.min(offset, last), file.bytes().size() == 0 ? 0 : 1));
      button.setOnAction(event -> context.navigator().go(bytes));
      return button;
    }

    @Override
    public boolean shows(Place place) {
      return place.equals(file.place());
    }
  }
}
