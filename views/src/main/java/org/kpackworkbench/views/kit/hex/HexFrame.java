package org.kpackworkbench.views.kit.hex;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;

/** One drawing of a hex view: the visible rows, and their bytes as far as they were read. */
record HexFrame(RowFrame rows, HexColumns columns, HexGeometry geometry, HexPages pages) {

  /** The bytes of the n-th visible row; empty behind the end. */
  ByteRange rowBytes(int visibleRow) {
    return geometry.bytesOf(rows.topRow() + visibleRow, 1);
  }

  /** All bytes that are visible. */
  ByteRange visibleBytes() {
    return geometry.bytesOf(rows.topRow(), rows.visibleRows());
  }

  @Nullable HexPage page(int visibleRow) {
    return pages.pageOf(geometry.startOf(rows.topRow() + visibleRow));
  }

  /** The owners of a row's bytes; null if there is no byte or it is unknown. */
  @Nullable Claim[] owners(int visibleRow) {
    @Nullable Claim[] owners = new @Nullable Claim[geometry.bytesPerRow()];
    HexPage page = page(visibleRow);
    if (page != null) {
      ByteRange bytes = rowBytes(visibleRow);
      for (int i = 0; i < bytes.length(); i++) {
        owners[i] = page.ownerAt(bytes.start() + i);
      }
    }
    return owners;
  }

  /** Whether two bytes have one owner. Claims that describe the same bytes alike are one. */
  static boolean same(@Nullable Claim one, @Nullable Claim other) {
    if (one == null || other == null) {
      return Objects.equals(one, other);
    }
    return one.range().equals(other.range()) && one.label().equals(other.label());
  }

  /** The column behind the last of a run of equal owners that starts at {@code from}. */
  static int runEnd(@Nullable Claim[] owners, int from) {
    int to = from + 1;
    while (to < owners.length && same(owners[from], owners[to])) {
      to++;
    }
    return to;
  }

  HexLines lines() {
    return rows.lines(columns);
  }
}
