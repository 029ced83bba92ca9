package org.kpackworkbench.views.format.container;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.container.ContainerDocument;
import org.kpackworkbench.model.format.container.ContainerPart;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of the entries of containers. */
final class EntriesSpec extends TableSpec<ContainerPart> implements RowsSpec.Marked<ContainerPart> {
  EntriesSpec(ContainerDocument document) {
    super(
        TableWords.of("entries", "Entries", "The containers have no entries.")
            .prompt("filter, e.g. arch:gfx942 size>1M"));
    columns(
        List.of(
            RowColumn.<ContainerPart>count("#", part -> part.entry().number()).alsoNamed("index"),
            RowColumn.<ContainerPart>text("Architecture", part -> part.entry().arch())
                .alsoNamed("arch", "target"),
            RowColumn.text("Holds", ContainerPart::words),
            RowColumn.text("Image kind", part -> part.entry().imageWords()),
            RowColumn.text("For", part -> part.entry().offloadWords()),
            RowColumn.<ContainerPart>text("Triple", part -> part.entry().triple())
                .alsoNamed("name"),
            RowColumn.size("Size", part -> part.entry().image().length()),
            RowColumn.address("Offset", EntriesSpec::offset),
            RowColumn.count("Code objects", part -> part.rows().size()),
            RowColumn.count("Container", part -> part.entry().container())));
    load(() -> RowSource.of(document.entries()));
    place(ContainerPart::place);
    shows(place -> document.entries().stream().anyMatch(part -> part.place().equals(place)));
    mark(part -> RowMark.of(ContainerViews.kind(part)).problem(problem(part)));
    status(
        rows ->
            CountText.of(rows.size(), "entry")
                + " · "
                + CountText.of(document.codeObjects().size(), "code object"));
  }

  private static long offset(ContainerPart part) {
    ByteRange range = part.place().range();
    return range == null ? -1 : range.start();
  }

  private static String problem(ContainerPart part) {
    FormatException problem = part.entry().problem();
    return problem == null ? "" : String.valueOf(problem.getMessage());
  }
}
