package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.registration.CodeOwnership;

/** The table of diagnoses: what is said of each. Stateless. */
final class DiagnosisTexts {
  private static final String CONVERT_AGAIN = "Convert the binary again from its original.";
  private static final String SAME_BUILD =
      "Install binary and archives from the same build, or pack the binary again.";
  private static final String INSTALL =
      "Install the device code for %s, or build it if there is none yet.";
  private static final String MEMORY = "It may be intact: check how much memory is free.";
  private static final String NEWER =
      "It may have been made for newer programs: install archives that match the loader.";

  private DiagnosisTexts() {}

  /** A sentence or two about a fault, and advice. */
  record Texts(String sentence, String advice) {}

  static Texts of(Diagnosis diagnosis) {
    return switch (diagnosis) {
      case Diagnosis.Disabled(var variable) ->
          new Texts(
              "%s is set, so the loader does not look for code.".formatted(variable),
              "Unset it, or set it to 0.");
      case Diagnosis.ForcedArchitecture(var variable, var architecture) ->
          new Texts(
              "%s selects %s, and no archive that can be opened lists it."
                  .formatted(variable, architecture),
              "Unset it. Loaders that were shipped in 2026 ignore it.");
      case Diagnosis.ReplacedPaths(var variable, var archives) ->
          new Texts(
              "%s replaces the binary's own search paths, and leads to no archive: %s."
                  .formatted(variable, ListText.some(archives)),
              "Unset it, or name archives in it, not folders or patterns.");
      case Diagnosis.NotConverted it -> notConverted(it);
      case Diagnosis.HalfConverted(var wrapper, var why, _) ->
          new Texts(
              "The binary is half-converted: wrapper %d cannot be used. %s".formatted(wrapper, why),
              CONVERT_AGAIN);
      case Diagnosis.OthersKernels(var key, var archive, var ownership, _) ->
          new Texts(
              "%s in %s is %s. %s".formatted(key, archive, ownership.words(), ownership.evidence()),
              CodeOwnership.PACK_AGAIN
                  + " Tools that number each architecture separately store code this way.");
      case Diagnosis.RefusedCode(var code, var where, var refusal, _) ->
          new Texts(
              "%s in %s is %s. %s".formatted(code, where, Refusal.WORDS, refusal.why()),
              refusal.advice());
      case Diagnosis.WrapperUnusable(var wrapper, var error, var why, _) ->
          new Texts(
              "Wrapper %d cannot be used. %s".formatted(wrapper, why),
              isForeign(error)
                  ? "It may have been made for newer programs than this one."
                  : "Verify the binary, and install it again.");
      case Diagnosis.MarkerUnreadable(var why, _) ->
          new Texts(
              why == null
                  ? "The binary's marker cannot be used."
                  : "The binary's marker cannot be used: %s.".formatted(why),
              CONVERT_AGAIN);
      case Diagnosis.PackageMissing it -> packageMissing(it);
      case Diagnosis.HiddenFolderMissing(var folder) ->
          new Texts(
              "The hidden folder %s, where the archives should be, does not exist."
                  .formatted(folder),
              "Install or copy it as well: patterns such as * omit hidden folders.");
      case Diagnosis.ReplacedArchives(var variable, var device, var archives) ->
          new Texts(
              ("%s replaces the binary's own search paths, and its archives have no code of the"
                      + " binary for %s: %s.")
                  .formatted(variable, device, ListText.some(archives)),
              "Unset it, or name archives of the binary's own build in it.");
      case Diagnosis.ArchiveUnreachable(var archive, var why) ->
          new Texts(
              "Where an archive is expected, %s %s.".formatted(archive, why),
              why.contains(Step.DENIED)
                  ? "Check who owns the folders on the way to it, and who may use them."
                  : "Put the archive there, or correct the path to it.");
      case Diagnosis.PlaceholderTwice(var pattern, var archive, var wanted, _) ->
          new Texts(
              ("The archive %s exists, but in the search path %s loaders replace only the first"
                      + " %s, and look for %s.")
                  .formatted(archive, pattern, GpuTarget.PLACEHOLDER, wanted),
              "Change the binary's search path so that it has %s only once."
                  .formatted(GpuTarget.PLACEHOLDER));
      case Diagnosis.ManifestNamed(var manifest, var binary, var searchPaths, _) ->
          new Texts(
              "A search path of the binary leads to %s, a manifest, and loaders follow no manifest: they take it for an archive and pass it over."
                  .formatted(manifest),
              searchPaths.isEmpty()
                  ? "Put the archives there, and let the search path lead to them instead."
                  : "Let the search path lead to the archives instead: "
                      + ShellText.command(
                          "edit",
                          binary,
                          Stream.concat(
                              searchPaths.stream().flatMap(path -> option("--search-path", path)),
                              Stream.of("--force"))));
      case Diagnosis.ArchiveUnusable(var archive, var why, var advice, _) ->
          new Texts("No loader finds code in the archive %s: %s.".formatted(archive, why), advice);
      case Diagnosis.FormUnread(var archive, var why, _) ->
          new Texts(
              "No loader finds code in the archive %s: %s.".formatted(archive, why),
              KpackArchive.loadersAdvice(archive));
      case Diagnosis.ArchiveMissing(var device, var archives) ->
          new Texts(
              archives.isEmpty()
                  ? "No archive was found for %s.".formatted(device)
                  : "No archive was found for %s: none of %s exists."
                      .formatted(device, ListText.some(archives)),
              INSTALL.formatted(device));
      case Diagnosis.NotCompiled(var key, var device, var compiled) ->
          new Texts(
              "The code of %s was not compiled for %s, only for %s, as its rows for other targets state."
                  .formatted(key, OtherTargets.built(device, compiled), ListText.some(compiled)),
              "Build it for %s, too; no archive of this build can have it."
                      .formatted(OtherTargets.built(device, compiled))
                  + OtherTargets.gamble(device, compiled));
      case Diagnosis.DroppedByPrune(var device, var target, var file, _) ->
          new Texts(
              "Code for %s was dropped by prune, as a note in %s states.".formatted(target, file),
              "Install the files as they were before, or prune those and keep %s, too."
                  .formatted(device));
      case Diagnosis.ArchiveUnreadable it -> archiveUnreadable(it);
      case Diagnosis.ArchitectureMissing it -> architectureMissing(it);
      case Diagnosis.ArchitectureUnlisted it ->
          new Texts(
              "The archive %s has code of %s for %s, but its gfx_arches does not list that target, so no loader looks for it."
                  .formatted(it.archive(), it.name(), it.architecture()),
              Diagnosis.ArchitectureUnlisted.advice(it.archive(), it.targets()));
      case Diagnosis.GenericNotAsked(var archive, var listed, var device, _) ->
          new Texts(
              "The archive %s lists %s, whose code %s runs, but the runtime did not request that target."
                  .formatted(archive, listed, device),
              "Use a runtime that knows %s, or install code for %s itself."
                  .formatted(listed, device));
      case Diagnosis.FeatureSpelling(var archive, var listed, var wanted, _) ->
          new Texts(
              "The archive %s lists %s, but loaders look for the same target as %s."
                  .formatted(archive, listed, wanted),
              "Write the archive again with that spelling.");
      case Diagnosis.OtherFeatures it -> otherFeatures(it);
      case Diagnosis.ArchiveMisnamed(var archive, var wanted, _) ->
          new Texts(
              "The archive %s exists, but loaders look for it as %s.".formatted(archive, wanted),
              "Rename it.");
      case Diagnosis.ColonInName(var archive, _) ->
          new Texts(
              "No loader finds the archive %s: Windows allows no colon in names."
                  .formatted(archive),
              "Make the archives again under a search path without %s: one archive for all targets."
                  .formatted(GpuTarget.PLACEHOLDER));
      case Diagnosis.ArchiveRenamed(var archive, var wanted, _) ->
          new Texts(
              "The archive %s has the code, and loaders look for it as %s."
                  .formatted(archive, wanted),
              "Give the archive its name again: loaders look for it under that name.");
      case Diagnosis.NameMissing it ->
          new Texts(
              "The archives list %s, but have nothing under the name %s for any target: %s.%s"
                  .formatted(
                      it.architecture(),
                      it.name(),
                      ListText.some(it.archives()),
                      it.free()
                          ? " Their keys have no index: a library reads them itself, loaders do not."
                          : ""),
              it.isMisspelt()
                  ? "These archives have %s, and loaders look for %s#0 in exactly this spelling: rename the key, or pack the binary again."
                      .formatted(ListText.some(it.alike()), it.name())
                  : !it.alike().isEmpty()
                      ? "These archives have %s: if that is this binary, its marker's kernel_name does not match its archives; change one to match the other."
                          .formatted(ListText.some(it.alike()))
                      : it.free()
                          ? "Check whether the binary's search paths should lead to other archives."
                          : it.others().isEmpty()
                              ? "These archives have no code objects at all: pack the binary again."
                              : "These archives have %s. Install those that have this name, or pack the binary again."
                                  .formatted(few(it.others())));
      case Diagnosis.KeyMissing it ->
          new Texts(
              "The archive %s lists %s, but has no code object %s for it%s."
                  .formatted(
                      it.archive(),
                      it.architecture(),
                      it.key(),
                      it.targets().isEmpty()
                          ? ", nor for another target"
                          : ", only for " + ListText.some(it.targets())),
              !it.alike().isEmpty()
                  ? "It has %s; check how the library spells the key."
                      .formatted(ListText.some(it.alike()))
                  : it.targets().isEmpty()
                      ? "List the keys it has: "
                          + ShellText.command("list", it.archive(), Stream.of())
                      : "Install the archive for %s, or build its code if there is none yet."
                          .formatted(it.architecture()));
      case Diagnosis.KeyRenamed it ->
          new Texts(
              "The archive %s lists %s, but has no code object %s. It has \"%s\" instead, which is the path of no binary here."
                  .formatted(it.archive(), it.architecture(), it.key(), it.renamed()),
              "The key was renamed: name it \"%s\" again, or pack the binary again."
                  .formatted(it.name()));
      case Diagnosis.PlainKey(var key, var name, var archive, _) ->
          new Texts(
              "The archive %s has %s under its plain name; a loader looks for %s only, and never falls back."
                  .formatted(archive, name, key),
              key.endsWith("#0")
                  ? "Rename the key (%s), or pack the binary again."
                      .formatted(
                          ShellText.command(
                              "edit",
                              archive,
                              Stream.concat(
                                  option("--rename", name + "=" + key), Stream.of("--force"))))
                  : "Pack the binary again: a plain name means one code object, index 0.");
      case Diagnosis.TargetMissing it ->
          new Texts(
              "%s %s %s, but %s no code of %s for that target, only for %s.%s"
                  .formatted(
                      ListText.some(it.archives()),
                      lists(it.archives()),
                      it.architecture(),
                      has(it.archives()),
                      it.name(),
                      ListText.some(it.others()),
                      it.lost() ? " It was compiled for that target." : ""),
              it.lost()
                  ? SAME_BUILD
                  : ("Build it for %s, too, if it was never compiled for it; otherwise install binary"
                          + " and archives from the same build.")
                      .formatted(it.architecture()));
      case Diagnosis.FiledElsewhere(
              var key,
              var architecture,
              var archive,
              var filed,
              var stated,
              _) ->
          new Texts(
              "%s has the code of %s for %s under %s: %s."
                  .formatted(archive, key, architecture, filed, stated),
              Diagnosis.FiledElsewhere.ADVICE);
      case Diagnosis.IndexMissing it ->
          new Texts(
              "%s %s %s, but %s no code object %s%s.%s"
                  .formatted(
                      ListText.some(it.archives()),
                      lists(it.archives()),
                      it.architecture(),
                      has(it.archives()),
                      it.key(),
                      it.present().isEmpty()
                          ? ""
                          : "; of this binary there is " + ListText.some(it.present()),
                      it.lost() == null ? "" : " It was compiled for %s.".formatted(it.lost())),
              !it.misspelt().isEmpty()
                  ? "They have %s, and loaders look for %s in exactly this spelling: rename the key, or pack the binary again."
                      .formatted(ListText.some(it.misspelt()), it.key())
                  : it.lost() != null
                      ? SAME_BUILD
                      : "Either the translation unit was never compiled for the target, or binary and"
                          + " archives are from different builds: install both from the same build, or pack"
                          + " the binary again.");
      case Diagnosis.BaseMissing(var key, var architecture, var archive, var missing, _) ->
          new Texts(
              "%s lists %s, but has no code object %s, and other archives that could have it are missing: %s."
                  .formatted(archive, architecture, key, ListText.some(missing)),
              "Install the missing archives: an overlay archive has only some code objects, a"
                  + " base archive the others.");
      case Diagnosis.OverlayIncomplete it ->
          new Texts(
              ("%s lists %s, but has no code object %s for it. A tolerant loader finds it in %s for"
                      + " %s; a strict one, as shipped up to mid-2026, gives up at the first miss.")
                  .formatted(
                      it.overlay(),
                      it.architecture(),
                      it.key(),
                      it.found(),
                      it.foundArchitecture()),
              "Use a newer loader, or add the code object for %s to %s, too."
                  .formatted(it.architecture(), it.overlay()));
      case Diagnosis.CodeUnreadable it ->
          new Texts(
              "%s @ %s in %s %scannot be loaded: %s.%s"
                  .formatted(
                      it.key(),
                      it.architecture(),
                      it.archive(),
                      it.own() == null ? "exists but " : "",
                      it.why() == null ? "error " + it.error() : it.why(),
                      lost(it)),
              it.own() == null ? codeUnreadable(it.error(), it.why()) : it.own());
      case Diagnosis.Other(var error) ->
          new Texts("The loader returns error %s.".formatted(error), "Examine its last steps.");
    };
  }

