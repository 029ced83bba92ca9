package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.analysis.compare.CompareActions;
import org.kpackworkbench.views.analysis.resolve.LoadsPlace;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.ListPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.RememberedDivider;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The list of what is wrong, as a work list: the results of the last verification, independent of
 * the active file; until then what reading the active file found. A click selects and shows all of
 * a finding beside the list, and its bytes if their file is active; a double click, Enter or F8
 * opens its place with the byte selected.
 */
public final class FindingsPane extends ListPane {
  private static final int MOST_OF_NAME = 32;
  private static final String TITLE = "Findings";
  private static final String NO_FILE =
      "No file is open. Open a file or a folder and verify it (Alt+T).";
  private static final String PAGE =
      "No file is in the active tab. Select the tab of a file or a folder to see its findings.";
  private static final String DIVIDER = "findings.detail";
  private static final double LIST_SHARE = 0.64;

  /** In a narrower pane, files and offsets would take from the messages what these need. */
  private static final double ALL_COLUMNS_FROM_EMS = 98;

  /** In a narrower pane, the list has all the width until there is something to say beside it. */
  private static final double EMPTY_DETAIL_FROM_EMS = 84;

  /** Room for what the detail beside the list says first. */
  private static final int LEAST_ROWS = 5;

  private final ViewContext context;
  private final Background.Latest looking;
  private final FindingsModel model;
  private @Nullable Board board;
  private @Nullable OpenedFile active;
  private @Nullable VerifiedWords verified;
  private boolean marked;
  private boolean folder;
  private Path root = Path.of("");
  private @Nullable Finding awaited;
  private Supplier<List<OpenedFile>> all = List::of;
  private Supplier<Region> empty = () -> line(NO_FILE);

  /** A pane for no file yet. */
  public FindingsPane(ViewContext context) {
    super(TITLE);
    this.context = context;
    this.looking = context.background().latest();
    model = new FindingsModel(context.background());
    model.shownProperty().subscribe(this::arrived);
    // Most windows close without the list, and each one would open later for it.
    node.sceneProperty()
        .subscribe(
            scene -> {
              if (scene != null) {
                board();
              }
            });
  }

  @Override
  public void among(Supplier<List<OpenedFile>> open) {
    all = open;
  }

  /** The list, which now is made if it was not. */
  private Board board() {
    Board there = board;
    if (there == null) {
      there = new Board();
      board = there;
      there.arrived(model.shownProperty().get());
      there.describe(null);
    }
    return there;
  }

  private @Nullable Finding selected() {
    FindingLine line = board == null ? null : board.table.selectedProperty().get();
    return line == null ? null : line.finding();
  }

  private void arrived(FindingsModel.Shown now) {
    String title =
        folder && verified != null ? "%s of %s".formatted(TITLE, brief(root.getFileName())) : TITLE;
    heading.set(
        now.all() == 0
            ? title
            : title + " (%d%s)".formatted(now.all(), now.all() >= most() ? " or more" : ""));
    if (board != null) {
      board.arrived(now);
    }
    mark();
  }

  private static String brief(@Nullable Path name) {
    String text = VisibleText.of(String.valueOf(name));
    return text.length() > MOST_OF_NAME ? text.substring(0, MOST_OF_NAME - 1) + "…" : text;
  }

  private int most() {
    return verified == null ? ReadFindings.MOST : Integer.MAX_VALUE;
  }

  private void mark() {
    Map<Place, String> marks = new HashMap<>();
    if (verified != null) {
      for (FindingLine line : model.lines()) {
        for (Finding finding : line.findings()) {
          if (finding.severity() != Severity.NOTE && !(finding.place() instanceof Place.File)) {
            Stream.concat(Stream.of(finding.place()), finding.evidence().places().stream())
                .distinct()
                .forEach(
                    place -> marks.merge(place, finding.message(), (one, two) -> one + "\n" + two));
          }
        }
      }
    }
    // Without a verification nothing is known that could replace what was learned.
    if (verified != null || marked) {
      context.found().set(marks);
    }
    marked = verified != null;
  }

