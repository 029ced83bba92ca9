package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.ListSettings;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code list}: the code objects in a file. */
final class ListCommand extends OperationCommand<ListSettings> {
  ListCommand(Console console) {
    super(console, ListSettings.OPERATION);
  }

  @Override
  int run(ListSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    ListFilter filter = ListFilter.of(settings.filters(), settings.targets());
    boolean[] first = {true};
    if (!inputs.asJson()) {
      return inputs.each(
          (item, document) ->
              list(
                  item,
                  document,
                  filter,
                  (source, listing) -> {
                    Report report =
                        report(document, source, listing, settings)
                            .heading(Inputs.heading(item, first[0]));
                    try (TextOut out = console().text()) {
                      report.text(out, settings.wide() || settings.uris());
                    }
                    first[0] &= listing.isEmpty();
                    if (settings.uris() && listing.withoutUri() > 0) {
                      console()
                          .note(
                              "%s without a URI: compressed, or in a file that is in another one."
                                  .formatted(CountText.of(listing.withoutUri(), "code object")));
                    }
                  }));
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) ->
              list(
                  item,
                  document,
                  filter,
                  (source, listing) -> {
                    if (json.isLines()) {
                      lines(json, document, source, listing);
                      return;
                    }
                    try (JsonOut out = json.begin(document.path())) {
                      report(document, source, listing, settings).json(out);
                    }
                  }));
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
      Listing listing =
          new Listing(codeObjects, filter, source.archives() != null, row -> uri(item, row));
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

  /** What ROCm's tools call a code object; what comes through a pipe has no place to name. */
  private Optional<CodeObjectUri> uri(Inputs.Item item, CodeObjectRow row) {
    return console().isCalled(row.place().file())
        ? Optional.empty()
        : CodeObjectUri.of(row, CodeObjectUri.of(item.path()).orElse(null));
  }

  private static void lines(
      JsonFiles json, Document document, FileCodeObjects source, Listing listing)
      throws IOException {
    listing.each(row -> line(json, document, facts -> listing.describe(row, false, facts)));
    if (!source.problems().isEmpty()) {
      line(json, document, facts -> facts.list("problems", source.problems(), Facts::describe));
    }
  }

  private static void line(JsonFiles json, Document document, Facts.Take<Facts> describe)
      throws IOException {
    Facts facts = new Facts().text("format", document.format().id());
    describe.take(facts);
    try (JsonOut out = json.begin(document.path())) {
      facts.json(out);
    }
  }

  private static Report report(
      Document document, FileCodeObjects source, Listing listing, ListSettings settings) {
    Facts facts = new Facts().text("format", document.format().id());
    List<Path> archives = source.archives();
    if (archives != null) {
      facts.texts("archives", archives.stream().map(Path::toString).toList());
    }
    facts
        .rows(
            "entries", listing::each, (row, entry) -> listing.describe(row, settings.wide(), entry))
        .rows(
            "problems",
            take -> {
              for (FormatException problem : source.problems()) {
                take.take(problem);
              }
              // Those of rows are known when the rows were printed.
              for (FormatException problem : listing.problems()) {
                take.take(problem);
              }
            },
            Facts::describe);
    List<String> columns =
        new ArrayList<>(
            List.of(
                "binary",
                "index",
                "target",
                "type",
                "ordinal",
                "storedSize as stored",
                "originalSize as original"));
    if (archives != null) {
      columns.add("archive");
    }
    columns.add("metadata");
    if (settings.uris()) {
      columns.add("uri as URI");
    }
    return new Report(facts).table("entries", columns.toArray(String[]::new));
  }

  /** The rows of a list, which are printed as they are read. */
  static final class Listing {
    private static final String ENTRY = "entry";
    private static final String TARGET = "target";
    private static final String USUAL_ENTRY = "hipv4-amdgcn-amd-amdhsa--";

    private final CodeObjects codeObjects;
    private final ListFilter filter;
    private final boolean archived;
    private final Function<CodeObjectRow, Optional<CodeObjectUri>> uris;
    private final List<FormatException> problems = new ArrayList<>();
    private boolean empty = true;
    private int withoutUri;

    /**
     * @param archived whether the rows are in other files, which are named then
     * @param uris what ROCm's tools call a row
     */
    Listing(
        CodeObjects codeObjects,
        ListFilter filter,
        boolean archived,
        Function<CodeObjectRow, Optional<CodeObjectUri>> uris) {
      this.uris = uris;
      this.codeObjects = codeObjects;
      this.filter = filter;
      this.archived = archived;
    }

    /** What is wrong with the rows that were written. */
    List<FormatException> problems() {
      return problems;
    }

    /** How many rows have no URI, of those that were written. */
    int withoutUri() {
      return withoutUri;
    }

    /** Whether no row has met the filter; called after writing. */
    boolean isEmpty() {
      return empty;
    }

    /** Goes through the rows that meet the filter. */
    void each(Facts.Take<CodeObjectRow> action) throws IOException {
      ListFilter.Rows wanted = filter.of(codeObjects);
      for (int number = 0; number < codeObjects.size(); number++) {
        CodeObjectRow row = codeObjects.row(number);
        if (wanted.accepts(row)) {
          empty = false;
          action.take(row);
          if (row.problem() != null) {
            problems.add(row.problem());
          }
        }
      }
    }

    /**
     * Says what a row is.
     *
     * @param wide whether people see everything there is to say
     */
    void describe(CodeObjectRow row, boolean wide, Facts facts) throws IOException {
      Map<String, MsgValue> metadata = codeObjects.metadata(row.row());
      facts
          .text("binary", row.binary())
          .known("index", row.index())
          .text("target", row.targetText())
          .text("type", row.type())
          .known("ordinal", row.ordinal())
          .known("offset", offset(row))
          .known("storedSize", row.storedSizeBytes())
          .known("originalSize", row.originalSizeBytes())
          .pairs("metadata", metadata)
          .shown(() -> words(row, metadata, wide));
      if (archived) {
        Path archive = row.place().file();
        Path name = archive.getFileName();
        facts
            .path("archive", archive)
            .shown(wide || name == null ? archive.toString() : name.toString());
      }
      Optional<CodeObjectUri> uri = uris.apply(row);
      if (uri.isPresent()) {
        facts.text("uri", uri.get().toString());
      } else {
        withoutUri++;
      }
      FormatException spoiled = row.problem();
      if (spoiled != null) {
        facts.text("problem", spoiled.getMessage());
      }
    }

    /** Where its own bytes begin in its file; entries of one compressed payload have none. */
    private static long offset(CodeObjectRow row) {
      ByteRange range = row.place().range();
      return range == null || row.storedSizeBytes() < 0 ? -1 : range.start();
    }

    private static String words(CodeObjectRow row, Map<String, MsgValue> metadata, boolean wide) {
      StringBuilder words = new StringBuilder(row.problem() == null ? "" : "DAMAGED ");
      for (Map.Entry<String, MsgValue> field : metadata.entrySet()) {
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
