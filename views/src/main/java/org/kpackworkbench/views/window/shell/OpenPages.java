package org.kpackworkbench.views.window.shell;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.place.Elsewhere;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.Pages;

/** The window's tabs that are not one file, in the order in which they were opened. */
final class OpenPages implements Pages {
  private final Map<String, Consumer<Page.Again>> openers = new HashMap<>();
  private final ObservableList<Page> pages = FXCollections.observableArrayList();
  private final ObjectProperty<@Nullable Page> active = new SimpleObjectProperty<>();
  private final Consumer<Page> entered;

  /**
   * No pages.
   *
   * @param entered receives a page that was just shown, when it is active
   */
  OpenPages(Consumer<Page> entered) {
    this.entered = entered;
  }

  /** The pages. */
  ObservableList<Page> list() {
    return pages;
  }

  /** The active page; null while a file is, or nothing. */
  ObjectProperty<@Nullable Page> activeProperty() {
    return active;
  }

  @Override
  public Page show(String id, Supplier<? extends Page> make) {
    Page page =
        pages.stream()
            .filter(open -> open.id().equals(id))
            .findFirst()
            .orElseGet(
                () -> {
                  Page made = make.get();
                  pages.add(made);
                  return made;
                });
    active.set(page);
    entered.accept(page);
    return page;
  }

  @Override
  public void close(Page page) {
    if (pages.remove(page)) {
      if (page.equals(active.get())) {
        active.set(null);
      }
      page.dispose();
    }
  }

  @Override
  public List<Page> open() {
    return List.copyOf(pages);
  }

  @Override
  public void reopening(String kind, Consumer<Page.Again> open) {
    openers.put(kind, open);
  }

  /** Opens a page again; nothing if no page of its kind can be. */
  void reopen(Page.Again page) {
    Consumer<Page.Again> opener = openers.get(page.kind());
    if (opener != null) {
      opener.accept(page);
    }
  }

  @Override
  public @Nullable Page inFront() {
    return active.get();
  }

  void closeAll() {
    open().forEach(this::close);
  }

  void lookAgain() {
    open().forEach(Page::lookAgain);
  }

  /** A page as somewhere to come back to. */
  record AtPage(Page page, OpenPages pages) implements Elsewhere {
    @Override
    public boolean comeBack() {
      boolean open = pages.list().contains(page);
      if (open) {
        pages.activeProperty().set(page);
      }
      return open;
    }
  }
}