  /** The consequence for loaders where code does not unpack, as a sentence. */
  private static String lost(Diagnosis.CodeUnreadable it) {
    if (it.error() != LoaderError.DECOMPRESSION_FAILED || it.why() == null) {
      return "";
    }
    return it.instead() == null
        ? " Loaders return error 6 for it, and %s gets nothing.".formatted(it.architecture())
        : " Loaders up to mid-2026 return error 6 for it; newer ones take the code for %s instead."
            .formatted(it.instead());
  }

  private static Texts notConverted(Diagnosis.NotConverted it) {
    String device = it.device();
    List<String> targets = it.targets();
    String inside =
        (it.half()
                ? "The binary is half-converted: a wrapper still has its device code inside, so"
                    + " archives are not looked for, and its bundle has %s."
                : "The binary was not converted: its device code is still inside, so archives are"
                    + " not looked for, and the wrapper's bundle has %s.")
            .formatted(
                targets.isEmpty()
                    ? "no device code"
                    : "none for %s, only for %s"
                        .formatted(OtherTargets.built(device, targets), ListText.some(targets)));
    if (it.beside() != null) {
      return new Texts(
          "%s The archive %s has its code for %s, but a fat binary leads to no archive."
              .formatted(inside, it.beside(), device),
          Diagnosis.NotConverted.OTHER_BUILD);
    }
    return new Texts(
        inside,
        it.half()
            ? CONVERT_AGAIN
            : OtherTargets.isFor(device, targets)
                ? "Give the device's full target, as rocminfo prints it; if that is %s, build the binary for it."
                    .formatted(device)
                : "Build it for %s, too: it was not compiled for that GPU, and packing adds no code."
                        .formatted(OtherTargets.built(device, targets))
                    + OtherTargets.gamble(device, targets));
  }

