package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.Stack;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.DiskUpdate;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.model.operation.output.OperationFacts;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code edit}: changes an archive, a manifest, or the marker of a host-only binary. */
final class EditCommand extends Command {
  static final String RENAME = "--rename";
  static final String RETARGET = "--retarget";
  static final String DELETE = "--delete";
  static final String ADD = "--add";
  static final String REPLACE = "--replace";
  static final String MERGE = "--merge";
  static final String SET = "--set";
  static final String SCHEME = "--scheme";
  static final String LEVEL = "--level";
  static final String UPDATE = "--update-from-disk";
  static final String KERNEL_NAME = "--kernel-name";
  static final String SEARCH_PATH = "--search-path";

  static final String FORCE_CONTENTS = "--force-contents";

  private static final String ADD_UNNAMED = "--add-unnamed";
  private static final String REMOVE_MISSING = "--remove-missing";
  private static final String CHECKSUMS = "--checksums";

  /** What was asked for, in the order in which it was, which picocli does not keep. */
  private final List<EditOption> asked = new ArrayList<>();

  EditCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " edit");
    spec.usageMessage()
        .description(
            "Changes an archive, a manifest, or the marker of a host-only binary. Changes are made",
            "in the given order; if one cannot be made, nothing is changed. The result is verified",
            "before it gets its final name. A change that verify would report as an error, such as",
            "code for another target or a row for a missing archive, is refused. Without -o, the",
            "file itself is changed, which needs --force. A change that has no effect is ignored.")
        .customSynopsis("kpack-workbench edit FILE CHANGE... (-o OUT | --force) [OPTIONS]")
        .footer(
            "  kpack-workbench edit rand.kpack --rename lib/librocrand.so.1=lib/librocrand.so.1.1 --force",
            "  kpack-workbench edit all.kpack --delete '-arch:gfx90a|gfx942' --set family=gfx9 -o two.kpack",
            "  kpack-workbench edit one.kpack --merge two.kpack --scheme zstd --level 19 -o both.kpack",
            "  kpack-workbench edit .kpack/rand_lib.kpm --update-from-disk --add-unnamed --force",
            "  kpack-workbench edit librocrand.so.1.1 --search-path ../.kpack/rand_@GFXARCH@.kpack --force",
            "",
            "FILTER is a filter as in list --filter. Its fields are name, arch, type, index and size",
            "for archives, and arch, file, size and kernels for manifests. If a filter matches",
            "nothing, nothing is written and the exit status is 1. It is also 1 if",
            "--update-from-disk leaves problems that it cannot fix, such as a missing archive.");
    spec.addPositional(file("The archive, manifest or host-only binary to change."));
    archives(spec);
    manifests(spec);
    spec.addOption(change(KERNEL_NAME, "NAME", "Host-only binary: its name in archives."))
        .addOption(
            change(
                SEARCH_PATH,
                "P",
                "Host-only binary: where a loader looks for archives, relative to the binary's folder.",
                "May contain @GFXARCH@. The given search paths replace all existing ones."))
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("OUT")
                .type(String.class)
                .description("The file to write. Default: FILE.")
                .build())
        .addOption(flag("--force", "Change FILE itself, or replace OUT."))
        .addOption(flag(FORCE_CONTENTS, "Accept changes that verify would report as errors."))
        .addOption(allowLarge())
        .addOption(flag("--dry-run", "Only show what would change."))
        .addOption(flag("--json", "Print one JSON document instead of text."));
  }

  private void archives(CommandSpec spec) {
    spec.addOption(
            change(
                RENAME,
                "OLD=NEW",
                "Archive: rename a binary or a key (name#index). Manifest: rename the file of a row."))
        .addOption(change(RETARGET, "FILTER=TARGET", "Move the matching rows to another target."))
        .addOption(change(DELETE, "FILTER", "Remove the rows that match."))
        .addOption(
            change(
                ADD,
                "FILE[=KEY]",
                "Archive: add a code object, under its own name or as KEY (name#index), for its own",
                "target or as KEY@TARGET. Manifest: add a row for an archive in the manifest's folder."))
        .addOption(change(REPLACE, "KEY@TARGET=FILE", "Archive: replace a code object."))
        .addOption(change(MERGE, "OTHER", "Archive: add all code objects of another archive."))
        .addOption(
            value(
                "--clash",
                "WHAT",
                String.class,
                "With --merge, what to do if both archives have a row: keep, replace or refuse (unless",
                "the bytes are the same). Default: refuse."))
        .addOption(
            change(
                SET,
                "NAME=VALUE",
                "Archive: group, family, or targets (with commas).",
                "Manifest: component, prefix (empty: none), or dialect",
                "(by-architecture or by-list)."))
        .addOption(
            change(
                SCHEME,
                "SCHEME",
                "Archive: zstd or none. Frames that already have this scheme are copied."))
        .addOption(change(LEVEL, "N", "Archive: compress everything again at level 1 to 22."));
  }

  private void manifests(CommandSpec spec) {
    spec.addOption(
            OptionSpec.builder(UPDATE)
                .type(boolean.class)
                .description("Manifest: update the rows from the archives in its folder.")
                .build())
        .addOption(
            flag(
                ADD_UNNAMED,
                "With --update-from-disk, also add rows for archives that no manifest names."))
        .addOption(
            flag(
                REMOVE_MISSING,
                "With --update-from-disk, also remove rows whose archive is missing."))
        .addOption(flag(CHECKSUMS, "With --update-from-disk, also write a SHA-256 to every row."));
  }

  private OptionSpec change(String name, String label, String... description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1")
        .description(description)
        .parameterConsumer(this::ask)
        .build();
  }

  private void ask(Stack<String> args, ArgSpec option, CommandSpec spec) {
    String name = ((OptionSpec) option).longestName();
    if (args.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing required parameter for option '%s'".formatted(name));
    }
    asked.add(new EditOption(name, args.pop()));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    Path file = file(parsed);
    String named = parsed.matchedOptionValue("--output", "");
    Path output = named.isEmpty() ? file : Path.of(named);
    boolean force = parsed.hasMatchedOption("--force");
    boolean dryRun = parsed.hasMatchedOption("--dry-run");
    List<EditOption> changes = changes(parsed);
    boolean inPlace = named.isEmpty() || isSame(file, output);
    boolean compare =
        !force && !dryRun && !inPlace && Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS);
    if (!force && !dryRun) {
      if (inPlace) {
        throw CliException.failed(
            file + ": --force changes the file itself, -o OUT writes to another one");
      }
      if (Files.exists(output, LinkOption.NOFOLLOW_LINKS) && !compare) {
        throw new FileAlreadyExistsException(output.toString());
      }
    }
    try (Editing editing = open(parsed, file, output)) {
      for (EditOption change : changes) {
        editing.change(change, console().progress());
      }
      if (compare) {
        refuseOther(editing, output);
      }
      boolean written = !dryRun && !compare && (!inPlace || editing.document().dirty());
      if (written) {
        Interruptible.run(
            progress -> {
              if (inPlace) {
                editing.save(progress);
              } else {
                editing.saveAs(output, force, progress);
              }
              return output;
            },
            console().progress());
      }
      return new EditOutput(editing, file, output, written, compare, dryRun, console())
          .print(parsed.hasMatchedOption("--json"));
    }
  }

  /** Makes what would be written once more, and refuses a file that is not the same. */
  private void refuseOther(Editing editing, Path output) throws IOException {
    Path again = ReplacingFile.workFile(output.toAbsolutePath());
    try {
      Interruptible.run(
          progress -> {
            editing.saveAs(again, false, progress);
            return again;
          },
          console().progress());
      if (Files.mismatch(again, output) >= 0) {
        throw new FileAlreadyExistsException(output.toString(), null, "with other content");
      }
    } finally {
      Files.deleteIfExists(again);
    }
  }

  private static boolean isSame(Path file, Path output) throws IOException {
    return !Files.isSymbolicLink(output)
        && Files.exists(output)
        && Files.exists(file)
        && Files.isSameFile(file, output);
  }

  /**
   * What was asked for, in its order; search paths are one change, a level follows its scheme, and
   * the disk is examined last.
   */
  private List<EditOption> changes(ParseResult parsed) {
    List<EditOption> changes = new ArrayList<>();
    boolean paths = false;
    for (EditOption each : asked) {
      if (!each.option().equals(LEVEL) && !(paths && each.option().equals(SEARCH_PATH))) {
        changes.add(each);
      }
      paths |= each.option().equals(SEARCH_PATH);
    }
    asked.stream().filter(each -> each.option().equals(LEVEL)).forEach(changes::add);
    if (parsed.hasMatchedOption(UPDATE)) {
      changes.add(new EditOption(UPDATE, ""));
    } else if (!options(parsed).isEmpty()) {
      throw usage(
          parsed,
          "%s, %s and %s need %s".formatted(ADD_UNNAMED, REMOVE_MISSING, CHECKSUMS, UPDATE));
    }
    if (changes.isEmpty()) {
      throw usage(parsed, "no change is given; give one, such as --rename OLD=NEW");
    }
    return changes;
  }

  private static Set<DiskUpdate.Option> options(ParseResult parsed) {
    Set<DiskUpdate.Option> options = EnumSet.noneOf(DiskUpdate.Option.class);
    if (parsed.hasMatchedOption(ADD_UNNAMED)) {
      options.add(DiskUpdate.Option.ADD_UNNAMED);
    }
    if (parsed.hasMatchedOption(REMOVE_MISSING)) {
      options.add(DiskUpdate.Option.REMOVE_MISSING);
    }
    if (parsed.hasMatchedOption(CHECKSUMS)) {
      options.add(DiskUpdate.Option.ADD_CHECKSUMS);
    }
    return options;
  }

  private static Clash clash(ParseResult parsed) {
    String text = parsed.matchedOptionValue("--clash", "refuse");
    return switch (text) {
      case "refuse" -> Clash.REFUSE;
      case "keep" -> Clash.KEEP;
      case "replace" -> Clash.REPLACE;
      default -> throw usage(parsed, "--clash: expected refuse, keep or replace, found " + text);
    };
  }

  private Editing open(ParseResult parsed, Path file, Path output)
      throws IOException, CliException {
    Format format;
    try (MappedFile mapped = MappedFile.open(file)) {
      format = StandardFormats.all().detect(mapped.view());
    }
    Editing.Contents contents =
        new Editing.Contents(output, parsed.hasMatchedOption(FORCE_CONTENTS));
    if (format == KpackFormat.FORMAT) {
      return new ArchiveEditing(file, clash(parsed), contents, allowsLarge(parsed));
    }
    if (format == KpmFormat.FORMAT) {
      return new ManifestEditing(file, options(parsed), contents);
    }
    if (format == ElfFormat.FORMAT) {
      List<String> searchPaths =
          asked.stream()
              .filter(each -> each.option().equals(SEARCH_PATH))
              .map(EditOption::value)
              .toList();
      return new MarkerEditing(file, searchPaths, contents);
    }
    throw CliException.failed(
        "%s: expected an archive, a manifest or a host-only binary, found: %s"
            .formatted(file, format.words()));
  }

  /**
   * Says what {@code edit} did, or would do.
   *
   * @param written whether anything was written
   * @param upToDate whether the output was there already, as it would be written
   * @param dryRun whether that was not wanted
   */
  record EditOutput(
      Editing editing,
      Path file,
      Path output,
      boolean written,
      boolean upToDate,
      boolean dryRun,
      Console console) {

    int print(boolean json) throws IOException {
      new ReportOutput(console, json).print(report());
      editing.notes().forEach(console::note);
      editing.findings().forEach(console::note);
      if (!json && dryRun) {
        console.note("Nothing was written (--dry-run).");
      } else if (!json && !written && !upToDate) {
        console.note("There was nothing to change, and nothing was written.");
      }
      return editing.findings().isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS;
    }

    private Report report() throws IOException {
      List<String> edits = editing.document().history().done().stream().map(Edit::words).toList();
      Facts facts =
          new Facts()
              .path("file", file)
              .path("output", output)
              .id("kind", DocumentKind.of(editing.document()))
              .flag("dryRun", dryRun)
              .flag("written", written);
      OperationFacts.upToDate(facts, upToDate)
          .size("size", written ? Files.size(output) : -1)
          .texts("edits", edits);
      String changes = edits.isEmpty() ? "no changes" : CountText.of(edits.size(), "change");
      Report report =
          new Report(facts)
              .line("%s: " + changes, "file")
              .lines("edits", "  - %s")
              .gap()
              .values("output", "size");
      editing.describe(report);
      facts.texts("notes", editing.notes()).texts("findings", editing.findings());
      return report.line("%s", "upToDate");
    }
  }

  /** The marker of a host-only binary that a command edits. */
  static final class MarkerEditing implements Editing {
    private final EditedMarker marker;
    private final List<String> searchPaths;
    private final Contents contents;

    /**
     * @param searchPaths all that were named; they replace those that are there
     * @param contents which names and paths are taken
     */
    MarkerEditing(Path file, List<String> searchPaths, Contents contents) throws IOException {
      this.contents = contents;
      this.marker = EditedMarker.open(file);
      this.searchPaths = List.copyOf(searchPaths);
    }

    @Override
    public EditedDocument<?> document() {
      return marker;
    }

    @Override
    public void change(EditOption asked, Progress progress) throws IOException, CliException {
      switch (asked.option()) {
        case EditCommand.KERNEL_NAME -> {
          if (!asked.value().equals(marker.content().kernelName())) {
            contents.apply(marker, new MarkerEdit.SetKernelName(asked.value()));
          }
        }
        case EditCommand.SEARCH_PATH -> {
          if (!searchPaths.equals(marker.content().searchPaths())) {
            contents.apply(marker, new MarkerEdit.SetSearchPaths(searchPaths));
          }
        }
        default -> throw asked.notFor("a host-only binary");
      }
    }

    @Override
    public void save(Progress progress) throws IOException {
      marker.save(progress);
    }

    @Override
    public void saveAs(Path target, boolean replace, Progress progress) throws IOException {
      marker.saveAs(target, replace, progress);
    }

    @Override
    public void describe(Report report) throws IOException {
      MarkerFit fit = marker.fit();
      List<String> paths = marker.content().searchPaths();
      report
          .facts()
          .part(
              "marker",
              new Facts()
                  .text(Marker.KERNEL_NAME_KEY, marker.content().kernelName())
                  .texts(Marker.SEARCH_PATHS_KEY, paths))
          .part(
              "layout",
              new Facts()
                  .id("kind", fit.kind())
                  .number("size", fit.sizeBytes())
                  .number("room", fit.roomBytes())
                  .number("grown", fit.grownBytes()))
          .shown(fit.words());
      report.values("marker/kernel_name as kernel name");
      for (int i = 0; i < paths.size(); i++) {
        report.facts().aside("search path " + i, paths.get(i));
        report.values("search path " + i);
      }
      report.values("layout as marker");
    }

    @Override
    public void close() throws IOException {
      marker.close();
    }
  }
}
