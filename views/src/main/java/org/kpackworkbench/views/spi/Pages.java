package org.kpackworkbench.views.spi;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tabs that are not one file. UI thread only. */
public interface Pages {

  /**
   * Activates the page of that id, opening it where there is none.
   *
   * @param id the page's {@link Page#id}
   * @param make makes it where it is not open
   * @return the page that is active now
   */
  Page show(String id, Supplier<? extends Page> make);

  /** Closes a page, as its tab's button does; nothing if it is not open. */
  void close(Page page);

  /** The pages that are open, in the order of their tabs. */
  List<Page> open();

  /**
   * Pages of a kind can be opened again.
   *
   * @param kind that of {@link Page#again}
   * @param open opens one
   */
  void reopening(String kind, Consumer<Page.Again> open);

  /** The active page; null if a file is, or nothing. */
  @Nullable Page inFront();

  /** For views outside a window: nothing is ever shown. */
  static Pages nowhere() {
    return new Pages() {
      @Override
      public Page show(String id, Supplier<? extends Page> make) {
        return make.get();
      }

      @Override
      public void close(Page page) {
        page.dispose();
      }

      @Override
      public List<Page> open() {
        return List.of();
      }

      @Override
      public void reopening(String kind, Consumer<Page.Again> open) {}

      @Override
      public @Nullable Page inFront() {
        return null;
      }
    };
  }
}
