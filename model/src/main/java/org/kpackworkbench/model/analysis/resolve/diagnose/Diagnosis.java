package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.registration.CodeOwnership;

/** Why a loader finds no code; what is said of it is in {@link DiagnosisTexts}. Immutable. */
public sealed interface Diagnosis {
  /** Returns the fault, in a sentence or two. */
  default String sentence() {
    return DiagnosisTexts.of(this).sentence();
  }

  /** Returns advice to solve the problem. */
  default String advice() {
    return DiagnosisTexts.of(this).advice();
  }

  /** Returns the place that the diagnosis refers to; null if it is not available. */
  default @Nullable Place place() {
    return null;
  }

  /** Returns the diagnosis for all wrappers of a binary that fare alike: without their indices. */
  default Diagnosis ofBinary() {
    return this instanceof NotCompiled(String key, String device, List<String> compiled)
        ? new NotCompiled(BinaryKey.parse(key).binary(), device, compiled)
        : this;
  }

  /** Returns the fault of the file at {@link #place}, as a predicate; empty if it has none. */
  default String fault() {
    return switch (this) {
      case FormUnread form -> FormUnread.FAULT;
      case ArchitectureUnlisted list -> ArchitectureUnlisted.FAULT;
      case FiledElsewhere elsewhere -> FiledElsewhere.FAULT;
      default -> "";
    };
  }

  /** A variable switches loading off. */
  record Disabled(String variable) implements Diagnosis {}

  /** A variable forces an architecture that no archive lists, in place of the device's own. */
  record ForcedArchitecture(String variable, String architecture) implements Diagnosis {}