  private static Texts packageMissing(Diagnosis.PackageMissing it) {
    DeviceOffer offer = it.offer();
    String owner = offer.ownerWords();
    Optional<String> serving = offer.serving(GpuTarget.lenient(it.device()));
    if (serving.isEmpty()) {
      List<String> known = List.copyOf(offer.requirements().keySet());
      String only = known.isEmpty() ? "" : ", only for " + ListText.some(known);
      return offer.search().isEmpty()
          ? new Texts(
              "%s has no package with device code for %s%s.".formatted(owner, it.device(), only),
              "Use a build of %s for it.".formatted(offer.owner().name()))
          : new Texts(
              "No package with device code of %s for %s is known%s."
                  .formatted(owner, it.device(), only),
              "See which there are: %s. If none is for that GPU, use a build of %s for it."
                  .formatted(offer.search(), offer.owner().name()));
    }
    String target = serving.get();
    String command = offer.command(List.of(target));
    return offer.installed().contains(target)
        ? new Texts(
            "The device code of %s for %s is installed, but its archive is missing."
                .formatted(owner, target),
            "Install it again: " + offer.again(command))
        : new Texts(
            "The device code of %s for %s is not installed%s."
                .formatted(
                    owner,
                    target,
                    offer.installed().isEmpty()
                        ? ""
                        : ", only that for " + ListText.some(List.copyOf(offer.installed()))),
            "Install it: " + command);
  }

