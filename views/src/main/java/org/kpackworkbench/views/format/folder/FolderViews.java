package org.kpackworkbench.views.format.folder;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** Views of the content of a folder that is open as a whole. */
public final class FolderViews {
  private FolderViews() {}

  /** Returns the views of an open folder. */
  public static List<DocumentView> create(FolderFile folder, ViewContext context) {
    return List.of(
        new OverviewView(folder.place(), () -> FolderOverview.of(folder, folder.survey()), context)
            .above(() -> new NextSteps(context.actions(), folder)),
        new RowsView<>(new FolderFilesSpec(folder), context));
  }

  /** Buttons for what can be done with a kind of folder. UI thread only. */
  private static final class NextSteps extends FlowPane {
    private static List<ActionId> steps(FolderFile folder) {
      PackageFile packed = folder.packed();
      return switch (folder.content().kind()) {
        case ARTIFACT -> List.of(ActionId.SPLIT, ActionId.VERIFY);
        case SHARD ->
            List.of(
                ActionId.SPLIT,
                ActionId.VERIFY,
                ActionId.RECOMBINE,
                ActionId.PACKAGES,
                ActionId.OVERLAY);
        case OVERLAY, PACKAGES -> List.of(ActionId.VERIFY);
        case TREE ->
            packed == null
                ? List.of(ActionId.PACK, ActionId.PRUNE, ActionId.VERIFY)
                : packed.format() == PackageFormat.WHEEL
                    ? List.of(ActionId.SPLIT_WHEEL, ActionId.VERIFY)
                    : List.of(ActionId.VERIFY);
      };
    }

    NextSteps(Actions actions, FolderFile folder) {
      Controls.named(this, "next-steps", "button-flow");
      for (ActionId id : steps(folder)) {
        getChildren().add(button(id, actions));
      }
    }

    private static Button button(ActionId id, Actions actions) {
      Button button = new Button(id.text());
      id.picture().map(KpackIcon::node).ifPresent(button::setGraphic);
      button.setId("next-" + id.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      button.setTooltip(new Tooltip(id.description()));
      button.setAccessibleHelp(id.description());
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.disableProperty().bind(actions.get(id).enabledProperty().not());
      button.visibleProperty().bind(actions.get(id).offeredProperty());
      button.managedProperty().bind(button.visibleProperty());
      button.setOnAction(event -> actions.run(id));
      return button;
    }
  }
}
