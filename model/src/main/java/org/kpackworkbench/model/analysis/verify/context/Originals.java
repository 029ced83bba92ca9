package org.kpackworkbench.model.analysis.verify.context;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.registration.Original;

/**
 * Fat binaries that host-only ones may have been made of: those that were named as such, and those
 * that are checked beside them. Safe for use by many threads.
 */
public final class Originals {
  /** None at all. */
  public static final Originals NONE = new Originals();

  /** Those that were named, with why each was of no use to the last binary; null if it was. */
  private final Map<Original, Use> named = new LinkedHashMap<>();

  private final List<Original> beside = new ArrayList<>();
  private final Map<Path, IOException> unreadable = new LinkedHashMap<>();

  private static final class Use {
    private boolean used;
    private @Nullable String mismatch;
  }

  private Originals() {}

  /**
   * Reads the identities by which originals are matched.
   *
   * @param named what was named as an original; what is none is refused, see {@link #refused}
   * @param checked what is checked; where it is several files, the fat binaries among them count
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Originals of(List<Path> named, List<Path> checked, Progress progress) {
    Originals originals = new Originals();
    for (Path path : named) {
      try {
        originals.named.put(Original.read(path, progress), new Use());
      } catch (IOException refused) {
        originals.unreadable.put(path, refused);
      }
    }
    List<Path> files =
        checked.size() > 1 ? checked.stream().filter(Files::isRegularFile).toList() : List.of();
    if (!files.isEmpty()) {
      progress.begin("Looking for fat binaries", files.size(), Unit.FILES);
    }
    for (Path path : files) {
      Original fat = fat(path, progress.cancelOnly());
      if (fat != null) {
        originals.beside.add(fat);
      }
      progress.step(1);
    }
    return originals;
  }

  /** Null where it is anything else: whether it is right is for other rules to say. */
  private static @Nullable Original fat(Path path, Progress progress) {
    try {
      return Original.read(path, progress);
    } catch (IOException other) {
      return null;
    }
  }

  /**
   * The original of a host-only binary; null if it is not available.
   *
   * @throws FormatException only where the file changed meanwhile
   */
  public synchronized @Nullable Original of(FatBinary binary, Path path) throws FormatException {
    for (Map.Entry<Original, Use> one : named.entrySet()) {
      String mismatch = one.getKey().mismatch(binary, path.toString());
      if (mismatch == null) {
        one.getValue().used = true;
        return one.getKey();
      }
      one.getValue().mismatch = mismatch;
    }
    for (Original one : beside) {
      if (one.isSurelyOf(binary)) {
        return one;
      }
    }
    return null;
  }

  /** Takes back that an original was used: no code was there to be compared with it. */
  public synchronized void notCompared(Original original, String why) {
    Use use = named.get(original);
    if (use != null) {
      use.used = false;
      use.mismatch = why;
    }
  }

  /** The named ones that could not be used, with the reason: called once everything is checked. */
  public synchronized Map<Path, IOException> refused() {
    Map<Path, IOException> refused = new LinkedHashMap<>(unreadable);
    named.forEach(
        (original, use) -> {
          if (!use.used) {
            String why =
                use.mismatch == null
                    ? "expected the original of a host-only binary that is checked, found none whose"
                        + " archives are looked for"
                    : use.mismatch;
            refused.put(
                original.path(), new FileSystemException(original.path().toString(), null, why));
          }
        });
    return refused;
  }
}
