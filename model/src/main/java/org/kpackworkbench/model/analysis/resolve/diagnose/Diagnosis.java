package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.place.Place;
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

/** Why a loader finds no code, and how to fix it. Immutable. */
public sealed interface Diagnosis {
  /** Returns the fault, in a sentence or two. */
  String sentence();

  /** Returns advice to solve the problem. */
  String advice();

  /** Returns the place that the diagnosis refers to; null if it is not available. */
  default @Nullable Place place() {
    return null;
  }

  /** Returns the fault of the file at {@link #place}, as a predicate; empty if it has none. */
  default String fault() {
    return "";
  }

  /** An option with its value, which may begin like another option. */
  private static Stream<String> option(String name, String value) {
    return value.startsWith("-") ? Stream.of(name + "=" + value) : Stream.of(name, value);
  }

  /** The target to build for: with the device's features only where other settings were built. */
  private static String built(String device, List<String> targets) {
    GpuTarget own = GpuTarget.lenient(device);
    return targets.stream()
            .anyMatch(one -> GpuTarget.lenient(one).processor().equals(own.processor()))
        ? device
        : own.processor();
  }

  /**
   * Returns a warning about {@code HSA_OVERRIDE_GFX_VERSION}: the runtime then takes every GPU for
   * the one of that version and loads its code. Only where both processors share a generic target,
   * so that they have most instructions in common.
   *
   * @param targets what there is code for
   * @return a sentence that follows another one; empty if no code is that near
   */
  private static String gamble(String device, List<String> targets) {
    GpuTarget own = GpuTarget.lenient(device);
    for (String written : targets) {
      GpuTarget target = GpuTarget.lenient(written);
      String digits = target.processor().replaceFirst("^gfx", "");
      if (!target.processor().equals(own.processor())
          && own.features().containsAll(target.features())
          && GpuTable.runnable(own).stream()
              .anyMatch(
                  generic -> GpuTable.runners(generic.processor()).contains(target.processor()))) {
        int minor = digits.length() - 2;
        return " An unsupported workaround: HSA_OVERRIDE_GFX_VERSION=%s.%d.%d lets the code for %s run on it, and nothing checks that results are right."
            .formatted(
                digits.substring(0, minor),
                Character.digit(digits.charAt(minor), 16),
                Character.digit(digits.charAt(minor + 1), 16),
                target);
      }
    }
    return "";
  }

  /** A variable switches loading off. */
  record Disabled(String variable) implements Diagnosis {
    @Override
    public String sentence() {
      return "%s is set, so the loader does not look for code.".formatted(variable);
    }

    @Override
    public String advice() {
      return "Unset it, or set it to 0.";
    }
  }

  /** A variable forces an architecture that no archive lists, in place of the device's own. */
  record ForcedArchitecture(String variable, String architecture) implements Diagnosis {
    @Override
    public String sentence() {
      return "%s selects %s, and no archive that can be opened lists it."
          .formatted(variable, architecture);
    }

    @Override
    public String advice() {
      return "Unset it. Loaders that were shipped in 2026 ignore it.";
    }
  }

  /** A variable replaces the binary's own search paths, and leads to no archive. */
  record ReplacedPaths(String variable, List<String> archives) implements Diagnosis {
    @Override
    public String sentence() {
      return "%s replaces the binary's own search paths, and leads to no archive: %s."
          .formatted(variable, ListText.some(archives));
    }

    @Override
    public String advice() {
      return "Unset it, or name archives in it, not folders or patterns.";
    }
  }

  /**
   * A wrapper's device code is still in the binary, and none of it is for the device.
   *
   * @param half whether other wrappers of the binary were converted
   * @param targets what its bundle has code for
   * @param beside an archive near it that has the wrapper's code for the device; null if none does
   */
  record NotConverted(String device, boolean half, List<String> targets, @Nullable String beside)
      implements Diagnosis {
    /** Advice where an archive has the code of a fat binary. */
    public static final String OTHER_BUILD =
        "The binary is from another build, or was put over the host-only one: install the host-only binary of the archive's build.";

    @Override
    public String sentence() {
      String inside = inside();
      return beside == null
          ? inside
          : "%s The archive %s has its code for %s, but a fat binary leads to no archive."
              .formatted(inside, beside, device);
    }

    private String inside() {
      return (half
              ? "The binary is half-converted: a wrapper still has its device code inside, so"
                  + " archives are not looked for, and its bundle has %s."
              : "The binary was not converted: its device code is still inside, so archives are not"
                  + " looked for, and the wrapper's bundle has %s.")
          .formatted(
              targets.isEmpty()
                  ? "no device code"
                  : "none for %s, only for %s"
                      .formatted(built(device, targets), ListText.some(targets)));
    }

    @Override
    public String advice() {
      String processor = GpuTarget.lenient(device).processor();
      if (beside != null) {
        return OTHER_BUILD;
      }
      return half
          ? "Convert the binary again from its original."
          : targets.stream().anyMatch(one -> GpuTarget.lenient(one).processor().equals(processor))
              ? "Give the device's full target, as rocminfo prints it; if that is %s, build the binary for it."
                  .formatted(device)
              : "Build it for %s, too: it was not compiled for that GPU, and packing adds no code."
                      .formatted(built(device, targets))
                  + gamble(device, targets);
    }
  }

