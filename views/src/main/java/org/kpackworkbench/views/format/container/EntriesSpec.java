package org.kpackworkbench.views.format.container;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.container.ContainerDocument;
import org.kpackworkbench.model.format.container.ContainerPart;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of the entries of containers. */
record EntriesSpec(ContainerDocument document) implements RowsSpec.Marked<ContainerPart> {
  @Override
  public TableWords words() {
    return TableWords.of("entries", "Entries", "The containers have no entries.")
        .prompt("filter, e.g. arch:gfx942 size>1M");
  }

  @Override
  public List<RowColumn<ContainerPart>> columns() {
    return List.of(
        RowColumn.<ContainerPart>count("#", part -> part.entry().number()).alsoNamed("index"),
        RowColumn.<ContainerPart>text("Architecture", part -> part.entry().arch())
            .alsoNamed("arch", "target"),
        RowColumn.text("Holds", ContainerPart::words),
        RowColumn.text("Image kind", part -> part.entry().imageWords()),
        RowColumn.text("For", part -> part.entry().offloadWords()),
        RowColumn.<ContainerPart>text("Triple", part -> part.entry().triple()).alsoNamed("name"),
        RowColumn.size("Size", part -> part.entry().image().length()),
        RowColumn.address("Offset", EntriesSpec::offset),
        RowColumn.count("Code objects", part -> part.rows().size()),
        RowColumn.count("Container", part -> part.entry().container()));
  }

  private static long offset(ContainerPart part) {
    ByteRange range = part.place().range();
    return range == null ? -1 : range.start();
  }

  @Override
  public RowSource<ContainerPart> load() {
    return RowSource.of(document.entries());
  }

  @Override
  public Place place(ContainerPart part) {
    return part.place();
  }

  @Override
  public boolean shows(Place place) {
    return document.entries().stream().anyMatch(part -> part.place().equals(place));
  }

  @Override
  public RowMark mark(ContainerPart part) {
    FormatException problem = part.entry().problem();
    return RowMark.of(ContainerViews.kind(part))
        .problem(problem == null ? "" : String.valueOf(problem.getMessage()));
  }

  @Override
  public String status(RowSource<ContainerPart> rows) {
    int objects = document.codeObjects().size();
    return "%s · %s"
        .formatted(CountText.of(rows.size(), "entry"), CountText.of(objects, "code object"));
  }
}
