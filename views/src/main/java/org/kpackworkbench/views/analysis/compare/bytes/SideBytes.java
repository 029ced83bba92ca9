package org.kpackworkbench.views.analysis.compare.bytes;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.views.kit.hex.HexLines;
import org.kpackworkbench.views.kit.hex.HexPage;
import org.kpackworkbench.views.kit.hex.HexPages;
import org.kpackworkbench.views.kit.job.Background;

/** The bytes of one side as far as they have been read, and whose they are. UI thread. */
final class SideBytes {
  private final String label;
  private final ByteView view;
  private final HexPages pages;
  private @Nullable Ownership ownership;

  /**
   * One side.
   *
   * @param label what it is called above its columns
   * @param arrived called when there is more to show
   */
  SideBytes(String label, ByteView view, Background background, Runnable arrived) {
    this.label = label;
    this.view = view;
    this.pages = new HexPages(background, arrived);
    pages.source(view, null);
  }

  String label() {
    return label;
  }

  ByteView view() {
    return view;
  }

  HexPages pages() {
    return pages;
  }

  @Nullable Ownership ownership() {
    return ownership;
  }

  /** Sets the owners of the bytes; null if unknown. */
  void setOwnership(@Nullable Ownership owners) {
    ownership = owners;
    pages.source(view, ownership);
  }

  /** A byte, 0–255, or why there is none. */
  int value(long offset) {
    HexPage page = pages.pageOf(offset);
    return page == null ? HexLines.UNDER_WAY : page.value(offset);
  }

  /** Why a byte cannot be read; null if it can, or was not read. */
  @Nullable String failure(long offset) {
    HexPage page = pages.pageOf(offset);
    return page == null || page.has(offset) ? null : page.failure();
  }

  /** The innermost owner of a byte; null if unknown. */
  @Nullable Claim owner(long offset) {
    HexPage page = pages.pageOf(offset);
    return page == null ? null : page.ownerAt(offset);
  }
}
