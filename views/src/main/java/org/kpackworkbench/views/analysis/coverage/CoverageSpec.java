package org.kpackworkbench.views.analysis.coverage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.spi.Closeness;

/** The grid as a table: one row a wrapper, by its number, and one column an architecture. */
final class CoverageSpec implements RowsSpec<Integer> {
  private static final Set<CellLooks> CODE =
      Set.of(CellLooks.PRESENT, CellLooks.INSIDE, CellLooks.FILES, CellLooks.SHARED);

  private static final String LOOKED_UP =
      "It was looked up, not unpacked: there is too much code here; verify unpacks it.";

  private static final Set<CellLooks> LACKING =
      Set.of(
          CellLooks.HOLE, CellLooks.NEVER, CellLooks.REFUSED, CellLooks.UNSURE, CellLooks.DAMAGED);

  private final Callable<CoverageData> reader;
  private final Function<String, Place> entry;
  private volatile Map<Place, String> damaged = Map.of();
  private volatile Counted counted = new Counted(CoverageData.NONE, damaged);

  /**
   * A specification.
   *
   * @param reader reads the grid; in the background
   * @param entry the place of a binary, by its path
   */
  CoverageSpec(Callable<CoverageData> reader, Function<String, Place> entry) {
    this.reader = reader;
    this.entry = entry;
  }

  private static final class Counted {
    private final CoverageData data;
    private final Map<Place, String> damaged;
    private final BitSet holed = new BitSet();
    private final BitSet lacking = new BitSet();
    private final BitSet lookedUp = new BitSet();
    private final Map<CellLooks, Integer> counts = new EnumMap<>(CellLooks.class);

    Counted(CoverageData data, Map<Place, String> damaged) {
      BitSet absent = new BitSet();
      this.data = data;
      this.damaged = damaged;
      for (int row = 0; row < data.rows().size(); row++) {
        lookedUp.set(row, data.lookedUp(row));
        for (int column = 0; column < data.columns().size(); column++) {
          CellLooks look = look(row, column);
          counts.merge(look, 1, Integer::sum);
          if (look == CellLooks.HOLE) {
            holed.set(row);
          }
          if (LACKING.contains(look)) {
            lacking.set(row);
          }
          absent.set(row, absent.get(row) || look == CellLooks.ABSENT);
        }
      }
      if (lacking.isEmpty()) {
        // An archive that is not here may have been lost.
        lacking.or(absent);
      }
    }

    CellLooks look(int row, int column) {
      CellLooks look =
          damage(row, column).isEmpty() ? CellLooks.of(data.cell(row, column)) : CellLooks.DAMAGED;
      // Databases have no files for what they were never built for.
      return look == CellLooks.ABSENT
              && data.rows().get(row).state() == CoverageGrid.RowState.DATABASE
          ? CellLooks.NOTHING
          : look;
    }

    /** Returns what was found wrong with the code of a cell; empty if nothing was. */
    String damage(int row, int column) {
      CoverageCell cell = data.cell(row, column);
      boolean code =
          CODE.contains(CellLooks.of(cell))
              || (cell instanceof CoverageCell.Hole hole && hole.code() != null);
      return damaged.isEmpty() || !code
          ? ""
          : damaged.getOrDefault(CoverageWords.place(data.rows().get(row), cell), "");
    }
  }

  @Override
  public TableWords words() {
    return TableWords.of("coverage", "Coverage", data().empty())
        .prompt("librocblas -arch:gfx942")
        .help(
            "Fields: name, path, index, arch (what there is code for; -arch:gfx942: rows that have"
                + " none for gfx942)");
  }

  @Override
  public boolean byCell() {
    return true;
  }

  @Override
  public RowSource<Integer> load() throws java.io.IOException {
    try {
      counted = new Counted(reader.call(), damaged);
    } catch (java.io.IOException | RuntimeException failure) {
      throw failure;
    } catch (Exception failure) {
      throw new java.io.IOException(failure);
    }
    return RowSource.of(IntStream.range(0, data().rows().size()).boxed().toList());
  }

