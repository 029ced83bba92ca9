package org.kpackworkbench.views.kit.hex;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.views.kit.job.Background;

/** The bytes of one side as far as they have been read, and whose they are. UI thread only. */
public final class HexSide {
  private final String label;
  private final HexPages pages;
  private @Nullable ByteView view;
  private @Nullable Ownership ownership;

  /**
   * A side without bytes.
   *
   * @param label what it is called above its columns, where there are several
   * @param arrived called when there is more to show
   */
  public HexSide(String label, Background background, Runnable arrived) {
    this.label = label;
    this.pages = new HexPages(background, arrived);
  }

  /** From now on it has these bytes and owners, as far as they are known. */
  public void show(@Nullable ByteView newView, @Nullable Ownership owners) {
    view = newView;
    ownership = owners;
    pages.source(newView, owners);
  }

  /** The name of the side. */
  public String label() {
    return label;
  }

  /** Its bytes; null for none. */
  public @Nullable ByteView view() {
    return view;
  }

  /** How many bytes there are. */
  public long sizeBytes() {
    return view == null ? 0 : view.size();
  }

  /** The offset of a byte in the file that it is in. */
  public long fileOffset(long offset) {
    return view == null ? offset : view.fileOffset(offset);
  }

  /** The owners of the bytes; null while they are unknown. */
  public @Nullable Ownership ownership() {
    return ownership;
  }

  HexPages pages() {
    return pages;
  }

  /** A byte, 0–255, or why there is none. */
  public int value(long offset) {
    HexPage page = pages.pageOf(offset);
    return page == null ? HexLines.UNDER_WAY : page.value(offset);
  }

  /** Why a byte cannot be read; null if it can, or was not read. */
  public @Nullable String failure(long offset) {
    HexPage page = pages.pageOf(offset);
    return page == null || page.has(offset) ? null : page.failure();
  }

  /** The innermost owner of a byte; null if unknown. */
  public @Nullable Claim owner(long offset) {
    HexPage page = pages.pageOf(offset);
    return page == null ? null : page.ownerAt(offset);
  }
}
