package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.CodeObjects.UnindexedKey;

/**
 * Facts about the code objects of a file, whose rows are written as they are read. Once for one
 * list; not safe for use by several threads.
 */
public final class ListFacts {
  /** How many rows are read at once, while those before them are described. */
  private static final int BATCH_ROWS = 1024;

  private static final String ENTRY = "entry";
  private static final String TARGET = "target";
  private static final String USUAL_ENTRY = "hipv4-amdgcn-amd-amdhsa--";

  private final String format;
  private final CodeObjects codeObjects;
  private final Optional<List<Path>> archives;
  private final List<FormatException> damage;
  private final ListSettings settings;
  private final Function<CodeObjectRow, Optional<CodeObjectUri>> uris;
  private final List<FormatException> problems = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private boolean empty = true;
  private int withoutUri;

  /**
   * @param format the file's format
   * @param archives the archives that hold the code objects, which are named then; empty if they
   *     are in the file itself
   * @param damage what is wrong with the file
   * @param settings which rows, and how they are shown
   * @param uris what ROCm's tools call a row
   */
  public ListFacts(
      String format,
      CodeObjects codeObjects,
      Optional<List<Path>> archives,
      List<FormatException> damage,
      ListSettings settings,
      Function<CodeObjectRow, Optional<CodeObjectUri>> uris) {
    this.format = format;
    this.codeObjects = codeObjects;
    this.archives = archives;
    this.damage = List.copyOf(damage);
    damage.forEach(each -> known.add(each.getMessage()));
    this.settings = settings;
    this.uris = uris;
  }

  /** The list; its rows are read when it is printed. */
  public Report report() {
    Facts facts = begin();
    archives.ifPresent(
        files -> facts.texts("archives", files.stream().map(Path::toString).toList()));
    facts
        .rows("entries", this::each, (row, entry) -> describe(row, settings.wide(), entry))
        // Those of rows are known when the rows were printed.
        .rows(
            "problems",
            take -> {
              for (FormatException problem : problems()) {
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
    if (archives.isPresent()) {
      columns.add("archive");
    }
    columns.add("metadata");
    if (settings.uris()) {
      columns.add("uri as URI");
    }
    return new Report(facts).table("entries", columns.toArray(String[]::new));
  }

  /** Writes facts for each row and, where there are any, for the file's problems. */
  public void lines(Taker<Facts> out) throws IOException {
    each(
        row -> {
          Facts line = begin();
          describe(row, false, line);
          out.take(line);
        });
    if (!damage.isEmpty()) {
      out.take(begin().list("problems", damage, Facts::describe));
    }
  }

  private Facts begin() {
    return new Facts().text("format", format);
  }

  /** Returns the problems of the file and of the rows that were written. */
  public List<FormatException> problems() {
    List<FormatException> all = new ArrayList<>(damage);
    all.addAll(problems);
    return all;
  }

  /** How many rows have no URI, of those that were written. */
  public int withoutUri() {
    return withoutUri;
  }

  /** Whether no row has met the filter; called after writing. */
  public boolean isEmpty() {
    return empty;
  }

  private record Listed(
      CodeObjectRow row, Map<String, MsgValue> metadata, Optional<UnindexedKey> unindexedKey) {}

  /** Rows one after another, and why there are no more of them if they could not be read. */
  private record Batch(List<Listed> rows, @Nullable IOException failure) {}

  /** Goes through the rows that meet the filter; those of long lists are read by a thread ahead. */
  private void each(Taker<Listed> action) throws IOException {
    ListFilter.Rows wanted =
        ListFilter.of(settings.filters(), settings.targets(), settings.targetRegex())
            .of(codeObjects);
    if (codeObjects.size() <= BATCH_ROWS) {
      take(read(wanted, 0), action);
      return;
    }
    try (ExecutorService reader =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("list-reader").factory())) {
      Future<Batch> next = reader.submit(() -> read(wanted, 0));
      for (int from = BATCH_ROWS; from < codeObjects.size(); from += BATCH_ROWS) {
        Batch batch = Threads.get(next);
        int following = from;
        next = reader.submit(() -> read(wanted, following));
        take(batch, action);
      }
      take(Threads.get(next), action);
    }
  }

  private Batch read(ListFilter.Rows wanted, int from) {
    List<Listed> rows = new ArrayList<>();
    try {
      int end = Math.min(codeObjects.size() - from, BATCH_ROWS) + from;
      for (int number = from; number < end; number++) {
        CodeObjectRow row = codeObjects.row(number);
        if (wanted.accepts(row)) {
          // Only what needs the file: the other half of the work is for the thread that prints.
          rows.add(
              new Listed(
                  row, codeObjects.metadata(row.row()), codeObjects.unindexedKey(row.row())));
        }
      }
      return new Batch(rows, null);
    } catch (IOException failure) {
      return new Batch(rows, failure);
    }
  }

  private void take(Batch batch, Taker<Listed> action) throws IOException {
    for (Listed each : batch.rows()) {
      empty = false;
      action.take(each);
      FormatException spoiled = each.row().problem();
      // It may be known of the file already.
      if (spoiled != null && known.add(spoiled.getMessage())) {
        problems.add(spoiled);
      }
    }
    if (batch.failure() != null) {
      throw batch.failure();
    }
  }

  /**
   * Describes a row as facts.
   *
   * @param wide whether people see everything there is to say
   */
  private void describe(Listed listed, boolean wide, Facts facts) {
    CodeObjectRow row = listed.row();
    facts
        .text("binary", row.binary())
        .known("index", row.index())
        .text("target", row.targetText())
        .text("type", row.type())
        .known("ordinal", row.ordinal())
        .known("offset", offset(row))
        .known("storedSize", row.storedSizeBytes())
        .known("originalSize", row.originalSizeBytes())
        .pairs("metadata", listed.metadata())
        .shown(() -> words(listed, wide));
    if (archives.isPresent()) {
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
    listed.unindexedKey().ifPresent(form -> facts.id("key", form));
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

  private static String words(Listed listed, boolean wide) {
    CodeObjectRow row = listed.row();
    StringBuilder words = new StringBuilder(row.problem() == null ? "" : "DAMAGED ");
    listed
        .unindexedKey()
        .map(
            form ->
                form == UnindexedKey.FREE ? "(free key) " : "(plain key, which no loader finds) ")
        .ifPresent(words::append);
    for (Map.Entry<String, MsgValue> field : listed.metadata().entrySet()) {
      if (wide || !saysNothingNew(row, field)) {
        words.append(field.getKey()).append('=').append(field.getValue()).append(' ');
      }
    }
    return words.toString().stripTrailing();
  }

  /**
   * How to put a bundle together again is many ids, and so are a library's solutions; an entry's id
   * mostly only says its target.
   */
  private static boolean saysNothingNew(CodeObjectRow row, Map.Entry<String, MsgValue> field) {
    return field.getKey().equals(BundleOrigin.IDS_KEY)
        || (field.getValue() instanceof MsgValue.Array array
            && !array.items().isEmpty()
            && array.items().getFirst() instanceof MsgValue.Mapping)
        || ((field.getKey().equals(ENTRY) || field.getKey().equals(TARGET))
            && field.getValue() instanceof MsgValue.Text text
            && text.value().equals(USUAL_ENTRY + row.targetText()));
  }
}
