package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Unusable;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Usable;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest.LoaderMarker;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution.Answer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.PathLookup;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.operation.prune.Loads;

/**
 * A loader: finds code objects as the runtime does, and says how.
 *
 * <p>It reads its environment once and opens each archive once; where paths lead is remembered,
 * too. So it sees files as they were when it first looked them up: a new one sees what has changed.
 *
 * <p>Safe for use by many threads. {@link #close} waits for loads under way; a request after that
 * is an {@link IllegalStateException}. Whatever is wrong with files is an answer with an error
 * number, never an exception.
 */
public final class Loader implements AutoCloseable {
  private static final String PLANNED =
      "This is what was planned, not what a loader does: a variable for the target, manifests as search paths, code in the binary as a last resort.";

  private static final String WINDOWS_PATHS =
      "Paths are those of Windows: names ignore case, \\ and / separate names, ; separates paths.";

  private final LoaderEnvironment environment;
  private final LoaderBehaviour behaviour;
  private final LoaderFiles where;
  private final Map<PathRules, SearchPaths> searches = new EnumMap<>(PathRules.class);
  private final ArchiveCache archives;
  private final ConcurrentMap<Candidates.Asked, Prepared> prepared = new ConcurrentHashMap<>();
  private final ConcurrentMap<Path, String> folders = new ConcurrentHashMap<>();
  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private boolean closed;

  private record Prepared(List<TextReduction> attempts, Candidates candidates) {}

  public Loader(LoaderEnvironment environment, LoaderBehaviour behaviour) {
    this(environment, behaviour, LoaderFiles.own());
  }

  /**
   * A loader of another process.
   *
   * @param files where its paths lead
   */
  public Loader(LoaderEnvironment environment, LoaderBehaviour behaviour, LoaderFiles files) {
    this(environment, behaviour, files, UnpackBudget.one());
  }

  /**
   * A loader for one operation.
   *
   * @param files where its paths lead
   * @param budget how much may be unpacked of archives
   */
  public Loader(
      LoaderEnvironment environment,
      LoaderBehaviour behaviour,
      LoaderFiles files,
      UnpackBudget budget) {
    this(environment, behaviour, files, budget, Map.of());
  }

  /**
   * A loader of a tree that is to be changed.
   *
   * @param files where its paths lead
   * @param budget how much may be unpacked of archives
   * @param planned the archives that will be otherwise, by their paths without links
   */
  public Loader(
      LoaderEnvironment environment,
      LoaderBehaviour behaviour,
      LoaderFiles files,
      UnpackBudget budget,
      Map<Path, Loads.Left> planned) {
    this.archives = new ArchiveCache(budget, planned, behaviour == LoaderBehaviour.PLANNED);
    this.environment = environment;
    this.behaviour = behaviour;
    this.where = files;
    List<List<Path>> overlaid =
        files.overlaid().stream()
            .map(shard -> shard.artifacts().stream().map(TreeHome::root).toList())
            .toList();
    for (PathRules rules : PathRules.values()) {
      PathLookup lookup = new PathLookup(files.root(), files.workingFolder(), overlaid, rules);
      searches.put(rules, new SearchPaths(lookup));
    }
  }

  /** The variables that it goes by. */
  public LoaderEnvironment environment() {
    return environment;
  }

  /** Where its paths lead. */
  public LoaderFiles files() {
    return where;
  }

  /** A path of its steps. */
  public Path path(String text) {
    return lookup().path(text);
  }

  /**
   * How it reads the paths of a binary.
   *
   * @param own how the binary's system does
   */
  public PathRules rules(PathRules own) {
    return where.rules().orElse(own);
  }

  private SearchPaths search(PathRules rules) {
    return Objects.requireNonNull(searches.get(rules));
  }

  /** Where paths of this system lead. */
  private PathLookup lookup() {
    return search(PathRules.LINUX).lookup();
  }

  /** Which loaders it does as. */
  public LoaderBehaviour behaviour() {
    return behaviour;
  }

  /** Finds a code object without reading it; what is wrong with its stored bytes stays unseen. */
  public Resolution resolve(LoadRequest request) {
    return run(request, false).resolution();
  }

  /** Finds a code object and unpacks it. */
  public LoadedCode load(LoadRequest request) {
    return run(request, true);
  }

  /**
   * The architectures that an archive lists, as written.
   *
   * @throws FormatException if it is no archive that can be used
   * @throws IOException if it cannot be read
   */
  public List<String> architectures(Path archive) throws IOException {
    Lock using = use();
    try {
      return switch (archives.at(archive.toRealPath())) {
        case Usable usable ->
            usable.archive().architectures().stream().map(SystemText::shown).toList();
        case Unusable unusable ->
            throw FormatException.in(archive.toString(), "archive", "", Reason.UNSUPPORTED)
                .expected("an archive that can be opened")
                .found(unusable.why())
                .build();
      };
    } finally {
      using.unlock();
    }
  }

