package org.kpackworkbench.model.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;

/** Why a loader finds no code, and what would mend it. Immutable. */
public sealed interface Diagnosis {
  /** What is wrong, in a sentence or two. */
  String sentence();

  /** What to do about it. */
  String advice();

  /** What it speaks of; null where that is not at hand. */
  default @Nullable Place place() {
    return null;
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

  /** A variable forces an architecture that no archive has. */
  record ForcedArchitecture(String variable, String architecture) implements Diagnosis {
    @Override
    public String sentence() {
      return "%s asks for %s, and no archive has code for that.".formatted(variable, architecture);
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
          .formatted(variable, Words.some(archives));
    }

    @Override
    public String advice() {
      return "Unset it, or name archives in it, not folders or patterns.";
    }
  }

  /** The device code is still in the binary, and none of it is for the device. */
  record NotConverted(String device, List<String> targets) implements Diagnosis {
    @Override
    public String sentence() {
      return ("The binary was not converted: its device code is still inside, so archives are not"
              + " looked for, and it has none for %s, only for %s.")
          .formatted(device, Words.some(targets));
    }

    @Override
    public String advice() {
      return "Install the converted binary with the archives for %s, or build it for that target."
          .formatted(device);
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

  /** The bundle of a wrapper cannot be read. */
  record BundleUnreadable(int wrapper, String why, @Nullable Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return "Wrapper %d cannot be used. %s".formatted(wrapper, why);
    }

    @Override
    public String advice() {
      return "The binary is damaged; install it again.";
    }
  }

  /** The marker cannot be used. */
  record MarkerUnreadable(@Nullable String why, @Nullable Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return why == null
          ? "The binary's marker cannot be read."
          : "The binary's marker cannot be read: %s.".formatted(why);
    }

    @Override
    public String advice() {
      return "Convert the binary again from its original.";
    }
  }

  /** A hidden folder, where the archives should be, is missing as a whole. */
  record HiddenFolderMissing(String folder) implements Diagnosis {
    @Override
    public String sentence() {
      return "The hidden folder %s, where the archives should be, is not there.".formatted(folder);
    }

    @Override
    public String advice() {
      return "Install or copy it as well: patterns like * leave hidden folders out.";
    }
  }

  /** There is no archive for a device. */
  record ArchiveMissing(String device, List<String> archives) implements Diagnosis {
    @Override
    public String sentence() {
      return "There is no archive with code for %s: none of %s is there."
          .formatted(device, Words.some(archives));
    }

    @Override
    public String advice() {
      return "Install the device code for %s; the binary itself is complete.".formatted(device);
    }
  }

  /** An archive is there but cannot be opened. */
  record ArchiveUnreadable(
      String archive, LoaderError error, @Nullable String why, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s is there but cannot be opened: %s."
          .formatted(archive, why == null ? "error " + error : why);
    }

    @Override
    public String advice() {
      return error == LoaderError.IO_ERROR
          ? "Look who may read it, and whether its disk can be read."
          : "Verify it, and install it again.";
    }
  }

