package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * Which code objects are meant; what is null may be any.
 *
 * @param binary the binary's name as it is listed, or with {@code #index} behind it
 * @param index the wrapper's index
 * @param targets the targets, in any spelling
 * @param regex what targets contain a match of
 * @param kernel what says whether they hold a kernel
 * @param queries what else has to be met
 */
record ExtractSelection(
    @Nullable String binary,
    @Nullable Integer index,
    TargetFilter targets,
    @Nullable Pattern regex,
    @Nullable KernelHolding kernel,
    List<CodeObjectQuery> queries) {

  /**
   * The rows that are meant.
   *
   * @throws CliException if there are none; the message names what there is
   */
  List<Integer> rows(Path file, CodeObjects source) throws IOException, CliException {
    List<Integer> rows = matching(source);
    if (rows.isEmpty() && binary != null && index == null) {
      BinaryKey key = BinaryKey.parse(binary);
      if (key.indexed()) {
        rows =
            new ExtractSelection(key.binary(), key.index(), targets, regex, kernel, queries)
                .matching(source);
      }
    }
    if (rows.isEmpty() && kernel != null && !kernel.unread().isEmpty()) {
      throw kernel.unread().getFirst();
    }
    if (rows.isEmpty()) {
      throw CliException.notFound("%s: no code object %s".formatted(file, missing(source)));
    }
    return rows;
  }

  /** The rows that are meant, if any. */
  List<Integer> matching(CodeObjects source) throws IOException {
    List<CodeObjectRow> candidates = new ArrayList<>();
    Map<List<Object>, Set<GpuTarget>> meant = new HashMap<>();
    for (int number = 0; number < source.size(); number++) {
      CodeObjectRow row = source.row(number);
      if (isOfBinary(row) && isOfIndex(row)) {
        candidates.add(row);
        meant.computeIfAbsent(wrapper(row), key -> new LinkedHashSet<>()).add(row.target());
      }
    }
    meant.replaceAll((key, there) -> targets.among(there));
    List<Integer> rows =
        candidates.stream()
            .filter(
                row ->
                    meant.getOrDefault(wrapper(row), Set.of()).contains(row.target())
                        || isNamed(row.targetText()))
            .filter(row -> regex == null || regex.matcher(row.targetText()).find())
            .filter(row -> queries.stream().allMatch(query -> query.accepts(source, row)))
            .map(CodeObjectRow::row)
            .toList();
    return kernel == null ? rows : holding(source, kernel, rows);
  }

  private static List<Integer> holding(CodeObjects source, KernelHolding kernel, List<Integer> rows)
      throws IOException {
    List<Integer> holding = new ArrayList<>();
    for (int row : rows) {
      if (kernel.in(source, row)) {
        holding.add(row);
      }
    }
    return holding;
  }

  /** A wrapper, or, where the index is negative, the code to which none leads. */
  private static List<Object> wrapper(CodeObjectRow row) {
    return List.of(row.binary(), row.index());
  }

  private boolean isOfBinary(CodeObjectRow row) {
    return binary == null || binary.equals(row.binary());
  }

  private boolean isOfIndex(CodeObjectRow row) {
    return index == null || index == row.index();
  }

  /** Whether a target is named just as it is written, which may be no target at all. */
  private boolean isNamed(String targetText) {
    return targets.names().stream().anyMatch(name -> name.text().equals(targetText));
  }

  /** The selection, and what exists instead. */
  private String missing(CodeObjects source) throws IOException {
    if (source.size() == 0) {
      return "at all";
    }
    if (binary != null && named(source, this::isOfBinary, CodeObjectRow::binary).isEmpty()) {
      return "of binary \"%s\"; there are those of %s"
          .formatted(binary, ListText.names(named(source, row -> true, CodeObjectRow::binary)));
    }
    Filter ofIndex = row -> isOfBinary(row) && isOfIndex(row);
    if (index != null && named(source, ofIndex, CodeObjectRow::binary).isEmpty()) {
      return "with index %d; there are %s"
          .formatted(
              index,
              ListText.names(named(source, this::isOfBinary, row -> String.valueOf(row.index()))));
    }
    if (kernel != null
        && !new ExtractSelection(binary, index, targets, regex, null, queries)
            .matching(source)
            .isEmpty()) {
      return "of %d holds a kernel called \"%s\"; %s"
          .formatted(source.size(), kernel.name, kernel.named.advice());
    }
    if (!new ExtractSelection(binary, index, targets, regex, null, List.of())
        .matching(source)
        .isEmpty()) {
      return "of %d that meets the filter".formatted(source.size());
    }
    if (regex != null
        && !new ExtractSelection(binary, index, targets, null, null, List.of())
            .matching(source)
            .isEmpty()) {
      return "whose target matches %s; there are some for %s"
          .formatted(regex, ListText.names(named(source, ofIndex, CodeObjectRow::targetText)));
    }
    return "for target %s; there are some for %s"
        .formatted(
            String.join(", ", targets.names().stream().map(Object::toString).toList()),
            ListText.names(named(source, ofIndex, CodeObjectRow::targetText)));
  }

  private interface Filter {
    boolean accepts(CodeObjectRow row);
  }

  private static Set<String> named(
      CodeObjects source, Filter filter, Function<CodeObjectRow, String> name)
      throws FormatException {
    Set<String> names = new LinkedHashSet<>();
    for (int number = 0; number < source.size(); number++) {
      CodeObjectRow row = source.row(number);
      if (filter.accepts(row)) {
        names.add(name.apply(row));
      }
    }
    return names;
  }
}
