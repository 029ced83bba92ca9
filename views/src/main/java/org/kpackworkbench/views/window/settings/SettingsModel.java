package org.kpackworkbench.views.window.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.OptionalInt;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.ThemeChoice;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.spi.WorkSettings;

/** The settings as they are filled in: what is right counts at once. UI thread only. */
final class SettingsModel {
  private final Themes themes;
  private final WorkSettings work;
  private final RecentFiles recent;
  private final Background.Latest looking;
  private final BooleanProperty ownThreads = new SimpleBooleanProperty();
  private final Entered threads;
  private final Entered names;
  private final Entered tool;
  private final Entered kept;
  private final ReadOnlyStringWrapper example = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper found = new ReadOnlyStringWrapper("");

  SettingsModel(Themes themes, WorkSettings work, RecentFiles recent, Background background) {
    this.themes = themes;
    this.work = work;
    this.recent = recent;
    looking = background.latest();
    ownThreads.set(work.threadsChosen().isPresent());
    threads = new Entered(Integer.toString(work.threads()), this::takeThreads);
    ownThreads.subscribe((before, now) -> threads.problem(takeThreads(threadsText())));
    names = new Entered(work.names().text(), this::takeNames);
    example.set(work.names().example());
    Path chosen = work.disassembler();
    tool = new Entered(chosen == null ? "" : chosen.toString(), this::takeTool);
    look(chosen);
    kept = new Entered(Integer.toString(recent.kept()), this::takeKept);
  }

  Themes themes() {
    return themes;
  }

  RecentFiles recent() {
    return recent;
  }

  /** Whether the number of threads is {@link #threads}; else there is one for each processor. */
  BooleanProperty ownThreadsProperty() {
    return ownThreads;
  }

  Entered threads() {
    return threads;
  }

  /** The pattern of extracted files. */
  Entered names() {
    return names;
  }

  /** A name that the pattern in force makes. */
  ReadOnlyStringProperty exampleProperty() {
    return example.getReadOnlyProperty();
  }

  /** The path of {@code llvm-objdump}; empty lets it be found. */
  Entered tool() {
    return tool;
  }

  /** Which {@code llvm-objdump} is used, in words; empty while it is looked for. */
  ReadOnlyStringProperty foundProperty() {
    return found.getReadOnlyProperty();
  }

  /** How many recent files are kept. */
  Entered kept() {
    return kept;
  }

  /** Puts everything back to its default, but for the list of recent files. */
  void defaults() {
    themes.choiceProperty().set(ThemeChoice.SYSTEM);
    themes.zoom().reset();
    ownThreads.set(false);
    threads.textProperty().set(Integer.toString(work.threads()));
    names.textProperty().set(NamePattern.STANDARD.text());
    tool.textProperty().set("");
    kept.textProperty().set(Integer.toString(RecentFiles.USUAL));
  }

  private String threadsText() {
    String text = threads.textProperty().get();
    return text == null ? "" : text.strip();
  }

  private String takeThreads(String text) {
    if (!ownThreads.get()) {
      work.chooseThreads(OptionalInt.empty());
      return "";
    }
    int number = Entered.number(text, 1, WorkSettings.MOST_THREADS);
    if (number < 0) {
      return "A whole number from 1 to %d, not “%s”. Jobs continue with %d."
          .formatted(WorkSettings.MOST_THREADS, text, work.threads());
    }
    work.chooseThreads(OptionalInt.of(number));
    return "";
  }

  private String takeNames(String text) {
    try {
      NamePattern pattern = NamePattern.parse(text);
      work.chooseNames(pattern);
      example.set(pattern.example());
      return "";
    } catch (IllegalArgumentException noPattern) {
      return noPattern.getMessage() + " Files are still named " + work.names().text() + ".";
    }
  }

  private String takeTool(String text) {
    if (text.isEmpty()) {
      work.chooseDisassembler(null);
      look(null);
      return "";
    }
    try {
      look(Path.of(text));
      return "";
    } catch (InvalidPathException noPath) {
      looking.forget();
      found.set("");
      return "“%s” is not a path on this system: %s.".formatted(text, noPath.getReason());
    }
  }

  /** Checks the disk in the background; a program that is there counts from then on. */
  private void look(@Nullable Path chosen) {
    found.set("");
    looking.run(
        () -> DisassemblerFinder.ofSystem().find(chosen).getFirst(),
        program -> {
          if (chosen != null) {
            work.chooseDisassembler(chosen);
          }
          found.set("Found at " + program);
        },
        failure -> {
          found.set("Not found");
          Path used = work.disassembler();
          String meanwhile =
              chosen == null || used == null ? "" : " Until then %s is used.".formatted(used);
          tool.problem(failure.getMessage() + meanwhile);
        });
  }

  private String takeKept(String text) {
    int number = Entered.number(text, 0, RecentFiles.MOST);
    if (number < 0) {
      return "A whole number from 0 to %d, not “%s”. %d are kept."
          .formatted(RecentFiles.MOST, text, recent.kept());
    }
    recent.keep(number);
    return "";
  }
}
