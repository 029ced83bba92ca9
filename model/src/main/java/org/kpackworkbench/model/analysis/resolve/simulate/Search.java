package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Usable;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution.Answer;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution.Found;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.kpack.ArchiveSearch;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Goes through architectures and archives for one request. What a strict loader answers is found on
 * the way of a tolerant one: it is what the first candidate answers.
 */
final class Search extends ArchiveSearch<Usable> {
  private final @Nullable String plain;
  private final String key;
  private final boolean strictSteps;
  private final boolean loads;
  private final List<Step> steps;
  private @Nullable Answer tolerant;
  private @Nullable Answer strict;
  private @Nullable LoaderError lastMiss;
  private @Nullable ByteView bytes;
  private int available;

  /**
   * @param key the key, a {@link SystemText}
   * @param plain the key without its index, where readers take that, too; else null
   * @param strictSteps whether the steps are those of a strict loader
   * @param loads whether code objects are unpacked
   * @param steps gets the steps
   */
  Search(String key, @Nullable String plain, boolean strictSteps, boolean loads, List<Step> steps) {
    this.key = key;
    this.plain = plain;
    this.strictSteps = strictSteps;
    this.loads = loads;
    this.steps = steps;
  }

  Answer tolerant() {
    return tolerant == null ? failing() : tolerant;
  }

  Answer strict() {
    return strict == null ? failing() : strict;
  }

  private Answer failing() {
    return Answer.failing(lastMiss == null ? LoaderError.ARCHITECTURE_NOT_FOUND : lastMiss);
  }

  /** The bytes of what was found, where they were wanted. */
  @Nullable ByteView bytes() {
    return bytes;
  }

  void search(List<TextReduction> attempts, List<Usable> archives) {
    available = archives.size();
    if (!run(attempts, archives) && !decided()) {
      new Unreached(attempts, archives).say();
      steps.add(new Step.NothingMatched(lastMiss));
    }
  }

  @Override
  protected boolean lists(Usable archive, String architecture) {
    return archive.architectures().contains(architecture);
  }

  @Override
  protected void tried(TextReduction attempt, List<Usable> listing) {
    String architecture = SystemText.shown(attempt.architecture());
    say(new Step.ArchitectureTried(architecture, SystemText.shown(attempt.target())));
    if (listing.isEmpty()) {
      say(new Step.ArchitectureNotListed(architecture, available));
    }
  }

  /** Whether the steps have come to their end; what comes then is only for the other answer. */
  private boolean decided() {
    return (strictSteps ? strict : tolerant) != null;
  }

  private void say(Step step) {
    if (!decided()) {
      steps.add(step);
    }
  }

  @Override
  protected boolean ask(Usable archive, String architecture) {
    say(
        new Step.ArchitectureListed(
            archive.shown(), SystemText.shown(architecture), archive.place()));
    say(
        new Step.KeyLookedUp(
            archive.shown(), SystemText.shown(key), SystemText.shown(architecture)));
    LoaderArchive.Answer asked = archive.archive().ask(key, architecture, loads);
    if (asked.undefined()) {
      say(
          new Step.Noted(
              "%s: the loader's behaviour is undefined, because it uses a value that was never set; left out of comparisons."
                  .formatted(asked.why())));
      Answer answer = new Answer(asked.error(), null, true);
      tolerant = answer;
      strict = strict == null ? answer : strict;
      return true;
    }
    if (!asked.found()) {
      miss(archive, architecture, asked);
      return false;
    }
    take(archive, architecture, asked);
    return true;
  }

  private void take(Usable archive, String architecture, LoaderArchive.Answer asked) {
    BinaryKey parts = BinaryKey.parse(SystemText.shown(SystemText.untilNul(key)));
    Place.CodeObject place =
        new Place.CodeObject(
            archive.place(),
            parts.binary(),
            parts.index(),
            SystemText.shown(architecture),
            asked.stored(),
            archive.archive().zstd());
    Found found =
        new Found(
            archive.path(),
            SystemText.shown(key),
            SystemText.shown(architecture),
            asked.sizeBytes(),
            place);
    say(
        new Step.KernelFound(
            archive.shown(), found.key(), found.architecture(), asked.sizeBytes(), place));
    if (!decided()) {
      bytes = asked.bytes();
      if (bytes != null) {
        steps.add(new Step.Loaded(bytes.size()));
      }
    }
    Answer answer = new Answer(LoaderError.SUCCESS, found, false);
    tolerant = answer;
    strict = strict == null ? answer : strict;
  }