  /**
   * Looks into an archive that was opened before, as a reader does.
   *
   * @return whether it is open, and a reader can show it
   * @throws IOException what the look throws
   */
  public boolean look(String archive, Taker<KpackArchive> look) throws IOException {
    Lock using = use();
    try {
      Usable open = archives.open(archive);
      KpackArchive reader = open == null ? null : open.reader();
      if (reader != null) {
        look.take(reader);
      }
      return reader != null;
    } finally {
      using.unlock();
    }
  }

  /**
   * Looks into an archive as a reader does, whether a loader opens it or not.
   *
   * @param archive its real path
   * @return whether a loader opens it
   * @throws IOException what the look throws
   */
  public boolean peek(Path archive, Taker<KpackArchive> look) throws IOException {
    Lock using = use();
    try {
      ArchiveCache.Opened opened = archives.at(archive);
      KpackArchive reader = opened.reader();
      if (reader != null) {
        look.take(reader);
      }
      return opened instanceof Usable;
    } finally {
      using.unlock();
    }
  }

  /**
   * Whether the reason of a {@link Step.KernelMissed} is that loaders do not know an archive's
   * scheme.
   */
  public static boolean isScheme(String why) {
    return LoaderTable.isScheme(why);
  }

  /**
   * Whether the reason of a {@link Step.KernelMissed} is that this program holds no such code
   * object in memory, where a loader may.
   */
  public static boolean isNotHeld(String why) {
    return LoaderBlobs.isNotHeld(why);
  }

  /** How many archives were opened, or could not be. */
  public int archiveCount() {
    return archives.count();
  }

  private LoadedCode run(LoadRequest request, boolean loads) {
    Lock using = use();
    try {
      boolean planned = behaviour == LoaderBehaviour.PLANNED;
      Run run = new Run(request, loads, planned);
      run.run();
      Run beside = planned ? new Run(request, loads, false) : run;
      if (planned) {
        beside.run();
      }
      return new LoadedCode(
          new Resolution(
              request,
              behaviour,
              behaviour == LoaderBehaviour.STRICT ? run.strict : run.tolerant,
              behaviour == LoaderBehaviour.TOLERANT ? beside.strict : beside.tolerant,
              run.steps),
          run.bytes);
    } finally {
      using.unlock();
    }
  }

  private final class Run {
    private final LoadRequest request;
    private final boolean loads;
    private final boolean planned;
    private final PathRules rules;
    private final List<Step> steps = new ArrayList<>();
    private Answer tolerant = Answer.failing(LoaderError.INVALID_ARGUMENT);
    private Answer strict = tolerant;
    private @Nullable ByteView bytes;

    /**
     * @param planned whether it does what was planned and no loader does
     */
    Run(LoadRequest request, boolean loads, boolean planned) {
      this.request = request;
      this.loads = loads;
      this.planned = planned;
      this.rules = rules(request.rules());
    }

    void run() {
      if (planned) {
        steps.add(new Step.Noted(PLANNED));
      }
      if (!planned && environment.architectureOverride() != null) {
        steps.add(
            new Step.Noted(LoaderEnvironment.ARCH_OVERRIDE + " is ignored: no loader reads it."));
      }
      String freeKey = request.freeKey();
      if (freeKey != null && !request.targets().isEmpty()) {
        inArchive(freeKey);
        return;
      }
      environment.warnings(rules).forEach(warning -> steps.add(new Step.Noted(warning)));
      steps.add(
          new Step.EnvironmentRead(
              environment.disabled(),
              environment.debug(),
              environment.overridePaths(rules).size(),
              environment.prefixPaths(rules).size()));
      if (request.targets().isEmpty()) {
        steps.add(new Step.Noted("The list of targets is empty."));
        fail(LoaderError.INVALID_ARGUMENT);
      } else if (environment.disabled()) {
        steps.add(new Step.Disabled(LoaderEnvironment.DISABLE));
        fail(LoaderError.NOT_IMPLEMENTED);
      } else {
        readMarker();
      }
    }

    private void fail(LoaderError error) {
      tolerant = Answer.failing(error);
      strict = tolerant;
    }

    /** Asks an archive directly: neither a marker nor the loader's variables have a say. */
    private void inArchive(String key) {
      steps.add(
          new Step.KeyAsked(
              SystemText.shown(key), request.binary().toString(), request.markerPlace()));
      Candidates candidates =
          Candidates.of(Loader.this.search(PathRules.LINUX), request.binary(), archives);
      steps.addAll(candidates.steps());
      if (candidates.archives().isEmpty()) {
        fail(
            candidates.steps().stream()
                .map(step -> step instanceof Step.ArchiveUnreadable one ? one.error() : null)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(LoaderError.FILE_NOT_FOUND));
        return;
      }
      search(key, null, TextReduction.of(targets()), candidates.archives());
    }