  private static Texts archiveUnreadable(Diagnosis.ArchiveUnreadable it) {
    LoaderError error = it.error();
    return new Texts(
        "The archive %s %s: %s."
            .formatted(
                it.archive(),
                error == LoaderError.FILE_NOT_FOUND
                    ? "cannot be opened"
                    : "exists but cannot be opened",
                it.why() == null ? "error " + error : it.why()),
        it.own() != null
            ? it.own()
            : switch (error) {
              case IO_ERROR -> "Check its permissions, and whether its disk can be read.";
              case FILE_NOT_FOUND -> "Find out what removes it while programs load.";
              case OUT_OF_MEMORY -> MEMORY;
              default -> isForeign(error) ? NEWER : LoaderLimits.INSTALL_AGAIN;
            });
  }

  private static Texts architectureMissing(Diagnosis.ArchitectureMissing it) {
    List<String> listed = it.architectures();
    return new Texts(
        "None of the archives that were found lists %s: %s%s."
            .formatted(
                it.device(),
                ListText.some(it.archives()),
                listed.isEmpty() && !it.known()
                    ? ""
                    : " %s %s"
                        .formatted(
                            lists(it.archives()),
                            listed.isEmpty() ? "no architecture" : ListText.some(listed))),
        INSTALL.formatted(it.device()) + OtherTargets.gamble(it.device(), listed));
  }

