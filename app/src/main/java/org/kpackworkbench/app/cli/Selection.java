package org.kpackworkbench.app.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
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
 * @param queries what else has to be met
 */
record Selection(
    @Nullable String binary,
    @Nullable Integer index,
    TargetFilter targets,
    List<CodeObjectQuery> queries) {
  private static final int MOST_NAMED = 12;

  /**
   * The rows that are meant.
   *
   * @throws CliException where there are none; the message names what there is
   */
  List<Integer> rows(Path file, CodeObjects source) throws FormatException, CliException {
    List<Integer> rows = matching(source);
    if (rows.isEmpty() && binary != null && index == null) {
      BinaryKey key = BinaryKey.parse(binary);
      if (key.indexed()) {
        rows = new Selection(key.binary(), key.index(), targets, queries).matching(source);
      }
    }
    if (rows.isEmpty()) {
      throw CliException.notFound("%s: no code object %s".formatted(file, missing(source)));
    }
    return rows;
  }

  /** The rows that are meant, if any. */
  List<Integer> matching(CodeObjects source) throws FormatException {
    List<CodeObjectRow> candidates = new ArrayList<>();
    Set<GpuTarget> there = new LinkedHashSet<>();
    for (int number = 0; number < source.size(); number++) {
      CodeObjectRow row = source.row(number);
      if (isOfBinary(row) && isOfIndex(row)) {
        candidates.add(row);
        there.add(row.target());
      }
    }
    Set<GpuTarget> meant = targets.among(there);
    return candidates.stream()
        .filter(row -> meant.contains(row.target()) || isNamed(row.targetText()))
        .filter(row -> queries.stream().allMatch(query -> query.accepts(source, row)))
        .map(CodeObjectRow::row)
        .toList();
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

  /** What was asked for, and what of that there is instead. */
  private String missing(CodeObjects source) throws FormatException {
    if (source.size() == 0) {
      return "at all";
    }
    if (binary != null && named(source, this::isOfBinary, CodeObjectRow::binary).isEmpty()) {
      return "of binary \"%s\"; there are those of %s"
          .formatted(binary, words(named(source, row -> true, CodeObjectRow::binary)));
    }
    Filter ofIndex = row -> isOfBinary(row) && isOfIndex(row);
    if (index != null && named(source, ofIndex, CodeObjectRow::binary).isEmpty()) {
      return "with index %d; there are %s"
          .formatted(
              index, words(named(source, this::isOfBinary, row -> String.valueOf(row.index()))));
    }
    if (!new Selection(binary, index, targets, List.of()).matching(source).isEmpty()) {
      return "of %d that meets the filter".formatted(source.size());
    }
    return "for target %s; there are some for %s"
        .formatted(
            String.join(", ", targets.names().stream().map(Object::toString).toList()),
            words(named(source, ofIndex, CodeObjectRow::targetText)));
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

  private static String words(Set<String> names) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return names.size() <= MOST_NAMED
        ? first
        : "%s and %d more".formatted(first, names.size() - MOST_NAMED);
  }
}
