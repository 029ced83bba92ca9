package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome.InArchive;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.registration.FiledCode;
import org.kpackworkbench.model.format.registration.KernelOwners;
import org.kpackworkbench.model.format.registration.Original;
import org.kpackworkbench.model.format.registration.Ownership;

/**
 * Says whose kernels the code objects have that a loader found for a binary. A loader does not ask
 * that: it finds what is filed under a wrapper's index, and a program gets it.
 */
final class FoundKernels {
  private final Loader loader;
  private final @Nullable Original original;

  /**
   * @param original the fat binary that the binary was made of; null where that is not at hand
   */
  FoundKernels(Loader loader, @Nullable Original original) {
    this.loader = loader;
    this.original = original;
  }

  /** A row by what a loader knows of it. */
  private record Filed(Path archive, String key, String architecture) {
    static @Nullable Filed of(WrapperOutcome outcome) {
      Resolution.Found found =
          outcome.code() instanceof InArchive asked ? asked.resolution().found() : null;
      return found == null ? null : new Filed(found.archive(), found.key(), found.architecture());
    }
  }

  /**
   * The same outcomes with whose kernels each has.
   *
   * @throws FormatException where a file changed meanwhile
   * @throws IOException where the original cannot be read, or a temporary file not written
   */
  List<WrapperOutcome> judge(FatBinary binary, List<WrapperOutcome> outcomes, Progress progress)
      throws IOException {
    Filed any = null;
    for (WrapperOutcome outcome : outcomes) {
      any = any == null ? Filed.of(outcome) : any;
    }
    if (any == null) {
      return outcomes;
    }
    FiledCode code =
        new FiledCode(
            BinaryKey.parse(any.key()).binary(),
            KernelOwners.of(binary, progress),
            original,
            progress);
    Map<Row, Filed> rows = new HashMap<>();
    Set<Filed> known = new HashSet<>();
    for (WrapperOutcome outcome : outcomes) {
      progress.step(0);
      Filed filed = Filed.of(outcome);
      if (filed != null && known.add(filed)) {
        add(filed, code, rows);
      }
    }
    Map<Filed, Ownership> owners = new HashMap<>();
    for (FiledCode.Judged judged : code.judge()) {
      Filed filed = rows.get(new Row(judged.archive(), judged.row()));
      if (filed != null) {
        owners.put(filed, judged.ownership());
      }
    }
    List<WrapperOutcome> judged = new ArrayList<>();
    for (WrapperOutcome outcome : outcomes) {
      Filed filed = Filed.of(outcome);
      Ownership ownership = filed == null ? null : owners.get(filed);
      judged.add(ownership == null ? outcome : outcome.of(ownership));
    }
    return judged;
  }

  private record Row(Path archive, int number) {}

  private void add(Filed filed, FiledCode code, Map<Row, Filed> rows) throws IOException {
    try {
      loader.look(
          filed.archive().toString(),
          archive -> {
            try {
              add(filed, archive, code, rows);
            } catch (IOException failure) {
              throw new UncheckedIOException(failure);
            }
          });
    } catch (UncheckedIOException wrapped) {
      throw wrapped.getCause();
    }
  }

  private static void add(Filed filed, KpackArchive archive, FiledCode code, Map<Row, Filed> rows)
      throws IOException {
    int row = archive.findText(filed.key(), filed.architecture());
    if (row >= 0) {
      code.add(
          filed.archive(),
          archive,
          row,
          BinaryKey.parse(filed.key()).index(),
          filed.architecture());
      rows.put(new Row(filed.archive(), row), filed);
    }
  }
}
