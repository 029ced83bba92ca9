package org.kpackworkbench.app.picture;

import javafx.scene.layout.StackPane;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.Comparing;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.OpenedFile;

/** A comparison, without the window around it. */
final class CompareSubject extends PictureSubject {
  private final Comparing.Picture page;

  CompareSubject(PictureRequest request, Background background) {
    super(request.theme());
    page = new Comparing(context(background)).picture(request.files());
    show(new StackPane(page.node()), request);
  }

  /** Opens what lies below the row of a name. */
  String open(String row) throws PictureException {
    if (!page.open(row)) {
      throw new PictureException("the comparison has no row \"%s\"".formatted(row));
    }
    return row;
  }

  @Override
  OpenedFile file() throws Exception {
    throw new PictureException("a comparison is not one file");
  }

  @Override
  void select(Place place) throws PictureException {
    throw new PictureException("in a comparison a place is the name of a row");
  }

  @Override
  void close() throws Exception {
    super.close();
    page.close();
  }
}