  /** None of the archives lists the device's architecture. */
  record ArchitectureMissing(String device, List<String> archives, List<String> architectures)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "None of the archives that were found has code for %s: %s list%s %s."
          .formatted(
              device,
              Words.some(archives),
              archives.size() == 1 ? "s" : "",
              architectures.isEmpty() ? "no architecture" : Words.some(architectures));
    }

    @Override
    public String advice() {
      return "Install or build the device code for %s; what there is does not run on it."
          .formatted(device);
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

  /** There is code for the device's processor, but for other settings of its features. */
  record OtherFeatures(String device, List<String> architectures) implements Diagnosis {
    @Override
    public String sentence() {
      return "There is code for %s, but it does not run on %s: a feature that is named must match."
          .formatted(Words.some(architectures), device);
    }

    @Override
    public String advice() {
      return device.indexOf(':') < 0
          ? "Ask for the device's whole target, as rocminfo prints it, such as %s; if it has no features, install code for %s."
              .formatted(architectures.getFirst(), device)
          : "Run the device with those features (HSA_XNACK=0 or 1), or install code for %s."
              .formatted(device);
    }
  }

  /** Loaders look for an archive under another spelling. */
  record ArchiveMisnamed(String archive, String wanted, Place place) implements Diagnosis {
    @Override
    public String sentence() {
      return "The archive %s is there, but loaders look for it as %s.".formatted(archive, wanted);
    }

    @Override
    public String advice() {
      return "Give it that name.";
    }
  }

  /** The archives have nothing of this binary. */
  record NameMissing(String name, String architecture, List<String> archives) implements Diagnosis {
    @Override
    public String sentence() {
      return "The archives list %s, but have nothing under the name %s: %s."
          .formatted(architecture, name, Words.some(archives));
    }

    @Override
    public String advice() {
      return "They belong to another build, or the marker's kernel_name was changed: install binary"
          + " and archives of one build.";
    }
  }

  /**
   * The archives have code of the binary, but not for this wrapper.
   *
   * @param present the keys that they have for the architecture; empty where that is not known
   * @param compiled what the wrapper's code was compiled for; empty where that is not known
   */
  record IndexMissing(
      String key,
      String architecture,
      List<String> archives,
      List<String> present,
      List<String> compiled,
      @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s list%s %s, but ha%s no code object %s%s.%s"
          .formatted(
              Words.some(archives),
              archives.size() == 1 ? "s" : "",
              architecture,
              archives.size() == 1 ? "s" : "ve",
              key,
              present.isEmpty() ? "" : "; of this binary there is " + Words.some(present),
              origin());
    }

    private String origin() {
      if (compiled.isEmpty()) {
        return "";
      }
      return compiled.contains(architecture)
          ? " It was compiled for that target, and got lost."
          : " It was compiled for %s only.".formatted(Words.some(compiled));
    }

    @Override
    public String advice() {
      if (!compiled.isEmpty()) {
        return compiled.contains(architecture)
            ? "Install binary and archives of one build, or pack the binary again."
            : "Build it for %s, too; no archive of this build can have it.".formatted(architecture);
      }
      return "Either the translation unit was never compiled for the target, or binary and archives"
          + " are of different builds: install both of one build, or pack the binary again.";
    }
  }

  /** An archive lacks the code, as an overlay may, and the base archive is not there. */
  record BaseMissing(
      String key, String architecture, String archive, List<String> missing, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return "%s lists %s, but has no code object %s, and what could have it is not there: %s."
          .formatted(archive, architecture, key, Words.some(missing));
    }

    @Override
    public String advice() {
      return "Install that archive: an overlay holds few code objects, and the base archive the"
          + " rest.";
    }
  }

  /** An overlay archive lacks the code; only a tolerant loader goes on to the base archive. */
  record OverlayIncomplete(String key, String overlay, String found, @Nullable Place place)
      implements Diagnosis {
    @Override
    public String sentence() {
      return ("The overlay archive %s has no code object %s. A tolerant loader finds it in %s; a"
              + " strict one, as shipped up to mid-2026, gives up at the overlay.")
          .formatted(overlay, key, found);
    }

    @Override
    public String advice() {
      return "Use a newer loader, or put the code object into the overlay, too.";
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
      return "%s @ %s in %s is there but cannot be loaded: %s."
          .formatted(key, architecture, archive, why == null ? "error " + error : why);
    }

    @Override
    public String advice() {
      return "The archive is damaged: verify it, and install it again.";
    }
  }

  /** Something else; the error says what is known. */
  record Other(LoaderError error) implements Diagnosis {
    @Override
    public String sentence() {
      return "The loader answers error %s.".formatted(error);
    }

    @Override
    public String advice() {
      return "Look at its last steps.";
    }
  }

  /** Lists in sentences. */
  final class Words {
    private static final int MOST = 6;

    private Words() {}

    static String some(List<String> texts) {
      return texts.size() <= MOST
          ? String.join(", ", texts)
          : String.join(", ", texts.subList(0, MOST))
              + " and %d more".formatted(texts.size() - MOST);
    }
  }
}