    private void readMarker() {
      LoaderMarker marker;
      try {
        marker = LoaderMarker.read(request.metadata());
      } catch (FormatException unusable) {
        steps.add(new Step.MetadataUnreadable(unusable.words(), request.markerPlace()));
        fail(LoaderError.INVALID_METADATA);
        return;
      }
      String name = SystemText.shown(marker.kernelName());
      steps.add(
          new Step.MetadataRead(
              name,
              request.index(),
              name + "#" + request.index(),
              marker.searchPaths().size(),
              request.markerPlace()));
      search(marker);
    }

    private void search(LoaderMarker marker) {
      List<String> targets = targets();
      List<TextReduction> attempts;
      try {
        attempts = planned ? TextReduction.planned(targets) : TextReduction.of(targets);
      } catch (IllegalArgumentException override) {
        steps.add(new Step.Noted(override.getMessage() + "."));
        fail(LoaderError.INVALID_ARGUMENT);
        return;
      }
      Prepared ready =
          prepare(
              new Candidates.Asked(
                  folders.computeIfAbsent(request.binary(), Loader.this::folder),
                  marker.searchPaths(),
                  attempts,
                  rules,
                  planned));
      if (rules == PathRules.WINDOWS) {
        steps.add(new Step.Noted(WINDOWS_PATHS));
      }
      if (!where.overlaid().isEmpty()) {
        steps.add(new Step.Noted(where.words()));
      }
      steps.addAll(ready.candidates().steps());
      if (ready.candidates().archives().isEmpty()) {
        steps.add(new Step.NoArchives(ready.candidates().paths()));
        fail(LoaderError.ARCHIVE_NOT_FOUND);
        return;
      }
      search(
          marker.kernelName() + "#" + request.index(),
          request.index() == 0 ? marker.kernelName() : null,
          ready.attempts(),
          ready.candidates().archives());
    }

    private void search(
        String key, @Nullable String plain, List<TextReduction> attempts, List<Usable> archives) {
      boolean strictSteps = behaviour == LoaderBehaviour.STRICT;
      Search search = new Search(key, plain, strictSteps, loads, steps);
      search.search(attempts, archives);
      tolerant = search.tolerant();
      strict = search.strict();
      bytes = search.bytes();
    }

    private List<String> targets() {
      String override = planned ? environment.architectureOverride() : null;
      if (override != null) {
        steps.add(new Step.TargetsReplaced(LoaderEnvironment.ARCH_OVERRIDE, override));
        return List.of(override);
      }
      Device.genericBeside(request.targets())
          .ifPresent(
              generic ->
                  steps.add(
                      new Step.Noted(
                          "%s is the device's generic target; a runtime passes it on if its version knows it."
                              .formatted(generic))));
      return request.targets();
    }
  }

  private Prepared prepare(Candidates.Asked asked) {
    Prepared known = prepared.get(asked);
    if (known != null) {
      return known;
    }
    Prepared made =
        new Prepared(
            asked.attempts(), Candidates.find(search(asked.rules()), environment, asked, archives));
    Prepared earlier = prepared.putIfAbsent(asked, made);
    return earlier == null ? made : earlier;
  }

  /** The folder where a binary really is, as the system names what it has mapped. */
  private String folder(Path binary) {
    String path = SystemText.of(binary.toAbsolutePath());
    PathLookup.Result there = lookup().follow(path);
    // A binary that a log names may be on another machine; its paths still say where to look.
    String real = there.kind().exists() ? there.real() : path;
    int slash = real.lastIndexOf('/');
    return slash <= 0 ? "/" : real.substring(0, slash);
  }

  /** Keeps {@link #close} away until it is unlocked. */
  private Lock use() {
    Lock using = closing.readLock();
    using.lock();
    if (closed) {
      using.unlock();
      throw new IllegalStateException("the loader is closed");
    }
    return using;
  }

  /** Waits for loads under way and closes the archives. Does nothing the second time. */
  @Override
  public void close() throws IOException {
    Lock alone = closing.writeLock();
    alone.lock();
    try {
      if (!closed) {
        closed = true;
        archives.close();
      }
    } finally {
      alone.unlock();
    }
  }

  /**
   * The outcome of a load.
   *
   * @param resolution the answer and its trace
   * @param bytes the code object, in memory of its own; null if the answer is an error
   */
  public record LoadedCode(Resolution resolution, @Nullable ByteView bytes) {}
}