  @Override
  public List<RowColumn<Integer>> columns() {
    CoverageData data = data();
    List<RowColumn<Integer>> columns = new ArrayList<>();
    columns.add(RowColumn.path("Binary", row -> shown(data.rows().get(row))));
    columns.add(RowColumn.count("#", row -> data.rows().get(row).index()));
    for (int i = 0; i < data.columns().size(); i++) {
      int column = i;
      GpuTarget target = data.columns().get(i);
      columns.add(
          RowColumn.<Integer>matrix(
                  target,
                  target.toString(),
                  row -> counted.look(row, column).words(),
                  row -> face(row, column))
              .ranked(row -> counted.look(row, column).ordinal())
              .named("coverage-" + target));
    }
    return columns;
  }

  /** A database by its name: its files are in many folders. */
  private static String shown(CoverageGrid.BinaryRow row) {
    return row.state() == CoverageGrid.RowState.DATABASE ? row.name() : row.path();
  }

  private Face face(int row, int column) {
    CellLooks look = counted.look(row, column);
    GpuTarget target = data().columns().get(column);
    return Face.of(look.sign(), words(row, target))
        .styled(
            look == CellLooks.HOLE || look == CellLooks.REFUSED || look == CellLooks.DAMAGED
                ? "cell-problem hole"
                : "")
        .tinted(look.tint(target));
  }

  /** More is known of code, with what is wrong at each place. */
  void verified(Map<Place, String> found) {
    damaged = found;
    counted = new Counted(data(), found);
  }

  @Override
  public List<RowColumn<Integer>> fields() {
    return List.of(
        RowColumn.<Integer>text("Key", row -> row(row).key()).alsoNamed("name"),
        RowColumn.text("Path", row -> row(row).path()),
        RowColumn.text("Arch", this::covered),
        RowColumn.count("Index", row -> row(row).index()));
  }

  /** The architectures for which a row has code. */
  private String covered(int row) {
    CoverageData data = data();
    return IntStream.range(0, data.columns().size())
        .filter(column -> CODE.contains(counted.look(row, column)))
        .mapToObj(column -> data.columns().get(column).toString())
        .collect(Collectors.joining(" "));
  }

  @Override
  public Place place(Integer row) {
    return entry.apply(row(row).path());
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.Entry;
  }

  @Override
  public Closeness closeness(Place place) {
    return Closeness.ON_MAP;
  }

  /** The first row of a binary. */
  @Override
  public int indexOf(RowSource<Integer> rows, Place place) {
    return place instanceof Place.Entry wanted
        ? IntStream.range(0, rows.size())
            .filter(row -> row(row).path().equals(wanted.way()))
            .findFirst()
            .orElse(-1)
        : -1;
  }

  /** The grid that was read last; empty at first. */
  CoverageData data() {
    return counted.data;
  }

  CoverageGrid.BinaryRow row(int row) {
    return data().rows().get(row);
  }

  int count(CellLooks look) {
    return counted.counts.getOrDefault(look, 0);
  }

  /** Whether code is missing in a row, or may be. */
  boolean lacking(int row) {
    return counted.lacking.get(row);
  }

  /** Whether there is such a row. */
  boolean lacksAny() {
    return !counted.lacking.isEmpty();
  }

  /**
   * Returns what a cell says in a sentence; what is known of the row where the column is no target.
   */
  String words(int row, @Nullable GpuTarget target) {
    CoverageGrid.BinaryRow line = row(row);
    if (target == null && line.state() == CoverageGrid.RowState.DATABASE) {
      return "%s: a kernel database, files for each GPU.".formatted(line.name());
    }
    return target == null
        ? "%s, wrapper %d, %s."
            .formatted(
                line.path(),
                line.index(),
                line.state() == CoverageGrid.RowState.FAT
                    ? "fat: its code is inside"
                    : "host-only: its code is in archives")
        : words(row, line, target, data().columns().indexOf(target));
  }

  private String words(int row, CoverageGrid.BinaryRow line, GpuTarget target, int column) {
    String damage = counted.damage(row, column);
    boolean unsure = data().lookedUp(row) && CODE.contains(counted.look(row, column));
    return CoverageWords.of(line, target, data().cell(row, column))
        + (!damage.isEmpty() ? " Damaged: " + damage : unsure ? " " + LOOKED_UP : "");
  }

