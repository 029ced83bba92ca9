package org.kpackworkbench.views.format.text;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The view of files of text. */
public final class TextViews implements DocumentViewFactory {
  /** An area of text becomes slow above this. */
  static final long MOST_BYTES = 4L << 20;

  private static boolean isText(OtherDocument document) {
    return document.format().isText() && document.bytes().size() <= MOST_BYTES;
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    return file.as(OtherDocument.class).filter(TextViews::isText).isPresent()
        ? List.of(new TextView(file, context))
        : List.of();
  }

  private static final class TextView extends BuiltView implements EditingView {
    private final OpenedFile file;
    private final ViewContext context;
    private final BorderPane root = new BorderPane();
    private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper();
    private @Nullable TextModel model;
    private boolean disposed;

    TextView(OpenedFile file, ViewContext context) {
      super("text", "Text");
      this.file = file;
      this.context = context;
    }

    @Override
    protected Node build() {
      read(
          context,
          root,
          () -> {
            ByteView bytes = file.bytes();
            return TextContent.of(bytes.bytes(0, Math.toIntExact(bytes.size())));
          },
          this::loaded,
          "The file could not be read");
      return root;
    }

    private void loaded(TextContent content) {
      if (disposed) {
        return;
      }
      TextModel made = new TextModel(file.path(), content, context.background());
      model = made;
      unsaved.bind(made.unsavedProperty());
      TextPane pane = new TextPane(made, context);
      status().bind(pane.statusProperty());
      root.setCenter(pane);
      // The view may be active already: its handlers have just come.
      context.actions().resolve();
    }

    @Override
    public boolean shows(Place place) {
      return place.equals(file.place());
    }

    @Override
    public ObservableValue<Boolean> unsaved() {
      return unsaved.getReadOnlyProperty();
    }

    @Override
    public void draft(Consumer<? super Draft> ready) {
      TextModel made = model;
      if (made == null) {
        throw new IllegalStateException("nothing was changed before it was read");
      }
      ready.accept(made.draft());
    }

    @Override
    public void dispose() {
      disposed = true;
      if (model != null) {
        model.dispose();
      }
    }
  }
}
