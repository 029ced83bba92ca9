package org.kpackworkbench.views.operation.edit.marker;

import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.views.operation.edit.EditSession;
import org.kpackworkbench.views.operation.edit.EditedKind;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views in which the markers of host-only binaries are edited. */
public record MarkerEditViews(Journals journals) implements DocumentViewFactory {
  private static final EditedKind<MarkerEdit, EditedMarker, MarkerShot> KIND =
      new EditedKind<>(DocumentKind.MARKER, MarkerEdit.class, EditedMarker::open, MarkerShot::of);

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    HostDocument document = file.as(HostDocument.class).orElse(null);
    return document != null
            && document.place() instanceof Place.File
            && document.fat().state() == DeviceCode.HOST_ONLY
            && document.fat().marker() != null
        ? List.of(
            new MarkerEditView(
                new EditSession<>(file.path(), KIND, journals, context.background()), context))
        : List.of();
  }
}
