package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;

/**
 * MIOpen's databases: kernels for exactly the device's number of compute units, else those for any
 * number; and text databases, of which it takes those with the nearest number. For one thread.
 */
final class MiopenSearch {
  static final String DATABASE_PATH = "MIOPEN_SYSTEM_DB_PATH";

  private static final String BELOW = "miopen/db/";
  private static final String KERNELS = ".kdb";

  /** Up to this number of compute units a name has it in decimal digits. */
  private static final int MOST_DECIMAL_UNITS = 64;

  private static final Pattern UNITS =
      Pattern.compile("_(?<decimal>\\d{1,4})|(?<hexadecimal>[0-9a-f]{2,4})");

  /** On these MIOpen says nothing of ECC where it is on. */
  private static final Set<String> ECC_BY_DEFAULT = Set.of("gfx906", "gfx908");

  private final Search search;
  private final Path base;
  private final String name;
  private final List<String> damage = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int kernels;

  private MiopenSearch(Search search) {
    this.search = search;
    this.base = search.base(DATABASE_PATH, List.of("../share/miopen/db"));
    this.name = databaseName(search.gpu());
  }

  static Result of(Search search) throws IOException {
    return new MiopenSearch(search).result();
  }

  private Result result() throws IOException {
    OptionalInt units = search.gpu().units();
    Path forAny = base.resolve(name + KERNELS);
    boolean ask = false;
    if (units.isPresent()) {
      Path exact = base.resolve(name + suffix(units.getAsInt()) + KERNELS);
      if (exists("compiled kernels for " + words(units.getAsInt()), exact)) {
        take("compiled kernels for " + words(units.getAsInt()), exact);
      } else if (exists("compiled kernels for any compute units", forAny)) {
        take("compiled kernels for any compute units", forAny);
      }
    } else {
      ask = ofAnyUnits(forAny);
    }
    texts(".fdb.txt", "results of searches");
    texts(".db.txt", "tuned parameters");
    String found = Search.sentences(Search.sentences(damage), Search.sentences(notes));
    if (kernels > 0 && damage.isEmpty()) {
      return ask ? search.done(Outcome.DEPENDS, found, asked()) : search.done(Outcome.FOUND, found);
    }
    search.others(base, BELOW, each -> each.endsWith(KERNELS));
    return search.done(
        kernels > 0 ? Outcome.PARTLY : Outcome.COMPILES,
        found,
        "Kernels are compiled when they are first used.",
        ofOtherUnits(),
        search.install(
            "%s in %s".formatted(wanted(), base),
            DATABASE_PATH,
            "a folder that has it",
            "the files are in share/miopen/db"));
  }

  /**
   * Reads all databases that a device with some number of compute units may use.
   *
   * @return whether devices with other numbers have none
   */
  private boolean ofAnyUnits(Path forAny) throws IOException {
    List<Path> counted = counted(KERNELS);
    for (Path each : counted) {
      take("compiled kernels for " + words(units(each).orElseThrow()), each);
    }
    if (counted.isEmpty()) {
      search.add(
          "compiled kernels for the compute units of the GPU",
          base.resolve(name + "*" + KERNELS),
          Found.NOT_THERE);
    }
    boolean others = exists("compiled kernels for any compute units", forAny);
    if (others) {
      take("compiled kernels for any compute units", forAny);
    }
    return !others;
  }

  private boolean exists(String what, Path file) {
    if (Files.exists(file)) {
      return true;
    }
    search.add(what, file, Found.NOT_THERE);
    return false;
  }

  private void take(String what, Path file) {
    CachedKernels cached = CachedKernels.of(file, search);
    cached.step(what, file, search);
    kernels += cached.kernels();
    damage.add(cached.damage());
    damage.removeIf(String::isEmpty);
    notes.add(cached.notes());
  }

  private String wanted() {
    OptionalInt units = search.gpu().units();
    return name
        + KERNELS
        + (units.isPresent()
            ? " or %s%s%s".formatted(name, suffix(units.getAsInt()), KERNELS)
            : ", or the one for the compute units of the GPU,");
  }

  /** Which numbers of compute units there are kernels for, in a sentence. */
  private String asked() throws IOException {
    return ("MIOpen takes kernels only for the device's own number of compute units: there are some"
            + " for %s. Name the number, as in --target %s/%s.")
        .formatted(
            ListText.some(countedUnits()),
            search.gpu().named(),
            units(counted(KERNELS).getFirst()).orElseThrow());
  }

  private String ofOtherUnits() throws IOException {
    List<String> others = countedUnits();
    OptionalInt units = search.gpu().units();
    return others.isEmpty() || units.isEmpty() || others.contains(words(units.getAsInt()))
        ? ""
        : "There are kernels for %s; this GPU has %s."
            .formatted(ListText.some(others), words(units.getAsInt()));
  }

  private List<String> countedUnits() throws IOException {
    return counted(KERNELS).stream()
        .map(each -> words(units(each).orElseThrow()))
        .distinct()
        .toList();
  }

  private static String words(int units) {
    return CountText.of(units, "compute unit");
  }

  /** The number of compute units as names have it. */
  private static String suffix(int units) {
    return units <= MOST_DECIMAL_UNITS ? "_" + units : Integer.toHexString(units);
  }

  private static String databaseName(Gpu gpu) {
    Optional<Boolean> ecc = setting(gpu, "sramecc");
    boolean withoutEcc = ECC_BY_DEFAULT.contains(gpu.processor()) && ecc.isPresent() && !ecc.get();
    return gpu.processor()
        + (withoutEcc ? "_nosramecc" : "")
        + (setting(gpu, "xnack").orElse(false) ? "_xnack" : "");
  }

  private static Optional<Boolean> setting(Gpu gpu, String feature) {
    return gpu.target().features().stream()
        .filter(each -> each.name().equals(feature))
        .map(each -> each.on())
        .findFirst();
  }

  private OptionalInt units(Path file) {
    String stem = stem(file);
    Matcher units = UNITS.matcher(stem.substring(Math.min(name.length(), stem.length())));
    if (!stem.startsWith(name) || !units.matches()) {
      return OptionalInt.empty();
    }
    @Nullable String decimal = units.group("decimal");
    return OptionalInt.of(
        decimal != null
            ? Integer.parseInt(decimal)
            : Integer.parseInt(units.group("hexadecimal"), 16));
  }

  private static String stem(Path file) {
    String fileName = file.getFileName().toString();
    int dot = fileName.indexOf('.');
    return dot < 0 ? fileName : fileName.substring(0, dot);
  }

  private List<Path> counted(String ending) throws IOException {
    return named(ending).stream().filter(each -> units(each).isPresent()).toList();
  }

  private List<Path> named(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path each : Search.children(base)) {
      String fileName = each.getFileName().toString();
      boolean other = ending.equals(".db.txt") && fileName.endsWith(".fdb.txt");
      boolean own = stem(each).equals(name) || units(each).isPresent();
      // The longest target that the name begins with decides: gfx90a6e is not gfx90 with 0xa6e.
      if (fileName.endsWith(ending) && !other && own && search.isFor(BELOW + fileName)) {
        found.add(each);
      }
    }
    return found;
  }

  private void texts(String ending, String what) throws IOException {
    List<Path> files = named(ending);
    search.add(
        files.isEmpty() ? what : what + ", " + CountText.of(files.size(), "file"),
        base.resolve(name + "*" + ending),
        files.isEmpty() ? Found.NOT_THERE : Found.THERE);
  }
}
