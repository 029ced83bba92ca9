package org.kpackworkbench.views.window.tour;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.geometry.Rectangle2D;
import javafx.geometry.Side;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * The card of a tour over the window, with a frame around the part that it points to. Everything
 * outside the card works as without it. UI thread only.
 */
public final class TourLayer extends Pane {
  private static final double CARD_EMS = 25;
  private static final double GAP_EMS = 0.9;
  private static final double ARROW_EMS = 1;

  private final Tour tour;
  private final Function<Tour.Part, Node> parts;
  private final Consumer<Tour.Stop> go;
  private final Runnable end;
  private final TourCard card;
  private final Region frame = Controls.styled(new Region(), "tour-frame");
  private final Region arrow = Controls.styled(new Region(), "tour-arrow");
  private Subscription following = Subscription.EMPTY;
  private Node target;
  private int step;

  /**
   * A layer that covers the window.
   *
   * @param parts where a part of the window is
   * @param go brings the window to a step
   * @param end called once, when the tour is over or was left
   */
  public TourLayer(
      Tour tour, Function<Tour.Part, Node> parts, Consumer<Tour.Stop> go, Runnable end) {
    this.tour = tour;
    this.parts = parts;
    this.go = go;
    this.end = end;
    setId("tour");
    setPickOnBounds(false);
    frame.setMouseTransparent(true);
    arrow.setMouseTransparent(true);
    arrow.setRotate(45);
    card = new TourCard(this::back, this::next, this::leave);
    target = parts.apply(tour.stops().getFirst().part());
    getChildren().addAll(frame, arrow, card);
  }

  /** Begins with the first step; call when it is in the window. */
  public void begin() {
    show(0);
  }

  /** Ends the tour, wherever it is. */
  public void leave() {
    following.unsubscribe();
    end.run();
  }

  private void back() {
    if (step > 0) {
      show(step - 1);
    }
  }

  private void next() {
    if (step + 1 < tour.stops().size()) {
      show(step + 1);
    } else {
      leave();
    }
  }

  private void show(int number) {
    step = number;
    Tour.Stop stop = tour.stops().get(number);
    following.unsubscribe();
    go.accept(stop);
    target = parts.apply(stop.part());
    following =
        target
            .localToSceneTransformProperty()
            .subscribe(now -> requestLayout())
            .and(target.layoutBoundsProperty().subscribe(now -> requestLayout()));
    card.show(stop, number, tour.stops().size());
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    double em = card.em();
    double gap = GAP_EMS * em;
    Bounds part = part();
    frame.resizeRelocate(part.getMinX(), part.getMinY(), part.getWidth(), part.getHeight());
    double width = Math.min(CARD_EMS * em, Math.max(0, getWidth() - 2 * gap));
    double height = Math.min(card.prefHeight(width), Math.max(0, getHeight() - 2 * gap));
    Rectangle2D best = null;
    Side side = null;
    for (Side each : List.of(Side.RIGHT, Side.BOTTOM, Side.LEFT)) {
      Rectangle2D candidate = beside(part, each, width, height, gap);
      if (best == null || covered(part, candidate) < covered(part, best)) {
        best = candidate;
        side = each;
      }
    }
    if (best == null) {
      return;
    }
    card.resizeRelocate(best.getMinX(), best.getMinY(), width, height);
    double size = ARROW_EMS * em;
    arrow.setVisible(covered(part, best) == 0);
    double x =
        switch (side) {
          case RIGHT -> best.getMinX() - size / 2;
          case LEFT -> best.getMaxX() - size / 2;
          case null, default -> best.getMinX() + 2 * em;
        };
    double y = side == Side.BOTTOM ? best.getMinY() - size / 2 : best.getMinY() + 1.2 * em;
    arrow.resizeRelocate(x, y, size, size);
  }

  /** Where the card is on one side of a part, as far as the window lets it. */
  private Rectangle2D beside(Bounds part, Side side, double width, double height, double gap) {
    double x =
        switch (side) {
          case RIGHT -> part.getMaxX() + gap;
          case LEFT -> part.getMinX() - gap - width;
          case TOP, BOTTOM -> part.getMinX() + part.getWidth() / 4;
        };
    double y = side == Side.BOTTOM ? part.getMaxY() + gap : part.getMinY() + part.getHeight() / 4;
    return new Rectangle2D(
        snapPositionX(Math.clamp(x, gap, Math.max(gap, getWidth() - width - gap))),
        snapPositionY(Math.clamp(y, gap, Math.max(gap, getHeight() - height - gap))),
        width,
        height);
  }

  private static double covered(Bounds part, Rectangle2D card) {
    double wide =
        Math.min(part.getMaxX(), card.getMaxX()) - Math.max(part.getMinX(), card.getMinX());
    double high =
        Math.min(part.getMaxY(), card.getMaxY()) - Math.max(part.getMinY(), card.getMinY());
    return Math.max(0, wide) * Math.max(0, high);
  }

  /** The part as far as it is in the window. */
  private Bounds part() {
    Bounds bounds = sceneToLocal(target.localToScene(target.getLayoutBounds()));
    if (bounds == null || target.getScene() == null) {
      return new BoundingBox(0, 0, 0, 0);
    }
    double left = Math.clamp(bounds.getMinX(), 0, Math.max(0, getWidth()));
    double top = Math.clamp(bounds.getMinY(), 0, Math.max(0, getHeight()));
    return new BoundingBox(
        left,
        top,
        Math.clamp(bounds.getMaxX(), left, Math.max(left, getWidth())) - left,
        Math.clamp(bounds.getMaxY(), top, Math.max(top, getHeight())) - top);
  }

  private static final class TourCard extends VBox {
    private final Label count = Controls.named(new Label(), "tour-count", "muted");
    private final Label title =
        Controls.named(Controls.wrapped(new Label()), "tour-title", "tour-title");
    private final Label text = Controls.named(Controls.text(""), "tour-text");
    private final Button back = button("tour-back", "Back");
    private final Button next = button("tour-next", "Next");
    private final Button skip = button("tour-skip", "Skip");

    TourCard(Runnable onBack, Runnable onNext, Runnable onSkip) {
      Controls.named(this, "tour-card", "tour-card");
      setAccessibleRole(AccessibleRole.PARENT);
      back.setOnAction(event -> onBack.run());
      next.setOnAction(event -> onNext.run());
      skip.setOnAction(event -> onSkip.run());
      next.getStyleClass().add("accent");
      skip.getStyleClass().add("flat");
      HBox line = new HBox(count, Controls.wide(new Region()), skip, back, next);
      line.setAlignment(Pos.CENTER_LEFT);
      line.getStyleClass().add("button-line");
      getChildren().addAll(title, text, line);
    }

    void show(Tour.Stop stop, int number, int of) {
      boolean last = number + 1 == of;
      count.setText("Step %d of %d".formatted(number + 1, of));
      title.setText(stop.title());
      text.setText(stop.text());
      back.setDisable(number == 0);
      skip.setVisible(!last);
      next.setText(last ? "Done" : "Next");
      setAccessibleText("%s: %s. %s".formatted(count.getText(), stop.title(), stop.text()));
      next.setAccessibleText(next.getText() + ". " + getAccessibleText());
      next.requestFocus();
    }

    /** The size of its text, in pixels. */
    double em() {
      return text.getFont().getSize();
    }

    private static Button button(String id, String text) {
      return Controls.named(Controls.whole(new Button(text)), id);
    }
  }
}