  /** The byte of a finding; null if it is in none, or in a code object that is compressed. */
  private static @Nullable Place bytes(Finding finding) {
    long offset = FindingWords.offset(finding);
    boolean inFile = finding.place().container() == null;
    if (offset < 0 || !inFile || finding.place() instanceof Place.Entry) {
      return null;
    }
    Place of =
        switch (finding.place()) {
          case Place.Bytes bytes -> bytes.parent();
          // The bytes as the file stores them, not those that they unpack to.
          case Place.CodeObject code ->
              new Place.CodeObject(
                  code.parent(), code.binary(), code.index(), code.target(), code.range(), false);
          case Place other -> other;
        };
    return new Place.Bytes(of, new ByteRange(offset, 1));
  }

  /** Whether a line is a finding, or a group whose findings are in one and the same byte. */
  private static boolean leads(FindingLine line) {
    return line instanceof FindingLine.Item
        || (FindingWords.offset(line.finding()) >= 0
            && line.findings().stream()
                    .map(
                        each -> List.of(FindingWords.file(each.place()), FindingWords.offset(each)))
                    .distinct()
                    .count()
                == 1);
  }

  private boolean open(@Nullable FindingLine line) {
    boolean leads = line != null && leads(line);
    if (leads) {
      open();
    }
    return leads;
  }

  private void open() {
    Finding finding = selected();
    if (finding != null) {
      awaited = bytes(finding) == null ? null : finding;
      selection.set(null);
      context.navigator().go(model.words().target(finding, folder));
    }
  }

  @Override
  public void show(Place place) {
    Finding finding = awaited;
    OpenedFile file = active;
    if (finding == null || file == null || !file.path().equals(place.file())) {
      return;
    }
    awaited = null;
    if (place.file().equals(FindingWords.file(finding.place()))) {
      // Other changes are not passed on during the move.
      Platform.runLater(() -> selection.set(bytes(finding)));
    }
  }

  /** Goes to the next finding; does nothing if there is none. */
  void step(int by) {
    RowsTable<FindingLine> table = board().table;
    int next = model.next(table.getSelectionModel().getSelectedIndex(), by);
    if (next >= 0) {
      table.pickPosition(next);
      open();
    }
  }

  /** Whether there is any finding. */
  ObservableValue<Boolean> any() {
    return model.shownProperty().map(now -> now.shown() > 0).orElse(false);
  }

  private void exclude() {
    Finding finding = selected();
    if (finding != null) {
      model.exclude(finding.rule());
    }
  }

  /** The rules that are left out. */
  Set<String> excludedRules() {
    return model.excluded();
  }

  private void showInFolder(Consumer<Path> opener) {
    Finding finding = selected();
    Path file = finding == null ? null : FindingWords.file(finding.place());
    Path parent = file == null ? null : file.getParent();
    if (file != null) {
      opener.accept(parent == null ? file : parent);
    }
  }