  /** Where a cell leads. */
  Place target(int row, @Nullable GpuTarget target) {
    return target == null
        ? row(row).place()
        : CoverageWords.place(row(row), data().cell(row, data().columns().indexOf(target)));
  }

  /** All of it in a sentence. */
  String summary() {
    if (data().rows().isEmpty()) {
      return "No wrappers";
    }
    List<String> parts = new ArrayList<>();
    int holes = count(CellLooks.HOLE);
    // An archive that is not here may have been lost.
    boolean known =
        Stream.of(
                    CellLooks.NEVER,
                    CellLooks.REFUSED,
                    CellLooks.UNSURE,
                    CellLooks.ABSENT,
                    CellLooks.UNKNOWN)
                .allMatch(look -> count(look) == 0)
            && data().problems().isEmpty()
            && counted.lookedUp.isEmpty();
    if (holes > 0) {
      parts.add(
          "%s in %s"
              .formatted(
                  CountText.of(holes, "hole"), CountText.of(counted.holed.cardinality(), "row")));
    } else if (known && !data().columns().isEmpty()) {
      parts.add("no holes");
    }
    if (!counted.lookedUp.isEmpty()) {
      parts.add(
          "%s looked up, not unpacked"
              .formatted(CountText.of(counted.lookedUp.cardinality(), "wrapper")));
    }
    add(parts, CellLooks.DAMAGED, "damaged");
    add(parts, CellLooks.NEVER, "never compiled, where loaders fail");
    add(parts, CellLooks.REFUSED, "there, but refused");
    add(parts, CellLooks.UNSURE, "perhaps missing");
    add(parts, CellLooks.ABSENT, "without an archive here");
    add(parts, CellLooks.NOTHING, "never had code");
    add(parts, CellLooks.UNKNOWN, "not known");
    if (data().unreadFiles() > 0) {
      parts.add(CountText.of(data().unreadFiles(), "file") + " not read");
    }
    if (data().columns().isEmpty()) {
      parts.addFirst("no archive exists, so the architectures are unknown");
    }
    return "%s × %s: %s"
            .formatted(
                counted(),
                CountText.of(data().columns().size(), "architecture"),
                String.join(", ", parts))
        + (data().overlaid().isEmpty() ? "" : ". " + data().overlaid());
  }

  private long databases() {
    return data().rows().stream()
        .filter(row -> row.state() == CoverageGrid.RowState.DATABASE)
        .count();
  }

