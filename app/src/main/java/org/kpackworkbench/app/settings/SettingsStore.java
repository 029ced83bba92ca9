package org.kpackworkbench.app.settings;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.window.shell.ShellState;
import tools.jackson.core.JacksonException;

/**
 * Settings in a JSON file: texts and lists of texts by key. What changes is written soon after, on
 * a thread of its own, beside the file and then over it. Other instances of the program write the
 * same file: the settings on disk are read, the changes made here are added, and the result is
 * written, under a lock.
 *
 * <p>A file that cannot be read is left as it is under another name, the defaults hold, and {@link
 * #notice} says so. Safe for use by many threads.
 */
public final class SettingsStore implements ShellState {
  private static final System.Logger LOG = System.getLogger(SettingsStore.class.getName());

  /** The settings' file in their folder. */
  static final String FILE = "settings.json";

  private static final String LOCK = "settings.lock";

  private static final long LARGEST_FILE_BYTES = 1 << 20;

  private final Path file;
  private final Map<String, String> texts = new TreeMap<>();
  private final Map<String, List<String>> lists = new TreeMap<>();
  private final Set<String> changed = new HashSet<>();
  private final List<Change> changes = new ArrayList<>();
  private final SettingsWriter writer;
  private @Nullable String notice;

  /** A change of a list, independent of its contents when it is written. */
  private record Change(String key, UnaryOperator<List<String>> change) {}

  private SettingsStore(Path file) {
    this.file = file;
    this.writer = new SettingsWriter(this::save);
  }

  /** The settings of the user who runs the program. */
  public static SettingsStore ofUser() {
    return in(UserSettings.folder());
  }

  /** Settings in a folder. */
  public static SettingsStore in(Path folder) {
    SettingsStore store = new SettingsStore(folder.resolve(FILE));
    store.load();
    return store;
  }

  /** Where the settings are kept; need not exist. */
  public Path folder() {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent;
  }

  /** Where edits are written down that are not saved; need not exist. */
  public Path editsFolder() {
    return file.resolveSibling("edits");
  }

  /** Returns a message to the user about how the settings were read; usually nothing. */
  public Optional<String> notice() {
    return Optional.ofNullable(notice);
  }

  @Override
  public synchronized Optional<String> text(String key) {
    return Optional.ofNullable(texts.get(key));
  }

  @Override
  public synchronized void text(String key, String value) {
    texts.put(key, value);
    changed.add(key);
    writer.changed();
  }

  @Override
  public synchronized List<String> list(String key) {
    return lists.getOrDefault(key, List.of());
  }

  @Override
  public synchronized void list(String key, List<String> values) {
    lists.put(key, List.copyOf(values));
    changed.add(key);
    changes.removeIf(change -> change.key().equals(key));
    writer.changed();
  }

  @Override
  public synchronized void update(String key, UnaryOperator<List<String>> change) {
    lists.put(key, List.copyOf(change.apply(list(key))));
    changes.add(new Change(key, change));
    writer.changed();
  }

  @Override
  public void readAgain() {
    SettingsJson there = onDisk();
    if (there != null) {
      takeOver(there);
    }
  }

  /** Writes what has not been written yet. */
  public void flush() {
    writer.flush();
  }

  private void load() {
    try {
      if (Files.size(file) > LARGEST_FILE_BYTES) {
        setAside("it is too large");
        return;
      }
      if (!settings().read(Files.readString(file))) {
        forget();
        setAside("it is not a JSON object");
      }
    } catch (NoSuchFileException none) {
      LOG.log(Level.DEBUG, "no settings yet at {0}", file);
    } catch (IOException | JacksonException broken) {
      forget();
      setAside(String.valueOf(broken.getMessage()).lines().findFirst().orElse(""));
    }
  }

  private SettingsJson settings() {
    return new SettingsJson(texts, lists);
  }

  /** Discards the values of a file that turned out to be broken while it was read. */
  private void forget() {
    texts.clear();
    lists.clear();
  }

  /** Keeps a broken file, so that nothing in it is lost. */
  private void setAside(String why) {
    Path kept = file.resolveSibling("settings.broken.json");
    try {
      Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
      notice =
          "The settings could not be read (%s). The program starts with its defaults; the old file is kept as %s."
              .formatted(why, kept);
    } catch (IOException failure) {
      notice = "The settings in %s could not be read (%s).".formatted(file, why);
    }
  }

  private void save() {
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
              FileChannel.open(
                  file.resolveSibling(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock unused = channel.lock()) {
        write();
      }
    } catch (IOException failure) {
      LOG.log(Level.WARNING, "could not write the settings to " + file, failure);
    }
  }

  private void write() throws IOException {
    SettingsJson there = onDisk();
    String json;
    Set<String> written;
    List<Change> applied;
    synchronized (this) {
      if (there != null) {
        takeOver(there);
      }
      json = settings().write();
      written = Set.copyOf(changed);
      applied = List.copyOf(changes);
    }
    Path fresh = Files.createTempFile(file.getParent(), "settings", ".json");
    Files.writeString(fresh, json);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    // A change that comes meanwhile is written with the next ones; put in twice it is the same.
    synchronized (this) {
      if (settings().write().equals(json)) {
        changed.removeAll(written);
        changes.removeAll(applied);
      }
    }
  }

  /** Takes over what another instance wrote, and puts in what changed here since. */
  private synchronized void takeOver(SettingsJson there) {
    there.texts().forEach((key, value) -> putUnless(changed.contains(key), texts, key, value));
    there.lists().forEach((key, value) -> putUnless(changed.contains(key), lists, key, value));
    for (Change change : changes) {
      lists.put(
          change.key(),
          List.copyOf(change.change().apply(lists.getOrDefault(change.key(), List.of()))));
    }
  }

  private static <V> void putUnless(boolean not, Map<String, V> map, String key, V value) {
    if (!not) {
      map.put(key, value);
    }
  }

  /** Reads the settings that the file holds now; null if it is not there or cannot be read. */
  private @Nullable SettingsJson onDisk() {
    try {
      SettingsJson there = new SettingsJson(new TreeMap<>(), new TreeMap<>());
      return Files.size(file) <= LARGEST_FILE_BYTES && there.read(Files.readString(file))
          ? there
          : null;
    } catch (IOException | JacksonException none) {
      return null;
    }
  }

  /**
   * Writes some time after a change, so that many changes make one write; at the latest at exit.
   */
  private static final class SettingsWriter {
    private static final long DELAY_MILLIS = 500;

    private final Runnable save;
    private final AtomicBoolean dirty = new AtomicBoolean();
    private final Executor later =
        CompletableFuture.delayedExecutor(DELAY_MILLIS, TimeUnit.MILLISECONDS);

    SettingsWriter(Runnable save) {
      this.save = save;
      Runtime.getRuntime().addShutdownHook(new Thread(this::flush, "settings at exit"));
    }

    void changed() {
      if (!dirty.getAndSet(true)) {
        later.execute(this::flush);
      }
    }

    synchronized void flush() {
      if (dirty.getAndSet(false)) {
        save.run();
      }
    }
  }
}
