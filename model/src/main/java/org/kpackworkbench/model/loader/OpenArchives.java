package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.bytes.FormatException;

/** Archives by their real path, each opened once. Safe for use by many threads. */
final class OpenArchives implements AutoCloseable {

  /** What became of opening an archive. */
  sealed interface Opened {}

  /** It is open. */
  record Usable(Path path, KpackArchive archive, Set<String> architectures) implements Opened {
    String shown() {
      return path.toString();
    }
  }

  /** A loader passes it over. */
  record Unusable(LoaderError error, String why) implements Opened {}

  /** One that is opened when first asked for; others wait meanwhile. */
  private static final class Slot {
    private final Path path;
    private volatile @Nullable Opened opened;

    Slot(Path path) {
      this.path = path;
    }

    Opened get() {
      Opened known = opened;
      return known == null ? opened() : known;
    }

    private synchronized Opened opened() {
      Opened known = opened;
      if (known == null) {
        known = open(path);
        opened = known;
      }
      return known;
    }
  }

  private final ConcurrentMap<Path, Slot> slots = new ConcurrentHashMap<>();

  /** An archive by its real path. */
  Opened at(Path path) {
    return slots.computeIfAbsent(path, Slot::new).get();
  }

  /** An archive that is open, by its path as shown; null where none is. */
  @Nullable Usable open(String shown) {
    for (Slot slot : slots.values()) {
      if (slot.opened instanceof Usable usable && usable.shown().equals(shown)) {
        return usable;
      }
    }
    return null;
  }

  /** How many were asked for. */
  int count() {
    return slots.size();
  }

  private static Opened open(Path path) {
    try {
      return usable(path, KpackArchive.open(path));
    } catch (FormatException broken) {
      return new Unusable(LoaderError.of(broken), broken.words());
    } catch (NoSuchFileException gone) {
      return new Unusable(LoaderError.FILE_NOT_FOUND, "it is gone");
    } catch (AccessDeniedException denied) {
      return new Unusable(LoaderError.IO_ERROR, "permission denied");
    } catch (IOException unreadable) {
      return new Unusable(LoaderError.IO_ERROR, String.valueOf(unreadable.getMessage()));
    }
  }

  private static Opened usable(Path path, KpackArchive archive) throws IOException {
    FormatException refusal = archive.refusal();
    if (archive.complete() && refusal == null) {
      return new Usable(path, archive, Set.copyOf(archive.architectures()));
    }
    archive.close();
    if (!archive.complete()) {
      List<FormatException> problems = archive.problems();
      return new Unusable(
          LoaderError.MSGPACK_PARSE_FAILED,
          problems.isEmpty() ? "its table ends too early" : problems.getFirst().words());
    }
    FormatException why = java.util.Objects.requireNonNull(refusal);
    return new Unusable(LoaderError.of(why), why.words());
  }

  /** Closes all; nobody may use one meanwhile. */
  @Override
  public void close() throws IOException {
    IOException first = null;
    for (Slot slot : slots.values()) {
      if (slot.get() instanceof Usable usable) {
        try {
          usable.archive().close();
        } catch (IOException failure) {
          if (first == null) {
            first = failure;
          } else {
            first.addSuppressed(failure);
          }
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