  private String counted() {
    long databases = databases();
    long wrappers = data().rows().size() - databases;
    return Stream.of(
            wrappers == 0 && databases > 0 ? "" : CountText.of(wrappers, "wrapper"),
            databases == 0 ? "" : CountText.of(databases, "kernel database"))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" and "));
  }

  private void add(List<String> parts, CellLooks look, String words) {
    if (count(look) > 0) {
      parts.add("%s %s".formatted(CountText.of(count(look), "cell"), words));
    }
  }

  /** How cells look: each kind has a sign of its own beside its colour. */
  enum CellLooks {
    PRESENT("✓", "in an archive"),
    /** A verification, or whatever unpacked the code since, found something wrong with it. */
    DAMAGED("⚠", "damaged"),
    INSIDE("■", "inside the fat binary"),
    FILES("▤", "in files of a kernel database"),
    SHARED("≈", "served by code that names fewer features"),
    HOLE("✖", "missing"),
    NEVER("×", "never compiled; loaders fail"),
    REFUSED("⊘", "there, but refused"),
    UNSURE("?", "perhaps missing"),
    ABSENT("–", "no archive for it"),
    /** Content that is not known, of a compressed bundle, say. */
    UNKNOWN("·", "not known"),
    NOTHING("", "no code expected");

    private final String sign;
    private final String words;

    CellLooks(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    static CellLooks of(CoverageCell cell) {
      return switch (cell) {
        case CoverageCell.Present present -> PRESENT;
        case CoverageCell.Inside inside -> INSIDE;
        case CoverageCell.Files files -> FILES;
        case CoverageCell.Shared shared -> SHARED;
        case CoverageCell.Hole hole ->
            hole.code() != null
                ? REFUSED
                : switch (hole.certainty()) {
                  case SURE, LIKELY -> HOLE;
                  case POSSIBLE -> UNSURE;
                  case NEVER -> NEVER;
                };
        case CoverageCell.Absent absent -> absent.built() ? HOLE : ABSENT;
        case CoverageCell.NotApplicable never -> never.place() == null ? NOTHING : UNKNOWN;
      };
    }

    /** The sign in the cell. */
    String sign() {
      return sign;
    }

    /** Returns the meaning, for legends and copies. */
    String words() {
      return words;
    }

    /** Its colour in the palette, behind the sign where that is filled; null for none. */
    @Nullable Tint tint(@Nullable GpuTarget target) {
      String shade = target == null ? null : target.toString();
      return switch (this) {
        case PRESENT, INSIDE, FILES -> new Tint(OwnerKind.DEVICE_CODE, shade, true);
        case SHARED -> new Tint(OwnerKind.METADATA, null, true);
        case HOLE, REFUSED, DAMAGED -> new Tint(OwnerKind.PROBLEM, null, true);
        case ABSENT -> new Tint(OwnerKind.PADDING, null, true);
        case NEVER, UNSURE -> new Tint(OwnerKind.PROBLEM, null, false);
        case UNKNOWN, NOTHING -> null;
      };
    }
  }

  /** Sentences for cells, and where they lead. Pure functions; any thread. */
  static final class CoverageWords {
    private CoverageWords() {}

    /** A cell in a sentence or two. */
    static String of(CoverageGrid.BinaryRow row, GpuTarget target, CoverageCell cell) {
      return "%s for %s: %s".formatted(row.key(), target, words(row, cell));
    }

    private static String words(CoverageGrid.BinaryRow row, CoverageCell cell) {
      return switch (cell) {
        case CoverageCell.Present present ->
            "%sin %s.".formatted(size(present.sizeBytes()), name(present.archive()));
        case CoverageCell.Inside inside ->
            "%sinside %s, which is fat.".formatted(size(inside.sizeBytes()), name(row.file()));
        case CoverageCell.Files files ->
            "%s, %s in all."
                .formatted(CountText.of(files.count(), "file"), SizeText.of(files.sizeBytes()));
        case CoverageCell.Shared shared ->
            "served by the code for %s, %sin %s."
                .formatted(
                    shared.target(),
                    size(shared.code().sizeBytes()),
                    name(shared.code().archive()));
        case CoverageCell.Hole hole ->
            "%s%s. %s"
                .formatted(
                    hole.code() == null ? "missing" : "there, but no GPU gets it",
                    switch (hole.certainty()) {
                      case SURE -> "";
                      case LIKELY -> ", while other wrappers of this binary have code for it";
                      case POSSIBLE -> ", or never compiled";
                      case NEVER -> ", since it was never compiled";
                    },
                    hole.why());
        case CoverageCell.Absent absent when row.state() == CoverageGrid.RowState.DATABASE ->
            "the database has no file for the architecture here.";
        case CoverageCell.Absent absent ->
            absent.built()
                ? "missing. It was built for the architecture, and there is no archive with it here."
                : "there is no archive for the architecture here.";
        case CoverageCell.NotApplicable never -> never.why();
      };
    }

    /** Where a cell leads: its code, else the wrapper that has none. */
    static Place place(CoverageGrid.BinaryRow row, CoverageCell cell) {
      return switch (cell) {
        case CoverageCell.Present present -> present.place();
        case CoverageCell.Inside inside -> inside.place();
        case CoverageCell.Files files -> files.place();
        case CoverageCell.Shared shared -> shared.code().place();
        case CoverageCell.Hole hole -> {
          Place code = hole.code();
          yield code == null ? row.place() : code;
        }
        case CoverageCell.Absent absent -> row.place();
        case CoverageCell.NotApplicable never -> {
          Place place = never.place();
          yield place == null ? row.place() : place;
        }
      };
    }

    private static String size(long bytes) {
      return bytes < 0 ? "" : SizeText.of(bytes) + " ";
    }

    private static String name(@Nullable Path file) {
      return file == null ? "" : String.valueOf(file.getFileName());
    }
  }
}
