package org.kpackworkbench.views.kit.draw;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.css.CssMetaData;
import javafx.css.FontCssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.Styleable;
import javafx.css.StyleableObjectProperty;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.text.Font;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * A region that draws itself on a canvas, at most once a pulse and only when something changed.
 *
 * <p>Colours of text, lines and backgrounds come from stylesheets, so that they follow the theme;
 * colours of owners come from the palette. UI thread only.
 */
public abstract class DrawnRegion extends Region {
  private static final StyleablePropertyFactory<DrawnRegion> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  /** With {@code -fx-font-family} and its like, which the factory's font properties lack. */
  private static final CssMetaData<DrawnRegion, Font> FONT =
      new FontCssMetaData<>("-fx-font", Font.getDefault()) {
        @Override
        public boolean isSettable(DrawnRegion region) {
          return !region.font.isBound();
        }

        @Override
        public StyleableProperty<Font> getStyleableProperty(DrawnRegion region) {
          return region.font;
        }
      };

  private static final double MOST_PIXELS = 8000;

  private final Canvas canvas = new Canvas();
  private final ObjectProperty<OwnerColors> colors = new SimpleObjectProperty<>();
  private final Map<String, Paint> ownerPaints = new HashMap<>();

  private final StyleableProperty<Color> text = color("text", r -> r.text, Color.BLACK);
  private final StyleableProperty<Color> muted = color("muted", r -> r.muted, Color.GRAY);
  private final StyleableProperty<Color> faint = color("faint", r -> r.faint, Color.LIGHTGRAY);
  private final StyleableProperty<Color> base = color("base", r -> r.base, Color.WHITE);
  private final StyleableProperty<Color> raised = color("raised", r -> r.raised, Color.WHITESMOKE);
  private final StyleableProperty<Color> line = color("line", r -> r.line, Color.LIGHTGRAY);
  private final StyleableProperty<Color> accent = color("accent", r -> r.accent, Color.BLUE);
  private final StyleableProperty<Color> danger = color("danger", r -> r.danger, Color.RED);
  private final StyleableObjectProperty<Font> font =
      new SimpleStyleableObjectProperty<>(FONT, this, "font", Font.getDefault());

  /**
   * A region in the colours of a palette.
   *
   * @param palette the palette in force; the region is drawn again when it changes
   */
  protected DrawnRegion(ObservableValue<OwnerColors> palette) {
    getStyleClass().add("drawn");
    getChildren().add(canvas);
    canvas.setMouseTransparent(true);
    for (StyleableProperty<?> property :
        List.of(text, muted, faint, base, raised, line, accent, danger)) {
      whenChanged(property, this::redraw);
    }
    font.subscribe(this::fontChanged);
    // A binding is weak: the palette lives longer than this view and must not keep it.
    colors.bind(palette);
    colors.subscribe(
        () -> {
          ownerPaints.clear();
          redraw();
        });
  }

  private StyleableProperty<Color> color(
      String name,
      java.util.function.Function<DrawnRegion, StyleableProperty<Color>> getter,
      Color initial) {
    return FACTORY.createStyleableColorProperty(this, name, "-drawn-" + name, getter, initial);
  }

  private static void whenChanged(StyleableProperty<?> property, Runnable action) {
    if (property instanceof ObservableValue<?> observable) {
      observable.subscribe(action);
    }
  }

  /** Draws everything again. Called in the layout pass, with the canvas cleared. */
  protected abstract void draw(GraphicsContext graphics, double width, double height);

  /** Has it drawn again at the next pulse. */
  protected final void redraw() {
    requestLayout();
  }

  /** The font of the stylesheets is another one now. */
  protected void fontChanged() {
    redraw();
  }

  @Override
  protected void layoutChildren() {
    double width = Math.clamp(getWidth(), 0, MOST_PIXELS);
    double height = Math.clamp(getHeight(), 0, MOST_PIXELS);
    canvas.setWidth(width);
    canvas.setHeight(height);
    if (width > 0 && height > 0) {
      GraphicsContext graphics = canvas.getGraphicsContext2D();
      graphics.clearRect(0, 0, width, height);
      graphics.setFill(base.getValue());
      graphics.fillRect(0, 0, width, height);
      draw(graphics, width, height);
    }
  }

  /** The colours and patterns of owners. */
  protected final OwnerColors colors() {
    return Objects.requireNonNull(colors.get(), "a palette");
  }

  /** The paint of a claim, with its pattern. */
  protected final Paint ownerPaint(Claim claim) {
    return ownerPaint(claim.kind(), claim.target());
  }

  /** The paint of an owner, with its pattern. */
  protected final Paint ownerPaint(OwnerKind kind, @Nullable String target) {
    return ownerPaints.computeIfAbsent(
        kind.name() + "/" + target, key -> colors().paint(kind, target));
  }

  /** The font that text is drawn in. */
  protected final Font font() {
    return font.get();
  }

  /** The current colours of text and lines from the style sheets. */
  protected final Inks inks() {
    return new Inks(
        text.getValue(),
        muted.getValue(),
        faint.getValue(),
        base.getValue(),
        raised.getValue(),
        line.getValue(),
        accent.getValue(),
        danger.getValue());
  }

  @Override
  public String getUserAgentStylesheet() {
    return Controls.sheet(DrawnRegion.class, "drawn.css");
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    List<CssMetaData<? extends Styleable, ?>> all = new ArrayList<>(FACTORY.getCssMetaData());
    all.add(FONT);
    return all;
  }
}
