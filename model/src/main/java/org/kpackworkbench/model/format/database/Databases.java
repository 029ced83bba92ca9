package org.kpackworkbench.model.format.database;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some kinds of databases. Immutable.
 *
 * @param recognisers in the order of their names, each name once
 */
public record Databases(List<DatabaseRecogniser> recognisers) {
  /** No database. */
  public static final Databases NONE = new Databases(List.of());

  private static final Pattern ARCHITECTURE = Pattern.compile("gfx\\d");

  /**
   * Folders with data of ROCm's libraries, of which some have no recogniser. Folders of tools,
   * which have figures for each GPU and no kernels, are none.
   */
  private static final Pattern DATA =
      Pattern.compile(
          "(?i)(?:.*/)?(?:lib(?:32|64)?|bin|share)/(?:[^/]+-linux-gnu/)?"
              + "(?<library>(?:roc(?!m|prof)|hip|miopen|aotriton|composable)[^/]*)/(?<rest>.+)");

  /** Files that SQLite keeps beside a database while a program has it open. */
  private static final Pattern BESIDE =
      Pattern.compile("(?<database>.*\\.k?db)-(?<what>wal|shm|journal)");

  /** The ends of names of files with changes that SQLite has not written into a database yet. */
  public static final List<String> CHANGES = List.of("-wal", "-journal");

  public Databases {
    recognisers = List.copyOf(recognisers);
  }

  /** All that this program has. */
  public static Databases installed() {
    ModuleLayer layer = Databases.class.getModule().getLayer();
    return of(
        layer == null
            ? ServiceLoader.load(DatabaseRecogniser.class, Databases.class.getClassLoader())
            : ServiceLoader.load(layer, DatabaseRecogniser.class));
  }

  private static Databases of(Iterable<DatabaseRecogniser> found) {
    List<DatabaseRecogniser> sorted = new ArrayList<>();
    for (DatabaseRecogniser one : found) {
      if (sorted.stream().noneMatch(known -> known.name().equals(one.name()))) {
        sorted.add(one);
      }
    }
    sorted.sort(java.util.Comparator.comparing(DatabaseRecogniser::name));
    return new Databases(sorted);
  }

  /** Their names, sorted. */
  public List<String> names() {
    return recognisers.stream().map(DatabaseRecogniser::name).toList();
  }

  /** Those of some names; names without a recogniser are skipped, see {@link #unknown}. */
  public Databases named(Collection<String> names) {
    return new Databases(recognisers.stream().filter(one -> names.contains(one.name())).toList());
  }

  /** All but those of some names. */
  public Databases without(Collection<String> names) {
    return new Databases(recognisers.stream().filter(one -> !names.contains(one.name())).toList());
  }

  /** The names that there is no recogniser for, in their order, each once. */
  public List<String> unknown(Collection<String> names) {
    List<String> known = names();
    return names.stream().distinct().filter(name -> !known.contains(name)).toList();
  }

  /**
   * Recognises the database of a path, relative to its stage prefix; empty if it is no database's.
   * A file that SQLite keeps beside a database counts as the database, since one is damaged without
   * the other.
   */
  public Optional<DatabaseFile> recognise(String path) {
    String whole = whole(path);
    for (DatabaseRecogniser one : recognisers) {
      Optional<DatabaseFile> found = one.recognise(whole);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The path of the database that SQLite keeps a file beside; that of any other file itself. */
  public static String whole(String path) {
    Matcher beside = BESIDE.matcher(path);
    return beside.matches() ? beside.group("database") : path;
  }

  /**
   * The path of the SQLite database that has changes in a file, which are not in the database yet;
   * empty for every other file.
   *
   * @param path of a file with content, as in {@link #recognise}
   */
  public Optional<String> uncommitted(String path) {
    Matcher beside = BESIDE.matcher(path);
    return beside.matches() && !beside.group("what").equals("shm") && recognise(path).isPresent()
        ? Optional.of(beside.group("database"))
        : Optional.empty();
  }

  /**
   * The database of which a file is for several architectures, such as rocFFT's cache whose rows
   * name theirs; empty for every other file.
   */
  public Optional<String> combined(String path) {
    return recognisers.stream()
        .filter(one -> one.isCombined(path))
        .map(DatabaseRecogniser::name)
        .findFirst();
  }

  /**
   * The database or library to which a file seems to belong that none knows the architecture of,
   * although its path names one; empty if all is well. Such a file stays with what is for every
   * GPU. It lies in a place of a database, see {@link #missedInPlace}, or in a folder with data of
   * a library of ROCm, which may be one without a recogniser.
   *
   * @param path of a file or link, relative to its stage prefix, with {@code /}
   */
  public Optional<String> missed(String path) {
    Optional<String> inPlace = missedInPlace(path);
    if (inPlace.isPresent() || !isUnassigned(path)) {
      return inPlace;
    }
    Matcher data = DATA.matcher(path);
    return data.matches() && ARCHITECTURE.matcher(data.group("rest")).find()
        ? Optional.of(data.group("library"))
        : Optional.empty();
  }

  /**
   * The database in whose place a file lies that none knows the architecture of, although its path
   * names one; empty if all is well.
   *
   * @param path as in {@link #missed}
   */
  public Optional<String> missedInPlace(String path) {
    return isUnassigned(path)
        ? recognisers.stream()
            .filter(one -> one.covers(path) && ARCHITECTURE.matcher(covered(one, path)).find())
            .map(DatabaseRecogniser::name)
            .findFirst()
        : Optional.empty();
  }

  private boolean isUnassigned(String path) {
    return ARCHITECTURE.matcher(path).find()
        && recognise(path).map(DatabaseFile::architecture).isEmpty();
  }

  /** The end of a path that is a database's: where the whole lies may be called after anything. */
  private static String covered(DatabaseRecogniser one, String path) {
    String end = path;
    for (int slash = end.indexOf('/'); slash >= 0; slash = end.indexOf('/')) {
      if (!one.covers(end.substring(slash + 1))) {
        return end;
      }
      end = end.substring(slash + 1);
    }
    return end;
  }
}
