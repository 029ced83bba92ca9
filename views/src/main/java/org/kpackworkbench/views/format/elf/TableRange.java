package org.kpackworkbench.views.format.elf;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSection;

/**
 * A table of entries of one size in a section: which bytes an entry has, and which entry some bytes
 * belong to.
 *
 * @param place the section's place
 * @param entrySizeBytes size of an entry, more than 0
 * @param firstEntry the number of the table's first entry among all rows
 */
record TableRange(Place.Section place, long entrySizeBytes, int firstEntry) {

  static TableRange of(ElfSubject subject, ElfSection section, long usual, int firstEntry) {
    long size = section.entrySizeBytes();
    return new TableRange(
        subject.places().section(section), size > 0 && size < 1 << 16 ? size : usual, firstEntry);
  }

  /** The place of an entry, named {@code label}. */
  Place.Part entry(int index, String label) {
    long start = place.range().start() + index * entrySizeBytes;
    ByteRange range = new ByteRange(start, entrySizeBytes).intersect(place.range());
    return new Place.Part(place, label, range);
  }

  /** Whether a place is some bytes of the table, or one of its entries. */
  boolean holds(Place some) {
    ByteRange range = some.range();
    boolean inside = some instanceof Place.Bytes || some instanceof Place.Part;
    Place parent = some.parent();
    return inside
        && range != null
        && parent != null
        && parent.equals(place)
        && place.range().contains(range.start());
  }

  /** The row of the entry that a place it {@link #holds} starts in. */
  int rowOf(Place some) {
    @Nullable ByteRange range = some.range();
    return range == null
        ? -1
        : firstEntry + (int) ((range.start() - place.range().start()) / entrySizeBytes);
  }
}