  /**
   * Shows what is wrong with the active file: the first finding in it of the last verification, or
   * what reading it found where that knows nothing of the file.
   */
  void showActive() {
    OpenedFile file = active;
    bringInFront();
    if (file == null || verified == null) {
      return;
    }
    List<FindingLine> lines = model.lines();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).findings().stream()
          .anyMatch(finding -> file.path().equals(FindingWords.file(finding.place())))) {
        board().table.pickPosition(i);
        return;
      }
    }
    verified = null;
    open(file);
  }

  /**
   * Lists what verification found, until the next one.
   *
   * @param root what was verified
   * @param isFolder whether that is a folder
   */
  void verified(Path root, boolean isFolder, List<Finding> found, VerifiedWords words) {
    looking.forget();
    verified = words;
    folder = isFolder;
    empty = () -> sign(words);
    list(found, root);
  }

  private static Region sign(VerifiedWords words) {
    Label label = line(words.withoutFindings());
    label.setId("findings-none");
    return label;
  }

  /** Makes the text where nothing is listed: a line, which the dock is no higher than. */
  private static Label line(String words) {
    Label label = Tables.placeholder(words);
    label.getStyleClass().add("findings-line");
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  private void list(List<Finding> found, Path of) {
    root = of;
    selection.set(null);
    awaited = null;
    if (board != null) {
      board.table.getSelectionModel().clearSelection();
    }
    model.show(found, of, verified != null);
    if (board != null) {
      board.describe(null);
    }
    // What is said of an empty list may be new, though as many are shown as before.
    arrived(model.shownProperty().get());
  }

  @Override
  public void open(@Nullable OpenedFile file) {
    active = file;
    if (verified != null) {
      return;
    }
    looking.forget();
    folder = false;
    if (file == null) {
      empty = () -> line(all.get().isEmpty() ? NO_FILE : PAGE);
      list(List.of(), Path.of(""));
      return;
    }
    empty = () -> line("Reading…");
    list(List.of(), file.path());
    looking.run(
        () -> ReadFindings.of(file),
        found -> {
          empty = () -> unverified(file);
          list(found, file.path());
        },
        failure -> {
          if (!(failure instanceof CancellationException)) {
            empty = () -> line("The findings could not be listed: " + failure.getMessage());
            list(List.of(), file.path());
          }
        });
  }

  /** Makes the text that nothing is known of what was not verified. */
  private Region unverified(OpenedFile file) {
    Label words =
        line(
            "%s is not verified yet.%s"
                .formatted(
                    file.place().label(),
                    // Of a folder only the names were read.
                    file.isFolder() ? "" : " No problem was found while reading it."));
    Button button = Controls.named(new Button(ActionId.VERIFY.text()), "findings-verify");
    button.setTooltip(new Tooltip(ActionControls.tooltip(ActionId.VERIFY)));
    button.setOnAction(event -> context.actions().run(ActionId.VERIFY));
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.getStyleClass().add("small");
    HBox box = Controls.styled(new HBox(words, button), "findings-empty");
    box.setMinHeight(Region.USE_PREF_SIZE);
    return box;
  }

  private final class Board {
    private final RowsTable<FindingLine> table;
    private final FindingDetail detail;
    private final FindingsBar bar = new FindingsBar(model);
    private final KeySplitPane split;

    Board() {
      table = new RowsTable<>(model.rows(), context);
      detail = new FindingDetail(context.background(), FindingsPane.this::open);
      split = new KeySplitPane(table, detail);
      SplitPane.setResizableWithParent(detail, false);
      RememberedDivider.follow(split, context.remembered(), DIVIDER, LIST_SHARE);
      table.onPick(line -> preview());
      table.selectedProperty().subscribe(this::describe);
      table.onOpen(line -> open(line.content()));
      table.onOpenGroup(line -> open(line.content()));
      table.getItems().addListener((InvalidationListener) changed -> shrink());
      node.widthProperty().subscribe(this::shrink);
      node.widthProperty().subscribe(this::fitColumns);
      bar.heightProperty().subscribe(this::shrink);
      bar.fontProperty().subscribe(this::fitColumns);
      ActionHandlers handlers =
          CompareActions.compareWith(
                  new ActionHandlers(),
                  context,
                  table
                      .selectedProperty()
                      .map(
                          line ->
                              line instanceof FindingLine.Item item
                                  ? item.finding().place()
                                  : null))
              .on(ActionId.FIND, bar::focusFilter)
              .on(ActionId.COPY, this::copy)
              .on(ActionId.COPY_TEXT, this::copy)
              .on(ActionId.COPY_ROWS, table::copy)
              .on(
                  ActionId.OPEN_SELECTED,
                  table.selectedProperty().map(FindingsPane::leads).orElse(false),
                  FindingsPane.this::open)
              .on(ActionId.EXCLUDE_RULE, one(), FindingsPane.this::exclude)
              .on(
                  ActionId.WHY_NO_CODE,
                  table.selectedProperty().map(line -> loads(line) != null).orElse(false),
                  this::simulate);
      Consumer<Path> opener = context.program().folderOpener();
      if (opener != null) {
        handlers.on(ActionId.SHOW_IN_FOLDER, some(), () -> showInFolder(opener));
      }
      table.treeActions(table.tree(), handlers).attachTo(node);
      table.setContextMenu(
          new ActionControls(context.actions())
              .contextMenu(
                  ActionId.OPEN_SELECTED,
                  ActionId.WHY_NO_CODE,
                  ActionId.SHOW_IN_FOLDER,
                  ActionId.COMPARE_WITH,
                  ActionId.EXCLUDE_RULE,
                  ActionId.COPY_TEXT,
                  ActionId.COPY_ROWS,
                  ActionId.EXPAND_ALL));
    }

    private ObservableValue<Boolean> some() {
      return table.selectedProperty().map(line -> true).orElse(false);
    }

    private ObservableValue<Boolean> one() {
      return table.selectedProperty().map(line -> line instanceof FindingLine.Item).orElse(false);
    }

    void arrived(FindingsModel.Shown now) {
      bar.arrived(now);
      boolean nothing = now.all() == 0 && now.excluded().isEmpty();
      node.setTop(nothing ? null : bar);
      node.setCenter(nothing ? empty.get() : split);
      shrink();
    }

    /** Takes no more of the window than what is listed needs, where that is nothing or notes. */
    private void shrink() {
      if (node.getScene() == null) {
        return;
      }
      FindingsModel.Shown now = model.shownProperty().get();
      boolean notes =
          now.counts().keySet().stream().allMatch(severity -> severity == Severity.NOTE);
      if (!split.equals(node.getCenter())) {
        node.applyCss();
        mostHeight.set(Math.ceil(node.getCenter().prefHeight(node.getWidth())));
      } else if (notes && now.all() > 0) {
        fit(bar, table, Math.max(LEAST_ROWS, table.getItems().size()));
      } else {
        mostHeight.set(Double.MAX_VALUE);
      }
    }

    private void fitColumns() {
      if (node.getWidth() > 0) {
        model.brief(node.getWidth() < bar.ems(ALL_COLUMNS_FROM_EMS));
        divide();
      }
    }

    /** Shows what is said of a line beside the list, or only that where there is little room. */
    private void divide() {
      boolean there = split.getItems().contains(detail);
      boolean wanted =
          table.selectedProperty().get() != null
              || node.getWidth() >= bar.ems(EMPTY_DETAIL_FROM_EMS);
      if (there && !wanted) {
        split.getItems().remove(detail);
      } else if (!there && wanted) {
        split.getItems().add(detail);
        RememberedDivider.follow(split, context.remembered(), DIVIDER, LIST_SHARE);
      }
    }

    void describe(@Nullable FindingLine line) {
      if (line == null) {
        detail.show(verified);
      } else {
        detail.show(line, model.words());
        Fix fix = line.fix();
        if (fix != null) {
          detail.offer(
              fix.words(),
              () -> Fixes.obstacle(fix, Files::isWritable),
              () -> Fixes.start(fix, context));
        }
      }
      divide();
    }

    /** Shows the bytes of the selected finding if its file is active; opens nothing. */
    private void preview() {
      OpenedFile file = active;
      if (file != null
          && table.selectedProperty().get() instanceof FindingLine.Item item
          && item.finding().place().file().equals(file.path())) {
        Place bytes = bytes(item.finding());
        selection.set(bytes == null ? item.finding().place() : bytes);
      }
    }

    /** Leads to the loads of the finding's binary or tree, on the GPUs that it is about. */
    private void simulate() {
      Place loads = loads(table.selectedProperty().get());
      if (loads != null) {
        context.navigator().open(loads);
      }
    }

    private @Nullable Place loads(@Nullable FindingLine line) {
      if (!(line instanceof FindingLine.Item(Finding finding, _, _, _))) {
        return null;
      }
      Path file = finding.file();
      boolean binary = LoadsPlace.isBinary(file.toString().replace('\\', '/'));
      return binary || folder
          ? LoadsPlace.of(
              binary ? file : root,
              finding.evidence().targets().stream().map(GpuTarget::lenient).toList())
          : null;
    }

    private void copy() {
      FindingWords words = model.words();
      RowCopy.toClipboard(
          table.selected().stream().map(words::text).collect(Collectors.joining("\n\n")));
    }
  }
}
