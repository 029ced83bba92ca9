package org.kpackworkbench.app.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What of a list is shown: all filters are met, and one of the targets.
 *
 * @param queries the filters
 * @param targets the targets
 */
record ListFilter(List<CodeObjectQuery> queries, TargetFilter targets) {
  static final String FILTER = "--filter";
  static final String TARGET = "--target";

  /** The options. */
  static void describe(CommandSpec spec) {
    spec.addOption(
            OptionSpec.builder(FILTER)
                .paramLabel("QUERY")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(
                    "Only what meets all conditions: a word, arch:gfx90a, name:gemm, type:hsaco, index:0,",
                    "ordinal:7, size>1M, stored<=100k, ratio<0.5, meta:fp16, state:damaged. name:a*b and",
                    "arch=gfx90a compare the whole, arch:gfx90a|gfx942 either, -type:co excludes. May be",
                    "given several times: all are met.")
                .build())
        .addOption(TargetOption.of(TARGET, "Only for these GPUs:"));
  }

  /** Reads the options. */
  static ListFilter of(ParseResult parsed) {
    List<CodeObjectQuery> queries = new ArrayList<>();
    for (String text : parsed.matchedOptionValue(FILTER, List.<String>of())) {
      try {
        queries.add(CodeObjectQuery.parse(text));
      } catch (QueryException noQuery) {
        throw Command.usage(parsed, FILTER + ": " + noQuery.getMessage());
      }
    }
    return new ListFilter(queries, TargetOption.filter(parsed, TARGET));
  }

  /** The same for the rows of one file. */
  Rows of(CodeObjects source) throws FormatException {
    if (targets.names().isEmpty()) {
      return new Rows(source, null);
    }
    Set<GpuTarget> there = new HashSet<>();
    for (int row = 0; row < source.size(); row++) {
      there.add(source.row(row).target());
    }
    return new Rows(source, targets.among(there));
  }

  /** Tells rows of one file. */
  final class Rows {
    private final CodeObjects source;
    private final @Nullable Set<GpuTarget> meant;

    Rows(CodeObjects source, @Nullable Set<GpuTarget> meant) {
      this.source = source;
      this.meant = meant;
    }

    boolean accepts(CodeObjectRow row) {
      return (meant == null || meant.contains(row.target()))
          && queries.stream().allMatch(query -> query.accepts(source, row));
    }
  }
}
