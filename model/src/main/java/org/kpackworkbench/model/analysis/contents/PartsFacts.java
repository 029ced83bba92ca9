package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.PartColumns;
import org.kpackworkbench.model.format.registry.PartField;

/**
 * Facts about the parts of a file, such as the solutions and sizes of a Tensile library, which are
 * read as they are written. Once for one list; not safe for use by several threads.
 */
public final class PartsFacts {
  private static final String TARGET = "target";
  private static final Set<String> EVERYWHERE = Set.of("name", "kind", "size", "arch", TARGET);

  private final Document document;
  private final List<DocumentPart> parts;
  private final PartColumns columns;
  private final ListSettings settings;
  private final List<Query> queries;
  private final Progress progress;
  private final List<FormatException> problems = new ArrayList<>();
  private boolean empty = true;

  /**
   * @param settings which parts, with filters that were read before
   * @throws FormatException if the parts cannot be read
   */
  public PartsFacts(Document document, ListSettings settings, Progress progress)
      throws FormatException {
    this.document = document;
    this.parts = document.parts();
    this.columns = PartColumns.of(document, parts);
    this.settings = settings;
    this.queries = new ArrayList<>();
    this.progress = progress;
    for (String text : settings.filters()) {
      try {
        queries.add(query(text));
      } catch (QueryException readBefore) {
        throw new IllegalArgumentException(readBefore);
      }
    }
  }

  /** Reads a filter, whose fields are those of the parts of files of any format. */
  static Query query(String text) throws QueryException {
    Set<String> names = new TreeSet<>(EVERYWHERE);
    for (Format format : StandardFormats.all().all()) {
      format.partFields().forEach(field -> names.add(field.filterName()));
    }
    return Query.parse(text, names);
  }

  /** Number of parts, whether they are listed or not. */
  public int size() {
    return parts.size();
  }

  /** The list; its rows are read when it is printed. */
  public Report report() {
    return new Report(
            begin()
                .rows("parts", this::each, columns::describe)
                // Those of rows are known when the rows were printed.
                .rows("problems", take -> each(problems(), take), Facts::describe))
        .table("parts", columns.columns());
  }

  private static <T> void each(List<T> all, Taker<T> take) throws IOException {
    for (T one : all) {
      take.take(one);
    }
  }

  /** Writes facts for each part and, where there are any, for the problems. */
  public void lines(Taker<Facts> out) throws IOException {
    each(
        part -> {
          Facts line = begin();
          columns.describe(part, line);
          out.take(line);
        });
    if (!problems().isEmpty()) {
      out.take(begin().list("problems", problems(), Facts::describe));
    }
  }

  private Facts begin() {
    return new Facts().text("format", document.format().id());
  }

  /** Returns the problems of the file and of the parts that were written. */
  public List<FormatException> problems() {
    List<FormatException> all = new ArrayList<>(document.problems());
    problems.stream().filter(problem -> !all.contains(problem)).forEach(all::add);
    return all;
  }

  /** Whether no part has met the filter; called after writing. */
  public boolean isEmpty() {
    return empty;
  }

  private void each(Taker<DocumentPart> action) throws IOException {
    Map<String, PartField> fields = new HashMap<>();
    for (PartField field : document.format().partFields()) {
      fields.putIfAbsent(field.filterName(), field);
    }
    Set<GpuTarget> targets = targets();
    Predicate<String> named = ListFilter.named(settings.targetRegex());
    for (int row = 0; row < parts.size(); row++) {
      progress.step(0);
      DocumentPart part = parts.get(row);
      PartRow asked = new PartRow(part, fields);
      if ((targets == null || targets.contains(target(part)))
          && named.test(targetText(part))
          && queries.stream().allMatch(query -> query.matches(asked))) {
        empty = false;
        action.take(part);
        if (part.problem() != null) {
          problems.add(part.problem());
        }
      }
    }
  }

  private static GpuTarget target(DocumentPart part) {
    return GpuTarget.lenient(targetText(part));
  }

  /** Empty where a part is for none. */
  private static String targetText(DocumentPart part) {
    return part.fields().getOrDefault(TARGET, "");
  }

  /** The targets that are wanted, of those that parts have; null where all are. */
  private @Nullable Set<GpuTarget> targets() {
    if (settings.targets().names().isEmpty()) {
      return null;
    }
    Set<GpuTarget> there = new HashSet<>();
    for (int row = 0; row < parts.size(); row++) {
      progress.step(0);
      DocumentPart part = parts.get(row);
      if (!targetText(part).isEmpty()) {
        there.add(target(part));
      }
    }
    there.removeIf(target -> !settings.targets().keeps(target));
    return there;
  }

  /** A part as a query sees it, as the window's table of parts does. */
  private record PartRow(DocumentPart part, Map<String, PartField> fields) implements Query.Row {
    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name" -> part.key();
        case "kind" -> part.group();
        case "size" -> null;
        default -> {
          PartField known = fields.get(field.equals("arch") ? TARGET : field);
          yield known == null || known.isNumber() ? null : known.text(part);
        }
      };
    }

    @Override
    public double number(String field) {
      PartField known = fields.get(field);
      long number =
          field.equals("size") ? part.sizeBytes() : known == null ? -1 : known.number(part);
      return number < 0 ? Double.NaN : number;
    }

    @Override
    public boolean isWords(String field) {
      PartField known = fields.get(field);
      return known != null && known.kind() == PartField.FieldKind.WORDS;
    }
  }
}
