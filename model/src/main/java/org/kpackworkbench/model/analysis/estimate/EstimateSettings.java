package org.kpackworkbench.model.analysis.estimate;

import static org.kpackworkbench.model.analysis.estimate.Arrangement.AS_IS;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * The code that is measured, and the ways. Immutable.
 *
 * @param files files and folders
 * @param schemes the schemes to try
 * @param levels zstd's levels
 * @param groups what {@code zstd-solid} compresses together
 * @param dictionaries sizes of dictionaries, in bytes
 * @param also arrangements that are only measured
 * @param isLong whether code objects alone are tried with windows of 128 MiB, too
 */
public record EstimateSettings(
    List<Path> files,
    List<StorageScheme> schemes,
    List<Integer> levels,
    List<Grouping> groups,
    List<Integer> dictionaries,
    List<Arrangement> also,
    boolean isLong) {
  private static final String OPEN = "The window takes the open file.";
  private static final int LEAST_DICTIONARY_BYTES = 256;
  private static final int MOST_DICTIONARY_BYTES = 16 << 20;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,8})([KM]?)");

  /** The files and folders. */
  public static final Option<List<Path>> FILES =
      Option.of(OptionKind.file().several())
          .positional()
          .label("FILE")
          .help("Files with code objects, folders, wheels, packages.")
          .noField(OPEN)
          .required("Name a file or a folder with code objects.");

  private static final Option<List<StorageScheme>> SCHEME =
      list(
              "schemes",
              EstimateSettings::scheme,
              StorageScheme::text,
              "--compression",
              StorageScheme.writable())
          .former("--scheme")
          .label("A,B")
          .help(
              "The schemes to try: none, zstd-per-kernel, zstd-dictionary, zstd-solid; separate"
                  + " several with commas. Default: all.")
          .title("Schemes", "zstd-dictionary and zstd-solid are experimental: no loader reads them")
          .orElse(StorageScheme.writable());

  /** zstd's levels. */
  public static final Option<List<Integer>> LEVELS =
      list("levels", EstimateSettings::level, String::valueOf, "--levels", List.of())
          .label("N,N")
          .help("The levels of zstd, 1 to 22. Default: 3,9,19.")
          .title("Levels", "1 fast – 22 small; several with commas")
          .when(SCHEME, schemes -> schemes.stream().anyMatch(StorageScheme::isCompressed))
          .orElse(List.of(ArchiveFormat.DEFAULT_LEVEL, 9, 19));

  private static final Option<List<Grouping>> GROUP =
      list(
              "groups",
              EstimateSettings::grouping,
              Grouping::text,
              "--group",
              List.of(Grouping.values()))
          .label("A,B")
          .help(
              "The code objects that zstd-solid compresses together: none, target, family, name (one"
                  + " unit for all targets) or all. Default: target,name.")
          .title("Together", "what zstd-solid compresses together")
          .when(SCHEME, schemes -> schemes.contains(StorageScheme.ZSTD_SOLID))
          .orElse(List.of(Grouping.TARGET, Grouping.NAME));

  private static final Option<List<Integer>> DICTIONARY =
      list("sizes", EstimateSettings::size, EstimateSettings::sizeText, "--dictionary", List.of())
          .label("S,S")
          .help("The sizes of dictionaries, such as 16K,112K,1M. Default: 112K.")
          .title("Dictionaries", "sizes, such as 16K,112K,1M")
          .when(SCHEME, schemes -> schemes.contains(StorageScheme.ZSTD_DICTIONARY))
          .orElse(List.of(112 << 10));

  private static final Option<List<Arrangement>> ALSO =
      list(
              "arrangements",
              EstimateSettings::arrangement,
              Arrangement::text,
              "--also",
              Arrangement.measuredOnly())
          .label("A,B")
          .help(
              "Ways that no archive has, to learn what they would bring: likeness (all in one order"
                  + " of likeness), families or binaries (a dictionary for each), metadata (headers,"
                  + " symbols and notes apart from code), masked (without addresses, an upper limit)."
                  + " Default: none.")
          .title("Only measured", "no archive is made so")
          .orElse(List.of());

  private static final Option<Boolean> LONG =
      Option.flag("--long", "Also try each code object alone with windows of 128 MiB.")
          .title("Also each alone with windows of 128 MiB")
          .when(SCHEME, schemes -> schemes.contains(StorageScheme.ZSTD_PER_KERNEL))
          .orElse(false);

  /** The operation {@code estimate}. */
  public static final Operation<EstimateSettings> OPERATION =
      Operation.<EstimateSettings>of("estimate", "measure ways to store code objects")
          .description(
              """
              Measures how small the code objects of files become, and how fast one of them is read,
              for several ways to store them. Each way is written to an archive, read again and
              compared; the archives are removed. zstd-dictionary and zstd-solid are experimental:
              no loader reads them.
              """)
          .examples(
              """
                kpack-workbench estimate librocrand.so.1.1
                kpack-workbench estimate rocm/lib --compression zstd-per-kernel,zstd-solid --levels 3
                kpack-workbench estimate a.kpack b.kpack --group target,all --dictionary 16K,1M --json

              Times are of this machine, with the archive in memory. The temporary files take the
              size of the unpacked code, and of one archive.
              """)
          .option(FILES, EstimateSettings::files)
          .option(SCHEME, EstimateSettings::schemes)
          .option(LEVELS, EstimateSettings::levels)
          .option(GROUP, EstimateSettings::groups)
          .option(DICTIONARY, EstimateSettings::dictionaries)
          .option(ALSO, EstimateSettings::also)
          .option(LONG, EstimateSettings::isLong)
          .option(CommonOptions.JSON)
          .reads(
              given ->
                  new EstimateSettings(
                      given.get(FILES),
                      given.get(SCHEME),
                      given.get(LEVELS),
                      given.get(GROUP),
                      given.get(DICTIONARY),
                      given.get(ALSO),
                      given.get(LONG)));

  public EstimateSettings {
    files = List.copyOf(files);
    schemes = List.copyOf(schemes);
    levels = List.copyOf(levels);
    groups = List.copyOf(groups);
    dictionaries = List.copyOf(dictionaries);
    also = List.copyOf(also);
  }

  /** Returns the ways to measure, today's first, each once. */
  public List<Way> ways() {
    Set<Way> ways = new LinkedHashSet<>(List.of(Way.TODAY));
    for (StorageScheme scheme : schemes) {
      if (!scheme.isCompressed()) {
        ways.add(Way.alone(scheme, 0));
        continue;
      }
      for (int level : levels) {
        ways.addAll(ways(scheme, level));
      }
    }
    for (Arrangement each : also) {
      for (int level : levels) {
        dictionaries.forEach(bytes -> ways.add(each.way(level, bytes)));
      }
    }
    return List.copyOf(ways);
  }

  private List<Way> ways(StorageScheme scheme, int level) {
    List<Way> ways = new ArrayList<>();
    switch (scheme) {
      case ZSTD_DICTIONARY ->
          dictionaries.forEach(
              bytes -> ways.add(new Way(scheme, level, Grouping.NONE, bytes, false, AS_IS)));
      case ZSTD_SOLID ->
          groups.forEach(group -> ways.add(new Way(scheme, level, group, 0, false, AS_IS)));
      default -> {
        ways.add(Way.alone(scheme, level));
        if (isLong) {
          ways.add(new Way(scheme, level, Grouping.NONE, 0, true, AS_IS));
        }
      }
    }
    return ways;
  }

  /** An option with several values that commas separate. */
  private static <T> Option.Builder<List<T>> list(
      String expected,
      Function<String, T> reader,
      Function<T, String> writer,
      String name,
      List<T> known) {
    String words =
        known.isEmpty()
            ? expected
            : known.stream().map(writer).collect(Collectors.joining(", ", "some of ", ""));
    return Option.of(
        OptionKind.of(
                Shape.TEXT,
                words,
                text ->
                    Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .map(reader)
                        .distinct()
                        .toList(),
                (List<T> values) -> values.stream().map(writer).collect(Collectors.joining(",")))
            .completing(() -> known.stream().map(writer).toList()),
        name);
  }

  private static StorageScheme scheme(String text) {
    return StorageScheme.ofName(text)
        .orElseThrow(() -> wrong(StorageScheme.writable().stream().map(StorageScheme::text), text));
  }

  private static Grouping grouping(String text) {
    return Grouping.named(text.toLowerCase(Locale.ROOT))
        .orElseThrow(() -> wrong(Arrays.stream(Grouping.values()).map(Grouping::text), text));
  }

  private static Arrangement arrangement(String text) {
    return Arrangement.named(text)
        .orElseThrow(() -> wrong(Arrangement.measuredOnly().stream().map(Arrangement::text), text));
  }

  private static IllegalArgumentException wrong(Stream<String> known, String text) {
    return new IllegalArgumentException(
        "expected %s, found %s".formatted(known.collect(Collectors.joining(", ")), text));
  }

  private static int level(String text) {
    int level = text.matches("\\d{1,2}") ? Integer.parseInt(text) : 0;
    if (level < 1 || level > WriteOptions.MOST_LEVEL) {
      throw new IllegalArgumentException("expected levels from 1 to 22, found " + text);
    }
    return level;
  }

  private static int size(String text) {
    Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
    long bytes = -1;
    if (size.matches()) {
      int shift = size.group(2).isEmpty() ? 0 : size.group(2).equals("K") ? 10 : 20;
      bytes = Long.parseLong(size.group(1)) << shift;
    }
    if (bytes < LEAST_DICTIONARY_BYTES || bytes > MOST_DICTIONARY_BYTES) {
      throw new IllegalArgumentException("expected sizes from 256 to 16M, found " + text);
    }
    return (int) bytes;
  }

  private static String sizeText(int bytes) {
    return bytes % (1 << 20) == 0
        ? (bytes >> 20) + "M"
        : bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : Integer.toString(bytes);
  }
}
