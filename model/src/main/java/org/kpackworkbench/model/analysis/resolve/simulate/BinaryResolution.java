package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registration.CodeOwnership;

/**
 * Outcomes of all wrappers of a binary on some devices. Immutable.
 *
 * @param binary the binary
 * @param state what it has of device code
 * @param contradictions why it is in that state, in sentences, where that needs saying
 * @param marker its marker; null if it has none
 * @param devices the devices' targets
 * @param outcomes device by device, wrapper by wrapper
 * @param unloadable why no process loads the binary, in a sentence; null if nothing speaks against
 *     it
 */
public record BinaryResolution(
    Place binary,
    DeviceCode state,
    List<String> contradictions,
    @Nullable Marker marker,
    List<GpuTarget> devices,
    List<WrapperOutcome> outcomes,
    @Nullable String unloadable) {

  public BinaryResolution {
    contradictions = List.copyOf(contradictions);
    devices = List.copyOf(devices);
    outcomes = List.copyOf(outcomes);
  }

  /** A binary that processes load. */
  public BinaryResolution(
      Place binary,
      DeviceCode state,
      List<String> contradictions,
      @Nullable Marker marker,
      List<GpuTarget> devices,
      List<WrapperOutcome> outcomes) {
    this(binary, state, contradictions, marker, devices, outcomes, null);
  }

  /**
   * Whether processes load the binary, and every wrapper has code on every device that the runtime
   * loads, and none another wrapper's; true if there are no wrappers.
   */
  public boolean complete() {
    return outcomes.isEmpty()
        || (unloadable == null && outcomes.stream().allMatch(WrapperOutcome::right));
  }

  /** The archives that may not be read, each with why in a line: the answers are without them. */
  public SequencedSet<String> closed() {
    SequencedSet<String> closed = new LinkedHashSet<>();
    for (WrapperOutcome outcome : outcomes) {
      if (outcome.code() instanceof WrapperOutcome.InArchive asked) {
        for (Step step : asked.resolution().trace()) {
          if (step instanceof Step.ArchiveUnreadable archive && archive.denied()) {
            closed.add(archive.archive() + ": cannot be read: no permission");
          } else if (step instanceof Step.ArchiveMissing archive && archive.denied()) {
            closed.add("%s: %s".formatted(archive.archive(), archive.why()));
          }
        }
      }
    }
    return closed;
  }

  /** The size of all code that was found, in bytes; code that two devices get counts twice. */
  public long sizeBytes() {
    return outcomes.stream().mapToLong(WrapperOutcome::sizeBytes).sum();
  }

  /** Returns the wrappers' outcomes on one device. */
  public List<WrapperOutcome> on(GpuTarget device) {
    return outcomes.stream().filter(outcome -> outcome.device().equals(device)).toList();
  }

  /**
   * The outcome of a binary's wrapper on a device. Immutable.
   *
   * @param wrapper the wrapper; the archive where a library looks up a key of its own
   * @param number its number in the binary, from 0
   * @param device the device's target
   * @param code what it leads to
   * @param refusal why the runtime refuses the code that was found; null where it loads it, or
   *     where nothing is found
   * @param settings the outcomes on other settings that such a device can have
   */
  public record WrapperOutcome(
      Place wrapper,
      int number,
      GpuTarget device,
      Code code,
      @Nullable Refusal refusal,
      List<WrapperOutcome> settings) {
    public WrapperOutcome {
      settings = List.copyOf(settings);
    }

    /** An outcome on a device with one setting, of code that no runtime is known to refuse. */
    public WrapperOutcome(Place wrapper, int number, GpuTarget device, Code code) {
      this(wrapper, number, device, code, null, List.of());
    }

    /** Returns this outcome with outcomes on other settings. */
    WrapperOutcome beside(List<WrapperOutcome> others) {
      return new WrapperOutcome(wrapper, number, device, code, refusal, others);
    }

    /** Whether another one leads to code of the same target, or has the same error. */
    public boolean isLike(WrapperOutcome other) {
      return error() == other.error()
          && right() == other.right()
          && Objects.equals(architecture(), other.architecture());
    }

    /** The target that the code is filed under; null if there is none. */
    public @Nullable String architecture() {
      return switch (code) {
        case InArchive asked ->
            asked.resolution().found() == null ? null : asked.resolution().found().architecture();
        case InBundle inside -> inside.found() == null ? null : inside.found().target();
        case Unusable unusable -> null;
      };
    }

    /** Where the wrapper's code is, or why there is none. */
    public sealed interface Code {}

    /**
     * A loader was simulated.
     *
     * @param resolution its answer
     * @param sha256 of the code object, where it was loaded; else null
     * @param ownership whose kernels the code object has; unknown where there is none
     */
    public record InArchive(
        Resolution resolution, @Nullable Checksum sha256, CodeOwnership ownership) implements Code {

      /** Of whose kernels nothing is known. */
      public InArchive(Resolution resolution, @Nullable Checksum sha256) {
        this(resolution, sha256, new CodeOwnership.Unknown());
      }
    }

    /**
     * The binary still has its device code.
     *
     * @param found the code object; null if the bundle has none for the device
     * @param sizeBytes its size; 0 if there is none
     * @param targets the targets that the bundle has code for
     * @param asked the result of a planned loader before it used the binary as its last resort; its
     *     trace ends with {@link Step.EmbeddedFound}. Null if no loader is involved, as for every
     *     binary that is not converted
     * @param sha256 of the code object, where it was loaded; else null
     */
    public record InBundle(
        Place.@Nullable CodeObject found,
        long sizeBytes,
        List<GpuTarget> targets,
        @Nullable Resolution asked,
        @Nullable Checksum sha256)
        implements Code {

      /** Code, or none, of a binary that needs no loader. */
      public InBundle(Place.@Nullable CodeObject found, long sizeBytes, List<GpuTarget> targets) {
        this(found, sizeBytes, targets, null, null);
      }

      /** Returns the result with the checksum of the code that was loaded. */
      InBundle with(@Nullable Checksum loaded) {
        return new InBundle(found, sizeBytes, targets, asked, loaded);
      }

      /**
       * Returns a sentence where only a planned loader takes the code; null if any runtime does.
       */
      public @Nullable String difference() {
        return asked == null || found == null
            ? null
            : "A planned loader falls back to the binary's own code for %s; a tolerant one %s."
                .formatted(found.target(), Resolution.words(asked.otherAnswer()));
      }
    }

    /**
     * A wrapper that cannot be used at all: neither marker nor bundle is where it points, or its
     * magic is none.
     *
     * @param error what a runtime makes of that
     * @param why a sentence
     */
    public record Unusable(LoaderError error, String why) implements Code {}

    /** Whether there is code. */
    public boolean found() {
      return error() == LoaderError.SUCCESS;
    }

    /** Whether there is code that was unpacked, and not only looked up in a table. */
    public boolean unpacked() {
      return switch (code) {
        case InArchive asked -> asked.sha256() != null;
        case InBundle inside -> inside.sha256() != null;
        case Unusable unusable -> false;
      };
    }

    /** The code object in an archive that was unpacked; null if there is none. */
    public Place.@Nullable CodeObject unpackedPlace() {
      Resolution.Found found = code instanceof InArchive asked ? asked.resolution().found() : null;
      return found == null || !unpacked() ? null : found.place();
    }

    /** The step in which a code object in an archive did not unpack; null if there is none. */
    public Step.@Nullable KernelMissed damaged() {
      if (code instanceof InArchive asked && error() == LoaderError.DECOMPRESSION_FAILED) {
        for (Step step : asked.resolution().trace()) {
          if (step instanceof Step.KernelMissed miss
              && miss.error() == LoaderError.DECOMPRESSION_FAILED
              && miss.place() != null) {
            return miss;
          }
        }
      }
      return null;
    }

    /** The size of the code in bytes; 0 if there is none. */
    public long sizeBytes() {
      return switch (code) {
        case InArchive asked -> {
          Resolution.Found found = asked.resolution().found();
          yield found == null ? 0 : found.sizeBytes();
        }
        case InBundle inside -> inside.sizeBytes();
        case Unusable unusable -> 0;
      };
    }

    /**
     * Whether there is code that the runtime loads, without evidence that it belongs to another
     * wrapper.
     */
    public boolean right() {
      return usable() && !ownership().wrong();
    }

    /** Whether there is code that the runtime loads, whosever it is. */
    public boolean usable() {
      return found() && refusal == null;
    }

    /** The answer in a few words, as tables show it. */
    public String words() {
      return !found()
          ? "error " + error()
          : refusal != null ? Refusal.WORDS : ownership().wrong() ? "found, not its own" : "found";
    }

    /** Sentences about why a found code object is unusable; empty if it is usable. */
    public String warning() {
      if (found() && refusal != null) {
        return "%s. %s".formatted(Refusal.WORDS, refusal.why());
      }
      return ownership().wrong()
          ? "%s. %s".formatted(ownership().words(), ownership().evidence())
          : "";
    }

    /** Returns the owner of the kernels in an archive's code object. */
    public CodeOwnership ownership() {
      return code instanceof InArchive asked ? asked.ownership() : new CodeOwnership.Unknown();
    }

    /** Returns the outcome with the owner of the code object's kernels. */
    WrapperOutcome of(CodeOwnership ownership) {
      return code instanceof InArchive asked
          ? new WrapperOutcome(
              wrapper,
              number,
              device,
              new InArchive(asked.resolution(), asked.sha256(), ownership),
              refusal,
              settings)
          : this;
    }

    /** Returns this outcome with the runtime's refusal. */
    WrapperOutcome checked(RuntimeCheck runtime) {
      return new WrapperOutcome(wrapper, number, device, code, runtime.on(device), settings);
    }

    /** The error that a runtime would answer; {@code SUCCESS} where there is code. */
    public LoaderError error() {
      return switch (code) {
        case InArchive asked -> asked.resolution().error();
        case InBundle inside ->
            inside.found() == null ? LoaderError.ARCHITECTURE_NOT_FOUND : LoaderError.SUCCESS;
        case Unusable unusable -> unusable.error();
      };
    }
  }
}
