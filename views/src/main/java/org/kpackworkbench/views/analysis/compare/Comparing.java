package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.Node;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestSearch;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/** Opens comparisons in a window, for all rooms. UI thread only. */
public record Comparing(ViewContext context) {
  /** The kind of its pages that are opened again. */
  static final String KIND = "compare";

  /**
   * Compares files with files, folders with folders, or manifests with a folder of archives, in a
   * page of its own; a page that is open already is selected.
   *
   * @param paths at least two; the others are compared with the first
   */
  public void compare(List<Path> paths) {
    compare(CompareCall.of(paths));
  }

  /** Compares what has a place. */
  void compare(CompareCall call) {
    compare(call, List.of());
  }

  /** Opens a comparison of the last time at the level where the user was. */
  void reopen(Page.Again page) {
    compare(CompareCall.of(page.paths()), page.inside());
  }

  private void compare(CompareCall call, List<String> way) {
    context.pages().show(call.id(), () -> new ComparePage(call, way, context, this));
  }

  /** Shows the page that asks what to compare. */
  public void choose() {
    choose(List.of(), List.of());
  }

  /**
   * Shows the page that asks what to compare, with some of it chosen.
   *
   * @param given what the user named
   * @param likely what else is in the fields, while they are empty
   */
  void choose(List<Path> given, List<Path> likely) {
    Page page = context.pages().show(ChooserPage.ID, () -> new ChooserPage(context, this));
    if (page instanceof ChooserPage chooser) {
      chooser.begin(given, likely);
    }
  }

  /**
   * Files were dropped on a comparison: they are compared, or the user is asked to choose one more.
   */
  void dropped(List<Path> paths) {
    if (paths.size() >= 2) {
      compare(paths);
    } else if (!paths.isEmpty()) {
      manifests(paths.getFirst(), () -> choose(paths, List.of()));
    }
  }

  /** Asks for a folder, and compares the manifests in it and in the folders below it. */
  void chooseManifests() {
    context
        .dialogs()
        .chooseFolder("Compare the Manifests of a Folder")
        .ifPresent(folder -> manifests(folder, () -> choose(List.of(folder), List.of())));
  }

  /**
   * Compares the manifests in a folder.
   *
   * @param otherwise run where there are not two of one component
   */
  private void manifests(Path folder, Runnable otherwise) {
    context.run(
        () ->
            Files.isDirectory(folder)
                ? ManifestSearch.in(folder, Progress.NONE)
                : Map.<String, List<Path>>of(),
        found -> {
          Map<String, List<Path>> several = new TreeMap<>(found);
          several.values().removeIf(files -> files.size() < 2);
          switch (several.size()) {
            case 0 -> otherwise.run();
            case 1 -> compareAtMost(several.values().iterator().next());
            default -> askComponent(several);
          }
        },
        folder + " cannot be searched");
  }

  /** The last ones by name, where there are more than are compared. */
  private void compareAtMost(List<Path> manifests) {
    compare(
        manifests.subList(
            Math.max(0, manifests.size() - ManifestComparison.MOST), manifests.size()));
  }

  private void askComponent(Map<String, List<Path>> several) {
    ChoiceBox<String> components =
        Controls.named(Controls.spoken(new ChoiceBox<>(), "Component"), "manifest-component");
    components.getItems().setAll(several.keySet());
    components.setValue(components.getItems().getFirst());
    HBox form = Controls.styled(new HBox(new Label("Component"), components), "button-flow");
    form.setSpacing(10);
    context
        .dialogs()
        .ask(
            "Compare the Manifests of One Component",
            form,
            "Compare",
            new SimpleBooleanProperty(true),
            () -> compareAtMost(several.getOrDefault(components.getValue(), List.of())));
  }

  /** A comparison outside windows, for pictures. */
  public interface Picture {
    /** Returns the node of the comparison; always the same. */
    Node node();

    /**
     * Selects the row of that name, and opens what lies below it; where nothing does it is selected
     * only.
     *
     * @return false if there is no such row
     */
    boolean open(String row);

    /** Closes it. */
    void close();
  }

  /** Makes a comparison outside windows. */
  public Picture picture(List<Path> paths) {
    return new ComparePage(CompareCall.of(paths), List.of(), context, this);
  }
}
