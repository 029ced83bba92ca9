package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;

/**
 * The kernels of a GPU in an SQLite database. Immutable.
 *
 * @param kernels how many
 * @param damage what is wrong with the database, in sentences; empty if nothing is
 * @param notes that it is being written, or changes lie beside it, in sentences
 */
record CachedKernels(int kernels, String damage, String notes) {
  static final CachedKernels NONE = new CachedKernels(0, "", "");

  /** The largest databases take minutes to unpack. */
  private static final int MOST_UNPACKED = 3_000;

  /** Reads a database, and notes which other GPUs it has kernels for. */
  static CachedKernels of(Path file, Search search) {
    try (Document document =
        StandardFormats.all().open(file, search.run().progress().cancelOnly())) {
      if (!(document instanceof SqliteDocument database)) {
        return damaged(
            "%s: expected an SQLite database with kernels of %s, found %s."
                .formatted(file, search.library().title(), KernelFiles.found(document)));
      }
      return of(database, file, search);
    } catch (IOException unreadable) {
      return damaged(KernelFiles.sentence(unreadable));
    }
  }

  private static CachedKernels damaged(String why) {
    return new CachedKernels(0, why, "");
  }

  /** Rows name features only if kernels need their setting. */
  private static CachedKernels of(SqliteDocument database, Path file, Search search)
      throws IOException {
    int kernels = 0;
    int without = 0;
    int unpacked = 0;
    List<String> refused = new ArrayList<>();
    for (DocumentPart part : database.parts()) {
      search.run().progress().step(0);
      String target = part.fields().getOrDefault("target", "");
      if (target.isEmpty()) {
        continue;
      }
      GpuTarget stated = GpuTarget.lenient(target);
      if (!stated.processor().equals(search.gpu().processor())
          || !stated.agrees(search.gpu().target())) {
        search.hasFor(target);
      } else if (part.fields().getOrDefault("file", "").equals("missing")) {
        without++;
      } else {
        // What a row that names a file has for its content is the name.
        boolean named = part.fields().containsKey("file");
        String why = !named && unpacked++ < MOST_UNPACKED ? refusal(part, search) : "";
        if (why.isEmpty()) {
          kernels++;
        } else {
          refused.add(why);
        }
      }
    }
    List<String> damage = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (FormatException problem : database.problems()) {
      (problem.reason() == Reason.UNSUPPORTED ? notes : damage).add(KernelFiles.sentence(problem));
    }
    if (!refused.isEmpty()) {
      damage.add(
          "%s: %s for the GPU cannot be loaded. %s"
              .formatted(file, CountText.of(refused.size(), "kernel"), refused.getFirst()));
    }
    if (unpacked > MOST_UNPACKED) {
      notes.add(
          "%s: the first %s were unpacked, the others were only counted."
              .formatted(file, CountText.of(MOST_UNPACKED, "kernel")));
    }
    if (without > 0) {
      damage.add(
          "%s: %s for the GPU %s not exist."
              .formatted(
                  file,
                  CountText.of(without, "row"),
                  CountText.word(without, "names a file that does", "name files that do")));
    }
    return new CachedKernels(kernels, Search.sentences(damage), Search.sentences(notes));
  }

  /** Returns why the GPU does not load a kernel, in sentences; empty if it does. */
  private static String refusal(DocumentPart part, Search search) throws FormatException {
    try {
      Refusal refusal =
          RuntimeCheck.ofStored(part.content().load(search.run().progress().cancelOnly()))
              .on(search.gpu().target());
      return refusal == null ? "" : Search.sentences(refusal.why(), refusal.advice());
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
      return KernelFiles.sentence(broken);
    } catch (IOException unreadable) {
      return KernelFiles.sentence(unreadable);
    }
  }

  /** Adds a step that names the database and its number of kernels. */
  void step(String what, Path file, Search search) {
    if (!damage.isEmpty()) {
      search.add(what, file, Search.unusable(file));
    } else if (kernels == 0) {
      search.add(what + ", none of the GPU", file, Found.MISSING);
    } else {
      search.add(what + ", " + kernels, file, Found.THERE);
    }
  }
}
