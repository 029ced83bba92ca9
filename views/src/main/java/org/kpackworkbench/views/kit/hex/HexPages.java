package org.kpackworkbench.views.kit.hex;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The pages around what is visible: at most 32 are held, or as many as are visible at once,
 * whatever the size of the file.
 *
 * <p>A page that is not loaded is requested, and is missing until it arrives. Requests that
 * scrolling has left behind are dropped unread. Belongs to one thread, the UI's; only reading
 * happens elsewhere.
 */
public final class HexPages {
  static final int MOST_PAGES = 32;

  private final Background background;
  private final Runnable arrived;
  private final Map<Long, HexPage> pages = new LinkedHashMap<>(64, 0.75f, true);
  private final Set<Long> underWay = new HashSet<>();
  private @Nullable ByteView view;
  private @Nullable Ownership ownership;
  private volatile Wanted wanted = new Wanted(0, Set.of());

  /** Which pages are of use now; {@code source} counts changes of what is read. */
  private record Wanted(int source, Set<Long> pages) {}

  /**
   * @param background where pages are read; its results come on the thread this belongs to
   * @param arrived called, on that thread, when there are new pages
   */
  public HexPages(Background background, Runnable arrived) {
    this.background = background;
    this.arrived = arrived;
  }

  /** From now on these bytes and owners; all pages are forgotten. */
  public void source(@Nullable ByteView newView, @Nullable Ownership newOwnership) {
    view = newView;
    ownership = newOwnership;
    pages.clear();
    underWay.clear();
    wanted = new Wanted(wanted.source + 1, Set.of());
  }

  /** These bytes are visible, in several places; the pages beside the outermost are fetched too. */
  public void show(List<ByteRange> ranges) {
    ByteView bytes = view;
    if (bytes == null || bytes.size() == 0) {
      return;
    }
    // What is visible first, then its neighbours.
    Set<Long> visible = new LinkedHashSet<>();
    for (ByteRange range : ranges) {
      long last = Math.min(bytes.size(), range.end()) - 1;
      for (long at = range.start(); at <= last; at = (at / HexPage.BYTES + 1) * HexPage.BYTES) {
        visible.add(at / HexPage.BYTES);
      }
    }
    if (!visible.isEmpty()) {
      long most = (bytes.size() - 1) / HexPage.BYTES;
      visible.add(Math.min(most, Collections.max(visible) + 1));
      visible.add(Math.max(0, Collections.min(visible) - 1));
    }
    wanted = new Wanted(wanted.source, Set.copyOf(visible));
    visible.forEach(index -> ask(bytes, index));
  }

  /** The page of a byte, if it is here already. */
  public @Nullable HexPage pageOf(long offset) {
    return pages.get(offset / HexPage.BYTES);
  }

  int cachedBytes() {
    return pages.values().stream().mapToInt(HexPage::sizeBytes).sum();
  }

  private void ask(ByteView bytes, long index) {
    if (pages.containsKey(index) || !underWay.add(index)) {
      return;
    }
    int source = wanted.source;
    Ownership owners = ownership;
    background.run(
        () ->
            Optional.ofNullable(
                isWanted(source, index) ? HexPage.read(bytes, owners, index) : null),
        page -> arrive(source, index, page.orElse(null)),
        failure -> arrive(source, index, HexPage.failed(index, failure)));
  }

  private boolean isWanted(int source, long index) {
    Wanted now = wanted;
    return now.source == source && now.pages.contains(index);
  }

  private void arrive(int source, long index, @Nullable HexPage page) {
    if (source != wanted.source) {
      return;
    }
    underWay.remove(index);
    if (page != null) {
      pages.put(index, page);
      if (pages.size() > Math.max(MOST_PAGES, wanted.pages.size())) {
        pages.remove(pages.keySet().iterator().next());
      }
    }
    // Also where the request was dropped: by now it may be wanted again.
    arrived.run();
  }
}
