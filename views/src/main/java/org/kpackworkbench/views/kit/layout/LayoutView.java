package org.kpackworkbench.views.kit.layout;

import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.PercentProgress;
import org.kpackworkbench.views.kit.map.LayoutMap;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.kit.map.LayoutMapPane;
import org.kpackworkbench.views.kit.map.MapPiece;
import org.kpackworkbench.views.kit.map.OwnershipLayout;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Draws where everything lies; what is found by reading the whole file is added when it is known.
 */
public final class LayoutView extends BuiltView {
  private final Place place;
  private final ByteView bytes;
  private final LayoutSource source;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private final Label words =
      Controls.named(Controls.wide(Controls.wrapped(new Label("Reading…"))), "layout-words");
  private final ProgressBar bar =
      Controls.spoken(Controls.collapsing(new ProgressBar(0)), "Looking for zero pages");
  private final PercentProgress progress;
  private @Nullable LayoutMapPane pane;
  private @Nullable Place awaited;

  /** The layout of a document, by what its bytes belong to. */
  public static LayoutView of(Document document, ViewContext context) {
    return new LayoutView(
        document.place(),
        document.bytes(),
        () -> OwnershipLayout.of(document.ownership()),
        context);
  }

  /**
   * The layout of a file, or of a member of one.
   *
   * @param place where it is
   * @param bytes its bytes
   */
  public LayoutView(Place place, ByteView bytes, LayoutSource source, ViewContext context) {
    super("layout", "Layout");
    this.place = place;
    this.bytes = bytes;
    this.source = source;
    this.context = context;
    this.progress =
        new PercentProgress(
            percent -> context.background().onUi(() -> bar.setProgress(percent / 100.0)));
  }

  @Override
  protected Node build() {
    LayoutMapPane made = new LayoutMapPane(context.ownerColors());
    pane = made;
    made.map().setId("layout-map");
    made.map().setOnSelect(piece -> selected(made.map(), piece));
    words.setMaxWidth(Double.MAX_VALUE);
    bar.setVisible(false);
    root.setTop(Controls.styled(new HBox(words, bar), "button-line", "filter-box"));
    root.setCenter(made);
    load(made.map());
    return root;
  }

  @Override
  public boolean shows(Place wanted) {
    return wanted.range() != null
        && wanted.path().contains(place)
        && Objects.equals(wanted.container(), place.container());
  }

  @Override
  public Closeness closeness(Place wanted) {
    return Closeness.ON_MAP;
  }

  @Override
  public void show(Place wanted) {
    awaited = wanted;
    if (pane != null) {
      pick(pane.map(), wanted);
    }
  }

  @Override
  public void dispose() {
    progress.cancel();
  }

  private void load(LayoutMap map) {
    context
        .background()
        .run(
            source::first,
            model -> {
              draw(map, model);
              words.setText(
                  "Everything in the file, to scale. Click a piece to go there; the wheel zooms.");
              if (source.hasMore()) {
                scan(map);
              }
            },
            this::failed);
  }

  private void scan(LayoutMap map) {
    words.setText("Looking for pages that are zero…");
    bar.setVisible(true);
    context
        .background()
        .run(
            () -> {
              LayoutMapModel model = source.whole(progress);
              return new Whole(model, String.join(" ", source.sums(model)));
            },
            whole -> {
              bar.setVisible(false);
              draw(map, whole.model());
              words.setText(whole.words());
            },
            this::failed);
  }

  private record Whole(LayoutMapModel model, String words) {}

  private void draw(LayoutMap map, LayoutMapModel model) {
    map.modelProperty().set(model);
    if (awaited != null) {
      pick(map, awaited);
    }
  }

  /** Selects what represents a place, and marks its bytes. */
  private void pick(LayoutMap map, Place wanted) {
    ByteRange marked = inDocument(wanted);
    map.markProperty().set(marked);
    if (!map.select(wanted) && marked != null) {
      map.selectAt(marked.start());
    }
  }

  /** The bytes of a place in the document's own numbers; null if it has none in the file. */
  private @Nullable ByteRange inDocument(Place wanted) {
    ByteRange range = wanted.range();
    return range == null || range.isEmpty()
        ? null
        : new ByteRange(Math.max(0, range.start() - bytes.fileOffset(0)), range.length());
  }

  private void selected(LayoutMap map, MapPiece piece) {
    var chosen = map.selectionProperty().get();
    Place leadsTo = piece.place();
    if (leadsTo == null && chosen != null && chosen.lane() == 0) {
      ByteRange range =
          new ByteRange(bytes.fileOffset(piece.range().start()), piece.range().length());
      leadsTo = new Place.Bytes(place, range);
    }
    if (leadsTo != null) {
      awaited = leadsTo;
      map.markProperty().set(inDocument(leadsTo));
      select(leadsTo);
    }
  }

  private void failed(Throwable failure) {
    bar.setVisible(false);
    failed(root, "The layout could not be read", failure);
  }
}
