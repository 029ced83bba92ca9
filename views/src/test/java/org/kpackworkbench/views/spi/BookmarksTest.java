package org.kpackworkbench.views.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;

class BookmarksTest {
  private final Remembered state = Remembered.inMemory();
  private final Bookmarks bookmarks = new Bookmarks(state);
  private final Place.File a = new Place.File(Path.of("/x/a.so"));
  private final Place.File b = new Place.File(Path.of("/x/b.kpack"));

  private static Place bytes(Place file, long start) {
    return new Place.Bytes(file, new ByteRange(start, 16));
  }

  @Test
  void aPlaceIsMarkedOnceAndRemembered() {
    assertThat(bookmarks.toggle(bytes(a, 0x1000), null)).isNotNull();
    assertThat(bookmarks.toggle(a, null)).isNotNull();
    assertThat(new Bookmarks(state).list())
        .extracting(Bookmarks.Bookmark::place)
        .containsExactly("offset:0x1000+16", "");
    assertThat(bookmarks.toggle(bytes(a, 0x1000), null)).as("taken away").isNull();
    assertThat(new Bookmarks(state).list()).hasSize(1);
    bookmarks.clear();
    assertThat(new Bookmarks(state).list()).isEmpty();
  }

  @Test
  void whatIsPackedIsWrittenByItsName() {
    Place.CodeObject code = new Place.CodeObject(b, "lib/x.so", 1, "gfx90a:xnack+", null, true);
    assertThat(Bookmarks.spelling(code)).isEqualTo("key:lib/x.so#1@gfx90a:xnack+");
    assertThat(Bookmarks.spelling(bytes(code, 0x40))).isEqualTo("key:lib/x.so#1@gfx90a:xnack+");
    assertThat(Bookmarks.spelling(new Place.Entry(a, "lib/y.so"))).isEqualTo("entry:lib/y.so");
  }

  @Test
  void nextAndPreviousGoRoundFileByFile() {
    bookmarks.toggle(bytes(a, 1), null);
    bookmarks.toggle(bytes(b, 2), null);
    bookmarks.toggle(bytes(a, 3), null);
    assertThat(bookmarks.list().stream().map(Bookmarks.Bookmark::place))
        .containsExactly("offset:0x1+16", "offset:0x3+16", "offset:0x2+16");
    assertThat(bookmarks.step(null, 1)).isEqualTo(bookmarks.list().getFirst());
    assertThat(bookmarks.step(bytes(a, 3), 1)).isEqualTo(bookmarks.list().getLast());
    assertThat(bookmarks.step(bytes(b, 2), 1)).isEqualTo(bookmarks.list().getFirst());
    assertThat(bookmarks.step(bytes(a, 1), -1)).isEqualTo(bookmarks.list().getLast());
    assertThat(new Bookmarks(Remembered.inMemory()).step(a, 1)).isNull();
  }

  @Test
  void linesThatAreNoBookmarksAreLeftOut() {
    state.list("bookmarks", List.of("", "a", "bad\0name\u001f\u001fx", "/x/a.so\u001f\u001fa.so"));
    assertThat(new Bookmarks(state).list()).hasSize(1);
  }

  @Test
  void theViewIsRememberedToo() {
    bookmarks.toggle(bytes(a, 1), "map");
    bookmarks.toggle(a, null);
    assertThat(new Bookmarks(state).list())
        .extracting(Bookmarks.Bookmark::view)
        .containsExactly("map", "");
    assertThat(bookmarks.toggle(bytes(a, 1), "hex")).as("the same place").isNull();
  }

  @Test
  void theOldestGoWhereThereAreTooMany() {
    for (int i = 0; i < Bookmarks.MOST + 5; i++) {
      bookmarks.toggle(bytes(a, i), null);
    }
    assertThat(bookmarks.list()).hasSize(Bookmarks.MOST);
    assertThat(bookmarks.list().getLast().place())
        .isEqualTo("offset:0x%x+16".formatted(Bookmarks.MOST + 4));
  }
}
