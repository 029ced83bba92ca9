package org.kpackworkbench.views.kit.theme;

import java.util.Locale;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.collections.MapChangeListener;

/** The settings of the desktop: dark or light, high contrast. Changes while the program runs. */
public final class SystemLook {
  private final ReadOnlyBooleanWrapper dark = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper highContrast = new ReadOnlyBooleanWrapper();

  /** A look with fixed values, for tests and pictures. */
  public SystemLook(boolean dark, boolean highContrast) {
    set(dark, highContrast);
  }

  /** The look of this desktop, kept up to date. Call on the UI thread. */
  public static SystemLook ofPlatform() {
    Platform.Preferences preferences = Platform.getPreferences();
    SystemLook look = new SystemLook(false, false);
    look.read(preferences);
    preferences.addListener((MapChangeListener<String, Object>) change -> look.read(preferences));
    preferences.colorSchemeProperty().subscribe(scheme -> look.read(preferences));
    return look;
  }

  /** Whether the system is set to dark. */
  public ReadOnlyBooleanProperty darkProperty() {
    return dark.getReadOnlyProperty();
  }

  /** Whether the system is set to high contrast. */
  public ReadOnlyBooleanProperty highContrastProperty() {
    return highContrast.getReadOnlyProperty();
  }

  /** Changes the settings of the desktop. */
  public void set(boolean nowDark, boolean nowHighContrast) {
    dark.set(nowDark);
    highContrast.set(nowHighContrast);
  }

  private void read(Platform.Preferences preferences) {
    // Windows says it outright; desktops with GTK have a theme of that name.
    boolean contrast =
        preferences.getBoolean("Windows.SPI.HighContrast").orElse(false)
            || preferences
                .getString("GTK.theme_name")
                .map(name -> name.toLowerCase(Locale.ROOT).contains("highcontrast"))
                .orElse(false);
    set(preferences.getColorScheme() == ColorScheme.DARK, contrast);
  }
}
