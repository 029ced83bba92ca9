package org.kpackworkbench.views.kit.problem;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** What stopped the reader, with the way to the bytes where it happened. */
final class ProblemView implements DocumentView {
  private final OpenedFile file;
  private final ViewContext context;
  private @Nullable Node node;

  ProblemView(OpenedFile file, ViewContext context) {
    this.file = file;
    this.context = context;
  }

  @Override
  public String id() {
    return "problem";
  }

  @Override
  public String title() {
    return "Problem";
  }

  @Override
  public Node node() {
    Node made = node;
    if (made == null) {
      FormatException problem = file.problems().getFirst();
      String title = file.place().label() + " cannot be read as a " + file.kindWords();
      made =
          problem.fileOffset() < 0
              ? new ErrorView(title, problem)
              : new ErrorView(title, problem, showBytes(problem.fileOffset()));
      node = made;
    }
    return made;
  }

  private Button showBytes(long offset) {
    Button button = new Button("Show the Bytes");
    button.setId("problem-bytes");
    long last = Math.max(0, file.bytes().size() - 1);
    Place bytes =
        new Place.Bytes(
            file.place(), new ByteRange(Math.min(offset, last), file.bytes().size() == 0 ? 0 : 1));
    button.setOnAction(event -> context.navigator().go(bytes));
    return button;
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(file.place());
  }

  @Override
  public void show(Place place) {}

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return new ReadOnlyObjectWrapper<@Nullable Place>().getReadOnlyProperty();
  }
}
