package org.kpackworkbench.views.guide;

import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

/** A guide as it looks. */
final class GuideView extends VBox {
  private static final double WIDEST_PICTURE = 860;
  private static final int MOST_ROWS = 24;
  private static final double MARK_WIDTH = 26;

  private final Guide guide;
  private final Consumer<String> follow;

  /**
   * @param follow is given the target of a link that is clicked
   */
  GuideView(Guide guide, Consumer<String> follow) {
    this.guide = guide;
    this.follow = follow;
    getStyleClass().add("welcome-box");
    setMaxWidth(WIDEST_PICTURE);
    guide.blocks().forEach(block -> getChildren().add(node(block)));
  }

  private Node node(GuideText.Block block) {
    return switch (block) {
      case GuideText.Heading heading -> heading(heading);
      case GuideText.Words words -> words(words);
      case GuideText.Code code -> code(code);
      case GuideText.Picture picture -> picture(picture);
    };
  }

  private static Label heading(GuideText.Heading heading) {
    Label label = new Label(heading.text());
    label.getStyleClass().add(heading.level() == 1 ? "title-2" : "title-4");
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  private Node words(GuideText.Words words) {
    TextFlow flow = new TextFlow();
    words.spans().forEach(span -> flow.getChildren().add(span(span)));
    if (words.mark().isEmpty()) {
      return flow;
    }
    Label mark = new Label(words.mark());
    mark.setMinWidth(MARK_WIDTH);
    HBox.setHgrow(flow, Priority.ALWAYS);
    return new HBox(mark, flow);
  }

  private Node span(GuideText.Span span) {
    if (span.look() == GuideText.Look.LINK) {
      Hyperlink link = new Hyperlink(span.text());
      link.setOnAction(event -> follow.accept(span.target()));
      return link;
    }
    Text text = new Text(span.text());
    text.getStyleClass().add("text");
    text.setStyle(
        switch (span.look()) {
          case CODE -> "-fx-font-family: monospace;";
          case STRONG -> "-fx-font-weight: bold;";
          case EMPHASIS -> "-fx-font-style: italic;";
          case PLAIN, LINK -> "";
        });
    return text;
  }

  private static TextArea code(GuideText.Code code) {
    TextArea area = new TextArea(String.join("\n", code.lines()));
    area.setEditable(false);
    // One more for the bar below lines that are too long.
    area.setPrefRowCount(Math.min(code.lines().size(), MOST_ROWS) + 1);
    area.setMinHeight(Region.USE_PREF_SIZE);
    area.setStyle("-fx-font-family: monospace;");
    area.setAccessibleText("Commands and what they print");
    return area;
  }

  private Node picture(GuideText.Picture picture) {
    Image image = guide.pictures().get(picture.target());
    if (image == null) {
      Label missing = new Label(picture.words());
      missing.getStyleClass().add("muted");
      return missing;
    }
    ImageView view = new ImageView(image);
    view.setPreserveRatio(true);
    view.setAccessibleText(picture.words());
    StackPane room = new StackPane(view);
    room.setAlignment(Pos.TOP_LEFT);
    // As wide as there is room: a picture by itself never lets go of what it once had.
    room.setMinWidth(0);
    view.fitWidthProperty()
        .bind(
            Bindings.createDoubleBinding(
                () -> Math.clamp(room.getWidth(), 1, Math.min(image.getWidth(), WIDEST_PICTURE)),
                room.widthProperty()));
    return room;
  }
}
