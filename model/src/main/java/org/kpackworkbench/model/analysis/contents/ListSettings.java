package org.kpackworkbench.model.analysis.contents;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.extract.ExtractSettings;

/**
 * Which code objects are listed, and how. Immutable.
 *
 * @param files the files
 * @param filters queries that are all met, over code objects or over parts
 * @param targets the targets
 * @param targetRegex a regular expression that targets contain a match of
 * @param parts whether parts of files are listed, and not code objects
 * @param wide whether nothing is shortened
 * @param uris whether text names each code object as ROCm's tools do
 */
public record ListSettings(
    List<Path> files,
    List<String> filters,
    TargetFilter targets,
    Optional<String> targetRegex,
    boolean parts,
    boolean wide,
    boolean uris) {
  private static final String OPEN = "The window lists what is in the open file.";

  private static final Option<List<Path>> FILES = KernelsSettings.files("list", OPEN);

  private static final Option<List<String>> FILTER =
      Option.of(
              OptionKind.of(Shape.TEXT, "a query", text -> text, text -> text).several(),
              "--filter")
          .label("QUERY")
          .help(
              "Select only code objects that meet all conditions: a word, arch:gfx90a, name:gemm,"
                  + " type:hsaco, index:0, ordinal:7, size>1M, stored<=100k, ratio<0.5, meta:fp16,"
                  + " state:damaged. name:a*b and arch=gfx90a compare the whole value, type:co a"
                  + " whole word, arch:gfx90a|gfx942 matches either, -type:co excludes. With"
                  + " --parts, the fields are the columns of the list: 'M>1024 type:f16 kind:size',"
                  + " 'length:336 precision:single'. "
                  + CommonOptions.ALL_MATCH)
          .noField(OPEN)
          .orElse(List.of());

  private static final Option<Boolean> PARTS =
      Option.flag(
              "--parts",
              "List the parts of a file instead of its code objects: solutions, sizes and files of "
                  + "a Tensile library, kernels and tables of an SQLite database, AOTriton's "
                  + "kernels, MIOpen's records, hip-kernel-provider's kernels.")
          .noField(OPEN)
          .orElse(false);

  private static final Option<Boolean> WIDE =
      Option.flag(
              "--wide",
              "Do not shorten anything, and show all metadata: bundle_ids (how to rebuild a "
                  + "bundle) and the IDs of entries that only repeat their target.")
          .noField(CommonOptions.OUTPUT_ONLY)
          .orElse(false);

  private static final Option<Boolean> URI =
      Option.flag(
              "--uri",
              "Also show each code object's URI, file://PATH#offset=N&size=M, as ROCm's tools "
                  + "write and read it. Compressed code objects and files in packages have none.")
          .noField(CommonOptions.OUTPUT_ONLY)
          .orElse(false);

  /** The operation {@code list}. */
  public static final Operation<ListSettings> OPERATION =
      Operation.<ListSettings>of("list", "list the code objects in a file")
          .description(
              """
              Lists the code objects in an archive, fat binary, object file, static library or bundle.
              Sizes come from tables: no code object is decompressed.
              """)
          .examples(
              """
                kpack-workbench list librocrand.so.1.1
                kpack-workbench list --json libstatic.a
                kpack-workbench list rand_lib_gfx90a.kpack --filter 'arch:gfx90a size>1M name:gemm'
                kpack-workbench list --recursive /opt/rocm/lib --target MI300X --json-lines
                kpack-workbench list TensileLibrary_Type_HH_gfx942.dat --parts --filter 'M>1024 type:f16'

              The code of a host-only binary is in archives: list shows the code objects of that
              binary in the archives that its marker names.

              An index of - (null in JSON) means that no wrapper points to the code object. A stored
              size of - means that it shares a compressed payload with others. The exit status is 1
              if nothing matches the filter, 2 if only part of a damaged file could be read.
              """)
          .option(FILES, ListSettings::files)
          .option(FILTER, ListSettings::filters)
          .option(ExtractSettings.TARGET, ListSettings::targets)
          .option(ExtractSettings.TARGET_REGEX, ListSettings::targetRegex)
          .option(PARTS, ListSettings::parts)
          .option(WIDE, ListSettings::wide)
          .option(URI, ListSettings::uris)
          .option(CommonOptions.RECURSIVE)
          .option(CommonOptions.ALLOW_LARGE)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(ListSettings::read);

  public ListSettings {
    files = List.copyOf(files);
    filters = List.copyOf(filters);
  }

  private static ListSettings read(Arguments given) {
    if (given.get(PARTS) && given.get(URI)) {
      throw new WrongOptionException("--parts and --uri cannot be combined");
    }
    for (String text : given.get(FILTER)) {
      check(text, given.get(PARTS));
    }
    return new ListSettings(
        given.get(FILES),
        given.get(FILTER),
        given.get(ExtractSettings.TARGET),
        given.get(ExtractSettings.TARGET_REGEX),
        given.get(PARTS),
        given.get(WIDE),
        given.get(URI));
  }

  /** Checks a filter; the fields of parts are known by their list only. */
  private static void check(String filter, boolean parts) {
    try {
      if (parts) {
        PartsFacts.query(filter);
      } else {
        var unused = CodeObjectQuery.parse(filter).query().ofKnownTargets();
      }
    } catch (QueryException wrong) {
      throw new WrongOptionException(
          "--filter: %s%s"
              .formatted(
                  wrong.getMessage(),
                  !parts && isOverParts(filter) ? " It is a field of parts: add --parts." : ""));
    }
  }

  private static boolean isOverParts(String filter) {
    try {
      var unused = CodeObjectQuery.parse(filter);
      // Its fields are those of code objects, and a name in it is wrong.
      return false;
    } catch (QueryException foreign) {
      try {
        PartsFacts.query(filter);
        return true;
      } catch (QueryException wrong) {
        return false;
      }
    }
  }
}
