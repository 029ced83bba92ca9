package org.kpackworkbench.views.format.folder;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Views of the content of a folder that is open as a whole. */
public final class FolderViews implements DocumentViewFactory {
  @Override
  public boolean handles(OpenedFile file) {
    return file.isFolder() && file.as(FolderFile.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    FolderFile folder = file.as(FolderFile.class).orElseThrow();
    return List.of(
        new OverviewView(folder.place(), () -> FolderOverview.of(folder, folder.survey()), context)
            .above(() -> new NextSteps(context.actions(), folder.packed())),
        new RowsView<>(new FolderFilesSpec(folder), context));
  }

  /** Buttons for the next steps with an artifact or a shard. UI thread only. */
  private static final class NextSteps extends FlowPane {
    private static final List<ActionId> STEPS =
        List.of(
            ActionId.SPLIT,
            ActionId.VERIFY,
            ActionId.RECOMBINE,
            ActionId.PACKAGES,
            ActionId.OVERLAY);

    private static List<ActionId> steps(@Nullable PackageFile packed) {
      if (packed == null) {
        return STEPS;
      }
      return packed.format() == PackageFormat.WHEEL
          ? List.of(ActionId.SPLIT_WHEEL, ActionId.VERIFY)
          : List.of(ActionId.VERIFY);
    }

    NextSteps(Actions actions, @Nullable PackageFile packed) {
      Controls.named(this, "next-steps", "button-flow");
      for (ActionId id : steps(packed)) {
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
