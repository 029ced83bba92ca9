package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code list}: the code objects in a file. */
final class ListCommand extends Command {
  ListCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " list");
    spec.usageMessage()
        .description(
            "Lists the code objects in an archive, fat binary, object file, static library or bundle.",
            "Sizes come from tables: no code object is decompressed.")
        .footer(
            "  kpack-workbench list librocrand.so.1.1",
            "  kpack-workbench list --json libstatic.a",
            "  kpack-workbench list rand_lib_gfx90a.kpack --filter 'arch:gfx90a size>1M name:gemm'",
            "  kpack-workbench list --recursive /opt/rocm/lib --target MI300X --json-lines",
            "",
            "The code of a host-only binary is in archives: those that its marker leads to are listed,",
            "as far as they have code of that binary.",
            "",
            "An index of - (null in JSON) says that no wrapper points to the code object, a stored size",
            "of - that it shares one compressed payload with others. The exit status is 1 where nothing",
            "matches the filter, 2 where a damaged file could be read in part only.");
    Inputs.describe(spec, "The files to list.");
    ListFilter.describe(spec);
    spec.addOption(
        flag(
            "--wide",
            "Shorten nothing, and show all metadata: bundle_ids (how a bundle is put together again) and"
                + " the ids of entries that only say their target."));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    Inputs inputs = Inputs.of(parsed, console());
    ListFilter filter = ListFilter.of(parsed);
    boolean wide = parsed.hasMatchedOption("--wide");
    if (!inputs.asJson()) {
      boolean[] first = {true};
      return inputs.each(
          (item, document) ->
              list(item, document, filter, (source, listing) -> text(item, listing, wide, first)));
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) ->
              list(
                  item,
                  document,
                  filter,
                  (source, listing) -> json(json, document, source, listing)));
    }
  }

  private interface Printing {
    void print(FileCodeObjects source, Listing listing) throws IOException;
  }

  private Inputs.Outcome list(
      Inputs.Item item, Document document, ListFilter filter, Printing printing)
      throws IOException, CliException {
    if (!item.named() && !document.mayHoldCodeObjects()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
      CodeObjects codeObjects = source.codeObjects();
      codeObjects.locate(console().progress());
      Listing listing = new Listing(codeObjects, filter, source.archives() != null);
      printing.print(source, listing);
      List<FormatException> problems = new ArrayList<>(source.problems());
      problems.addAll(listing.problems());
      if (codeObjects.size() == 0 && (item.named() || source.missing())) {
        console().note(source.whyNone());
      }
      boolean nothingFits = codeObjects.size() > 0 && listing.isEmpty();
      if (nothingFits && item.alone()) {
        console().note("No code object of %d matches the filter.".formatted(codeObjects.size()));
      }
      Inputs.Outcome outcome =
          source.missing()
              ? Inputs.Outcome.FINDINGS
              : nothingFits ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE;
      return outcome.or(Input.report(problems, console()));
    }
  }

  private static void json(
      JsonFiles json, Document document, FileCodeObjects source, Listing listing)
      throws IOException {
    Path file = document.path();
    String format = document.format().id();
    if (json.isLines()) {
      listing.each(
          row -> {
            try (JsonOut out = json.begin(file)) {
              listing.fields(out.field("format", format), row);
            }
          });
      List<FormatException> problems = source.problems();
      if (!problems.isEmpty()) {
        try (JsonOut out = json.begin(file)) {
          Input.json(problems, out.field("format", format));
        }
      }
      return;
    }
    try (JsonOut out = json.begin(file)) {
      out.field("format", format);
      List<Path> archives = source.archives();
      if (archives != null) {
        out.texts("archives", archives.stream().map(Path::toString).toList());
      }
      listing.json(out);
      List<FormatException> problems = new ArrayList<>(source.problems());
      problems.addAll(listing.problems());
      Input.json(problems, out);
    }
  }

  private void text(Inputs.Item item, Listing listing, boolean wide, boolean[] first)
      throws IOException {
    TextColumns columns = listing.columns(wide);
    if (!columns.isEmpty()) {
      try (TextOut out = console().text()) {
        Inputs.head(out, item, first[0]);
        columns.print(out, "", wide);
        first[0] = false;
      }
    }
  }

  /** The rows of a list, as JSON written as they are read. */
  static final class Listing {
    private static final String ENTRY = "entry";
    private static final String TARGET = "target";
    private static final String USUAL_ENTRY = "hipv4-amdgcn-amd-amdhsa--";

    private final CodeObjects codeObjects;
    private final ListFilter filter;
    private final boolean archived;
    private final List<FormatException> problems = new ArrayList<>();
    private boolean empty = true;

    /**
     * @param archived whether the rows are in other files, which are named then
     */
    Listing(CodeObjects codeObjects, ListFilter filter, boolean archived) {
      this.codeObjects = codeObjects;
      this.filter = filter;
      this.archived = archived;
    }

    /** What is wrong with the rows that were written. */
    List<FormatException> problems() {
      return problems;
    }

    /** Whether no row has met the filter; asked for after writing. */
    boolean isEmpty() {
      return empty;
    }

    /** Does something with a row. */
    interface RowAction {
      void accept(CodeObjectRow row) throws IOException;
    }

    /** Goes through the rows that meet the filter. */
    void each(RowAction action) throws IOException {
      ListFilter.Rows wanted = filter.of(codeObjects);
      for (int number = 0; number < codeObjects.size(); number++) {
        CodeObjectRow row = codeObjects.row(number);
        if (wanted.accepts(row)) {
          empty = false;
          action.accept(row);
          if (row.problem() != null) {
            problems.add(row.problem());
          }
        }
      }
    }

    void json(JsonOut out) throws IOException {
      out.list("entries");
      each(
          row -> {
            out.object();
            fields(out, row);
            out.endObject();
          });
      out.endList();
    }

    /** The fields of a row. */
    void fields(JsonOut out, CodeObjectRow row) throws IOException {
      out.field("binary", row.binary());
      out.known("index", row.index())
          .field("target", row.targetText())
          .field("type", row.type())
          .known("ordinal", row.ordinal())
          .known("offset", offset(row))
          .known("storedSize", row.storedSizeBytes())
          .known("originalSize", row.originalSizeBytes())
          .values("metadata", codeObjects.metadata(row.row()));
      if (archived) {
        out.field("archive", row.place().file().toString());
      }
      FormatException spoiled = row.problem();
      if (spoiled != null) {
        out.field("problem", spoiled.getMessage());
      }
    }

    /** Where its own bytes begin in its file; entries of one compressed payload have none. */
    private static long offset(CodeObjectRow row) {
      ByteRange range = row.place().range();
      return range == null || row.storedSizeBytes() < 0 ? -1 : range.start();
    }

    /**
     * The rows as a table.
     *
     * @param wide whether everything there is to say is said
     */
    TextColumns columns(boolean wide) throws IOException {
      List<String> heads =
          new ArrayList<>(
              List.of("binary", ">index", "target", "type", ">ordinal", ">stored", ">original"));
      if (archived) {
        heads.add("archive");
      }
      heads.add("metadata");
      TextColumns columns = new TextColumns(heads.toArray(String[]::new));
      each(
          row -> {
            List<String> cells =
                new ArrayList<>(
                    List.of(
                        row.binary(),
                        known(row.index()),
                        row.targetText(),
                        row.type(),
                        known(row.ordinal()),
                        known(row.storedSizeBytes()),
                        known(row.originalSizeBytes())));
            if (archived) {
              Path archive = row.place().file();
              Path name = archive.getFileName();
              cells.add(wide || name == null ? archive.toString() : name.toString());
            }
            cells.add(metadata(row, wide));
            columns.row(cells.toArray(String[]::new));
          });
      return columns;
    }

    private static String known(long number) {
      return number < 0 ? "-" : Long.toString(number);
    }

    private String metadata(CodeObjectRow row, boolean wide) throws FormatException {
      StringBuilder words = new StringBuilder(row.problem() == null ? "" : "DAMAGED ");
      for (Map.Entry<String, MsgValue> field : codeObjects.metadata(row.row()).entrySet()) {
        if (wide || !saysNothingNew(row, field)) {
          words.append(field.getKey()).append('=').append(field.getValue()).append(' ');
        }
      }
      return words.toString().stripTrailing();
    }

    /**
     * How to put a bundle together again is many ids; an entry's id mostly only says its target.
     */
    private static boolean saysNothingNew(CodeObjectRow row, Map.Entry<String, MsgValue> field) {
      return field.getKey().equals(BundleOrigin.IDS_KEY)
          || ((field.getKey().equals(ENTRY) || field.getKey().equals(TARGET))
              && field.getValue() instanceof MsgValue.Text text
              && text.value().equals(USUAL_ENTRY + row.targetText()));
    }
  }
}
