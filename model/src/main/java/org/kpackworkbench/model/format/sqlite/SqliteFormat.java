package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** SQLite databases. */
public final class SqliteFormat extends ReadFormat {
  /** The only instance. */
  public static final SqliteFormat FORMAT = new SqliteFormat();

  static final String MAGIC = "SQLite format 3\0";

  private SqliteFormat() {
    super("sqlite", "SQLite database", "an SQLite database");
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(FileSummary.Group.DATABASE);
  }

  @Override
  public List<String> partGroups() {
    return List.of("kernel", "table");
  }

  @Override
  public List<PartField> partFields() {
    return PartField.texts(
        "target",
        "length",
        "precision",
        "factors",
        "file",
        "arguments",
        "HIP version",
        "generator",
        "timestamp",
        "MD5",
        "rows",
        "columns");
  }

  @Override
  public Likeness likeness(Head head) {
    return head.startsWith(MAGIC) ? Likeness.SURE : Likeness.NONE;
  }

  /** MIOpen's and rocFFT's: their libraries open nothing else by such names. */
  @Override
  public boolean isNamed(String fileName) {
    return fileName.endsWith(".kdb")
        || (fileName.startsWith("rocfft_kernel_cache") && fileName.endsWith(".db"));
  }

  /** SQLite itself takes an empty file for a database without tables. */
  private static void checkMagic(ByteView bytes, Formats formats) throws FormatException {
    if (bytes.size() >= MAGIC.length() && bytes.text(0, MAGIC.length()).equals(MAGIC)) {
      return;
    }
    Format found = formats.detect(bytes);
    boolean zeros = bytes.size() > 0 && bytes.u8(0) == 0;
    throw FormatException.at(bytes, 0, "SQLite header", "magic", Reason.WRONG_MAGIC)
        .expected("\"%s\" and a zero byte".formatted(MAGIC.substring(0, MAGIC.length() - 1)))
        .found(zeros ? "zero bytes" : found.words())
        .advice(found.advice().isEmpty() ? "Get the file again." : found.advice())
        .build();
  }

  /**
   * The library that made a database of kernels, as it is called, whatever the file's name is;
   * empty for every other file, and for a damaged one.
   *
   * @throws IOException if it cannot be read, or changed meanwhile
   */
  public static Optional<String> libraryOf(Path file, Progress progress) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(MAGIC.length());
    }
    if (!CombinedCache.isDatabase(start)) {
      return Optional.empty();
    }
    try (OpenFile open = OpenFile.open(file);
        SqliteFile database = new SqliteFile(new Place.File(file), open.view())) {
      for (KernelTable table : KernelTable.ALL) {
        if (table.fits(table.table(), database.columns(table.table(), progress))) {
          return Optional.of(table.whose());
        }
      }
      return Optional.empty();
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return Optional.empty();
    }
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    checkMagic(source.bytes(), opening.formats());
    return new SqliteDocument(source, opening);
  }

  @Override
  public List<Rule<?>> rules() {
    return RocfftRules.all();
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    checkMagic(bytes, checks.formats());
    try (SqliteDocument document =
        new SqliteDocument(new OpenSource(place, bytes, null), checks.opening())) {
      document.checkPages(checks.progress());
      checks.run(new DocumentSubject(document));
      CodeObjects kernels = document.codeObjects();
      kernels.declareAll(checks.progress().cancelOnly());
      GpuTarget named = rocfft(place);
      if (named != null) {
        checks.run(cache(place, bytes, RocfftRules.ROCFFT, named, document.architectures()));
      }
      String miopen = document.targetOfFile();
      if (!miopen.isEmpty()) {
        GpuTarget target = GpuTarget.lenient(miopen);
        checks.run(cache(place, bytes, RocfftRules.MIOPEN, target, document.arguments()));
      }
      checks
          .progress()
          .begin("Verifying " + place.label(), kernels.size() + document.files().size(), Unit.ROWS);
      for (int row = 0; row < kernels.size(); row++) {
        checks.progress().step(1);
        CodeObjectRow stated = kernels.row(row);
        ByteView code;
        try {
          code = kernels.load(row, checks.progress().cancelOnly());
        } catch (FormatException damaged) {
          checks.unread(stated.place(), bytes, damaged);
          continue;
        }
        boolean byColumn = document.hasArchitectureColumn(row);
        if (byColumn) {
          checks.run(
              new RocfftRules.RowSubject(stated.place(), code, stated.targetText(), "column code"));
        }
        // What names no architecture is filed under none.
        boolean free = byColumn || stated.targetText().isEmpty();
        checks.codeObject(stated.place(), code, free ? null : stated.target());
      }
      // Nothing is beside what is in another file.
      if (place instanceof Place.File(Path file)) {
        for (KernelFiles.Row row : document.files()) {
          checks.progress().step(1);
          check(file, bytes, row, checks);
        }
      }
    }
  }

  /** The architecture that the name of rocFFT's cache says; null if it says none. */
  private static @Nullable GpuTarget rocfft(Place place) {
    return Databases.installed()
        .recognise(place.label())
        .filter(file -> file.database().equals(RocfftRules.ROCFFT))
        .map(DatabaseFile::architecture)
        .orElse(null);
  }

  private static RocfftRules.CacheSubject cache(
      Place place, ByteView bytes, String database, GpuTarget named, List<String> rows) {
    SortedSet<String> others = new TreeSet<>();
    long otherRows = 0;
    for (String arch : rows) {
      if (!GpuTarget.lenient(arch).processor().equals(named.processor())) {
        others.add(arch.isEmpty() ? "no architecture" : arch);
        otherRows++;
      }
    }
    return new RocfftRules.CacheSubject(
        place, bytes, database, named, rows.size(), others, otherRows);
  }

  /** Checks a row that names a file. The file itself is checked as one. */
  private static void check(Path database, ByteView bytes, KernelFiles.Row row, Checking checks)
      throws IOException {
    Place place = row.place(new Place.File(database));
    Path file = row.file(database).orElse(null);
    checks.run(new RocfftRules.FileSubject(place, bytes, row.path(), file != null));
    if (file != null) {
      try (OpenFile code = OpenFile.open(file)) {
        checks.run(new RocfftRules.RowSubject(place, code.view(), row.arch(), row.path()));
      }
    }
  }
}
