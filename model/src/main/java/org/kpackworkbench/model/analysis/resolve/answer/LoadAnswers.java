package org.kpackworkbench.model.analysis.resolve.answer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.answer.Answer.Kind;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/**
 * Answers for binaries of one or several trees, with loaders that are kept until it is closed. No
 * environment variable counts. Safe for use by many threads.
 */
public final class LoadAnswers implements AutoCloseable {
  private final UnpackBudget budget;
  private final InstalledPackages packages;
  private final Map<LoaderFiles, Asked> loaders = new LinkedHashMap<>();

  private record Asked(Loader loader, Diagnoser diagnoser) {}

  /** A binary's files and what is to be known of it. */
  public record Request(
      FatBinary fat, Place place, List<LoaderFiles> views, List<Path> archives, boolean loads) {
    /**
     * @param place the binary's place
     * @param views how its paths may be followed, most likely first: a later one counts where none
     *     before it leads to an archive
     * @param archives the archives and manifests that its paths lead to, for whatever target
     * @param loads whether code objects are unpacked, and compared with the binary's kernels
     */
    public Request {
      views = List.copyOf(views);
      archives = List.copyOf(archives);
    }
  }

  /**
   * @param budget what may be unpacked
   * @param packages the packages that are known so far
   */
  public LoadAnswers(UnpackBudget budget, InstalledPackages packages) {
    this.budget = budget;
    this.packages = packages;
  }

