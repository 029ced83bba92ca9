package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.theme.SystemLook;
import org.kpackworkbench.views.kit.theme.Themes;
import org.kpackworkbench.views.kit.theme.Zoom;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The desktop's choosers begin in the folder that is remembered, and what is chosen is. */
@ExtendWith(WindowRobot.class)
class ChoosersTest {
  @TempDir Path temp;
  private final Map<String, String> memory = new HashMap<>();
  private final List<String> begun = new ArrayList<>();
  private @Nullable File chosen;
  private @Nullable DesktopDialogs dialogs;

  /** A desktop whose user chooses what the test says. */
  private final class Answers implements DesktopDialogs.Choosers {
    @Override
    public @Nullable List<File> open(FileChooser chooser) {
      begun.add(chooser.getTitle() + " in " + name(chooser.getInitialDirectory()));
      return chosen == null ? null : List.of(chosen);
    }

    @Override
    public @Nullable File save(FileChooser chooser) {
      begun.add(chooser.getTitle() + " in " + name(chooser.getInitialDirectory()));
      return chosen;
    }

    @Override
    public @Nullable File folder(DirectoryChooser chooser) {
      begun.add(chooser.getTitle() + " in " + name(chooser.getInitialDirectory()));
      return chosen;
    }

    private static String name(@Nullable File folder) {
      return folder == null ? "the desktop's choice" : folder.getName();
    }
  }

  @Start
  void start(Stage stage) {
    dialogs =
        new DesktopDialogs(
            stage,
            new Themes(new SystemLook(false, false), new Zoom()),
            new ChosenFolders(key -> Optional.ofNullable(memory.get(key)), memory::put),
            new Answers());
  }

  private File file(String folder) throws IOException {
    Path in = Files.createDirectories(temp.resolve(folder));
    return Files.writeString(in.resolve("file"), "").toFile();
  }

  @Test
  void filesBeginWhereTheLastOnesWereOpened(FxRobot robot) throws Exception {
    chosen = file("libraries");
    robot.interact(
        () -> {
          assertThat(dialogs.chooseFiles("Open Files")).containsExactly(chosen.toPath());
          assertThat(dialogs.chooseFiles("Open Files")).hasSize(1);
        });
    assertThat(begun)
        .containsExactly("Open Files in the desktop's choice", "Open Files in libraries");
  }

  @Test
  void foldersBeginInTheOneThatWasChosenLast(FxRobot robot) throws Exception {
    chosen = file("shard").getParentFile();
    robot.interact(
        () -> {
          assertThat(dialogs.chooseFolder("Open Folder")).contains(chosen.toPath());
          assertThat(dialogs.chooseFolder("Open Folder")).isPresent();
        });
    assertThat(begun)
        .containsExactly("Open Folder in the desktop's choice", "Open Folder in shard");
  }

  @Test
  void whatIsMadeOfAFileGoesBesideItUnlessItsFolderIsGone(FxRobot robot) throws Exception {
    File shard = file("shard");
    chosen = file("elsewhere").getParentFile();
    robot.interact(
        () -> {
          assertThat(dialogs.chooseFolder("Split Into")).isPresent();
          assertThat(dialogs.chooseFolderNear(shard.toPath(), "Split Into")).isPresent();
          assertThat(dialogs.chooseFolderNear(temp.resolve("gone/a"), "Split Into")).isPresent();
        });
    assertThat(begun)
        .containsExactly(
            "Split Into in the desktop's choice", "Split Into in shard", "Split Into in elsewhere");
  }

  @Test
  void savingBeginsWhereTheLastFileWasSavedAndNotWhereOneWasOpened(FxRobot robot) throws Exception {
    File saved = file("out");
    File opened = file("in");
    robot.interact(
        () -> {
          chosen = saved;
          assertThat(dialogs.chooseSave("Save As", "a.kpack")).contains(saved.toPath());
          chosen = opened;
          assertThat(dialogs.chooseFiles("Open Files")).hasSize(1);
          assertThat(dialogs.chooseSave("Save As", "b.kpack")).isPresent();
        });
    assertThat(begun).last().isEqualTo("Save As in out");
  }

  @Test
  void whatIsCancelledIsNotRemembered(FxRobot robot) throws Exception {
    chosen = file("in");
    robot.interact(
        () -> {
          assertThat(dialogs.chooseFiles("Open Files")).hasSize(1);
          chosen = null;
          assertThat(dialogs.chooseFiles("Open Files")).isEmpty();
          assertThat(dialogs.chooseFolder("Open Folder")).isEmpty();
          assertThat(dialogs.chooseSave("Save As", "a")).isEmpty();
          assertThat(dialogs.chooseFiles("Open Files")).isEmpty();
        });
    assertThat(begun).last().isEqualTo("Open Files in in");
  }
}
