package org.kpackworkbench.views.kit.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;

class PartsSpecTest {
  private static final int PARTS = 100_000;

  private int read;

  /** Of two groups with fields of their own; the second is a tenth. */
  private DocumentPart part(int index) {
    read++;
    boolean second = index >= PARTS - PARTS / 10;
    return new DocumentPart(
        second ? "size" : "solution",
        "part " + index,
        new Place.File(Path.of("x")),
        8,
        second ? Map.of("M", "64") : Map.of("depth", "32"),
        progress -> ByteView.of("x", new byte[8]),
        null);
  }

  private PartsSpec spec(boolean readAsShown) {
    List<DocumentPart> parts =
        new AbstractList<>() {
          @Override
          public int size() {
            return PARTS;
          }

          @Override
          public DocumentPart get(int index) {
            return part(index);
          }
        };
    Document document =
        (Document)
            Proxy.newProxyInstance(
                Document.class.getClassLoader(),
                new Class<?>[] {Document.class},
                (proxy, method, arguments) -> method.getName().equals("parts") ? parts : null);
    return new PartsSpec(
        document,
        List.of(PartField.number("depth"), PartField.number("M"), PartField.text("never")),
        readAsShown);
  }

  @Test
  void whatIsReadAsItIsShownIsNotReadAsAWhole() throws IOException {
    PartsSpec spec = spec(true);
    RowSource<DocumentPart> rows = spec.load();
    assertThat(rows.size()).isEqualTo(PARTS);
    assertThat(spec.columns())
        .extracting(RowColumn::title)
        .contains("Depth", "M")
        .doesNotContain("Never");
    assertThat(spec.status(rows)).isEqualTo("100000 parts");
    assertThat(read).isLessThan(2000);
    assertThat(rows.row(7).key()).isEqualTo("part 7");
  }

  @Test
  void whatIsHeldSaysItsSize() throws IOException {
    PartsSpec spec = spec(false);
    assertThat(spec.status(spec.load())).isEqualTo("100000 parts · 781.3 KiB");
  }

  /** Kind and number of parts are said in sentences, and not a second time as facts. */
  @Test
  void overviewSaysEachThingOnce() throws IOException {
    Path file = StandardWindow.fixture("gfx1100.kdb");
    try (Document document = StandardViews.rooms().formats().open(file, Progress.NONE)) {
      Overview overview = PartsViews.overview(document);
      assertThat(overview.sentences())
          .containsExactly("gfx1100.kdb is an SQLite database.", "It has 2 kernels, 1 table.");
      assertThat(overview.facts()).extracting(Fact::name).containsExactly("Size");
    }
  }
}
