package org.kpackworkbench.views.kit.parts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of a document's parts. */
final class PartsSpec extends TableSpec<DocumentPart> implements RowsSpec.Marked<DocumentPart> {
  private final Document document;
  private final List<PartField> fields;
  private final boolean readAsShown;

  /** The fields that some part has, once the parts have been read. */
  private volatile List<PartField> shown;

  PartsSpec(Document document, List<PartField> fields, boolean readAsShown) {
    super(
        TableWords.of("parts", "Parts", "The file has no parts.")
            .prompt("filter, e.g. name:kernels size>4K"));
    this.document = document;
    this.fields = fields;
    this.readAsShown = readAsShown;
    this.shown = fields;
    place(DocumentPart::place);
    target(
        part ->
            part.place() instanceof Place.CodeObject code && part.problem() == null
                ? CodeObjectPlaces.inside(code)
                : part.place());
    shows(
        place ->
            Objects.equals(place.parent(), document.place()) && !(place instanceof Place.Bytes));
    mark(
        part ->
            new RowMark(PartsViews.kind(document, part), PartsViews.target(part), problem(part)));
  }

  @Override
  public List<RowColumn<DocumentPart>> columns() {
    return columnsOf(shown);
  }

  @Override
  public List<RowColumn<DocumentPart>> fields() {
    return columnsOf(fields);
  }

  private static List<RowColumn<DocumentPart>> columnsOf(List<PartField> fields) {
    List<RowColumn<DocumentPart>> columns = new ArrayList<>();
    columns.add(RowColumn.mono("Name", DocumentPart::key));
    columns.add(RowColumn.text("Kind", DocumentPart::group));
    columns.add(RowColumn.size("Size", DocumentPart::sizeBytes));
    for (PartField field : fields) {
      String title = PartsViews.title(field.name());
      RowColumn<DocumentPart> column =
          field.isNumber()
              ? RowColumn.count(title, field::number)
              : RowColumn.<DocumentPart>text(title, field::text).compared(field::number);
      if (field.kind() == PartField.FieldKind.WORDS) {
        column = column.words();
      }
      columns.add(field.name().equals("target") ? column.alsoNamed("arch") : column);
    }
    columns.add(RowColumn.address("Offset", PartsSpec::offset));
    columns.add(RowColumn.text("Remarks", PartsSpec::problem));
    return List.copyOf(columns);
  }

  private static long offset(DocumentPart part) {
    boolean elsewhere = part.place() instanceof Place.CodeObject code && code.unpacked();
    var range = part.place().range();
    return elsewhere || range == null || range.isEmpty() ? -1 : range.start();
  }

  private static String problem(DocumentPart part) {
    FormatException problem = part.problem();
    return problem == null ? "" : String.valueOf(problem.getMessage());
  }

  @Override
  public RowSource<DocumentPart> load() throws IOException {
    List<DocumentPart> parts = document.parts();
    // What is read as it is shown is not read as a whole: some rows of each group tell its fields.
    shown = PartField.used(fields, parts, !readAsShown);
    return readAsShown ? RowSource.read(parts.size(), parts::get) : RowSource.of(parts);
  }

  @Override
  public Place.@Nullable CodeObject codeObject(DocumentPart part) {
    return part.problem() == null && part.place() instanceof Place.CodeObject code ? code : null;
  }

  @Override
  public String status(RowSource<DocumentPart> rows) throws IOException {
    if (readAsShown) {
      return CountText.of(rows.size(), "part");
    }
    long bytes = 0;
    for (int row = 0; row < rows.size(); row++) {
      bytes += Math.max(0, rows.row(row).sizeBytes());
    }
    return CountText.of(rows.size(), "part") + " · " + SizeText.of(bytes);
  }
}
