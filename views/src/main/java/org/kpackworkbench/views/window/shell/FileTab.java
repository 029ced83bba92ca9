package org.kpackworkbench.views.window.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.controlsfx.control.MaskerPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.AlikeProblems;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.place.Move;
import org.kpackworkbench.views.kit.problem.ProblemViews;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The tab of one file: its views, or what stopped it from being opened, and news from the disk. */
final class FileTab extends Tab {
  /** More banners would leave no room for what could be read. */
  private static final int MOST_CAUSES = 3;

  private final FileSession session;
  private final OpenFiles files;
  private final Edits edits;
  private final List<DocumentViewFactory> factories;
  private final ViewContext context;
  private final OwnerResolver owners;
  private final BorderPane content = new BorderPane();
  private final VBox bars = new VBox();
  private final ReadOnlyObjectWrapper<ViewTabs.@Nullable ViewTab> inFront =
      new ReadOnlyObjectWrapper<>();
  private final Subscription otherFiles;
  private Subscription notices = Subscription.EMPTY;
  private @Nullable ViewTabs views;
  private @Nullable Move awaited;
  private @Nullable String lastView;

  FileTab(
      FileSession session,
      OpenFiles files,
      Edits edits,
      List<DocumentViewFactory> factories,
      ViewContext context) {
    this.session = session;
    this.files = files;
    this.edits = edits;
    this.factories = factories;
    this.context = context;
    this.owners = new OwnerResolver(context.background());
    setTooltip(new Tooltip(session.path().toString()));
    content.setTop(bars);
    setContent(content);
    setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.SAVE,
                ActionId.RELOAD,
                ActionId.PROPERTIES,
                ActionId.COMPARE_WITH,
                ActionId.SELECT_FOR_COMPARE,
                ActionId.COMPARE_WITH_SELECTED,
                ActionId.COMPARE_WITH_DISK,
                ActionId.MOVE_TO_OTHER_SIDE,
                ActionId.CLOSE_TAB,
                ActionId.CLOSE_OTHERS,
                ActionId.CLOSE_ALL,
                ActionId.COPY_PATH));
    setOnCloseRequest(
        event -> {
          event.consume();
          edits.close(List.of(session));
        });
    textProperty()
        .bind(
            session
                .unsavedProperty()
                .flatMap(
                    unsaved -> session.titleProperty().map(unsaved ? "● "::concat : text -> text)));
    session.stateProperty().subscribe(state -> rebuild());
    session.unsavedProperty().subscribe(unsaved -> announce());
    session.onDiskProperty().subscribe(state -> announce());
    otherFiles = files.outdated().subscribe(this::announceOthers);
  }

  FileSession session() {
    return session;
  }

  /** The active view; null while there is none. */
  ReadOnlyObjectProperty<ViewTabs.@Nullable ViewTab> inFrontProperty() {
    return inFront.getReadOnlyProperty();
  }

  /** Shows the place in the views; remembered until the file is open. */
  void show(Move move) {
    if (views == null) {
      awaited = move;
    } else {
      views.show(move);
    }
  }

  /** Activates the view of that id, where there is one. */
  boolean select(String viewId) {
    return views != null && views.select(viewId);
  }

  /** The views that the file has. */
  Stream<DocumentView> views() {
    return views == null ? Stream.empty() : views.views();
  }

  private void rebuild() {
    if (views != null) {
      ViewTabs.ViewTab front = inFront.get();
      lastView = front == null ? null : front.view().id();
      Place here = context.navigator().current();
      awaited =
          here != null && here.file().equals(session.path())
              ? new Move(here, Move.Kind.SELECT, null)
              : null;
      inFront.unbind();
      inFront.set(null);
      session.edits(null);
      views.dispose(session.staying());
      owners.forget();
      views = null;
    }
    OpenedFile file = session.file();
    Throwable failure = session.failure();
    switch (session.state()) {
      case LOADING -> content.setCenter(waiting());
      case OPEN -> {
        if (file != null) {
          content.setCenter(views(file));
        }
      }
      case FAILED -> {
        if (failure != null) {
          content.setCenter(
              new ErrorView(
                  session.place().label() + " could not be opened",
                  failure,
                  retry(),
                  closeButton()));
        }
      }
      case CLOSED -> {
        content.setCenter(null);
        otherFiles.unsubscribe();
        EditingView stayed = session.takeStaying();
        if (stayed != null) {
          stayed.dispose();
        }
      }
    }
    announce();
  }

  private Node views(OpenedFile file) {
    List<DocumentView> made = new ArrayList<>();
    factories.forEach(factory -> made.addAll(factory.create(file, context)));
    made.sort(Comparator.comparing(DocumentView::isDetail));
    putStaying(made, file);
    if (made.isEmpty()) {
      Label nothing =
          Controls.wrapped(
              Controls.label(
                  "This is a file of kind “" + file.kindWords() + "”. Only its bytes can be shown.",
                  "empty-state"));
      return new BorderPane(nothing);
    }
    EditingView editor =
        made.stream()
            .filter(EditingView.class::isInstance)
            .map(EditingView.class::cast)
            .findFirst()
            .orElse(null);
    session.edits(editor);
    notices.unsubscribe();
    notices = editor == null ? Subscription.EMPTY : editor.notices().subscribe(this::announce);
    ViewTabs tabs =
        new ViewTabs(
            made,
            (place, source) ->
                owners.resolve(session, place, found -> context.navigator().select(found, source)),
            new ActionControls(context.actions()));
    views = tabs;
    if (lastView != null) {
      tabs.select(lastView);
    }
    inFront.bind(tabs.inFrontProperty());
    if (awaited != null) {
      Move.Kind kind = lastView == null ? Move.Kind.JUMP : Move.Kind.SELECT;
      tabs.show(new Move(awaited.place(), kind, null, awaited.view()));
      awaited = null;
    }
    return tabs;
  }

  private void putStaying(List<DocumentView> made, OpenedFile file) {
    EditingView stayed = session.takeStaying();
    if (stayed == null) {
      return;
    }
    for (int i = 0; i < made.size(); i++) {
      if (made.get(i).id().equals(stayed.id())) {
        made.set(i, stayed).dispose();
        stayed.readAgain(file);
        // Saved as another file, it goes on in a tab that has shown no view yet.
        lastView = lastView == null ? stayed.id() : lastView;
        return;
      }
    }
    stayed.dispose();
  }

  /** The bars above the views: what stopped the reader, and the state of the file on disk. */
  private void announce() {
    bars.getChildren().clear();
    OpenedFile file = session.file();
    // Where nothing could be read, the only view says why.
    if (file != null && (views == null || !views.views().allMatch(ProblemViews::isProblem))) {
      problemBars(AlikeProblems.of(file.problems()));
    }
    EditingView editor = session.editor();
    if (editor != null) {
      bars.getChildren().addAll(editor.notices());
    }
    switch (session.onDiskProperty().get()) {
      case SAME -> {}
      case CHANGED -> bars.getChildren().add(changedBar(file));
      case VANISHED -> bars.getChildren().add(vanishedBar());
    }
  }

  /** Other files are in the bars only where this one is no longer on disk as it was read. */
  private void announceOthers() {
    if (session.onDiskProperty().get() != FileSession.OnDisk.SAME) {
      announce();
    }
  }

  /** The files to which the same has happened on disk, this one among them. */
  private List<FileSession> alike() {
    FileSession.OnDisk state = session.onDiskProperty().get();
    return files.outdated().stream()
        .filter(each -> each == session || each.onDiskProperty().get() == state)
        .toList();
  }

  private MessageBar vanishedBar() {
    List<FileSession> alike = alike();
    int others = alike.contains(session) ? alike.size() - 1 : 0;
    MessageBar bar =
        new MessageBar(
            Severity.ERROR,
            "The file is no longer at %s%s."
                .formatted(
                    session.path(),
                    others == 0
                        ? ""
                        : ", and %s %s gone, too"
                            .formatted(
                                CountText.of(others, "other open file"),
                                CountText.word(others, "is", "are"))),
            retry(),
            closeButton());
    if (others > 0) {
      bar.add(
          button("Close All %d".formatted(alike.size()), "close-gone", () -> edits.close(alike)));
    }
    return bar;
  }

  private MessageBar changedBar(@Nullable OpenedFile file) {
    EditingView editor = session.editor();
    if (editor != null && editor.keepsEdits() && session.unsavedProperty().get()) {
      return new MessageBar(
          Severity.WARNING,
          "The file was changed on disk, and there are edits here that are not saved. They can"
              + " be applied to the file as it is now.",
          button("Keep Edits", "keep-edits", () -> edits.keepEdits(session)),
          button("Reload and Lose Edits", "reload", () -> edits.reload(session)),
          button("Ignore", "ignore-change", () -> files.ignoreChange(session)));
    }
    String what = file != null && file.isFolder() ? "folder" : "file";
    List<FileSession> alike = alike();
    if (alike.size() < 2 || !alike.contains(session)) {
      return MessageBar.changedOnDisk(
          "The " + what,
          retry(),
          button("Ignore", "ignore-change", () -> files.ignoreChange(session)));
    }
    // One build writes many files: one answer is enough for all of them.
    return new MessageBar(
        Severity.WARNING,
        "The %s and %s were changed on disk. %s"
            .formatted(
                what, CountText.of(alike.size() - 1, "other open file"), MessageBar.OUT_OF_DATE),
        button(
            "Reload All %d".formatted(alike.size()),
            "reload-all",
            () -> alike.forEach(edits::reload)),
        retry(),
        button("Ignore All", "ignore-all", () -> alike.forEach(files::ignoreChange)));
  }

  /** A bar for each cause, not for each problem; the list has all of them. */
  private void problemBars(List<AlikeProblems> causes) {
    int all = causes.stream().mapToInt(AlikeProblems::count).sum();
    for (AlikeProblems cause : causes.subList(0, Math.min(causes.size(), MOST_CAUSES))) {
      boolean first = cause.equals(causes.getFirst());
      int left = causes.size() - MOST_CAUSES;
      String more = first && left > 0 ? " There are problems of %s.".formatted(others(left)) : "";
      MessageBar bar =
          new MessageBar(
              Severity.ERROR,
              (first ? "Only a part could be read. " : "") + cause.inOneLine() + more,
              button("Details", "problem-details", () -> details(cause.first())));
      if (first && all > 1) {
        bar.add(
            button(
                "Show All %d".formatted(all),
                "problem-all",
                () -> context.actions().run(ActionId.SHOW_PROBLEMS)));
      }
      bars.getChildren().add(bar);
    }
  }

  private static String others(int causes) {
    return CountText.of(causes, "other cause");
  }

  private void details(FormatException problem) {
    context.dialogs().showError(session.place().label() + " could be read in part", problem);
  }

  private Button retry() {
    return button("Reload", "reload", () -> edits.reload(session));
  }

  private Button closeButton() {
    return button("Close", "close-tab", () -> edits.close(List.of(session)));
  }

  private static Button button(String text, String id, Runnable action) {
    return Controls.button(id, text, action);
  }

  private Node waiting() {
    MaskerPane waiting = new MaskerPane();
    waiting.setFocusTraversable(false);
    waiting.setText("Opening " + session.path().getFileName() + " …");
    return waiting;
  }
}
