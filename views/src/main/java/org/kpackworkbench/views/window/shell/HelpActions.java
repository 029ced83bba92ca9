package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.image.Image;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.text.TimeText;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.palette.CommandPalette;
import org.kpackworkbench.views.kit.palette.ShortcutsView;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Legend;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.settings.SettingsPane;

/** Palette, shortcuts, legend, properties, pictures, pins, About. */
record HelpActions(
    Workbench workbench,
    WorkbenchLayout layout,
    FileTabs tabs,
    BookmarkActions bookmarks,
    Dialogs dialogs) {
  private static final int MOST_TARGETS_IN_LEGEND = 24;

  void install() {
    ActionHandlers handlers = workbench.actions().window();
    ObservableValue<Boolean> file =
        workbench.files().activeProperty().map(session -> true).orElse(false);
    ObservableValue<Boolean> view = tabs.inFrontProperty().map(tab -> true).orElse(false);
    CommandPalette palette =
        new CommandPalette(
            workbench.actions(),
            () ->
                Stream.concat(
                        Stream.concat(tabs.viewEntries(), tabs.tabEntries())
                            .map(entry -> entry.then(workbench::enterView)),
                        bookmarks.entries())
                    .toList(),
            layout);
    handlers
        .on(ActionId.COMMAND_PALETTE, palette::toggle)
        .on(
            ActionId.SHORTCUTS,
            () ->
                dialogs.show(
                    "Keyboard Shortcuts", new ShortcutsView(workbench.actions().all().toList())))
        .on(ActionId.SETTINGS, this::settings)
        .on(ActionId.LEGEND, () -> dialogs.show("Legend", legend()))
        .on(ActionId.PROPERTIES, file, this::properties)
        .on(ActionId.SAVE_PICTURE, view, this::savePicture)
        .on(
            ActionId.ABOUT,
            () -> dialogs.show("About Kpack Workbench", new AboutView(workbench.parts().about())))
        .toggle(ActionId.PIN_VIEW, view, pinOfViewInFront());
  }

  private void settings() {
    SettingsPane.Subject subject =
        new SettingsPane.Subject(
            workbench.themes(),
            workbench.context().work(),
            workbench.settings().recent(),
            workbench.parts().locations(),
            workbench.parts().folderOpener());
    dialogs.show("Settings", new SettingsPane(subject, workbench.context().background(), dialogs));
  }

  private Legend legend() {
    FileSession session = workbench.files().active();
    SequencedSet<String> targets =
        session == null
            ? new java.util.LinkedHashSet<>()
            : session.ownership().claims().stream()
                .map(Claim::target)
                .flatMap(target -> Optional.ofNullable(target).stream())
                .distinct()
                .limit(MOST_TARGETS_IN_LEGEND)
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    return new Legend(workbench.themes().ownerColors(), targets);
  }

  private void properties() {
    FileSession session = workbench.files().active();
    if (session == null) {
      return;
    }
    workbench
        .context()
        .background()
        .run(
            () -> FileFacts.of(session.path(), session.file()),
            facts -> dialogs.show("Properties of " + session.place().label(), new FactsView(facts)),
            failure -> dialogs.showError("Could not read " + session.place().label(), failure));
  }

  private void savePicture() {
    ViewTabs.ViewTab tab = tabs.inFrontProperty().get();
    FileSession session = workbench.files().active();
    if (tab == null || session == null) {
      return;
    }
    Image picture = tab.view().node().snapshot(null, null);
    String name = session.place().label() + "-" + tab.view().id() + ".png";
    dialogs
        .chooseSave("Save View as Picture", name, new FileKind("PNG picture", "*.png"))
        .ifPresent(target -> write(picture, target));
  }

  private void write(Image picture, Path target) {
    workbench
        .jobs()
        .start(
            "Save picture",
            progress -> {
              Snapshots.save(picture, target);
              return target;
            },
            path -> JobOutcome.done("Saved the picture as " + path).wrote(path));
  }

  private SimpleBooleanProperty pinOfViewInFront() {
    SimpleBooleanProperty pin = new SimpleBooleanProperty();
    tabs.inFrontProperty()
        .subscribe(
            (before, now) -> {
              unbind(pin, before);
              bind(pin, now);
            });
    bind(pin, tabs.inFrontProperty().get());
    return pin;
  }

  private static void unbind(SimpleBooleanProperty pin, ViewTabs.@Nullable ViewTab tab) {
    if (tab != null) {
      pin.unbindBidirectional(tab.pinnedProperty());
    }
  }

  private static void bind(SimpleBooleanProperty pin, ViewTabs.@Nullable ViewTab tab) {
    if (tab == null) {
      pin.set(false);
    } else {
      pin.bindBidirectional(tab.pinnedProperty());
    }
  }

  /** Names and values; the values can be selected and copied. */
  private static final class FactsView extends GridPane {
    FactsView(Map<String, String> facts) {
      getStyleClass().add("facts");
      int row = 0;
      for (Map.Entry<String, String> fact : facts.entrySet()) {
        Label name = Controls.whole(Controls.label(fact.getKey(), "muted"));
        TextField value = Controls.styled(new TextField(fact.getValue()), "plain-value");
        value.setEditable(false);
        value.setPrefColumnCount(Math.clamp(fact.getValue().length(), 16, 60));
        value.setAccessibleText(fact.getKey());
        GridPane.setHgrow(value, Priority.ALWAYS);
        addRow(row++, name, value);
      }
    }
  }

  /** Facts about a file for the Properties dialog: names and values, in order. */
  private static final class FileFacts {
    private FileFacts() {}

    /** Reads the disk: not for the UI thread. */
    static Map<String, String> of(Path path, @Nullable OpenedFile file) throws IOException {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("Name", String.valueOf(path.getFileName()));
      facts.put("Folder", String.valueOf(path.getParent()));
      Path real = path.toRealPath();
      if (!real.equals(path)) {
        facts.put("Link target", real.toString());
      }
      if (file != null) {
        facts.put("Kind", file.kindWords());
      }
      if (!found.isDirectory()) {
        String size = SizeText.of(found.size());
        String exact = SizeText.exact(found.size());
        facts.put("Size", size.equals(exact) ? size : size + " (" + exact + ")");
      }
      facts.put(
          "Changed",
          TimeText.seconds(found.lastModifiedTime().toInstant(), ZoneId.systemDefault()));
      if (file != null && !file.problems().isEmpty()) {
        facts.put("Problems", Integer.toString(file.problems().size()));
      }
      return facts;
    }
  }
}