  /** A variable replaces the binary's own search paths, and leads to no archive. */
  record ReplacedPaths(String variable, List<String> archives) implements Diagnosis {}

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
  }

  /** A wrapper was converted in part. */
  record HalfConverted(int wrapper, String why, @Nullable Place place) implements Diagnosis {}

  /** A loader finds code, and it is another wrapper's. */
  record OthersKernels(String key, String archive, CodeOwnership ownership, @Nullable Place place)
      implements Diagnosis {}

  /**
   * Code is found, and the runtime refuses it.
   *
   * @param code its name and target
   * @param where the archive, or the binary, that holds it
   */
  record RefusedCode(String code, String where, Refusal refusal, @Nullable Place place)
      implements Diagnosis {}

  /** A wrapper, or its bundle, cannot be read. */
  record WrapperUnusable(int wrapper, LoaderError error, String why, @Nullable Place place)
      implements Diagnosis {}

  /** The marker cannot be used. */
  record MarkerUnreadable(@Nullable String why, @Nullable Place place) implements Diagnosis {}

  /**
   * The package that the binary belongs to has its device code in other packages, and that for the
   * device is not installed, or not whole.
   *
   * @param offer how device code is installed
   */
  record PackageMissing(String device, DeviceOffer offer) implements Diagnosis {}

  /** A hidden folder, where the archives should be, is missing as a whole. */
  record HiddenFolderMissing(String folder) implements Diagnosis {}

  /**
   * A variable replaces the binary's own search paths, and what it leads to has no code.
   *
   * @param archives those that it leads to
   */
  record ReplacedArchives(String variable, String device, List<String> archives)
      implements Diagnosis {}

  /**
   * Something else is where an archive is looked for, or on the way to it.
   *
   * @param why what was found
   */
  record ArchiveUnreachable(String archive, String why) implements Diagnosis {}

  /** A search path has its placeholder twice, and the archive is where both would lead. */
  record PlaceholderTwice(String pattern, String archive, String wanted, Place place)
      implements Diagnosis {}

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
  }

  /** An archive from which neither loaders nor this program take code. */
  record ArchiveUnusable(String archive, String why, String advice, @Nullable Place place)
      implements Diagnosis {}

  /**
   * An archive has the code in a form that loaders do not read, and this program does.
   *
   * @param why the form, as a clause
   */
  record FormUnread(String archive, String why, @Nullable Place place) implements Diagnosis {
    /** The archive's fault, as a predicate. */
    public static final String FAULT = "is in a form that no loader reads";
  }

  /** None of the archives that are looked for on a device is there. */
  record ArchiveMissing(String device, List<String> archives) implements Diagnosis {}

  /**
   * A wrapper's code was never compiled for a device, as rows for other targets state.
   *
   * @param compiled what it was compiled for
   */
  record NotCompiled(String key, String device, List<String> compiled) implements Diagnosis {}

  /**
   * Code was removed on purpose, and a note of that was kept.
   *
   * @param target what was removed, as the note has it
   * @param file the archive or manifest with the note
   */
  record DroppedByPrune(String device, String target, String file, @Nullable Place place)
      implements Diagnosis {}

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
      implements Diagnosis {}

  /**
   * None of the archives lists the device's architecture.
   *
   * @param architectures what they list; empty if that is nothing, or not known
   * @param known whether it is known what they list; a log may not contain it
   */
  record ArchitectureMissing(
      String device, List<String> archives, List<String> architectures, boolean known)
      implements Diagnosis {}

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

    /** Returns advice for an archive, with the list as it should be. */
    public static String advice(Object archive, Collection<String> targets) {
      return "Correct the list: "
          + ShellText.command(
              "edit",
              archive,
              Stream.of(
                  "--set",
                  targets.stream()
                      .filter(target -> !target.isEmpty())
                      .collect(Collectors.joining(",", "targets=", "")),
                  "--force"));
    }
  }

  /**
   * An archive lists a generic target that the device runs, but a loader was not requested to find
   * it.
   */
  record GenericNotAsked(String archive, String listed, String device, @Nullable Place place)
      implements Diagnosis {}

  /** An archive spells the architecture in a way that loaders do not look for. */
  record FeatureSpelling(String archive, String listed, String wanted, @Nullable Place place)
      implements Diagnosis {}

  /**
   * There is code for the device's processor, but for other settings of its features.
   *
   * @param architectures the targets that there is code for
   */
  record OtherFeatures(String device, List<String> architectures) implements Diagnosis {}

  /** Loaders look for an archive under another spelling. */
  record ArchiveMisnamed(String archive, String wanted, Place place) implements Diagnosis {}

  /** An archive has the name that is looked for, which its loaders' system does not allow. */
  record ColonInName(String archive, Place place) implements Diagnosis {}

  /** The archive that loaders look for has the name of another target. */
  record ArchiveRenamed(String archive, String wanted, Place place) implements Diagnosis {}

  /**
   * The archives list the architecture, and have nothing of this binary for any target.
   *
   * @param alike names in them that end alike
   * @param others other names in them, the first few, and one more if there are more
   * @param free whether none of their keys has an index: they are for one library's own use
   * @param certain whether its code can be in no archive that is missing
   */
  record NameMissing(
      String name,
      String architecture,
      List<String> archives,
      List<String> alike,
      List<String> others,
      boolean free,
      boolean certain)
      implements Diagnosis {
    static final int MOST_OTHERS = 3;

    /** Whether they have keys of the binary, in a spelling that loaders do not look up. */
    public boolean isMisspelt() {
      return alike.stream().anyMatch(key -> BinaryKey.isMisspelt(key, name));
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
      implements Diagnosis {}

  /**
   * Where the key should be, an archive has one that is the path of no file.
   *
   * @param renamed that key, without its index
   * @param offset where its row is in the archive
   * @param certain whether the wrapper's code was there, as far as other rows tell
   */
  record KeyRenamed(
      String name,
      String key,
      String architecture,
      String archive,
      String renamed,
      long offset,
      boolean certain,
      Place.CodeObject place)
      implements Diagnosis {}

  /** The archives have code of the binary under plain keys, which loaders never look up. */
  record PlainKey(String key, String name, String archive, @Nullable Place place)
      implements Diagnosis {}

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
      implements Diagnosis {}

  /**
   * The archive has the code, and files it under another target.
   *
   * @param filed the target that it is filed under
   * @param stated the target that it is for, in a clause
   */
  record FiledElsewhere(
      String key,
      String architecture,
      String archive,
      String filed,
      String stated,
      @Nullable Place place)
      implements Diagnosis {
    /** The archive's fault, as a predicate. */
    public static final String FAULT = "files code under targets that it is not for";

    /** Advice about an archive with such code. */
    public static final String ADVICE =
        "Loaders go by the target that code is filed under: pack the binary again.";
  }

  /**
   * The archives have code of the binary, but not for this wrapper.
   *
   * @param present the keys that they have for the architecture; empty if that is not known
   * @param misspelt keys that mean the wrapper, in a spelling that loaders do not look up
   * @param lost the target that the wrapper's code was compiled for and that the device runs, as
   *     other rows state; null if none is known
   */
  record IndexMissing(
      String key,
      String architecture,
      List<String> archives,
      List<String> present,
      List<String> misspelt,
      @Nullable String lost,
      @Nullable Place place)
      implements Diagnosis {
    /** Whether the code was there once, or still is under another key. */
    public boolean made() {
      return lost != null || !misspelt.isEmpty();
    }
  }

  /** An archive lacks the code, as an overlay may, and the base archive is not there. */
  record BaseMissing(
      String key, String architecture, String archive, List<String> missing, @Nullable Place place)
      implements Diagnosis {}

  /** Only a tolerant loader goes on from what lacks the code to what has it. */
  record OverlayIncomplete(
      String key,
      String overlay,
      String architecture,
      String found,
      String foundArchitecture,
      @Nullable Place place)
      implements Diagnosis {}

  /**
   * A code object cannot be read.
   *
   * @param own what to do about just that; null if it is what the error calls for
   * @param instead the target whose code tolerant loaders take instead; null if there is none
   */
  record CodeUnreadable(
      String key,
      String architecture,
      String archive,
      LoaderError error,
      @Nullable String why,
      @Nullable String own,
      @Nullable String instead,
      @Nullable Place place)
      implements Diagnosis {
    CodeUnreadable servedBy(String target) {
      return new CodeUnreadable(key, architecture, archive, error, why, own, target, place);
    }
  }

  /** Something else; the error says what is known. */
  record Other(LoaderError error) implements Diagnosis {}
}
