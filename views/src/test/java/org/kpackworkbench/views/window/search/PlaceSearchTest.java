package org.kpackworkbench.views.window.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.window.search.PlaceSearch.OffsetFinder;
import org.kpackworkbench.views.window.search.PlaceSearch.OwnerFinder;
import org.kpackworkbench.views.window.shell.FakeFile;

class PlaceSearchTest {
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final FakeFile a = new FakeFile(Path.of("a.so"));
  private final FakeFile b = new FakeFile(Path.of("b.so"));
  private final List<OpenedFile> open = new ArrayList<>(List.of(a));

  private PlaceSearch model(PlaceFinder... finders) {
    return new PlaceSearch(
        List.of(finders), () -> List.copyOf(open), Background.on(work::add, Runnable::run));
  }

  private void runAll() {
    while (!work.isEmpty()) {
      work.poll().run();
    }
  }

  private List<Place> places(PlaceSearch model) {
    return model.hits().stream().map(hit -> hit.found().place()).toList();
  }

  @Test
  void aNumberIsAFileOffsetAndAnAddress() {
    a.addressBase = 0x1000;
    PlaceSearch model = model(new OffsetFinder(() -> -1));
    model.query("0x2900");
    assertThat(model.searchingProperty().get()).isTrue();
    runAll();
    assertThat(model.searchingProperty().get()).isFalse();
    assertThat(model.hits())
        .extracting(hit -> hit.found().text() + ": " + hit.found().detail())
        .containsExactly("0x2900: file offset, in gfx1030", "0x1900: address 0x2900, in unowned");
    model.query("@0x2900");
    runAll();
    assertThat(model.hits()).extracting(hit -> hit.found().text()).containsExactly("0x1900");
  }

  @Test
  void takesTheFormsOfTheGoToBar() {
    PlaceSearch model = model(new OffsetFinder(() -> 0x2000));
    Map<String, ByteRange> forms =
        Map.of(
            "12K", new ByteRange(0x3000, 1),
            "50%", new ByteRange(0x2000, 1),
            "+16", new ByteRange(0x2010, 1),
            "-0x10", new ByteRange(0x1ff0, 1),
            "0x1000..0x1100", new ByteRange(0x1000, 0x100),
            "0x1000+0x100", new ByteRange(0x1000, 0x100),
            "4 096", new ByteRange(0x1000, 1));
    forms.forEach(
        (text, range) -> {
          model.query(text);
          runAll();
          assertThat(model.hits())
              .as(text)
              .extracting(hit -> hit.found().place().range())
              .containsExactly(range);
        });
    for (String name : List.of("add", "end", "face", "101%", ".text")) {
      model.query(name);
      runAll();
      assertThat(model.hits()).as(name).isEmpty();
    }
  }

  @Test
  void rangesAreCutAtTheEndOfTheFile() {
    PlaceSearch model = model(new OffsetFinder(() -> -1));
    model.query("0x3ff0 + 0x1000");
    runAll();
    assertThat(model.hits().getFirst().found().place().range().length()).isEqualTo(16);
    for (String outside :
        List.of("0x4000", "99999999999999999999999", "0xfffffffffffffffff", "-1", "+5")) {
      model.query(outside);
      runAll();
      assertThat(model.hits()).as(outside).isEmpty();
    }
  }

  @Test
  void namesAreFoundInAllFilesTheOneInFrontFirst() {
    open.add(b);
    PlaceSearch model = model(new OwnerFinder());
    model.query("GFX90A");
    runAll();
    assertThat(places(model)).containsExactly(a.objects.get(0), b.objects.get(0));
    assertThat(model.hits()).extracting(PlaceSearch.Hit::file).containsExactly("a.so", "b.so");
  }

  @Test
  void whatIsNotShownIsCounted() {
    List<Integer> limits = new ArrayList<>();
    PlaceFinder many =
        new PlaceFinder() {
          @Override
          public String title() {
            return "Many";
          }

          @Override
          public List<Found> find(OpenedFile file, String query, int limit, Progress progress) {
            limits.add(limit);
            List<Found> found = new ArrayList<>();
            for (int i = 0; i < Math.min(limit, 720); i++) {
              found.add(new Found(a.text, "found " + i, ""));
            }
            return found;
          }
        };
    PlaceSearch model = model(many);
    model.query("found");
    runAll();
    assertThat(model.hits()).hasSize(50);
    assertThat(model.totalProperty().get()).isEqualTo(720);
    assertThat(limits).hasSize(2);
  }

  @Test
  void anOlderSearchDoesNotOverwriteANewerOne() {
    PlaceSearch model = model(new OwnerFinder());
    model.query("gfx");
    model.query(".text");
    runAll();
    assertThat(places(model)).containsExactly(a.text);
  }

  @Test
  void aSearchThatIsOverIsStopped() {
    List<Boolean> cancelled = new ArrayList<>();
    PlaceSearch[] model = new PlaceSearch[1];
    model[0] =
        model(
            new PlaceFinder() {
              @Override
              public String title() {
                return "Slow";
              }

              @Override
              public List<Found> find(OpenedFile file, String query, int limit, Progress progress) {
                if (query.equals("first")) {
                  model[0].query("");
                  cancelled.add(progress.cancelled());
                }
                return List.of();
              }
            });
    model[0].query("first");
    runAll();
    assertThat(cancelled).containsExactly(true);
    assertThat(model[0].searchingProperty().get()).isFalse();
  }

  @Test
  void whatOneFinderCannotReadDoesNotHideWhatOthersFind() {
    PlaceFinder broken =
        new PlaceFinder() {
          @Override
          public String title() {
            return "Broken";
          }

          @Override
          public List<Found> find(OpenedFile file, String query, int limit, Progress progress)
              throws IOException {
            throw new IOException("a damaged table");
          }
        };
    PlaceSearch model = model(broken, new OwnerFinder());
    model.query("text");
    runAll();
    assertThat(places(model)).containsExactly(a.text);
    assertThat(model.problemProperty().get()).isEqualTo("a damaged table");
  }

  @Test
  void nextAndPreviousGoRound() {
    PlaceSearch model = model(new OwnerFinder());
    assertThat(model.step(1)).isNull();
    model.query("gfx");
    runAll();
    assertThat(model.step(-1)).isEqualTo(a.objects.get(1));
    assertThat(model.step(1)).isEqualTo(a.objects.get(0));
    model.at(model.hits().get(1));
    assertThat(model.step(1)).isEqualTo(a.objects.get(0));
  }
}
