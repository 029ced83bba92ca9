package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/**
 * Comparing as actions of the window: anything with anything, what is selected with another file,
 * or with what was selected for that before, and a manifest with its folder. One for each window.
 */
public final class CompareActions implements WindowActions {
  private static final int LONGEST_NAME = 40;

  private final SimpleObjectProperty<@Nullable Place> selected = new SimpleObjectProperty<>();
  private Supplier<List<OpenedFile>> open = List::of;

  @Override
  public void among(Supplier<List<OpenedFile>> files) {
    open = files;
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    Comparing comparing = new Comparing(context);
    ObservableValue<@Nullable Place> here =
        context.navigator().currentProperty().map(CompareActions::comparable);
    context.pages().reopening(Comparing.KIND, comparing::reopen);
    compareWith(window, context, here)
        .on(ActionId.COMPARE, () -> comparing.choose(List.of(), two(file.getValue())))
        .on(ActionId.COMPARE_MANIFESTS, comparing::chooseManifests)
        .named(
            ActionId.SELECT_FOR_COMPARE,
            here.map(place -> "Select %s for Compare".formatted(name(place))).orElse(""),
            () -> selected.set(here.getValue()))
        .named(
            ActionId.COMPARE_WITH_SELECTED,
            Bindings.createStringBinding(
                () -> withSelectedWords(selected.get(), here.getValue()), selected, here),
            () -> withSelected(here.getValue(), comparing))
        .on(
            ActionId.COMPARE_WITH_DISK,
            file.map(opened -> opened.as(ManifestDocument.class).isPresent()).orElse(false),
            () -> withDisk(file.getValue(), comparing));
  }

  /**
   * Compares what a list has selected, where that is not where the window is.
   *
   * @param selected the place that is selected; null for none
   */
  public static ActionHandlers compareWith(
      ActionHandlers handlers,
      ViewContext context,
      ObservableValue<? extends @Nullable Place> selected) {
    ObservableValue<@Nullable Place> here = selected.map(CompareActions::comparable);
    return handlers.named(
        ActionId.COMPARE_WITH,
        here.map(place -> "Compare %s With…".formatted(name(place))).orElse(""),
        () -> with(here.getValue(), context, new Comparing(context)));
  }

  /** The innermost thing around a place that has something like it elsewhere. */
  static @Nullable Place comparable(Place place) {
    for (Place step : place.path().reversed()) {
      if (step instanceof Place.File
          || step instanceof Place.Entry
          || step instanceof Place.CodeObject
          || step instanceof Place.Member) {
        return step;
      }
    }
    return null;
  }

  /** The two files, or the two folders, that are open; none where there are more or fewer. */
  private List<Path> two(@Nullable OpenedFile active) {
    Stream<Boolean> kinds = active == null ? Stream.of(false, true) : Stream.of(active.isFolder());
    return kinds
        .map(
            folders ->
                open.get().stream()
                    .filter(each -> each.isFolder() == folders)
                    .map(OpenedFile::path)
                    .toList())
        .filter(paths -> paths.size() == 2)
        .findFirst()
        .orElse(List.of());
  }

  private static String name(Place place) {
    return "“" + PlaceWords.cut(PlaceWords.label(place), LONGEST_NAME) + "”";
  }

  private static String withSelectedWords(@Nullable Place left, @Nullable Place right) {
    return left == null || right == null || left.equals(right)
        ? ""
        : "Compare %s With %s".formatted(name(left), name(right));
  }

  private void withSelected(@Nullable Place here, Comparing comparing) {
    Place left = selected.get();
    if (left != null && here != null && !left.equals(here)) {
      comparing.compare(new CompareCall(List.of(left, here)));
    }
  }

  private static void with(@Nullable Place here, ViewContext context, Comparing comparing) {
    if (here == null) {
      return;
    }
    List<Path> others =
        context.dialogs().chooseFiles("Compare %s With".formatted(PlaceWords.label(here)));
    if (!others.isEmpty()) {
      List<Place> sides = new ArrayList<>();
      sides.add(here);
      others.forEach(other -> sides.add(new Place.File(other)));
      comparing.compare(new CompareCall(sides));
    }
  }

  private static void withDisk(@Nullable OpenedFile manifest, Comparing comparing) {
    Optional.ofNullable(manifest)
        .map(OpenedFile::path)
        .flatMap(path -> Optional.ofNullable(path.getParent()).map(folder -> List.of(path, folder)))
        .ifPresent(comparing::compare);
  }
}
