package org.kpackworkbench.views.analysis.search;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.CellDrawing;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of what was found. */
final class MatchesSpec extends TableSpec<Match> {
  private static final int MOST_OF_EXCERPT = 32;
  private static final int MOST_OF_NAME = 16;

  // Read in the background, too, where columns are fitted.
  private volatile @Nullable Path base;

  MatchesSpec() {
    super(TableWords.of("code-matches", "Found in code objects", ""));
    columns(
        List.of(
            RowColumn.<Match>face("Found", Match::excerpt, MatchesSpec::found)
                .fitted(MOST_OF_EXCERPT)
                .stretching(),
            RowColumn.text("What", match -> match.in().word()),
            RowColumn.<Match>function("Kernel or section", Match::where).fitted(MOST_OF_NAME),
            RowColumn.address("Offset", Match::offset),
            RowColumn.text("Target", match -> match.row().targetText()),
            RowColumn.<Match>path("Code object", match -> codeObject(match.row()))
                .fitted(MOST_OF_NAME),
            RowColumn.<Match>path("File", this::file).fitted(MOST_OF_NAME)));
    place(Match::place);
    // Of a kernel its machine code.
    target(
        match ->
            match.place() instanceof Place.Kernel kernel
                ? CodeObjectPlaces.machineCode(kernel)
                : match.place());
  }

  /** Paths are said from here on: the file or folder that is searched; null for several. */
  void from(@Nullable Path searched) {
    base = searched;
  }

  private static Face found(Match match) {
    Face face = Face.of(match.excerpt(), match.excerpt()).styled("monospace");
    ByteRange hit = match.hit();
    return hit.length() == 0
        ? face
        : face.drawn(
            new CellDrawing.Marked(
                Math.toIntExact(hit.start()), Math.toIntExact(hit.start() + hit.length())));
  }

  private static String codeObject(CodeObjectRow row) {
    return row.index() < 0 ? row.binary() : row.binary() + "#" + row.index();
  }

  private String file(Match match) {
    Path searched = base;
    Path file = match.place().file();
    return searched != null && !file.equals(searched) && file.startsWith(searched)
        ? searched.relativize(file).toString()
        : String.valueOf(file.getFileName());
  }

  @Override
  public Place.@Nullable CodeObject codeObject(Match match) {
    return match.row().place();
  }
}
