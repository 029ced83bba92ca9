package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.icons.AppIcon;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.control.Controls;

/** The first page: what the program is, what it opens, and how to begin. */
final class WelcomePage extends ScrollPane {
  private static final int RECENT_SHOWN = 8;
  private static final double TITLE_ICON_PIXELS = 48;
  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              KpackIcon.ELF_LIBRARY,
              "ELF binaries",
              "libraries and executables with GPU code in them, or converted to host-only"),
          new Kind(
              KpackIcon.ARCHIVE,
              "kpack archives",
              "code objects of many binaries and targets, compressed"),
          new Kind(KpackIcon.MANIFEST, "kpack manifests", "which archive serves which target"),
          new Kind(
              KpackIcon.CODE_OBJECT,
              "Code objects",
              ".hsaco files: kernels, arguments, registers, descriptors"),
          new Kind(
              KpackIcon.BUNDLE,
              "Offload bundles",
              "plain, compressed, in object files and static libraries"));

  /** Something that can be opened. */
  private record Kind(KpackIcon icon, String name, String words) {}

  private final VBox recent = new VBox();
  private final VBox offer;
  private final ShellSettings settings;
  private final Consumer<List<Path>> opener;

  WelcomePage(Actions actions, ShellSettings settings, Consumer<List<Path>> opener) {
    this.settings = settings;
    this.opener = opener;
    Controls.named(this, "welcome", "welcome", "edge-to-edge");
    setFitToWidth(true);
    Label title = new Label("Kpack Workbench", AppIcon.node(TITLE_ICON_PIXELS));
    title.getStyleClass().addAll("title-1", "welcome-title");
    title.setWrapText(true);
    title.setMinHeight(Region.USE_PREF_SIZE);
    Label what =
        Controls.text(
            "See how GPU code is separated from host code: open ROCm libraries, kpack archives and"
                + " code objects, inspect every byte, and extract code objects.");
    offer = offer(actions);
    Button tour = button(actions, ActionId.TOUR, false);
    // What is offered above is not offered here as well.
    tour.visibleProperty().unbind();
    tour.visibleProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> actions.get(ActionId.TOUR).offeredProperty().get() && !offer.isVisible(),
                actions.get(ActionId.TOUR).offeredProperty(),
                offer.visibleProperty()));
    FlowPane begin =
        Controls.styled(
            new FlowPane(
                button(actions, ActionId.OPEN, true),
                button(actions, ActionId.OPEN_FOLDER, false),
                button(actions, ActionId.REOPEN_TABS, false),
                button(actions, ActionId.OPEN_SAMPLE, false),
                tour),
            "button-flow");
    Label drop = Controls.label("Or drop files and folders anywhere on this window.", "muted");
    VBox box =
        Controls.styled(
            new VBox(
                title,
                what,
                offer,
                begin,
                drop,
                heading("Recent files"),
                recent,
                heading("What can be opened"),
                kinds()),
            "welcome-box");
    box.setMaxWidth(720);
    HBox centred = Controls.styled(new HBox(box), "welcome-centre");
    HBox.setHgrow(box, Priority.ALWAYS);
    setContent(centred);
    settings.recentFiles().addListener((ListChangeListener<Path>) change -> fillRecent());
    fillRecent();
  }

  /** Offers the tour to a newcomer while that is true. */
  void offerTour(ObservableValue<Boolean> newcomer) {
    offer.visibleProperty().bind(newcomer);
  }

  private static VBox offer(Actions actions) {
    Label words =
        Controls.text(
            "New here? Three short steps show the parts of the window, with a small sample workspace that comes"
                + " with the program.");
    Button tour = Controls.named(new Button(ActionId.TOUR.text()), "welcome-offer-tour", "accent");
    tour.setOnAction(event -> actions.run(ActionId.TOUR));
    VBox box = Controls.named(new VBox(words, tour), "welcome-offer", "tour-offer");
    box.setVisible(false);
    box.managedProperty().bind(box.visibleProperty());
    return box;
  }

  private void fillRecent() {
    recent.getChildren().clear();
    List<Path> files = settings.recentFiles();
    if (files.isEmpty()) {
      recent.getChildren().add(Controls.label("Files that you open will be listed here.", "muted"));
    }
    files.stream().limit(RECENT_SHOWN).map(this::recentLink).forEach(recent.getChildren()::add);
  }

  private HBox recentLink(Path file) {
    Hyperlink link = Controls.whole(new Hyperlink(String.valueOf(file.getFileName())));
    link.setOnAction(event -> opener.accept(List.of(file)));
    link.setTooltip(new Tooltip(file.toString()));
    Label folder = Controls.label(String.valueOf(file.getParent()), "muted");
    folder.setTooltip(new Tooltip(folder.getText()));
    folder.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    return Controls.styled(new HBox(link, folder), "recent-line");
  }

  private static Button button(Actions actions, ActionId id, boolean main) {
    Button button = new Button(id.text());
    button.setId("welcome-" + id.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
    button.setDefaultButton(main);
    button.setTooltip(new Tooltip(id.description()));
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.visibleProperty().bind(actions.get(id).offeredProperty());
    button.managedProperty().bind(button.visibleProperty());
    button.setOnAction(event -> actions.run(id));
    return button;
  }

  private static Label heading(String text) {
    return Controls.label(text, "welcome-heading");
  }

  private static GridPane kinds() {
    GridPane grid = Controls.styled(new GridPane(), "welcome-kinds");
    int row = 0;
    for (Kind kind : KINDS) {
      Label name =
          Controls.styled(Controls.whole(new Label(kind.name(), kind.icon().node())), "text-bold");
      Label text = Controls.wrapped(Controls.label(kind.words(), "muted"));
      GridPane.setHgrow(text, Priority.ALWAYS);
      grid.addRow(row++, name, text);
    }
    return grid;
  }
}
