package org.kpackworkbench.views.guide;

import java.util.List;
import java.util.concurrent.Callable;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.extend.Page;
import org.kpackworkbench.views.extend.ViewContext;

/** The guides as a tab: their titles, and the one that is read. UI thread only. */
public final class GuidePage implements Page {
  /** The page's id. */
  public static final String ID = "guides";

  private static final double LIST_SHARE = 0.28;

  private final ListView<Guide> titles = new ListView<>();
  private final ScrollPane text = new ScrollPane();
  private final SplitPane root = new SplitPane(titles, text);

  /**
   * A page that shows itself empty until the guides have been read.
   *
   * @param guides reads them, in the background
   */
  public GuidePage(Callable<List<Guide>> guides, ViewContext context) {
    titles.setId("guide-titles");
    titles.setAccessibleText("Guides");
    titles.getStyleClass().addAll("dense", "edge-to-edge");
    titles.setCellFactory(list -> new TitleCell());
    text.setId("guide-text");
    text.setAccessibleText("The guide");
    text.setFitToWidth(true);
    text.getStyleClass().addAll("welcome", "edge-to-edge");
    root.setDividerPositions(LIST_SHARE);
    SplitPane.setResizableWithParent(titles, false);
    titles.getSelectionModel().selectedItemProperty().subscribe(this::read);
    context
        .background()
        .run(
            guides,
            found -> {
              titles.getItems().setAll(found);
              titles.getSelectionModel().selectFirst();
            },
            failure -> context.dialogs().showError("The guides cannot be read", failure));
  }

  private void read(@Nullable Guide guide) {
    if (guide == null) {
      return;
    }
    GuideView view = new GuideView(guide, this::follow);
    HBox centred = new HBox(view);
    centred.getStyleClass().add("welcome-centre");
    HBox.setHgrow(view, Priority.ALWAYS);
    text.setContent(centred);
    text.setVvalue(0);
  }

  private void follow(String target) {
    titles.getItems().stream()
        .filter(guide -> guide.name().equals(target))
        .findFirst()
        .ifPresent(titles.getSelectionModel()::select);
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public ObservableValue<String> title() {
    return new ReadOnlyStringWrapper("Guides");
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.HELP;
  }

  @Override
  public Node node() {
    return root;
  }

  private static final class TitleCell extends ListCell<Guide> {
    TitleCell() {
      // Long titles are cut and shown whole by a tooltip, instead of a list that scrolls sideways.
      setPrefWidth(0);
      setTooltip(new Tooltip());
    }

    @Override
    protected void updateItem(@Nullable Guide guide, boolean empty) {
      super.updateItem(guide, empty);
      String title = empty || guide == null ? "" : guide.title();
      setText(title);
      getTooltip().setText(title);
    }
  }
}
