package org.kpackworkbench.views.analysis.search;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.CodeSearch;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.analysis.compare.CompareActions;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.ClearableField;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.FieldProblem;
import org.kpackworkbench.views.spi.ListPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Searches the code objects of the active file or tree, of all that are open, or of files that are
 * chosen, as a job, and lists the results. A click shows it where its file is active; a double
 * click or Enter opens it: the bytes selected, or the machine code of a kernel.
 */
final class CodeSearchPane extends ListPane {
  static final String TITLE = "Search";
  private static final double LEAST_FIELD = 160;

  /** Fewer rows have room for as many, so that the dock does not jump with each search. */
  private static final int LEAST_ROWS = 4;

  private static final String NOTHING =
      "Type what to find in the code objects of the active file or folder, of all open ones or of"
          + " chosen files, and press Enter.";

  private static final String ELSEWHERE =
      "Look for less of it, for an expression or bytes, or in other files.";

  /** Where is looked. */
  private enum Scope {
    ACTIVE("In Active", "Active File or Folder"),
    OPEN("In All Open", "All Open Files and Folders"),
    CHOSEN("In Chosen", "Files…");

    private final String words;
    private final String item;

    Scope(String words, String item) {
      this.words = words;
      this.item = item;
    }
  }

  /**
   * Subjects of one search. Immutable.
   *
   * @param name what it is called
   */
  private record Where(String name, List<Subject> subjects) {}

  private final ViewContext context;
  private final MatchesSpec spec = new MatchesSpec();
  private final RowsTable<Match> table;
  private final ReadOnlyObjectWrapper<SearchMode> mode =
      new ReadOnlyObjectWrapper<>(SearchMode.TEXT);
  private final ReadOnlyObjectWrapper<Scope> scope = new ReadOnlyObjectWrapper<>(Scope.ACTIVE);
  private final ClearableField field =
      new ClearableField("code-search-field", "Find in code objects", "Clear the field");
  private final FieldProblem problem = new FieldProblem("code-search-problem");
  private final Button find =
      Controls.named(Controls.whole(new Button("Find")), "code-search-find");
  private final Button stop =
      Controls.named(
          Controls.tip(Controls.whole(new Button("Stop")), "Stop the search and keep its results"),
          "code-search-stop");
  private final Label outcome = Controls.named(new Label(), "code-search-outcome", "muted");
  private final VBox top = new VBox();
  private @Nullable OpenedFile active;
  private @Nullable Job running;
  private Supplier<List<OpenedFile>> open = List::of;
  private List<Path> chosen = List.of();

  CodeSearchPane(ViewContext context) {
    super(TITLE);
    this.context = context;
    table = new RowsTable<>(new RowsModel<>(spec, context.background()), context);
    table.onPick(row -> preview());
    table.onOpen(row -> open());
    field.setOnAction(event -> start());
    field.textProperty().subscribe(text -> check());
    mode.subscribe(
        now -> {
          field.setPromptText(now.prompt());
          check();
        });
    HBox.setHgrow(field, Priority.ALWAYS);
    field.setMinWidth(LEAST_FIELD);
    find.setOnAction(event -> start());
    stop.setOnAction(event -> stop());
    outcome.setMinWidth(80);
    problem.marks(field);
    problem.getStyleClass().add("search-problem");
    HBox line = new HBox(modes(), field, scopes(), find, stop, outcome);
    line.getStyleClass().add("search-bar");
    top.getChildren().addAll(line, problem);
    node.setTop(top);
    node.setCenter(Tables.placeholder(NOTHING));
    new ActionHandlers().on(ActionId.FIND, this::focusField).attachTo(node);
    CompareActions.compareWith(
            new ActionHandlers(), context, table.selectedProperty().map(spec::place))
        .on(ActionId.COPY, table::copy)
        .on(ActionId.COPY_ROWS, table::copy)
        .on(
            ActionId.OPEN_SELECTED,
            table.selectedProperty().map(match -> true).orElse(false),
            this::open)
        .attachTo(table);
    table.setContextMenu(
        new ActionControls(context.actions())
            .contextMenu(
                ActionId.OPEN_SELECTED,
                ActionId.COMPARE_WITH,
                ActionId.COPY_CELL,
                ActionId.COPY_ROWS));
    running(null);
  }

  private ChoiceButtons<SearchMode> modes() {
    ChoiceButtons<SearchMode> choice = new ChoiceButtons<>(mode.getReadOnlyProperty(), mode::set);
    for (SearchMode each : SearchMode.values()) {
      choice.add(
          each, "code-search-" + each.name().toLowerCase(Locale.ROOT), each.words(), each.help());
    }
    choice.setMinWidth(Region.USE_PREF_SIZE);
    return choice;
  }

  private MenuButton scopes() {
    MenuButton choice =
        Controls.named(
            Controls.tip(Controls.whole(new MenuButton()), "Where to look"), "code-search-in");
    choice.textProperty().bind(scope.map(now -> now.words));
    for (Scope each : Scope.values()) {
      MenuItem item = new MenuItem(each.item);
      item.setId("code-search-in-" + each.name().toLowerCase(Locale.ROOT));
      item.setOnAction(event -> look(each));
      choice.getItems().add(item);
    }
    return choice;
  }

