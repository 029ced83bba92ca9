package org.kpackworkbench.model.operation.edit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.Step;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.StandardInput;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;

/**
 * Changes of a file that is not open yet: what they are about is a question to it. Immutable.
 *
 * @param file the archive, manifest or host-only binary
 * @param changes the changes in the order in which they are made; search paths are next to each
 *     other, and a level or groups follow their scheme
 * @param clash how rows that are in both archives of a merge are handled
 * @param update whether a manifest's rows are updated from the disk, after all changes
 * @param updates how
 * @param output the file to write; empty for the file itself
 * @param force whether the file itself may be changed, or the output replaced
 * @param forceContents whether changes are accepted that verification calls errors
 * @param large whether more may be unpacked than is plausible
 * @param index whether an index is written beside the archive
 */
public record EditSettings(
    Path file,
    List<Step> changes,
    Clash clash,
    boolean update,
    Set<DiskUpdate.Option> updates,
    Optional<Path> output,
    boolean force,
    boolean forceContents,
    boolean large,
    boolean index) {
  /** Renames a binary, a key or the file of a row. */
  public static final String RENAME = "--rename";

  /** Moves rows to another target. */
  public static final String RETARGET = "--retarget";

  /** Removes rows. */
  public static final String DELETE = "--delete";

  /** Adds a code object or a row. */
  public static final String ADD = "--add";

  /** Replaces a code object. */
  public static final String REPLACE = "--replace";

  /** Adds all code objects of another archive. */
  public static final String MERGE = "--merge";

  /** Sets a field of the whole file. */
  public static final String SET = "--set";

  /** Sets how an archive is compressed. */
  public static final String SCHEME = "--compression";

  /** Sets what an archive compresses together. */
  public static final String TOGETHER = "--group";

  /** Sets how well an archive is compressed. */
  public static final String LEVEL = "--level";

  /** Updates a manifest from the disk. */
  public static final String UPDATE = "--update-from-disk";

  /** Sets the name of a binary in archives. */
  public static final String KERNEL_NAME = "--kernel-name";

  /** Sets where archives of a binary are. */
  public static final String SEARCH_PATH = "--search-path";

  /** Accepts what verification calls an error. */
  public static final String FORCE_CONTENTS = "--force-contents";

  private static final String EDITED = "The window edits the file in its views.";
  private static final String SAVED = "The window saves what was edited.";

  private static final Option<Path> FILE =
      Option.of(OptionKind.file())
          .positional()
          .label("FILE")
          .help("The archive, manifest or host-only binary to change.")
          .noField(EDITED)
          .required("Choose a file.");

  private static final List<Option<List<String>>> CHANGES =
      List.of(
          change(
              RENAME,
              "OLD=NEW",
              "Archive: rename a binary or a key (name#index). Manifest: rename the file of a row."),
          change(RETARGET, "FILTER=TARGET", "Move the matching rows to another target."),
          change(DELETE, "FILTER", "Remove the rows that match."),
          option(
                  ADD,
                  "FILE[=KEY]",
                  Shape.FILE,
                  List.of(),
                  "Archive: add a code object, under its own name or as KEY (name#index), for its "
                      + "own target or as KEY@TARGET. Manifest: add a row for an archive in the "
                      + "manifest's folder.")
              .standardInput(StandardInput.BEFORE_SIGN)
              .noField(EDITED)
              .orElse(List.of()),
          option(
                  REPLACE,
                  "KEY@TARGET=FILE",
                  Shape.TEXT,
                  List.of(),
                  "Archive: replace a code object.")
              .standardInput(StandardInput.BEHIND_SIGN)
              .noField(EDITED)
              .orElse(List.of()),
          change(
              MERGE,
              "OTHER",
              Shape.FILE,
              List.of(),
              "Archive: add all code objects of another archive."),
          change(
              SET,
              "NAME=VALUE",
              "Archive: group, family, targets (with commas), or binary-index (yes or no: whether the "
                  + "table says where each binary's rows are in it). Manifest: component, prefix "
                  + "(empty: none), or dialect (by-architecture or by-list)."),
          field(
                  SCHEME,
                  "SCHEME",
                  List.of("zstd", "none", "zstd-dictionary", "zstd-solid"),
                  "Archive: zstd or none; or, experimental, zstd-dictionary or zstd-solid. Frames that already have this scheme are copied.")
              .former("--scheme")
              .title("Compression")
              .orElse(List.of()),
          field(
                  TOGETHER,
                  "WHAT",
                  Arrays.stream(Grouping.values()).map(Grouping::text).toList(),
                  "Archive of scheme zstd-solid: compress together none, target, family, name (one"
                      + " unit for all targets) or all. Default: as it is.")
              .title("Together")
              .orElse(List.of()),
          field(LEVEL, "N", List.of(), "Archive: compress everything again at level 1 to 22.")
              .title("Level")
              .orElse(List.of()),
          field(KERNEL_NAME, "NAME", List.of(), "Host-only binary: its name in archives.")
              .title("Kernel name", "what the binary is called in archives")
              .orElse(List.of()),
          field(
                  SEARCH_PATH,
                  "P",
                  List.of(),
                  "Host-only binary: where a loader looks for archives, relative to the binary's "
                      + "folder. May contain @GFXARCH@. The given search paths replace all existing "
                      + "ones.")
              .title("Search paths", "in order, from the binary's folder; may contain @GFXARCH@")
              .orElse(List.of()));

  /** How rows that are in both archives of a merge are handled. */
  public static final Option<Clash> CLASH =
      Option.of(
              OptionKind.choice(
                  List.of(
                      choice(Clash.REFUSE, "Only rows that do not exist yet or are identical"),
                      choice(Clash.KEEP, "Keep existing rows"),
                      choice(Clash.REPLACE, "Take the rows of the other archive"))),
              "--clash")
          .label("WHAT")
          .help(
              "With --merge, what to do if both archives have a row: keep, replace or refuse "
                  + "(unless the bytes are the same). Default: refuse.")
          .title("Names that both archives have")
          .orElse(Clash.REFUSE);

  private static final Option<Boolean> UPDATE_FROM_DISK =
      Option.flag(UPDATE, "Manifest: update the rows from the archives in its folder.")
          .noField(EDITED)
          .orElse(false);

  private static final Option<Boolean> ADD_UNNAMED =
      Option.flag(
              "--add-unnamed",
              "With --update-from-disk, also add rows for archives that no manifest names.")
          .title("Add rows for archives that no manifest names")
          .orElse(false);

  private static final Option<Boolean> REMOVE_MISSING =
      Option.flag(
              "--remove-missing",
              "With --update-from-disk, also remove rows whose archive is missing.")
          .title("Remove rows whose archive is missing")
          .orElse(false);

  private static final Option<Boolean> CHECKSUMS =
      Option.flag("--checksums", "With --update-from-disk, also write a SHA-256 to every row.")
          .title("State a SHA-256 in every row")
          .orElse(false);

  private static final Option<Optional<Path>> OUTPUT =
      Option.of(OptionKind.newFile().optional(), "-o", "--output")
          .label("OUT")
          .help("The file to write. Default: FILE.")
          .noField(SAVED)
          .orElse(Optional.empty());

  private static final Option<Boolean> FORCE =
      Option.flag("--force", "Change FILE itself, or replace OUT.").noField(SAVED).orElse(false);

  private static final Option<Boolean> ACCEPT =
      Option.flag(FORCE_CONTENTS, "Accept changes that verify would report as errors.")
          .noField("The window shows the findings before it saves.")
          .orElse(false);

  private static final Option<Boolean> WRITE_INDEX =
      Option.flag(
              "--write-index",
              "Archive: after all changes, write an index beside it (OUT.idx), in which this program"
                  + " finds one code object without reading the table of contents. Programs that"
                  + " load code do not read it.")
          .noField("An index is for programs that start; the window reads the whole table.")
          .orElse(false);

  private static final Option<Boolean> DRY_RUN =
      Option.flag("--dry-run", "Only show what would change.")
          .noField("The window shows the changes before it saves.")
          .orElse(false);

  /** Description of the operation. */
  public static final Operation<EditSettings> OPERATION =
      Operation.<EditSettings>of("edit", "change an archive, manifest or marker")
          .description(
              """
              Changes an archive, a manifest, or the marker of a host-only binary. Changes are made
              in the given order; if one cannot be made, nothing is changed. The result is verified
              before it gets its final name. A change that verify would report as an error, such as
              code for another target or a row for a missing archive, is refused. Without -o, the
              file itself is changed, which needs --force. A change that has no effect is ignored.
              """)
          .synopsis(
              """
              FILE CHANGE... (-o OUT | --force) [OPTIONS]
              """)
          .examples(
              """
                kpack-workbench edit rand.kpack --rename lib/librocrand.so.1=lib/librocrand.so.1.1 --force
                kpack-workbench edit all.kpack --delete '-arch:gfx90a|gfx942' --set family=gfx9 -o two.kpack
                kpack-workbench edit one.kpack --merge two.kpack --compression zstd --level 19 -o both.kpack
                kpack-workbench edit .kpack/rand_lib.kpm --update-from-disk --add-unnamed --force
                kpack-workbench edit librocrand.so.1.1 --search-path ../.kpack/rand_@GFXARCH@.kpack --force

              FILTER is a filter as in list --filter. Its fields are name, arch, type, index and size
              for archives, and arch, file, size and kernels for manifests. If a filter matches
              nothing, nothing is written and the exit status is 1. It is also 1 if
              --update-from-disk leaves problems that it cannot fix, such as a missing archive.
              """)
          .option(FILE, EditSettings::file)
          .steps(CHANGES, EditSettings::changes)
          .option(CLASH, EditSettings::clash)
          .option(UPDATE_FROM_DISK, EditSettings::update)
          .option(ADD_UNNAMED, settings -> settings.has(DiskUpdate.Option.ADD_UNNAMED))
          .option(REMOVE_MISSING, settings -> settings.has(DiskUpdate.Option.REMOVE_MISSING))
          .option(CHECKSUMS, settings -> settings.has(DiskUpdate.Option.ADD_CHECKSUMS))
          .option(OUTPUT, EditSettings::output)
          .option(FORCE, EditSettings::force)
          .option(ACCEPT, EditSettings::forceContents)
          .option(CommonOptions.ALLOW_LARGE, EditSettings::large)
          .option(WRITE_INDEX, EditSettings::index)
          .option(DRY_RUN)
          .option(CommonOptions.JSON)
          .reads(EditSettings::read);

  public EditSettings {
    changes = List.copyOf(changes);
    updates = Set.copyOf(updates);
  }

  /**
   * The description of a change, such as {@link #KERNEL_NAME}.
   *
   * @throws java.util.NoSuchElementException if there is no change of that name
   */
  public static Option<List<String>> change(String name) {
    return CHANGES.stream().filter(each -> each.names().contains(name)).findFirst().orElseThrow();
  }

  /** The description of what an update from the disk also does. */
  public static Option<Boolean> of(DiskUpdate.Option option) {
    return switch (option) {
      case ADD_UNNAMED -> ADD_UNNAMED;
      case REMOVE_MISSING -> REMOVE_MISSING;
      case ADD_CHECKSUMS -> CHECKSUMS;
    };
  }

  /** Whether only that is shown which would change. */
  public static boolean isDryRun(Arguments given) {
    return given.get(DRY_RUN);
  }

  private boolean has(DiskUpdate.Option option) {
    return updates.contains(option);
  }

  private static Choice<Clash> choice(Clash clash, String title) {
    return new Choice<>(clash, clash.name().toLowerCase(Locale.ROOT), title);
  }

  private static Option<List<String>> change(String name, String label, String help) {
    return change(name, label, Shape.TEXT, List.of(), help);
  }

  private static Option<List<String>> change(
      String name, String label, Shape shape, List<String> words, String help) {
    return option(name, label, shape, words, help).noField(EDITED).orElse(List.of());
  }

  private static Option.Builder<List<String>> field(
      String name, String label, List<String> words, String help) {
    return option(name, label, Shape.TEXT, words, help);
  }

  private static Option.Builder<List<String>> option(
      String name, String label, Shape shape, List<String> words, String help) {
    return Option.of(
            OptionKind.of(shape, label, text -> text, text -> text)
                .completing(() -> words)
                .several(),
            name)
        .label(label)
        .help(help);
  }

  private static List<Step> inOrder(List<Step> asked) {
    List<Step> changes = new ArrayList<>();
    List<Step> paths = asked.stream().filter(step -> step.is(SEARCH_PATH)).toList();
    Predicate<Step> ofScheme = step -> step.is(LEVEL) || step.is(TOGETHER);
    for (Step step : asked) {
      if (step.is(SEARCH_PATH)) {
        if (!changes.containsAll(paths)) {
          changes.addAll(paths);
        }
      } else if (!ofScheme.test(step)) {
        changes.add(step);
      }
    }
    asked.stream().filter(ofScheme).forEach(changes::add);
    return changes;
  }

  private static EditSettings read(Arguments given) {
    boolean update = given.get(UPDATE_FROM_DISK);
    Set<DiskUpdate.Option> updates = EnumSet.noneOf(DiskUpdate.Option.class);
    if (given.get(ADD_UNNAMED)) {
      updates.add(DiskUpdate.Option.ADD_UNNAMED);
    }
    if (given.get(REMOVE_MISSING)) {
      updates.add(DiskUpdate.Option.REMOVE_MISSING);
    }
    if (given.get(CHECKSUMS)) {
      updates.add(DiskUpdate.Option.ADD_CHECKSUMS);
    }
    if (!update && !updates.isEmpty()) {
      throw new WrongOptionException(
          "%s, %s and %s need %s".formatted(ADD_UNNAMED, REMOVE_MISSING, CHECKSUMS, UPDATE));
    }
    List<Step> changes = inOrder(given.steps());
    if (changes.isEmpty() && !update && !given.get(WRITE_INDEX)) {
      throw new WrongOptionException("no change is given; give one, such as --rename OLD=NEW");
    }
    return new EditSettings(
        given.get(FILE),
        changes,
        given.get(CLASH),
        update,
        updates,
        given.get(OUTPUT).filter(path -> !path.toString().isEmpty()),
        given.get(FORCE),
        given.get(ACCEPT),
        given.get(CommonOptions.ALLOW_LARGE),
        given.get(WRITE_INDEX));
  }
}
