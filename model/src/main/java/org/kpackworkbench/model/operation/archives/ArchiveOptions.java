package org.kpackworkbench.model.operation.archives;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpack.WriteOptions.Tuning;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * How device code is put into archives, whatever it comes from.
 *
 * @param filter the targets to keep
 * @param scheme how it is stored
 * @param level zstd's level, 1 to 22
 * @param keys how binaries are called
 * @param threads number of threads, from 1; the output does not depend on it
 * @param refuseUnreferenced whether a file is refused that has a bundle no wrapper points to; such
 *     a bundle is left out otherwise, and reported
 * @param keepSignature whether a signed file is refused, whose signature is removed otherwise
 * @param large whether more may be unpacked than is plausible
 * @param limits what a compressed archive may have
 * @param grouping what {@code zstd-solid} compresses together
 * @param binaryIndex whether tables of contents say where each binary's rows are in them
 */
public record ArchiveOptions(
    TargetFilter filter,
    StorageScheme scheme,
    int level,
    KeyForm keys,
    int threads,
    boolean refuseUnreferenced,
    boolean keepSignature,
    boolean large,
    LoaderLimits limits,
    Grouping grouping,
    boolean binaryIndex) {

  /** All targets, zstd at level 3, indexed keys, as many threads as there are processors. */
  public static final ArchiveOptions DEFAULT =
      new ArchiveOptions(
          TargetFilter.ALL,
          WriteOptions.DEFAULT.scheme(),
          WriteOptions.DEFAULT.level(),
          KeyForm.INDEXED,
          WriteOptions.DEFAULT.threads(),
          false,
          false,
          false,
          WriteOptions.DEFAULT.limits(),
          Grouping.TARGET,
          false);

  /** Which targets are kept, where it is a matter of targets alone. */
  public static final Option<TargetFilter> KEEP_TARGETS =
      TargetFilter.option(
              "Keep only code for these GPUs, also under their generic target, and discard the rest:",
              "--target")
          .former("--keep-targets")
          .label("A,B")
          .title("Targets")
          .orElse(TargetFilter.ALL);

  /** Compression. */
  public static final Option<StorageScheme> COMPRESSION =
      Option.of(
              OptionKind.choice(
                  List.of(
                      choice(StorageScheme.ZSTD_PER_KERNEL, "zstd"),
                      choice(StorageScheme.NONE, "none"),
                      new Choice<>(StorageScheme.ZSTD_PER_KERNEL, "zstd-per-kernel", ""),
                      choice(StorageScheme.ZSTD_DICTIONARY, "zstd-dictionary"),
                      choice(StorageScheme.ZSTD_SOLID, "zstd-solid"))),
              "--compression")
          .former("--scheme")
          .label("SCHEME")
          .help(
              "zstd or none; or, experimental, for no loader reads them: zstd-dictionary or "
                  + "zstd-solid. Default: zstd.")
          .title("Compression")
          .orElse(StorageScheme.ZSTD_PER_KERNEL);

  /** zstd's level. */
  public static final Option<Integer> LEVEL =
      Option.of(OptionKind.number(1, 22), "--level", "--compression-level")
          .label("N")
          .help("The compression level of zstd, 1 to 22. Default: 3.")
          .title("Level", "1 fast – 22 small")
          .when(COMPRESSION, scheme -> scheme != StorageScheme.NONE)
          .orElse(WriteOptions.DEFAULT.level());

  /** The code objects that are compressed together. */
  public static final Option<Grouping> GROUP =
      Option.of(
              OptionKind.choice(
                  Arrays.stream(Grouping.values())
                      .map(each -> new Choice<>(each, each.text(), each.words()))
                      .toList()),
              "--group")
          .label("WHAT")
          .help(
              "With zstd-solid, the code objects that are compressed together: none, target, family,"
                  + " name (one unit for all targets) or all. Default: target.")
          .title("Together")
          .when(COMPRESSION, scheme -> scheme == StorageScheme.ZSTD_SOLID)
          .orElse(Grouping.TARGET);

  /** Whether tables of contents have an index. */
  public static final Option<Boolean> BINARY_INDEX =
      Option.flag(
              "--binary-index",
              "Let tables of contents say where each binary's rows are in them. This program then"
                  + " decodes no others to find one; loaders read the table as before.")
          .title("Index of binaries in tables of contents")
          .orElse(false);

  /** How binaries are called. */
  public static final Option<KeyForm> KEYS =
      Option.of(
              OptionKind.choice(
                  List.of(
                      new Choice<>(KeyForm.INDEXED, "indexed", "indexed, name#0"),
                      new Choice<>(KeyForm.PLAIN, "plain", "plain name for the first wrapper"))),
              "--keys")
          .label("FORM")
          .help("The keys of code objects: indexed (name#n, which loaders look up) or plain.")
          .title("Keys")
          .orElse(KeyForm.INDEXED);

  /** Whether a bundle that no wrapper points to is a refusal. */
  public static final Option<Boolean> REFUSE_UNREFERENCED =
      Option.flag(
              "--refuse-unreferenced",
              "Refuse a binary that has a bundle without a wrapper, instead of leaving the "
                  + "bundle out.")
          .title("Refuse a file that has bundles no wrapper points to")
          .orElse(false);

  /** Whether a signed file is a refusal. */
  public static final Option<Boolean> KEEP_SIGNATURE =
      Option.flag(
              "--keep-signature",
              "Refuse a signed Windows binary, instead of removing its signature.")
          .title("Refuse a signed file, whose signature would be removed")
          .orElse(false);

  private static Choice<StorageScheme> choice(StorageScheme scheme, String text) {
    return new Choice<>(scheme, text, scheme.title());
  }

  /**
   * Adds the options that say how archives are written.
   *
   * @param keep the option that names targets
   * @param jobs the option that says how many threads
   * @param of finds the options in a request
   */
  public static <R> Operation.Builder<R> describe(
      Operation.Builder<R> operation,
      Option<TargetFilter> keep,
      Option<Integer> jobs,
      Function<R, ArchiveOptions> of) {
    return operation
        .option(keep, of.andThen(ArchiveOptions::filter))
        .option(COMPRESSION, of.andThen(ArchiveOptions::scheme))
        .option(LEVEL, of.andThen(ArchiveOptions::level))
        .option(GROUP, of.andThen(ArchiveOptions::grouping))
        .option(BINARY_INDEX, of.andThen(ArchiveOptions::binaryIndex))
        .option(KEYS, of.andThen(ArchiveOptions::keys))
        .option(jobs, of.andThen(ArchiveOptions::threads))
        .option(REFUSE_UNREFERENCED, of.andThen(ArchiveOptions::refuseUnreferenced))
        .option(KEEP_SIGNATURE, of.andThen(ArchiveOptions::keepSignature))
        .option(CommonOptions.ALLOW_LARGE, of.andThen(ArchiveOptions::large));
  }

  /** Reads what {@link #describe} adds. */
  public static ArchiveOptions read(
      Arguments given, Option<TargetFilter> keep, Option<Integer> jobs) {
    return new ArchiveOptions(
        given.get(keep),
        given.get(COMPRESSION),
        given.get(LEVEL),
        given.get(KEYS),
        given.get(jobs),
        given.get(REFUSE_UNREFERENCED),
        given.get(KEEP_SIGNATURE),
        given.get(CommonOptions.ALLOW_LARGE),
        LoaderLimits.SHIPPING,
        given.get(GROUP),
        given.get(BINARY_INDEX));
  }

  public ArchiveOptions {
    // Checks the numbers.
    writing(scheme, level, threads, false, limits, grouping, binaryIndex);
  }

  /** Returns a warning that archives of a scheme are of no use to programs. */
  public static OperationNote experimental(StorageScheme scheme, Path file) {
    return OperationNote.warning(
        "experimental-scheme",
        file,
        "archives are written in the scheme %s: no loader in the field reads it"
            .formatted(scheme.words()),
        "Use %s zstd for archives that programs load from.".formatted(COMPRESSION));
  }

  /**
   * Warns of code that no loader will find, or no older one.
   *
   * @param input what is read
   * @param binaries the binaries whose code goes into archives
   * @param labels the targets that one archive of all code lists; without labels each target of the
   *     code is listed
   */
  public void warnOfLoaders(
      Path input,
      Map<Path, ScannedBinary> binaries,
      Collection<String> labels,
      List<OperationNote> findings) {
    if (scheme.isExperimental()) {
      findings.add(experimental(scheme, input));
    }
    if (keys != KeyForm.PLAIN) {
      findings.addAll(OlderLoaders.in(binaries, labels));
    } else {
      findings.add(
          OperationNote.warning(
              "plain-keys",
              input,
              "code objects are filed under plain names, and loaders look up names with an index,"
                  + " such as name#0: no loader finds them",
              "Use indexed keys (%s indexed).".formatted(KEYS)));
    }
  }

  /**
   * Returns these options with another value of one that {@link #describe} adds.
   *
   * @param option for targets and threads always {@link #KEEP_TARGETS} and {@link
   *     CommonOptions#JOBS}
   * @throws IllegalArgumentException if it is another option, or takes no such value
   */
  public <T> ArchiveOptions with(Option<T> option, T value) {
    Arguments given =
        new Arguments()
            .with(KEEP_TARGETS, filter)
            .with(COMPRESSION, scheme)
            .with(LEVEL, level)
            .with(GROUP, grouping)
            .with(BINARY_INDEX, binaryIndex)
            .with(KEYS, keys)
            .with(CommonOptions.JOBS, threads)
            .with(REFUSE_UNREFERENCED, refuseUnreferenced)
            .with(KEEP_SIGNATURE, keepSignature)
            .with(CommonOptions.ALLOW_LARGE, large);
    if (!given.has(option)) {
      throw new IllegalArgumentException(option + " does not say how archives are written");
    }
    return read(given.with(option, value), KEEP_TARGETS, CommonOptions.JOBS).withLimits(limits);
  }

  /** Returns these options with other limits. */
  public ArchiveOptions withLimits(LoaderLimits other) {
    return new ArchiveOptions(
        filter,
        scheme,
        level,
        keys,
        threads,
        refuseUnreferenced,
        keepSignature,
        large,
        other,
        grouping,
        binaryIndex);
  }

  /** For an archive's writer. */
  public WriteOptions writing(boolean replace) {
    return writing(scheme, level, threads, replace, limits, grouping, binaryIndex);
  }

  private static WriteOptions writing(
      StorageScheme scheme,
      int level,
      int threads,
      boolean replace,
      LoaderLimits limits,
      Grouping grouping,
      boolean binaryIndex) {
    return new WriteOptions(
        scheme,
        level,
        threads,
        replace,
        limits,
        Tuning.DEFAULT.withGrouping(grouping).withBinaryIndex(binaryIndex));
  }

  /** How a binary's code objects are called in an archive. */
  public enum KeyForm {
    /** {@code name#n}, the key that current loaders look up. */
    INDEXED,
    /** {@code name} for the first wrapper; the others have no plain form. */
    PLAIN;

    /** The key of a wrapper. */
    public BinaryKey key(String kernelName, int wrapper) {
      // A plain name that itself looks indexed would be read as another wrapper's.
      boolean plain = this == PLAIN && wrapper == 0 && !BinaryKey.parse(kernelName).indexed();
      return new BinaryKey(kernelName, wrapper, !plain);
    }
  }
}