  private static Texts otherFeatures(Diagnosis.OtherFeatures it) {
    GpuTarget own = GpuTarget.lenient(it.device());
    return new Texts(
        "There is code for %s, but a loader does not use it for %s: a feature that is named must match."
            .formatted(ListText.some(it.architectures()), it.device()),
        it.device().indexOf(':') < 0
            ? "Use the device's full target, as rocminfo prints it, such as %s; if it has no features, install code for %s."
                .formatted(GpuTable.settings(own).getFirst(), it.device())
            : (it.architectures().stream().anyMatch(each -> OtherTargets.onlyXnack(own, each))
                    ? "Run the device with that setting of xnack (HSA_XNACK=0 or 1), or install code for %s."
                    : "Install code for %s.")
                .formatted(it.device()));
  }

  private static String codeUnreadable(LoaderError error, @Nullable String why) {
    return switch (error) {
      case IO_ERROR ->
          "Verify the archive, and install it again; if it is intact, check whether it changes"
              + " while it is read, and check its disk.";
      case OUT_OF_MEMORY ->
          why == null
              ? MEMORY
              : Loader.isNotHeld(why)
                  ? "It may be intact, and a loader may have enough memory for it: extract writes it to a file."
                  : "It may be intact. " + UnpackBudget.one().advice();
      default -> isForeign(error) ? NEWER : "Verify the archive, and install it again.";
    };
  }

  /** Names, the last of which tells only that there are more. */
  private static String few(List<String> names) {
    return names.size() <= Diagnosis.NameMissing.MOST_OTHERS
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, Diagnosis.NameMissing.MOST_OTHERS)) + " and more";
  }

  /** The verb for what some archives list. */
  private static String lists(List<String> archives) {
    return CountText.word(archives.size(), "lists", "list");
  }

  private static String has(List<String> archives) {
    return CountText.word(archives.size(), "has", "have");
  }

  /** An option with its value, which may begin like another option. */
  private static Stream<String> option(String name, String value) {
    return value.startsWith("-") ? Stream.of(name + "=" + value) : Stream.of(name, value);
  }

  /** Whether an error says that something is unknown rather than damaged. */
  private static boolean isForeign(LoaderError error) {
    return error == LoaderError.UNSUPPORTED_VERSION || error == LoaderError.NOT_IMPLEMENTED;
  }
}
