package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.loader.OpenArchives.Unusable;
import org.kpackworkbench.model.loader.OpenArchives.Usable;
import org.kpackworkbench.model.loader.Resolution.Answer;
import org.kpackworkbench.model.offload.Marker;
import org.kpackworkbench.model.target.GpuTarget;
import org.kpackworkbench.model.target.TargetReductions;

/**
 * A loader: finds code objects as the runtime does, and says how.
 *
 * <p>It reads its environment once and opens each archive once; where paths lead is remembered,
 * too. So it sees files as they were when it first asked for them: a new one sees what has changed.
 *
 * <p>Safe for use by many threads. {@link #close} waits for loads under way; a request after that
 * is an {@link IllegalStateException}. Whatever is wrong with files is an answer with an error
 * number, never an exception.
 */
public final class Loader implements AutoCloseable {
  private final LoaderEnvironment environment;
  private final LoaderBehaviour behaviour;
  private final LoaderFiles files;
  private final OpenArchives archives = new OpenArchives();
  private final ConcurrentMap<Asked, Prepared> prepared = new ConcurrentHashMap<>();
  private final ConcurrentMap<Path, Path> folders = new ConcurrentHashMap<>();
  private final ReadWriteLock closing = new ReentrantReadWriteLock();
  private boolean closed;

  /** What decides which archives are candidates, beside the environment. */
  private record Asked(Path folder, List<String> searchPaths, List<GpuTarget> targets) {}

  private record Prepared(List<Attempt> attempts, Candidates candidates) {}

  public Loader(LoaderEnvironment environment, LoaderBehaviour behaviour) {
    this(environment, behaviour, LoaderFiles.own());
  }

  /**
   * A loader of another process.
   *
   * @param files where its paths lead
   */
  public Loader(LoaderEnvironment environment, LoaderBehaviour behaviour, LoaderFiles files) {
    this.environment = environment;
    this.behaviour = behaviour;
    this.files = files;
  }

  /** The variables that it goes by. */
  public LoaderEnvironment environment() {
    return environment;
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
   * @throws FormatException where it is no archive that can be used
   * @throws IOException where it cannot be read
   */
  public List<String> architectures(Path archive) throws IOException {
    Lock using = use();
    try {
      return switch (archives.at(files.real(archive.toAbsolutePath()))) {
        case Usable usable -> usable.archive().architectures();
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
   * Looks into an archive that was opened before.
   *
   * @return whether it is open
   */
  boolean look(String archive, Consumer<KpackArchive> look) {
    Lock using = use();
    try {
      Usable open = archives.open(archive);
      if (open != null) {
        look.accept(open.archive());
      }
      return open != null;
    } finally {
      using.unlock();
    }
  }

  /** How many archives were opened, or could not be. */
  public int archiveCount() {
    return archives.count();
  }

  private LoadedCode run(LoadRequest request, boolean loads) {
    Lock using = use();
    try {
      List<Step> steps = new ArrayList<>();
      environment.warnings().forEach(warning -> steps.add(new Step.Noted(warning)));
      steps.add(
          new Step.EnvironmentRead(
              environment.disabled(),
              environment.debug(),
              environment.overridePaths().size(),
              environment.prefixPaths().size()));
      LoaderError refused = refusal(request, steps);
      if (refused != null) {
        return failed(request, steps, refused);
      }
      List<GpuTarget> targets = targets(request, steps);
      if (targets.isEmpty()) {
        return failed(request, steps, LoaderError.INVALID_ARGUMENT);
      }
      Prepared ready = prepare(request, targets);
      steps.addAll(ready.candidates().steps());
      if (ready.candidates().archives().isEmpty()) {
        steps.add(new Step.NoArchives(ready.candidates().paths()));
        return failed(request, steps, LoaderError.ARCHIVE_NOT_FOUND);
      }
      Search search = new Search(request, behaviour, loads, steps);
      search.run(ready.attempts(), ready.candidates().archives());
      ByteView bytes = search.bytes();
      return new LoadedCode(
          new Resolution(
              request,
              behaviour,
              search.answer(behaviour),
              search.answer(behaviour.other()),
              steps),
          bytes);
    } finally {
      using.unlock();
    }
  }

  private LoadedCode failed(LoadRequest request, List<Step> steps, LoaderError error) {
    Answer answer = Answer.failing(error);
    return new LoadedCode(new Resolution(request, behaviour, answer, answer, steps), null);
  }

  /** Why a loader does not even look for archives; null where it does. */
  private @Nullable LoaderError refusal(LoadRequest request, List<Step> steps) {
    if (environment.disabled()) {
      steps.add(new Step.Disabled(LoaderEnvironment.DISABLE));
      return LoaderError.NOT_IMPLEMENTED;
    }
    Marker marker = request.marker();
    String name = marker.kernelName();
    if (name == null || !marker.problems().isEmpty()) {
      FormatException problem = marker.problems().isEmpty() ? null : marker.problems().getFirst();
      steps.add(
          new Step.MetadataUnreadable(
              problem == null ? "it has no kernel_name" : problem.words(), request.markerPlace()));
      return problem == null || isKnownKey(problem.field())
          ? LoaderError.INVALID_METADATA
          : LoaderError.MSGPACK_PARSE_FAILED;
    }
    steps.add(
        new Step.MetadataRead(
            name,
            request.index(),
            request.key(),
            marker.searchPaths().size(),
            request.markerPlace()));
    return null;
  }

  private static boolean isKnownKey(String field) {
    return field.equals(Marker.KERNEL_NAME_KEY) || field.equals(Marker.SEARCH_PATHS_KEY);
  }

  private List<GpuTarget> targets(LoadRequest request, List<Step> steps) {
    String override = environment.architectureOverride();
    if (override == null) {
      return request.targets();
    }
    GpuTarget only = GpuTarget.lenient(override);
    steps.add(new Step.TargetsReplaced(LoaderEnvironment.ARCH_OVERRIDE, only.toString()));
    return only.features().size() > TargetReductions.MOST_FEATURES ? List.of() : List.of(only);
  }

  private Prepared prepare(LoadRequest request, List<GpuTarget> targets) {
    Asked asked =
        new Asked(
            folders.computeIfAbsent(request.binary(), this::folder),
            request.marker().searchPaths(),
            targets);
    Prepared known = prepared.get(asked);
    if (known != null) {
      return known;
    }
    Prepared made = prepare(asked);
    Prepared earlier = prepared.putIfAbsent(asked, made);
    return earlier == null ? made : earlier;
  }

  private Prepared prepare(Asked asked) {
    List<Attempt> attempts = Attempt.of(asked.targets());
    return new Prepared(
        attempts,
        Candidates.find(
            files, environment, asked.folder(), asked.searchPaths(), attempts, archives));
  }

  /** The folder where a binary really is, as the system names what it has mapped. */
  private Path folder(Path binary) {
    Path real;
    try {
      real = files.real(binary.toAbsolutePath());
    } catch (IOException notHere) {
      // A binary that a log names may be on another machine; its paths still say where to look.
      real = binary.toAbsolutePath();
    }
    Path parent = real.getParent();
    return parent == null ? real : parent;
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
}
