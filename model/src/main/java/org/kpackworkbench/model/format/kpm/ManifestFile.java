package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/**
 * A manifest as it was read. Immutable; holds on to no file.
 *
 * <p>Reading fails where nothing can be shown: no map, an unsupported version, none of a manifest's
 * keys. Everything else is kept as far as it could be read, and {@link #problems} and {@link
 * #problem(int)} say what is wrong.
 */
public final class ManifestFile {
  /** Manifests are small; what is larger than this is something else. */
  public static final long MOST_BYTES = 64L << 20;

  private final Place place;
  private final long sizeBytes;
  private final Manifest manifest;
  private final boolean complete;
  private final List<FormatException> problems;
  private final Map<Integer, FormatException> rowProblems;
  private final List<Claim> claims;
  private final byte[] bytes;
  private final boolean legible;

  private ManifestFile(Place place, ManifestReader read, byte[] bytes, ManifestDialect dialect) {
    this.place = place;
    this.sizeBytes = bytes.length;
    this.bytes = bytes;
    this.manifest = new Manifest(dialect, read.component, read.prefix, read.rows, read.fields);
    this.complete = read.complete;
    this.problems = List.copyOf(read.problems);
    this.rowProblems = Map.copyOf(read.rowProblems);
    this.claims = List.copyOf(read.claims);
    this.legible = true;
  }

  private ManifestFile(Place place, long sizeBytes, FormatException why) {
    this.place = place;
    this.sizeBytes = sizeBytes;
    this.bytes = new byte[0];
    this.manifest = new Manifest(ManifestDialect.BY_ARCHITECTURE, "", null, List.of(), List.of());
    this.complete = false;
    this.problems = List.of(why);
    this.rowProblems = Map.of();
    this.claims = List.of();
    this.legible = false;
  }

  /** Reads a file. */
  public static ManifestFile open(Path path) throws IOException {
    try (OpenFile file = OpenFile.open(path)) {
      return read(file.view(), new Place.File(path));
    }
  }

  /**
   * Reads a manifest from bytes.
   *
   * @param place what the bytes are, as the parent of its rows' places
   */
  public static ManifestFile read(ByteView view, Place place) throws FormatException {
    if (view.size() > MOST_BYTES) {
      throw FormatException.at(view, 0, ManifestReader.STRUCTURE, "size", Reason.TOO_LARGE)
          .mismatch("at most " + MOST_BYTES + " bytes", view.size());
    }
    byte[] bytes = view.bytes(0, (int) view.size());
    ManifestReader reader = new ManifestReader(ByteView.of(view.name(), bytes), place);
    reader.read();
    return new ManifestFile(place, reader, bytes, java.util.Objects.requireNonNull(reader.dialect));
  }

  /**
   * A manifest of which nothing can be read, beside others that can.
   *
   * @param why what is wrong with it
   */
  public static ManifestFile illegible(ByteView view, Place place, FormatException why) {
    return new ManifestFile(place, view.size(), why);
  }

  /** Whether anything of it could be read. */
  public boolean legible() {
    return legible;
  }

  /** The manifest as a place. */
  public Place place() {
    return place;
  }

  /** Returns the content of the file. */
  public Manifest manifest() {
    return manifest;
  }

  /** Whether it could be read to its end; only then it may be edited. */
  public boolean complete() {
    return complete;
  }

  /** Why it could not be read to its end; null if it could. */
  public @Nullable FormatException cut() {
    return complete ? null : problems.getLast();
  }

  /** Whether all its rows could be read: only then it has no row that is not among them. */
  public boolean rowsComplete() {
    return complete || states(ManifestReader.ROWS);
  }

  /** Whether a key of the manifest itself could be read. */
  public boolean states(String key) {
    return manifest.fields().stream().anyMatch(pair -> pair.name().equals(key));
  }

  /** Returns the problems of the manifest as a whole. */
  public List<FormatException> problems() {
    return problems;
  }

  /** Returns the problem of a row; null if there is none. */
  public @Nullable FormatException problem(int row) {
    return rowProblems.get(row);
  }

  /** Whether everything in it was understood or is kept, so that it can be edited and written. */
  public boolean editable() {
    return complete && problems.isEmpty() && rowProblems.isEmpty();
  }

  /** The place of a row. */
  public Place.ManifestRow place(int row) {
    return new Place.ManifestRow(place, manifest.rows().get(row).targetText());
  }

  /** Where a key of a row is in the file; the row itself where it has no such key; else -1. */
  public long fieldOffset(int row, String field) {
    Place.ManifestRow place = place(row);
    long offset = -1;
    for (Claim claim : claims) {
      if (place.equals(claim.place())) {
        if (claim.label().equals(field)) {
          return claim.range().start();
        }
        offset = offset < 0 ? claim.range().start() : offset;
      }
    }
    return offset;
  }

  /** Who owns which byte. */
  public Ownership ownership() {
    return ClaimMap.of(sizeBytes, claims);
  }

  /**
   * The bytes of an edited version: those that were read, where nothing differs, else what {@link
   * ManifestWriter} makes of it.
   *
   * @throws IllegalStateException if it is not {@link #editable} and something differs
   */
  public byte[] write(Manifest edited) {
    if (edited.equals(manifest)) {
      return bytes.clone();
    }
    if (!editable()) {
      throw new IllegalStateException("a manifest that could not be read in full cannot be edited");
    }
    return ManifestWriter.write(edited);
  }
}
