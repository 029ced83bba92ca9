package org.kpackworkbench.views.format.kpack;

import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.views.kit.sizes.SizedRows;

/** The rows of an archive with their sizes, for the treemap. */
record ArchiveSizes(ArchiveRows rows) implements SizedRows {

  @Override
  public int count() {
    return rows.count();
  }

  @Override
  public String name() {
    return rows.archive().place().label();
  }

  @Override
  public int binary(int row) {
    return rows.binary(row);
  }

  @Override
  public String binaryName(int row) {
    return rows.binaryName(row);
  }

  @Override
  public int target(int row) {
    return rows.target(row);
  }

  @Override
  public String targetText(int row) {
    return rows.targetText(row);
  }

  @Override
  public String name(int row) {
    return rows.keyText(row);
  }

  @Override
  public long originalSizeBytes(int row) {
    return rows.originalSizeBytes(row);
  }

  @Override
  public long storedSizeBytes(int row) {
    return rows.storedSizeBytes(row);
  }

  @Override
  public int blob(int row) {
    return rows.codeObject(row);
  }

  @Override
  public boolean packed() {
    return rows.archive().scheme() != StorageScheme.NONE;
  }

  @Override
  public boolean located() {
    return rows.located();
  }

  @Override
  public boolean damaged(int row) {
    return rows.problem(row) != null;
  }

  @Override
  public Place.CodeObject place(int row) {
    return rows.place(row);
  }

  @Override
  public int find(Place.CodeObject place) {
    return rows.find(place);
  }

  @Override
  public Place binaryPlace(int row) {
    return ArchivePlaces.binary(rows, rows.firstOfBinary(row));
  }
}