  /** A wrapper was converted in part. */
  record HalfConverted(int wrapper, String why, @Nullable Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return "The binary is half-converted: wrapper %d cannot be used. %s".formatted(wrapper, why);
    }

    @Override
    public String advice() {
      return "Convert the binary again from its original.";
    }
  }

  /** A loader finds code, and it is another wrapper's. */
  record OthersKernels(String key, String archive, CodeOwnership ownership, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s in %s is %s. %s".formatted(key, archive, ownership.words(), ownership.evidence());
    }

    @Override
    public String advice() {
      return CodeOwnership.PACK_AGAIN
          + " Tools that number each architecture separately store code this way.";
    }
  }

  /**
   * Code is found, and the runtime refuses it.
   *
   * @param code its name and target
   * @param where the archive, or the binary, that holds it
   */
  record RefusedCode(String code, String where, Refusal refusal, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s in %s is %s. %s".formatted(code, where, Refusal.WORDS, refusal.why());
    }

    @Override
    public String advice() {
      return refusal.advice();
    }
  }

  /** A wrapper, or its bundle, cannot be read. */
  record WrapperUnusable(int wrapper, LoaderError error, String why, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "Wrapper %d cannot be used. %s".formatted(wrapper, why);
    }

    @Override
    public String advice() {
      return isForeign(error)
          ? "It may have been made for newer programs than this one."
          : "Verify the binary, and install it again.";
    }
  }

  /** The marker cannot be used. */
  record MarkerUnreadable(@Nullable String why, @Nullable Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return why == null
          ? "The binary's marker cannot be used."
          : "The binary's marker cannot be used: %s.".formatted(why);
    }

    @Override
    public String advice() {
      return "Convert the binary again from its original.";
    }
  }

  /**
   * The package that the binary belongs to has its device code in other packages, and that for the
   * device is not installed, or not whole.
   *
   * @param offer how device code is installed
   */
  record PackageMissing(String device, DeviceOffer offer) implements Diagnosis {
    @Override
    public String sentence() {
      Optional<String> target = offer.serving(GpuTarget.lenient(device));
      if (target.isEmpty()) {
        return "%s has no package with device code for %s, only for %s."
            .formatted(
                offer.ownerWords(),
                device,
                ListText.some(List.copyOf(offer.requirements().keySet())));
      }
      if (offer.installed().contains(target.get())) {
        return "The device code of %s for %s is installed, but its archive is missing."
            .formatted(offer.ownerWords(), target.get());
      }
      return "The device code of %s for %s is not installed%s."
          .formatted(
              offer.ownerWords(),
              target.get(),
              offer.installed().isEmpty()
                  ? ""
                  : ", only that for " + ListText.some(List.copyOf(offer.installed())));
    }

    @Override
    public String advice() {
      Optional<String> target = offer.serving(GpuTarget.lenient(device));
      if (target.isEmpty()) {
        return "Use a build of %s for it.".formatted(offer.owner().name());
      }
      String command = offer.command(List.of(target.get()));
      return offer.installed().contains(target.get())
          ? "Install it again: " + offer.again(command)
          : "Install it: " + command;
    }
  }

  /** A hidden folder, where the archives should be, is missing as a whole. */
  record HiddenFolderMissing(String folder) implements Diagnosis {
    @Override
    public String sentence() {
      return "The hidden folder %s, where the archives should be, does not exist."
          .formatted(folder);
    }

    @Override
    public String advice() {
      return "Install or copy it as well: patterns such as * omit hidden folders.";
    }
  }

  /**
   * A variable replaces the binary's own search paths, and what it leads to has no code.
   *
   * @param archives those that it leads to
   */
  record ReplacedArchives(String variable, String device, List<String> archives)
      implements Diagnosis {
    @Override
    public String sentence() {
      return ("%s replaces the binary's own search paths, and its archives have no code of the"
              + " binary for %s: %s.")
          .formatted(variable, device, ListText.some(archives));
    }

    @Override
    public String advice() {
      return "Unset it, or name archives of the binary's own build in it.";
    }
  }

  /**
   * Something else is where an archive is looked for, or on the way to it.
   *
   * @param why what was found
   */
  record ArchiveUnreachable(String archive, String why) implements Diagnosis {
    @Override
    public String sentence() {
      return "Where an archive is expected, %s %s.".formatted(archive, why);
    }

    @Override
    public String advice() {
      return why.contains(Step.DENIED)
          ? "Check who owns the folders on the way to it, and who may use them."
          : "Put the archive there, or correct the path to it.";
    }
  }

  /** A search path has its placeholder twice, and the archive is where both would lead. */
  record PlaceholderTwice(String pattern, String archive, String wanted, Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return ("The archive %s exists, but in the search path %s loaders replace only the first"
              + " %s, and look for %s.")
          .formatted(archive, pattern, GpuTarget.PLACEHOLDER, wanted);
    }

    @Override
    public String advice() {
      return "Change the binary's search path so that it has %s only once."
          .formatted(GpuTarget.PLACEHOLDER);
    }
  }

  /**
   * A search path leads to a manifest, which no loader follows.
   *
   * @param binary the binary
   * @param searchPaths its search paths as they should be; empty if that is not known
   */
  record ManifestNamed(
      String manifest, String binary, List<String> searchPaths, @Nullable Place place)
      implements Diagnosis {
    /** Returns the diagnosis of files that can be read. */
    public static ManifestNamed of(
        String manifest, Path file, Path binary, List<String> searchPaths, @Nullable Place place) {
      return new ManifestNamed(
          manifest, binary.toString(), PathsOfManifest.of(file, searchPaths), place);
    }

    @Override
    public String sentence() {
      return "A search path of the binary leads to %s, a manifest, and loaders follow no manifest: they take it for an archive and pass it over."
          .formatted(manifest);
    }

    @Override
    public String advice() {
      return searchPaths.isEmpty()
          ? "Put the archives there, and let the search path lead to them instead."
          : "Let the search path lead to the archives instead: "
              + ShellText.command(
                  "edit",
                  binary,
                  Stream.concat(
                      searchPaths.stream().flatMap(path -> option("--search-path", path)),
                      Stream.of("--force")));
    }
  }

  /** An archive states a scheme that neither loaders nor this program know. */
  record SchemeUnknown(String archive, String why, @Nullable Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return "No loader finds code in the archive %s: %s.".formatted(archive, why);
    }

    @Override
    public String advice() {
      return "Nothing says how its code is stored: pack the binary again.";
    }
  }

  /**
   * An archive has the code in a form that loaders do not read, and this program does.
   *
   * @param why the form, as a clause
   */
  record FormUnread(String archive, String why, @Nullable Place place) implements Diagnosis {
    /** The archive's fault, as a predicate. */
    public static final String FAULT = "is in a form that no loader reads";

    @Override
    public String sentence() {
      return "No loader finds code in the archive %s: %s.".formatted(archive, why);
    }

    @Override
    public String advice() {
      return KpackArchive.loadersAdvice(archive);
    }

    @Override
    public String fault() {
      return FAULT;
    }
  }

  /** None of the archives that are looked for on a device is there. */
  record ArchiveMissing(String device, List<String> archives) implements Diagnosis {
    @Override
    public String sentence() {
      return archives.isEmpty()
          ? "No archive was found for %s.".formatted(device)
          : "No archive was found for %s: none of %s exists."
              .formatted(device, ListText.some(archives));
    }

    @Override
    public String advice() {
      return "Install the device code for %s, or build it if there is none yet.".formatted(device);
    }
  }

  /**
   * A wrapper's code was never compiled for a device, as rows for other targets state.
   *
   * @param compiled what it was compiled for
   */
  record NotCompiled(String key, String device, List<String> compiled) implements Diagnosis {
    @Override
    public String sentence() {
      return "The code of %s was not compiled for %s, only for %s, as its rows for other targets state."
          .formatted(key, built(device, compiled), ListText.some(compiled));
    }

    @Override
    public String advice() {
      return "Build it for %s, too; no archive of this build can have it."
              .formatted(built(device, compiled))
          + gamble(device, compiled);
    }
  }

  /**
   * Code was removed on purpose, and a note of that was kept.
   *
   * @param target what was removed, as the note has it
   * @param file the archive or manifest with the note
   */
  record DroppedByPrune(String device, String target, String file, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "Code for %s was dropped by prune, as a note in %s states.".formatted(target, file);
    }

    @Override
    public String advice() {
      return "Install the files as they were before, or prune those and keep %s, too."
          .formatted(device);
    }
  }

  /**
   * An archive cannot be opened.
   *
   * @param own what to do about just that; null if it is what the error calls for
   */
  record ArchiveUnreadable(
      String archive,
      LoaderError error,
      @Nullable String why,
      @Nullable String own,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s %s: %s."
          .formatted(
              archive,
              error == LoaderError.FILE_NOT_FOUND
                  ? "cannot be opened"
                  : "exists but cannot be opened",
              why == null ? "error " + error : why);
    }

    @Override
    public String advice() {
      if (own != null) {
        return own;
      }
      return switch (error) {
        case IO_ERROR -> "Check its permissions, and whether its disk can be read.";
        case FILE_NOT_FOUND -> "Find out what removes it while programs load.";
        case OUT_OF_MEMORY -> "It may be intact: check how much memory is free.";
        default ->
            isForeign(error)
                ? "It may have been made for newer programs: install archives that match the loader."
                : LoaderLimits.INSTALL_AGAIN;
      };
    }
  }

  /**
   * None of the archives lists the device's architecture.
   *
   * @param architectures what they list; empty if that is nothing, or not known
   * @param known whether it is known what they list; a log may not contain it
   */
  record ArchitectureMissing(
      String device, List<String> archives, List<String> architectures, boolean known)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "None of the archives that were found lists %s: %s%s."
          .formatted(device, ListText.some(archives), listed());
    }

    private String listed() {
      if (architectures.isEmpty() && !known) {
        return "";
      }
      return " %s %s"
          .formatted(
              CountText.word(archives.size(), "lists", "list"),
              architectures.isEmpty() ? "no architecture" : ListText.some(architectures));
    }

    @Override
    public String advice() {
      return "Install the device code for %s, or build it if there is none yet.".formatted(device)
          + gamble(device, architectures);
    }
  }

  /**
   * An archive has code under an architecture that its own list leaves out.
   *
   * @param targets the list as it should be
   */
  record ArchitectureUnlisted(
      String archive, String name, String architecture, List<String> targets, @Nullable Place place)
      implements Diagnosis {
    /** The archive's fault, as a predicate. */
    public static final String FAULT = "has code for targets that its gfx_arches does not list";

    @Override
    public String sentence() {
      return "The archive %s has code of %s for %s, but its gfx_arches does not list that target, so no loader looks for it."
          .formatted(archive, name, architecture);
    }

    @Override
    public String advice() {
      return advice(archive, targets);
    }

    /** Returns advice for an archive, with the list as it should be. */
    public static String advice(Object archive, Collection<String> targets) {
      return "Correct the list: "
          + ShellText.command(
              "edit",
              archive,
              Stream.of("--set", "targets=" + String.join(",", targets), "--force"));
    }

    @Override
    public String fault() {
      return FAULT;
    }
  }

  /**
   * An archive lists a generic target that the device runs, but a loader was not requested to find
   * it.
   */
  record GenericNotAsked(String archive, String listed, String device, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s lists %s, whose code %s runs, but the runtime did not request that target."
          .formatted(archive, listed, device);
    }

    @Override
    public String advice() {
      return "Use a runtime that knows %s, or install code for %s itself."
          .formatted(listed, device);
    }
  }

  /** An archive spells the architecture in a way that loaders do not look for. */
  record FeatureSpelling(String archive, String listed, String wanted, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s lists %s, but loaders look for the same target as %s."
          .formatted(archive, listed, wanted);
    }

    @Override
    public String advice() {
      return "Write the archive again with that spelling.";
    }
  }

  /**
   * There is code for the device's processor, but for other settings of its features.
   *
   * @param architectures the targets that there is code for
   */
  record OtherFeatures(String device, List<String> architectures) implements Diagnosis {
    @Override
    public String sentence() {
      return "There is code for %s, but a loader does not use it for %s: a feature that is named must match."
          .formatted(ListText.some(architectures), device);
    }

    @Override
    public String advice() {
      if (device.indexOf(':') < 0) {
        return "Use the device's full target, as rocminfo prints it, such as %s; if it has no features, install code for %s."
            .formatted(GpuTable.settings(GpuTarget.lenient(device)).getFirst(), device);
      }
      return architectures.stream().anyMatch(this::onlyXnack)
          ? "Run the device with that setting of xnack (HSA_XNACK=0 or 1), or install code for %s."
              .formatted(device)
          : "Install code for %s.".formatted(device);
    }

    /** Whether another setting of xnack makes a device take code. */
    private boolean onlyXnack(String architecture) {
      GpuTarget own = GpuTarget.lenient(device);
      List<GpuTarget.Feature> turned =
          own.features().stream()
              .map(
                  feature ->
                      feature.name().equals("xnack")
                          ? new GpuTarget.Feature(feature.name(), !feature.on())
                          : feature)
              .toList();
      GpuTarget other = new GpuTarget(own.processor(), turned);
      return !other.equals(own)
          && other.features().containsAll(GpuTarget.lenient(architecture).features());
    }
  }

  /** Loaders look for an archive under another spelling. */
  record ArchiveMisnamed(String archive, String wanted, Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s exists, but loaders look for it as %s.".formatted(archive, wanted);
    }

    @Override
    public String advice() {
      return "Rename it.";
    }
  }

  /** The archive that loaders look for has the name of another target. */
  record ArchiveRenamed(String archive, String wanted, Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s has the code, and loaders look for it as %s."
          .formatted(archive, wanted);
    }

    @Override
    public String advice() {
      return "Give the archive its name again: loaders look for it under that name.";
    }
  }

  /**
   * The archives list the architecture, and have nothing of this binary for any target.
   *
   * @param alike names in them that end alike
   * @param free whether none of their keys has an index: they are for one library's own use
   */
  record NameMissing(
      String name, String architecture, List<String> archives, List<String> alike, boolean free)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archives list %s, but have nothing under the name %s for any target: %s.%s"
          .formatted(
              architecture,
              name,
              ListText.some(archives),
              free
                  ? " Their keys have no index: a library reads them itself, loaders do not."
                  : "");
    }

    @Override
    public String advice() {
      if (!alike.isEmpty()) {
        return "They have %s: if that is this binary, its marker's kernel_name does not match its archives; change one to match the other."
            .formatted(ListText.some(alike));
      }
      return free
          ? "Check whether the binary's search paths should lead to other archives."
          : ("Either the binary was not compiled for %s, or the archives are from another build:"
                  + " then install binary and archives from the same build.")
              .formatted(architecture);
    }
  }

  /**
   * An archive does not have a key that its library looks up.
   *
   * @param targets the targets that it is filed under
   * @param alike other keys that end as it does
   */
  record KeyMissing(
      String key,
      String architecture,
      String archive,
      List<String> targets,
      List<String> alike,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s lists %s, but has no code object %s for it%s."
          .formatted(
              archive,
              architecture,
              key,
              targets.isEmpty()
                  ? ", nor for another target"
                  : ", only for " + ListText.some(targets));
    }

    @Override
    public String advice() {
      return !alike.isEmpty()
          ? "It has %s; check how the library spells the key.".formatted(ListText.some(alike))
          : targets.isEmpty()
              ? "List the keys it has: " + ShellText.command("list", archive, Stream.of())
              : "Install the archive for %s, or build its code if there is none yet."
                  .formatted(architecture);
    }
  }

  /** The archives have code of the binary under plain keys, which loaders never look up. */
  record PlainKey(String key, String name, String archive, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s has %s under its plain name; a loader looks for %s only, and never falls back."
          .formatted(archive, name, key);
    }

    @Override
    public String advice() {
      return key.endsWith("#0")
          ? "Rename the key (%s), or pack the binary again."
              .formatted(
                  ShellText.command(
                      "edit",
                      archive,
                      Stream.concat(option("--rename", name + "=" + key), Stream.of("--force"))))
          : "Pack the binary again: a plain name means one code object, index 0.";
    }
  }

  /**
   * The archives have code of the binary, but none for this architecture.
   *
   * @param others the targets that they have code of it for
   * @param lost whether the wrapper's code was compiled for the device, as other rows state
   */
  record TargetMissing(
      String name,
      String architecture,
      List<String> archives,
      List<String> others,
      boolean lost,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s %s %s, but %s no code of %s for that target, only for %s.%s"
          .formatted(
              ListText.some(archives),
              CountText.word(archives.size(), "lists", "list"),
              architecture,
              CountText.word(archives.size(), "has", "have"),
              name,
              ListText.some(others),
              lost ? " It was compiled for that target." : "");
    }

    @Override
    public String advice() {
      return lost
          ? "Install binary and archives from the same build, or pack the binary again."
          : ("Build it for %s, too, if it was never compiled for it; otherwise install binary"
                  + " and archives from the same build.")
              .formatted(architecture);
    }
  }

  /**
   * The archives have code of the binary, but not for this wrapper.
   *
   * @param present the keys that they have for the architecture; empty if that is not known
   * @param lost the target that the wrapper's code was compiled for and that the device runs, as
   *     other rows state; null if none is known
   */
  record IndexMissing(
      String key,
      String architecture,
      List<String> archives,
      List<String> present,
      @Nullable String lost,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s %s %s, but %s no code object %s%s.%s"
          .formatted(
              ListText.some(archives),
              CountText.word(archives.size(), "lists", "list"),
              architecture,
              CountText.word(archives.size(), "has", "have"),
              key,
              present.isEmpty() ? "" : "; of this binary there is " + ListText.some(present),
              lost == null ? "" : " It was compiled for %s.".formatted(lost));
    }

    @Override
    public String advice() {
      return lost != null
          ? "Install binary and archives from the same build, or pack the binary again."
          : "Either the translation unit was never compiled for the target, or binary and"
              + " archives are from different builds: install both from the same build, or pack"
              + " the binary again.";
    }
  }

  /** An archive lacks the code, as an overlay may, and the base archive is not there. */
  record BaseMissing(
      String key, String architecture, String archive, List<String> missing, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s lists %s, but has no code object %s, and other archives that could have it are missing: %s."
          .formatted(archive, architecture, key, ListText.some(missing));
    }

    @Override
    public String advice() {
      return "Install the missing archives: an overlay archive has only some code objects, a"
          + " base archive the others.";
    }
  }

  /** Only a tolerant loader goes on from what lacks the code to what has it. */
  record OverlayIncomplete(
      String key,
      String overlay,
      String architecture,
      String found,
      String foundArchitecture,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return ("%s lists %s, but has no code object %s for it. A tolerant loader finds it in %s for"
              + " %s; a strict one, as shipped up to mid-2026, gives up at the first miss.")
          .formatted(overlay, architecture, key, found, foundArchitecture);
    }

    @Override
    public String advice() {
      return "Use a newer loader, or add the code object for %s to %s, too."
          .formatted(architecture, overlay);
    }
  }

  /** A code object is there but cannot be unpacked. */
  record CodeUnreadable(
      String key,
      String architecture,
      String archive,
      LoaderError error,
      @Nullable String why,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      String lost =
          error == LoaderError.DECOMPRESSION_FAILED && why != null
              ? " Loaders return error 6 for it, and %s gets nothing.".formatted(architecture)
              : "";
      return "%s @ %s in %s exists but cannot be loaded: %s.%s"
          .formatted(key, architecture, archive, why == null ? "error " + error : why, lost);
    }

    @Override
    public String advice() {
      return switch (error) {
        case IO_ERROR ->
            "Verify the archive, and install it again; if it is intact, check whether it changes"
                + " while it is read, and check its disk.";
        case OUT_OF_MEMORY -> tooMuch(why);
        default ->
            isForeign(error)
                ? "It may have been made for newer programs: install archives that match the loader."
                : "Verify the archive, and install it again.";
      };
    }

    private static String tooMuch(@Nullable String why) {
      if (why == null) {
        return "It may be intact: check how much memory is free.";
      }
      return Loader.isNotHeld(why)
          ? "It may be intact, and a loader may have enough memory for it: extract writes it to a file."
          : "It may be intact. " + UnpackBudget.one().advice();
    }
  }

  /** Something else; the error says what is known. */
  record Other(LoaderError error) implements Diagnosis {
    @Override
    public String sentence() {
      return "The loader returns error %s.".formatted(error);
    }

    @Override
    public String advice() {
      return "Examine its last steps.";
    }
  }

  /** Whether an error says that something is unknown rather than damaged. */
  private static boolean isForeign(LoaderError error) {
    return error == LoaderError.UNSUPPORTED_VERSION || error == LoaderError.NOT_IMPLEMENTED;
  }
}
