package org.kpackworkbench.model.format.sqlite;

import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.codeobject.CodeObject;

/** The rules about rocFFT's kernel caches, and that about MIOpen's databases which is alike. */
final class RocfftRules {
  /** Names of databases. */
  static final String ROCFFT = "rocfft";

  static final String MIOPEN = "miopen";

  private RocfftRules() {}

  static List<Rule<?>> all() {
    return List.of(
        ARCHITECTURE,
        new Named(
            ROCFFT,
            "rocfft-file-architecture",
            "Rows of rocFFT's kernel cache for one architecture are for that architecture.",
            "rocFFT opens it on %1$s only, and %2$s there. Install the cache of %1$s again."),
        new Named(
            MIOPEN,
            "miopen-file-architecture",
            "Rows of MIOpen's kernel database are for the architecture that its name says.",
            "MIOpen opens it on %1$s only, and %2$s there. Install the database of %1$s again."),
        FOUND);
  }

  /**
   * A row of a cache.
   *
   * @param bytes what column {@code code} has, or the file that the row names
   * @param arch what column {@code arch} has; may be empty
   * @param where what has the code, in words
   */
  record RowSubject(Place place, ByteView bytes, String arch, String where) implements Subject {}

  /**
   * A database for one architecture.
   *
   * @param database {@link #ROCFFT} or {@link #MIOPEN}
   * @param named the architecture in its file name
   * @param rows how many rows it has
   * @param others what those for another processor say in column {@code arch}, or among arguments
   *     for the compiler, each once
   * @param otherRows how many these are
   */
  record CacheSubject(
      Place place,
      ByteView bytes,
      String database,
      GpuTarget named,
      long rows,
      SortedSet<String> others,
      long otherRows)
      implements Subject {}

  /**
   * A row that names a file.
   *
   * @param bytes the database
   * @param path the file, as it is written
   * @param there whether it exists
   */
  record FileSubject(Place place, ByteView bytes, String path, boolean there) implements Subject {}

  /** A database that is opened for one architecture has kernels for it, and for no other. */
  private static final class Named extends NamedRule<CacheSubject> {
    private final String database;
    private final String advice;

    /**
     * Of one library.
     *
     * @param advice with places for the architecture, and for what the library does
     */
    Named(String database, String id, String description, String advice) {
      super(CacheSubject.class, id, description);
      this.database = database;
      this.advice = advice;
    }

    @Override
    public void check(CacheSubject subject, Sink sink) {
      if (subject.otherRows() == 0 || !subject.database().equals(database)) {
        return;
      }
      boolean all = subject.otherRows() == subject.rows();
      String others = ListText.some(List.copyOf(subject.others()));
      sink.add(
          all ? Severity.ERROR : Severity.WARNING,
          subject.place(),
          -1,
          "Its name says %s, and %d of its %s %s for %s."
              .formatted(
                  subject.named(),
                  subject.otherRows(),
                  CountText.of(subject.rows(), "row"),
                  CountText.word(subject.otherRows(), "is", "are"),
                  others),
          advice.formatted(
              subject.named(), all ? "compiles every kernel" : "never uses these rows"),
          Evidence.of(subject.named().toString(), others));
    }
  }

  private static final Rule<FileSubject> FOUND =
      Rule.of(
          FileSubject.class,
          "rocfft-row-file",
          "Files that rows of rocFFT's kernel database name exist.",
          RocfftRules::found);

  private static void found(FileSubject subject, Sink sink) {
    if (!subject.there()) {
      String named = subject.path().isEmpty() ? "no file" : subject.path();
      sink.error(
          subject.place(),
          "Column %s has %s, which does not exist in the database's folder."
              .formatted(KernelFiles.PATH, named),
          "Get the file from the build of this database: without it, rocFFT compiles the kernel"
              + " when it needs it.",
          Evidence.of(named, "no such file"));
    }
  }

  /**
   * A row's code object is for the row's architecture. rocFFT selects rows by this column only:
   * features count only where column and code object both name them. What is no code object, and a
   * processor whose number is not known, disagrees with nothing here.
   */
  private static final Rule<RowSubject> ARCHITECTURE =
      Rule.of(
          RowSubject.class,
          "rocfft-row-architecture",
          "A row of rocFFT's kernel cache has code for the architecture in its column arch.",
          RocfftRules::architecture);

  private static void architecture(RowSubject subject, Sink sink) throws FormatException {
    GpuTarget stated = stated(subject.bytes());
    if (stated == null || accepts(GpuTarget.lenient(subject.arch()), stated)) {
      return;
    }
    String expected = subject.arch().isEmpty() ? "no architecture" : subject.arch();
    sink.error(
        subject.place(),
        "Column arch has %s, %s has a code object for %s."
            .formatted(expected, subject.where(), stated),
        "rocFFT loads it on devices of the architecture in column arch, which cannot run it."
            + " Delete the row: rocFFT compiles missing kernels. If a package installed the"
            + " cache, install that package again.",
        Evidence.of(expected, stated.toString()));
  }

  /** Returns the target of a code object; null if it is none or does not state it. */
  private static @Nullable GpuTarget stated(ByteView code) throws FormatException {
    CodeObject object;
    try {
      object = CodeObject.read(code);
    } catch (FormatException damaged) {
      // The rules about code objects say what is wrong with it.
      return null;
    }
    return object.flags().processor().known() ? object.targetFromFlags() : object.statedTarget();
  }

  private static boolean accepts(GpuTarget arch, GpuTarget code) {
    return arch.processor().equals(code.processor()) && arch.agrees(code);
  }
}
