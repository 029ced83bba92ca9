package org.kpackworkbench.views.window.shell;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.kpackworkbench.icons.AppIcon;
import org.kpackworkbench.views.kit.control.Controls;

/** Content of the About dialog. */
public final class AboutView extends VBox {
  private static final double ICON_PIXELS = 48;

  AboutView(AboutText about) {
    getStyleClass().add("about");
    Label name = new Label("Kpack Workbench " + about.version(), AppIcon.node(ICON_PIXELS));
    name.setId("about-name");
    name.getStyleClass().add("title-3");
    name.setGraphicTextGap(ICON_PIXELS / 4);
    name.setWrapText(true);
    name.setMinHeight(USE_PREF_SIZE);
    getChildren().addAll(name, Controls.wrapped(new Label(AboutText.WHAT)));
    for (String line : about.lines()) {
      getChildren().add(Controls.label(line, "muted"));
    }
    getChildren().add(Controls.label("MIT licence", "muted"));
    setPrefWidth(420);
  }

  /**
   * Text of the About dialog.
   *
   * @param version e.g. {@code 0.1.0}
   * @param lines further facts, one per line
   */
  public record AboutText(String version, List<String> lines) {
    /** Purpose of the program, in a sentence. */
    public static final String WHAT =
        "Opens, explains, edits and creates kpack archives and the binaries that use them.";

    static final AboutText UNKNOWN = new AboutText("", List.of());

    public AboutText {
      lines = List.copyOf(lines);
    }
  }
}
