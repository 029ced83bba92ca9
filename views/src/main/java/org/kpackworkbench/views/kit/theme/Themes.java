package org.kpackworkbench.views.kit.theme;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javafx.application.Application;
import javafx.application.ConditionalFeature;
import javafx.application.Platform;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Scene;
import javafx.scene.paint.Color;
import org.kpackworkbench.model.base.place.OwnerKind;

/**
 * Dresses windows: theme, own stylesheet, palette and zoom, following the desktop if the user
 * selects that.
 *
 * <p>The theme of the controls is the application's, so that popups and dialogs have it too; own
 * stylesheets go to each scene given to {@link #dress}. UI thread only.
 */
public final class Themes {
  private static final double BASE_FONT_PIXELS = 14;

  private final SystemLook system;
  private final Zoom zoom;
  private final ObjectProperty<ThemeChoice> choice = new SimpleObjectProperty<>(ThemeChoice.SYSTEM);
  private final ReadOnlyObjectWrapper<Theme> theme = new ReadOnlyObjectWrapper<>(Theme.LIGHT);
  private final ReadOnlyObjectWrapper<OwnerColors> ownerColors =
      new ReadOnlyObjectWrapper<>(OwnerColors.of(Theme.LIGHT));
  private final List<Scene> scenes = new ArrayList<>();

  /** Themes that follow {@code system} until something else is chosen. */
  public Themes(SystemLook system, Zoom zoom) {
    this.system = system;
    this.zoom = zoom;
    choice.subscribe(now -> refresh());
    system.darkProperty().subscribe(now -> refresh());
    system.highContrastProperty().subscribe(now -> refresh());
    zoom.factorProperty().subscribe(now -> scenes.forEach(this::scale));
  }

  /** Returns the user's choice. */
  public ObjectProperty<ThemeChoice> choiceProperty() {
    return choice;
  }

  /** Returns the theme in force. */
  public ReadOnlyObjectProperty<Theme> themeProperty() {
    return theme.getReadOnlyProperty();
  }

  /** The palette in force; a view that draws itself listens to this. */
  public ObservableValue<OwnerColors> ownerColors() {
    return ownerColors.getReadOnlyProperty();
  }

  /** How large everything is. */
  public Zoom zoom() {
    return zoom;
  }

  /** Gives a scene the theme and the size, from now on. */
  public void dress(Scene scene) {
    scenes.add(scene);
    scene.getStylesheets().setAll(stylesheets(theme.get()));
    scale(scene);
  }

  /** The scene's window is gone. */
  public void forget(Scene scene) {
    scenes.remove(scene);
  }

  /** Dresses a scene that is never shown, without touching the application's theme. */
  public static void dressForPicture(Scene scene, Theme theme, double zoom) {
    scene.setUserAgentStylesheet(theme.userAgentStylesheet());
    scene.getStylesheets().setAll(stylesheets(theme));
    scale(scene, zoom);
  }

  private void refresh() {
    Theme now =
        choice.get().resolve(system.darkProperty().get(), system.highContrastProperty().get());
    Application.setUserAgentStylesheet(now.userAgentStylesheet());
    scenes.forEach(scene -> scene.getStylesheets().setAll(stylesheets(now)));
    theme.set(now);
    ownerColors.set(OwnerColors.of(now));
  }

  private void scale(Scene scene) {
    scale(scene, zoom.factor());
  }

  private static void scale(Scene scene, double factor) {
    scene
        .getRoot()
        .setStyle(String.format(Locale.ROOT, "-fx-font-size: %.1fpx;", BASE_FONT_PIXELS * factor));
  }

  private static List<String> stylesheets(Theme theme) {
    List<String> sheets = new ArrayList<>();
    sheets.add(resource("workbench.css"));
    sheets.add(resource(theme.id() + ".css"));
    sheets.add(palette(OwnerColors.of(theme)));
    if (!Platform.isSupported(ConditionalFeature.TRANSPARENT_WINDOW)) {
      sheets.add(resource("opaque.css"));
    }
    return sheets;
  }

  private static String resource(String name) {
    return Objects.requireNonNull(Themes.class.getResource(name), name).toExternalForm();
  }

  /** The palette as a stylesheet, so that stylesheets and drawing code share one table. */
  private static String palette(OwnerColors colors) {
    StringBuilder css = new StringBuilder();
    for (OwnerKind kind : OwnerKind.values()) {
      Color color = colors.of(kind);
      css.append('.')
          .append(OwnerColors.styleClass(kind))
          .append(" { -owner-color: ")
          .append(web(color))
          .append("; -owner-text: ")
          .append(web(OwnerColors.textOn(color)))
          .append("; }\n");
    }
    return "data:text/css;base64,"
        + Base64.getEncoder().encodeToString(css.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String web(Color color) {
    return "#%02x%02x%02x"
        .formatted(
            Math.round(color.getRed() * 255),
            Math.round(color.getGreen() * 255),
            Math.round(color.getBlue() * 255));
  }
}