  private void look(Scope where) {
    if (where == Scope.CHOSEN) {
      List<Path> files = context.dialogs().chooseFiles("Find in the Code Objects of Files");
      if (files.isEmpty()) {
        return;
      }
      chosen = List.copyOf(files);
    }
    scope.set(where);
    check();
  }

  private Where where() {
    return switch (scope.get()) {
      case ACTIVE -> active == null ? new Where("", List.of()) : where(List.of(subject(active)));
      case OPEN -> where(open.get().stream().map(CodeSearchPane::subject).toList());
      case CHOSEN -> where(chosen.stream().<Subject>map(Subject.OnDisk::new).toList());
    };
  }

  private static Where where(List<Subject> subjects) {
    return new Where(
        subjects.size() == 1
            ? new Place.File(subjects.getFirst().path()).label()
            : CountText.of(subjects.size(), "file"),
        subjects);
  }

  private static Subject subject(OpenedFile file) {
    return file.as(Document.class)
        .<Subject>map(Subject.Open::new)
        .orElseGet(() -> new Subject.Tree(file.path()));
  }

  /** Shows the problem with the input; the button works if there is none. */
  private void check() {
    problem.setText("");
    boolean usable = !field.getText().isEmpty();
    if (usable) {
      try {
        mode.get().read(field.getText());
      } catch (IllegalArgumentException wrong) {
        usable = false;
        problem.setText(String.valueOf(wrong.getMessage()));
      }
    }
    Where where = where();
    find.setDisable(!usable || where.subjects().isEmpty());
    find.setTooltip(
        where.subjects().isEmpty() ? null : new Tooltip("Find in " + where.name() + " (Enter)"));
  }

  /** Shows the pane, ready to type. */
  void focusField() {
    bringInFront();
    field.requestFocus();
    field.selectAll();
  }

  private void start() {
    check();
    if (find.isDisabled()) {
      return;
    }
    stop();
    CodeSearch.Wanted wanted = mode.get().read(field.getText());
    Where where = where();
    outcome.setText("Searching in " + where.name() + "…");
    Job job =
        context
            .jobs()
            .start(
                "Search in " + where.name(),
                progress -> CodeSearch.of(where.subjects(), context.formats(), wanted, progress),
                result -> found(where, result));
    running(job);
    job.stateProperty().subscribe(state -> ended(job));
  }

  private void stop() {
    Job job = running;
    if (job != null) {
      job.cancel();
    }
  }

  private void ended(Job job) {
    if (job.state() == Job.State.RUNNING || !job.equals(running)) {
      return;
    }
    running(null);
    Throwable failure = job.failureProperty().get();
    if (job.state() == Job.State.CANCELLED) {
      outcome.setText("Stopped.");
    } else if (failure != null) {
      outcome.setText(ErrorText.of(failure).inOneLine());
    }
  }

  private void running(@Nullable Job job) {
    running = job;
    stop.setVisible(job != null);
    stop.setManaged(job != null);
  }

  private JobOutcome found(Where where, CodeSearch.Result result) {
    String name = where.name();
    int count = result.matches().size();
    String codeObjects = CountText.of(result.codeObjects(), "code object");
    String words =
        count == 0
            ? "Nothing was found in %s of %s.".formatted(codeObjects, name)
            : "%s in %s of %s%s"
                .formatted(
                    CountText.grouped(count, "place"),
                    codeObjects,
                    name,
                    result.complete() ? "" : "; there are more, which are not listed");
    outcome.setText(words);
    outcome.setTooltip(new Tooltip(words));
    heading.set("%s (%,d%s)".formatted(TITLE, count, result.complete() ? "" : " or more"));
    int left = result.problems().size();
    top.getChildren().removeIf(MessageBar.class::isInstance);
    if (left > 0) {
      top.getChildren()
          .add(
              new MessageBar(
                  MessageBar.Severity.WARNING,
                  "%s could not be read; the first: %s"
                      .formatted(CountText.of(left, "part"), result.problems().getFirst())));
    }
    spec.from(where.subjects().size() == 1 ? where.subjects().getFirst().path() : null);
    selection.set(null);
    table.model().show(RowSource.of(result.matches()));
    node.setCenter(count == 0 ? Tables.placeholder(ELSEWHERE) : table);
    // Few results leave their height to the views, where each opens.
    fit(top, table, Math.max(LEAST_ROWS, count));
    return JobOutcome.quiet();
  }

  /** Shows what is selected if its file is active, or in a folder its file; opens nothing. */
  private void preview() {
    OpenedFile file = active;
    Match match = table.selectedProperty().get();
    if (file == null || match == null) {
      return;
    }
    Path at = match.place().file();
    if (at.equals(file.path())) {
      selection.set(match.place());
    } else if (file.isFolder() && at.startsWith(file.path())) {
      String way = file.path().relativize(at).toString().replace('\\', '/');
      selection.set(new Place.Entry(file.place(), way));
    }
  }

  private boolean open() {
    Match match = table.selectedProperty().get();
    if (match == null) {
      return false;
    }
    selection.set(null);
    context.navigator().open(Objects.requireNonNull(spec.target(match)));
    return true;
  }

  @Override
  public void open(@Nullable OpenedFile file) {
    active = file;
    check();
  }

  @Override
  public void show(Place place) {}

  @Override
  public void among(Supplier<List<OpenedFile>> files) {
    open = files;
  }
}