  private void miss(Usable archive, String architecture, LoaderArchive.Answer asked) {
    say(
        new Step.KernelMissed(
            archive.shown(),
            SystemText.shown(key),
            SystemText.shown(architecture),
            asked.error(),
            asked.why(),
            !strictSteps,
            archive.place()));
    if (!decided()) {
      String other = otherView(archive, SystemText.shown(architecture));
      if (other != null) {
        steps.add(new Step.Noted(other));
      }
    }
    lastMiss = asked.error();
    strict = strict == null ? Answer.failing(asked.error()) : strict;
  }

  /**
   * Returns a sentence about the data that a reader would see where a loader finds nothing; null if
   * there is none.
   */
  private @Nullable String otherView(Usable archive, String architecture) {
    KpackArchive reader = archive.reader();
    if (reader == null) {
      return null;
    }
    String shown = SystemText.shown(key);
    try {
      int row = reader.findText(shown, architecture).orElse(-1);
      if (row >= 0) {
        FormatException problem = reader.problem(row).orElse(null);
        return problem == null
            ? "A reader would see %d bytes under %s @ %s."
                .formatted(reader.originalSizeBytes(row), shown, architecture)
            : "A reader would see the row %s @ %s, too, and report: %s."
                .formatted(shown, architecture, problem.words());
      }
      String unindexed = plain == null ? null : SystemText.shown(plain);
      return unindexed != null && reader.findText(unindexed, architecture).isPresent()
          ? "A reader takes the plain key %s for #0; a loader looks for %s only and will not find it."
              .formatted(unindexed, shown)
          : null;
    } catch (FormatException changed) {
      return null;
    }
  }

  /** Reports what exists and was not requested. */
  private final class Unreached {
    private final Set<String> tried = new LinkedHashSet<>();
    private final List<Usable> archives;

    Unreached(List<TextReduction> attempts, List<Usable> archives) {
      attempts.forEach(attempt -> tried.add(attempt.architecture()));
      this.archives = archives;
    }

    void say() {
      for (Usable archive : archives) {
        archive.archive().architectures().forEach(name -> spelled(archive, name));
        unlisted(archive);
      }
    }

    private void spelled(Usable archive, String name) {
      if (tried.contains(name)) {
        return;
      }
      if (name.equals("amdgcnspirv")) {
        steps.add(
            new Step.Noted(
                "%s lists amdgcnspirv, which no runtime looks for in an archive."
                    .formatted(archive.shown())));
        return;
      }
      for (String one : tried) {
        if (GpuTarget.lenient(one).equals(GpuTarget.lenient(name))) {
          steps.add(
              new Step.Noted(
                  "%s lists %s, which means %s, but a loader compares targets as text."
                      .formatted(archive.shown(), SystemText.shown(name), SystemText.shown(one))));
          return;
        }
      }
    }

    private void unlisted(Usable archive) {
      KpackArchive reader = archive.reader();
      List<String> rows = new ArrayList<>();
      try {
        for (String one : tried) {
          boolean listed = archive.architectures().contains(one);
          if (reader != null
              && !listed
              && reader.findText(SystemText.shown(key), SystemText.shown(one)).isPresent()) {
            rows.add(SystemText.shown(one));
          }
        }
      } catch (FormatException changed) {
        return;
      }
      if (!rows.isEmpty()) {
        steps.add(
            new Step.Noted(
                "A reader would see %s @ %s in %s; its gfx_arches does not list that, so no loader looks there."
                    .formatted(SystemText.shown(key), String.join(", ", rows), archive.shown())));
      }
    }
  }
}
