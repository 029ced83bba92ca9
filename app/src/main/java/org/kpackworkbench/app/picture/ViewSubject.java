package org.kpackworkbench.app.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.picture.PictureMaker.ViewName;
import org.kpackworkbench.app.window.StandardParts;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.operation.forms.Forms;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.shell.WorkbenchParts;

/** One view of a file, without the window around it. */
final class ViewSubject extends PictureSubject {
  private final OpenedFile file;
  private final WorkbenchParts parts = StandardParts.make(Journals.none());
  private final ViewContext context;
  private final List<DocumentView> views = new ArrayList<>();
  private @Nullable DocumentView view;
  private @Nullable FollowingPane pane;

  ViewSubject(OpenedFile file, Theme theme, Background background) {
    super(theme);
    this.file = file;
    this.context = context(background);
    parts.viewFactories().forEach(factory -> views.addAll(factory.create(file, context)));
  }

  /** Returns the names of all possible pictures. */
  List<ViewName> names() {
    List<ViewName> names = new ArrayList<>();
    names.add(new ViewName(PictureMaker.WINDOW, "The whole window"));
    views.forEach(known -> names.add(new ViewName(known.id(), known.title())));
    for (DocumentView known : views) {
      known.parts().forEach(part -> names.add(new ViewName(part.id(), part.title())));
    }
    if (parts.bytesPane() != null) {
      names.add(new ViewName(PictureMaker.BYTES, "Bytes"));
    }
    Forms.Kind.of(file).forEach(form -> names.add(new ViewName(form.id(), form.title())));
    return names;
  }

  /** Shows the requested view. */
  void open(PictureRequest request) throws PictureException {
    Function<ViewContext, FollowingPane> bytes = parts.bytesPane();
    if (request.view().equals(PictureMaker.BYTES) && bytes != null) {
      FollowingPane made = bytes.apply(context);
      pane = made;
      show(new StackPane(made.node()), request);
      made.open(file);
      return;
    }
    for (DocumentView known : views) {
      if (known.id().equals(request.view())) {
        view = known;
        show(new StackPane(known.node()), request);
        return;
      }
    }
    for (Forms.Kind form : Forms.Kind.of(file)) {
      if (form.id().equals(request.view())) {
        StackPane around = new StackPane(new Forms(context).picture(form, file.path()));
        around.setPadding(new Insets(14));
        show(around, request);
        return;
      }
    }
    for (DocumentView known : views) {
      if (known.parts().stream().anyMatch(part -> part.id().equals(request.view()))) {
        view = known;
        show(new StackPane(known.node()), request);
        known.showPart(request.view());
        return;
      }
    }
    throw new PictureException(
        "%s: no view \"%s\" for this file (%s); there are %s"
            .formatted(
                file.path(),
                request.view(),
                file.kindWords(),
                names().stream().map(ViewName::id).collect(Collectors.joining(", "))));
  }

  @Override
  OpenedFile file() {
    return file;
  }

  @Override
  void select(Place place) throws PictureException {
    if (pane != null) {
      pane.show(place);
    } else if (view != null && view.shows(place)) {
      view.show(place);
    } else {
      throw new PictureException(
          "the view cannot show %s; another one may (--view list)".formatted(place.label()));
    }
  }

  @Override
  void close() throws Exception {
    super.close();
    views.forEach(DocumentView::dispose);
    file.close();
  }
}
