package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of all files of a folder. */
final class FolderFilesSpec extends TableSpec<FolderRow> implements RowsSpec.Marked<FolderRow> {
  private final FolderFile folder;

  FolderFilesSpec(FolderFile folder) {
    super(
        TableWords.of("files", "Files", "There are no files in this folder.")
            .prompt("filter, e.g. kind:fat arch:gfx942 size>1M"));
    this.folder = folder;
    columns(
        List.of(
            RowColumn.<FolderRow>text("File", FolderRow::path).alsoNamed("name"),
            RowColumn.text("Kind", row -> row.summary().group().one()),
            RowColumn.text("What it is", row -> row.summary().words()),
            RowColumn.text("Arch", FolderRow::architectures),
            RowColumn.size("Size", FolderRow::sizeBytes)));
    load(() -> RowSource.of(folder.survey().files()));
    place(row -> folder.entry(row.path()));
    target(row -> new Place.File(folder.path().resolve(row.path())));
    shows(place -> place instanceof Place.Entry);
  }

  @Override
  public int indexOf(RowSource<FolderRow> rows, Place place) throws IOException {
    if (place instanceof Place.Entry entry) {
      // Of a folder the first file in it.
      for (int row = 0; row < rows.size(); row++) {
        String path = rows.row(row).path();
        if (path.equals(entry.way()) || path.startsWith(entry.way() + "/")) {
          return row;
        }
      }
    }
    return -1;
  }

  @Override
  public RowMark mark(FolderRow row) {
    FileSummary summary = row.summary();
    OwnerKind owner = summary.group().owner();
    RowMark mark =
        summary.target() == null
            ? RowMark.of(owner)
            : new RowMark(owner, summary.target().toString(), "");
    return owner == OwnerKind.PROBLEM ? mark.problem(summary.words()) : mark;
  }

  @Override
  public String status(RowSource<FolderRow> rows) throws IOException {
    FolderSurvey survey = folder.survey();
    return "%d files, %s%s"
        .formatted(
            survey.files().size(),
            SizeText.of(survey.sizeBytes()),
            survey.complete() ? "" : ", and more that were not examined");
  }
}
