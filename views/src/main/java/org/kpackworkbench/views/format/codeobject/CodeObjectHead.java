package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.Cursor;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.operation.extract.DragOut;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.ViewContext;

/** The line above a code object's pages: which one it is, the way to its neighbours, and out. */
final class CodeObjectHead extends HBox {
  private final Label target = new Label();
  private final Label binary = new Label();
  private final Label position = new Label();
  private Place.@Nullable CodeObject shown;
  private final Button previous = button("‹", "code-object-previous", "The previous code object");
  private final Button next = button("›", "code-object-next", "The next code object");

  /**
   * The line.
   *
   * @param step goes that many code objects on
   */
  CodeObjectHead(CodeObjectSource source, ViewContext context, IntConsumer step) {
    setId("code-object-head");
    getStyleClass().add("code-object-head");
    target.getStyleClass().add("code-object-target");
    target.setMinWidth(Region.USE_PREF_SIZE);
    target.setGraphic(KpackIcon.CODE_OBJECT.node());
    target.setCursor(Cursor.OPEN_HAND);
    target.setTooltip(new Tooltip("Drag it onto the desktop or into another program"));
    new DragOut(source, context, this::dragged).install(target);
    binary.getStyleClass().add("muted");
    binary.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(binary, Priority.ALWAYS);
    position.getStyleClass().add("muted");
    position.setMinWidth(Region.USE_PREF_SIZE);
    previous.setOnAction(event -> step.accept(-1));
    next.setOnAction(event -> step.accept(1));
    Button extract = button("Extract…", "code-object-extract", "Write this code object to a file");
    extract.setGraphic(KpackIcon.EXPORT.node());
    extract.setOnAction(event -> context.actions().run(ActionId.EXTRACT));
    getChildren().addAll(target, binary, extract, previous, position, next);
  }

  private static Button button(String text, String id, String tip) {
    Button button = new Button(text);
    button.setId(id);
    button.getStyleClass().addAll("flat", "small");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setTooltip(new Tooltip(tip));
    button.setAccessibleText(tip);
    return button;
  }

  void show(@Nullable CodeObjectRow row, int number, int count) {
    shown = row == null ? null : row.place();
    previous.setDisable(number <= 0);
    next.setDisable(number < 0 || number >= count - 1);
    position.setText(number < 0 ? "" : (number + 1) + " of " + count);
    if (row == null) {
      target.setText("");
      binary.setText("");
      return;
    }
    target.setText(row.targetText());
    String size = row.originalSizeBytes() < 0 ? "" : " · " + SizeText.of(row.originalSizeBytes());
    String index = row.index() == CodeObjectRow.NO_WRAPPER ? "no wrapper" : "index " + row.index();
    binary.setText(row.binary() + " · " + index + size);
    binary.setTooltip(new Tooltip(binary.getText()));
  }

  private List<Place.CodeObject> dragged() {
    Place.CodeObject code = shown;
    return code == null ? List.of() : List.of(code);
  }
}
