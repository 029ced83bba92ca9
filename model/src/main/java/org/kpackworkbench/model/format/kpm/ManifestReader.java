package org.kpackworkbench.model.format.kpm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/** Reads a manifest. What could be read stays when it breaks off. */
final class ManifestReader {
  static final String STRUCTURE = "kpm manifest";
  static final String ROWS = "kpack_files";

  private static final int MOST_ITEMS = 200_000;

  private final ByteView view;
  private final Place place;
  private final MsgCursor cursor;
  private final Set<String> seen = new HashSet<>();
  private final Set<String> targets = new HashSet<>();
  final List<FormatException> problems = new ArrayList<>();
  final Map<Integer, FormatException> rowProblems = new HashMap<>();
  final List<Claim> claims = new ArrayList<>();
  final List<RawPair> fields = new ArrayList<>();
  final List<ManifestRow> rows = new ArrayList<>();
  @Nullable ManifestDialect dialect;
  String component = "";
  @Nullable String prefix;
  boolean complete;
  private int items;

  ManifestReader(ByteView view, Place place) throws FormatException {
    this.view = view;
    this.place = place;
    this.cursor = new MsgCursor(view, 0, view.size(), STRUCTURE);
  }

  /**
   * Reads it.
   *
   * @throws FormatException if nothing can be shown: no map, another version, no manifest's keys
   */
  void read() throws FormatException {
    long pairs = cursor.mapHeader("root");
    claim(0, cursor.position(), "manifest, " + pairs + " keys");
    try {
      for (long i = 0; i < pairs; i++) {
        pair();
      }
      complete = true;
    } catch (FormatException failure) {
      if (isFatal(failure)) {
        throw failure;
      }
      problems.add(failure);
    }
    if (dialect == null) {
      throw dialectOfVersion();
    }
    if (complete) {
      require(dialect.versionKey());
      require(dialect.componentKey());
      require(ROWS);
      checkEnd();
    }
  }

  private static boolean isFatal(FormatException failure) {
    return switch (failure.reason()) {
      case UNSUPPORTED_VERSION, FILE_CHANGED, CLOSED -> true;
      default -> false;
    };
  }

  private void pair() throws FormatException {
    countItem();
    long start = cursor.position();
    String name = cursor.textSpan("key") ? cursor.spanText() : "(a key that is not text)";
    long value = cursor.position();
    claim(start, value, "key " + name);
    boolean known = isKnown(name);
    if (known && !seen.add(name)) {
      problems.add(
          cursor
              .error(start, name, Reason.DUPLICATE_KEY)
              .mismatch("each key once", "\"" + name + "\" a second time, which is ignored"));
      known = false;
    }
    if (known) {
      value(name);
    } else {
      cursor.skip(name);
    }
    claim(value, cursor.position(), name);
    fields.add(raw(name, start, value));
  }

  private static boolean isKnown(String name) {
    return switch (name) {
      case "format_version", "version", "component_name", "component", "prefix", ROWS -> true;
      default -> false;
    };
  }

  private void value(String name) throws FormatException {
    switch (name) {
      case "format_version" -> version(name, ManifestDialect.BY_ARCHITECTURE);
      case "version" -> version(name, ManifestDialect.BY_LIST);
      case "component_name", "component" -> component = text(name);
      case "prefix" -> prefix = text(name);
      default -> rows();
    }
  }

  private void version(String name, ManifestDialect stated) throws FormatException {
    long start = cursor.position();
    long version = cursor.size(name);
    if (version != Manifest.VERSION) {
      throw cursor
          .error(start, name, Reason.UNSUPPORTED_VERSION)
          .mismatch("1", version < 0 ? "something other than a number" : Long.toString(version));
    }
    if (dialect == null) {
      dialect = stated;
    }
  }

  private void rows() throws FormatException {
    switch (cursor.kind(ROWS)) {
      case MAP -> {
        dialect = ManifestDialect.BY_ARCHITECTURE;
        long count = cursor.mapHeader(ROWS);
        for (long i = 0; i < count; i++) {
          long start = cursor.position();
          boolean text = cursor.textSpan("target");
          row(start, text ? cursor.spanText() : "(a target that is not text)");
        }
      }
      case ARRAY -> {
        dialect = ManifestDialect.BY_LIST;
        long count = cursor.arrayHeader(ROWS);
        for (long i = 0; i < count; i++) {
          row(cursor.position(), "");
        }
      }
      default -> {
        problems.add(
            cursor
                .error(cursor.position(), ROWS, Reason.BAD_VALUE)
                .mismatch("a map of targets or an array", cursor.kind(ROWS).words()));
        cursor.skip(ROWS);
      }
    }
  }

  /** Real manifests have a few dozen keys and rows; what has very many is noise. */
  void countItem() throws FormatException {
    if (++items > MOST_ITEMS) {
      throw cursor
          .error(cursor.position(), "items", Reason.TOO_LARGE)
          .mismatch("at most " + MOST_ITEMS + " keys and rows", "more");
    }
  }

  private void row(long start, String target) throws FormatException {
    countItem();
    ManifestRowReader reader = new ManifestRowReader(this, view, cursor, start, target);
    ManifestRow row = reader.read();
    FormatException problem = reader.problem();
    if (problem == null && !targets.add(row.targetText())) {
      problem =
          cursor
              .error(start, "target", Reason.DUPLICATE_KEY)
              .mismatch("each target once", "\"" + row.targetText() + "\" again");
    }
    if (problem != null) {
      rowProblems.put(rows.size(), problem);
    }
    Place here = new Place.ManifestRow(place, row.targetText());
    claims.add(
        new Claim(
            ByteRange.between(start, cursor.position()),
            problem == null ? OwnerKind.METADATA : OwnerKind.PROBLEM,
            "row " + row.targetText(),
            here));
    for (ManifestRowReader.Field field : reader.ranges()) {
      claims.add(new Claim(field.range(), OwnerKind.METADATA, field.name(), here));
    }
    rows.add(row);
  }

  private String text(String name) throws FormatException {
    if (cursor.kind(name) != MsgKind.TEXT) {
      problems.add(
          cursor
              .error(cursor.position(), name, Reason.BAD_VALUE)
              .mismatch("text", cursor.kind(name).words()));
      cursor.skip(name);
      return "";
    }
    return cursor.text(name);
  }

  private void require(String name) {
    if (!seen.contains(name)) {
      problems.add(
          cursor
              .error(0, name, Reason.NOT_FOUND)
              .mismatch("the key \"" + name + "\"", "a manifest without it"));
    }
  }

  private void checkEnd() {
    if (cursor.remaining() > 0) {
      problems.add(
          cursor
              .error(cursor.position(), "end", Reason.BAD_VALUE)
              .mismatch("the end of the file", cursor.remaining() + " more bytes"));
    }
  }

  private FormatException dialectOfVersion() {
    return problems.isEmpty()
        ? cursor
            .error(0, "root", Reason.BAD_VALUE)
            .expected("the key \"kpack_files\" with \"format_version\" or \"version\"")
            .found("a map without them")
            .advice("This is not a .kpm manifest.")
            .build()
        : problems.getFirst();
  }

  private RawPair raw(String name, long start, long value) throws FormatException {
    return new RawPair(
        name,
        view.bytes(start, (int) (value - start)),
        view.bytes(value, (int) (cursor.position() - value)));
  }

  private void claim(long start, long end, String label) {
    ByteRange range = ByteRange.between(start, end);
    claims.add(new Claim(range, OwnerKind.METADATA, label, new Place.Part(place, label, range)));
  }
}