  private Asked asked(LoaderFiles files) {
    synchronized (loaders) {
      return loaders.computeIfAbsent(
          files,
          each -> {
            Loader loader =
                new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, each, budget);
            return new Asked(loader, new Diagnoser(loader, packages));
          });
    }
  }

  /**
   * Asks for all targets that are known of a binary.
   *
   * @throws IOException if a file changes meanwhile, or cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public BinaryAnswers of(Request request, Progress progress) throws IOException {
    FatBinary fat = request.fat();
    Marker marker = fat.marker();
    ArchivesAtHand hand =
        new ArchivesAtHand(
            asked(request.views().getFirst()).loader(),
            marker == null ? null : marker.kernelName(),
            fat.wrappers().size());
    for (Path archive : request.archives()) {
      progress.step(0);
      hand.add(archive);
    }
    Set<GpuTarget> targets = new TreeSet<>(hand.claimed.keySet());
    hand.declared.values().forEach(targets::addAll);
    if (fat.state() != DeviceCode.HOST_ONLY) {
      targets.addAll(bundled(request, progress));
    }
    if (targets.isEmpty() && !request.archives().isEmpty()) {
      targets.add(GpuTarget.ANY);
    }
    List<BinaryResolution> seen = new ArrayList<>();
    List<GpuTarget> asked = List.copyOf(targets);
    List<GpuTarget> usual = asked.stream().map(LoadAnswers::usual).toList();
    for (LoaderFiles view : request.views()) {
      BinaryResolver resolver = new BinaryResolver(asked(view).loader(), usual, request.loads());
      seen.add(
          request.loads()
              ? resolver.resolve(fat, request.place(), progress.cancelOnly())
              : resolver.lookUp(fat, request.place(), progress.cancelOnly()));
    }
    return classified(request, hand, asked, seen);
  }

  /** Returns what the usual device of a target gets for a wrapper, with the code unpacked. */
  public Resolution load(
      FatBinary fat, Place place, Wrapper wrapper, LoaderFiles view, GpuTarget target)
      throws FormatException {
    List<String> handed = Device.of(usual(target)).handed();
    return asked(view).loader().load(LoadRequest.of(fat, place, wrapper, handed)).resolution();
  }

  /** The archives in the nearest hidden folder above a binary that have rows under its path. */
  public List<Path> beside(Path binary) {
    return asked(LoaderFiles.of(binary)).diagnoser().beside(binary);
  }

  /**
   * The archives of {@link #beside(Path)} with rows for targets that the binary has no code for.
   *
   * @param others takes those targets
   */
  public List<Path> beside(Path binary, BinaryAnswers inside, Set<GpuTarget> others) {
    int wrappers = inside.answers().values().stream().mapToInt(List::size).max().orElse(0);
    return asked(LoaderFiles.of(binary))
        .diagnoser()
        .beside(binary, inside.targets(), wrappers, others);
  }

  /** The targets that bundles of the binary have code for. */
  private List<GpuTarget> bundled(Request request, Progress progress) throws IOException {
    Loader loader = asked(request.views().getFirst()).loader();
    List<GpuTarget> found = new ArrayList<>();
    new BinaryResolver(loader, List.of(GpuTarget.ANY), false)
        .lookUp(request.fat(), request.place(), progress.cancelOnly())
        .outcomes()
        .forEach(
            outcome -> {
              if (outcome.code() instanceof InBundle inside) {
                found.addAll(inside.targets());
              }
            });
    return found;
  }

  private BinaryAnswers classified(
      Request request, ArchivesAtHand hand, List<GpuTarget> targets, List<BinaryResolution> seen) {
    int wrappers = request.fat().wrappers().size();
    BinaryAnswers known =
        new BinaryAnswers(request.fat().state(), new TreeMap<>(), hand.claimed, hand.declared);
    boolean allHere = known.absent().isEmpty();
    for (int i = 0; i < targets.size(); i++) {
      List<Answer> answers = new ArrayList<>();
      for (int index = 0; index < wrappers; index++) {
        int at = i * wrappers + index;
        int view = 0;
        while (view + 1 < seen.size() && isNowhere(seen.get(view).outcomes().get(at))) {
          view++;
        }
        if (isNowhere(seen.get(view).outcomes().get(at))) {
          view = 0;
        }
        WrapperOutcome outcome = seen.get(view).outcomes().get(at);
        Diagnosis cause =
            asked(request.views().get(view)).diagnoser().of(outcome, request.fat().state());
        answers.add(answer(targets.get(i), outcome, cause, hand));
      }
      boolean held = answers.stream().anyMatch(answer -> answer.kind() == Kind.FOUND);
      known
          .answers()
          .put(
              targets.get(i),
              answers.stream().map(answer -> probable(answer, held && allHere)).toList());
    }
    if (known.isNothing()) {
      known
          .answers()
          .replaceAll((target, each) -> each.stream().map(LoadAnswers::unlessRows).toList());
    }
    return known;
  }

  /** The target as devices report it by default: none reports one without its features. */
  public static GpuTarget usual(GpuTarget target) {
    return GpuTable.settings(target).getFirst();
  }

  private static boolean isNowhere(WrapperOutcome outcome) {
    return outcome.error() == LoaderError.ARCHIVE_NOT_FOUND;
  }

  private static Answer probable(Answer answer, boolean others) {
    return answer.kind() == Kind.MAYBE_MISSING && others
        ? new Answer(answer.target(), answer.outcome(), Kind.PROBABLY_MISSING, answer.cause())
        : answer;
  }

  /** Rows of which none serves any wrapper are from another build. */
  private static Answer unlessRows(Answer answer) {
    return BinaryAnswers.isUnexplained(answer.cause())
        ? new Answer(answer.target(), answer.outcome(), Kind.MISSING, answer.cause())
        : answer;
  }

  private static Answer answer(
      GpuTarget target, WrapperOutcome outcome, @Nullable Diagnosis cause, ArchivesAtHand hand) {
    if (!outcome.found()) {
      return new Answer(target, outcome, kind(outcome, cause, hand), cause);
    }
    Answer own = new Answer(target, outcome, Kind.FOUND, cause);
    return outcome.right() && own.filedUnder().equals(target)
        ? own
        : new Answer(target, outcome, outcome.right() ? Kind.SHARED : Kind.REFUSED, cause);
  }

  private static Kind kind(WrapperOutcome outcome, @Nullable Diagnosis cause, ArchivesAtHand hand) {
    if (outcome.code() instanceof InBundle && cause instanceof Diagnosis.OtherFeatures) {
      return Kind.NEVER_BUILT;
    }
    Kind kind = cause == null ? Kind.MISSING : Kind.of(cause);
    Set<GpuTarget> had = hand.declared.get(outcome.number());
    if (had == null || kind == Kind.REFUSED || cause instanceof Diagnosis.WrapperUnusable) {
      return kind;
    }
    List<GpuTarget> runs = TextReduction.runs(outcome.device());
    List<GpuTarget> built = had.stream().filter(runs::contains).toList();
    if (built.isEmpty()) {
      return kind == Kind.DROPPED ? kind : Kind.NEVER_BUILT;
    }
    if (cause instanceof Diagnosis.DroppedByPrune note) {
      GpuTarget gone = GpuTarget.lenient(note.target());
      return gone.equals(outcome.device()) || !had.contains(outcome.device())
          ? kind
          : Kind.NOT_INSTALLED;
    }
    boolean lost =
        cause instanceof Diagnosis.IndexMissing
            || cause instanceof Diagnosis.TargetMissing
            || kind == Kind.MAYBE_MISSING;
    return !lost
        ? kind
        : built.stream().anyMatch(hand.claimed::containsKey) ? Kind.MISSING : Kind.NOT_INSTALLED;
  }

  /** Closes its loaders; nothing may be asked later. */
  @Override
  public void close() throws IOException {
    synchronized (loaders) {
      for (Asked each : loaders.values()) {
        each.loader().close();
      }
    }
  }
}
