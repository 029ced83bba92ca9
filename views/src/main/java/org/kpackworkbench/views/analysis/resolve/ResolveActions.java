package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.List;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/**
 * Leads to the simulator of the active binary or tree, or of the binary selected in a tree; of a
 * program without device code, to what the libraries that it needs have.
 */
public final class ResolveActions implements WindowActions {
  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    window.unless(
        ActionId.WHY_NO_CODE,
        file.map(ResolveActions::reason).orElse("open a binary or a folder first"),
        () -> {
          OpenedFile opened = file.getValue();
          if (opened != null) {
            context.navigator().open(place(opened, context.navigator().current()));
          }
        });
  }

  /** Why there is nothing to simulate; empty if there is. */
  private static String reason(OpenedFile file) {
    if (file.isFolder()) {
      return "";
    }
    return file.as(HostDocument.class)
        .map(
            binary ->
                new BinarySubject(binary).hasWrappers() || NeededLibrariesView.concerns(binary)
                    ? ""
                    : "it has no device code, and needs no library")
        .orElse("no library or program");
  }

  private static Place place(OpenedFile file, @Nullable Place here) {
    Path path =
        here instanceof Place.Entry entry && LoadsPlace.isBinary(entry.way())
            ? entry.target()
            : file.path();
    Place.CodeObject code = here == null ? null : CodeObjectPlaces.around(here);
    return LoadsPlace.of(
        path, code == null ? List.of() : List.of(GpuTarget.lenient(code.target())));
  }
}
