package org.kpackworkbench.views.analysis.findings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The list of what is wrong: what the last verification found, while the verified file is active,
 * or a file that a finding leads to; else what reading the active file found. A click selects, and
 * shows the bytes if their file is active; a double click or Enter opens the place.
 */
public final class FindingsPane implements FollowingPane {
  private static final String TITLE = "Findings";
  private static final String NO_FILE = "No file is open.";

  private final ViewContext context;
  private final Background.Latest looking;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper heading = new ReadOnlyStringWrapper(TITLE);
  private final TableView<ShownFinding> table = new TableView<>();
  private final BorderPane node = new BorderPane(table);
  private final Map<OpenedFile, Known> known = new WeakHashMap<>();
  private final TableColumn<ShownFinding, String> fileColumn = Columns.text("File", this::fileText);
  private @Nullable OpenedFile inFront;
  private @Nullable Listed listed;
  private Runnable bring = () -> {};

  /**
   * What is known to be wrong with a file.
   *
   * @param verified what verification says of the whole; null where the file was only read
   */
  private record Known(List<ShownFinding> found, @Nullable VerifiedWords verified) {}

  /** What the table shows. */
  private record Listed(OpenedFile file, Known known) {
    /** Whether it stays while a file is active: going through findings opens files. */
    boolean staysFor(OpenedFile other) {
      return known.verified() != null
          && (other.path().startsWith(file.path())
              || known.found().stream()
                  .anyMatch(finding -> finding.place().file().equals(other.path())));
    }
  }

  /** A pane for no file yet. */
  public FindingsPane(ViewContext context) {
    this.context = context;
    this.looking = context.background().latest();
    table.getColumns().add(severity());
    table.getColumns().add(Columns.text("Rule", ShownFinding::rule));
    fileColumn.setVisible(false);
    table.getColumns().add(fileColumn);
    table.getColumns().add(Columns.text("Where", ShownFinding::where));
    table.getColumns().add(Columns.text("What is wrong", ShownFinding::what));
    table.getColumns().add(Columns.address("Offset", ShownFinding::fileOffset));
    table.getColumns().add(Columns.text("Expected and found", ShownFinding::facts));
    table.getColumns().add(Columns.text("What to do", ShownFinding::advice));
    Tables.dress(table, "findings", TITLE, NO_FILE);
    // Every click is reported, also a second one on the same row.
    table.setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            if (event.getClickCount() == 2) {
              open();
            } else {
              preview();
            }
          }
        });
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            open();
          }
        });
    table.getSelectionModel().selectedItemProperty().subscribe(item -> preview());
  }

  private static TableColumn<ShownFinding, String> severity() {
    TableColumn<ShownFinding, String> column =
        Columns.text("Severity", finding -> finding.severity().word());
    column.setCellFactory(
        made ->
            new TableCell<>() {
              @Override
              protected void updateItem(@Nullable String word, boolean empty) {
                super.updateItem(word, empty);
                ShownFinding finding = empty ? null : getTableRow().getItem();
                setText(empty ? null : word);
                setGraphic(finding == null ? null : finding.severity().icon().node());
              }
            });
    return column;
  }

  /** Goes to the place of the selected finding, opening its file. */
  private void open() {
    ShownFinding finding = table.getSelectionModel().getSelectedItem();
    if (finding != null) {
      context.navigator().go(finding.place());
    }
  }

  /** Shows the bytes of the selected finding if its file is active; opens nothing. */
  private void preview() {
    ShownFinding finding = table.getSelectionModel().getSelectedItem();
    OpenedFile file = inFront;
    if (finding != null && file != null && finding.place().file().equals(file.path())) {
      selection.set(finding.place());
    }
  }

  /** The file of a finding in a folder, by its way from there. */
  private String fileText(ShownFinding finding) {
    Listed around = listed;
    if (around == null || !around.file().isFolder()) {
      return "";
    }
    Path file =
        finding.place() instanceof Place.Entry entry ? entry.target() : finding.place().file();
    Path root = around.file().path();
    return file.startsWith(root) && !file.equals(root)
        ? root.relativize(file).toString()
        : file.equals(root) ? "" : file.toString();
  }

  @Override
  public String title() {
    return TITLE;
  }

  @Override
  public ObservableValue<String> heading() {
    return heading.getReadOnlyProperty();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void broughtBy(Runnable bringIt) {
    bring = bringIt;
  }

  /** Selects the pane in the dock. */
  void bringInFront() {
    bring.run();
  }

  /** Lists what verification found in a file, instead of what its readers said. */
  void verified(OpenedFile file, List<ShownFinding> found, VerifiedWords words) {
    Known now = new Known(found, words);
    known.put(file, now);
    looking.forget();
    list(new Listed(file, now));
  }

  @Override
  public void open(@Nullable OpenedFile file) {
    inFront = file;
    Listed before = listed;
    if (before != null && before.known().verified() != null && file == null) {
      // A file that is still being read, or none: what was verified is as it was.
      return;
    }
    if (before != null && file != null && before.staysFor(file) && !verifiedItself(file)) {
      return;
    }
    looking.forget();
    list(null);
    if (file == null) {
      table.setPlaceholder(Tables.placeholder(NO_FILE));
      return;
    }
    Known now = known.get(file);
    if (now != null) {
      list(new Listed(file, now));
      return;
    }
    table.setPlaceholder(Tables.placeholder("Looking…"));
    looking.run(
        () -> ReadFindings.of(file),
        found -> {
          Known read = new Known(found, null);
          known.putIfAbsent(file, read);
          list(new Listed(file, read));
        },
        failure -> {
          if (!(failure instanceof CancellationException)) {
            table.setPlaceholder(
                Tables.placeholder("The findings could not be listed: " + failure.getMessage()));
          }
        });
  }

  private boolean verifiedItself(OpenedFile file) {
    Known now = known.get(file);
    return now != null && now.verified() != null;
  }

  private void list(@Nullable Listed now) {
    selection.set(null);
    listed = now;
    List<ShownFinding> found = now == null ? List.of() : now.known().found();
    fileColumn.setVisible(now != null && now.file().isFolder());
    table.getItems().setAll(found);
    node.setTop(null);
    if (now != null) {
      say(now);
    }
    String count =
        found.size() >= ReadFindings.MOST ? ReadFindings.MOST + " or more" : "" + found.size();
    heading.set(found.isEmpty() ? TITLE : TITLE + " (" + count + ")");
  }

  /** Says whose list it is, and that nothing is known of what was not verified. */
  private void say(Listed now) {
    String name = now.file().place().label();
    VerifiedWords verified = now.known().verified();
    if (verified != null) {
      node.setTop(new MessageBar(verified.severity(), verified.inShort()));
      table.setPlaceholder(Tables.placeholder(verified.withoutFindings()));
    } else if (now.known().found().isEmpty()) {
      Label words =
          Tables.placeholder(name + " is not verified yet. No problem was found while reading it.");
      VBox box = new VBox(words, verifyButton());
      box.getStyleClass().add("findings-empty");
      table.setPlaceholder(box);
    } else {
      node.setTop(
          new MessageBar(
              MessageBar.Severity.INFO,
              name + " is not verified yet. The list shows the problems found while reading it.",
              verifyButton()));
    }
  }

  private Button verifyButton() {
    Button button = new Button(ActionId.VERIFY.text());
    button.setId("findings-verify");
    button.setTooltip(new Tooltip(ActionControls.tooltip(ActionId.VERIFY)));
    button.setOnAction(event -> context.actions().run(ActionId.VERIFY));
    return button;
  }

  @Override
  public void show(Place place) {}

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }

  /**
   * What the readers of a file complained about, the rows of its tables, and code objects that are
   * filed under another target than they state. Unpacks nothing.
   */
  private static final class ReadFindings {
    /** The most findings that are listed. */
    static final int MOST = 1000;

    private static final int MOST_LOOKED_INTO = 500;

    private final OpenedFile file;
    private final List<ShownFinding> found = new ArrayList<>();
    private final Set<String> said = new HashSet<>();

    private ReadFindings(OpenedFile file) {
      this.file = file;
    }

    /** Looks through a file. In the background. */
    static List<ShownFinding> of(OpenedFile file) throws IOException {
      ReadFindings findings = new ReadFindings(file);
      for (FormatException problem : file.problems()) {
        findings.add(ShownFinding.of(problem, file, null));
      }
      CodeObjectSource source = file.as(CodeObjectSource.class).orElse(null);
      if (source != null) {
        findings.rows(source.document().codeObjects());
      }
      return List.copyOf(findings.found);
    }

    private void add(ShownFinding finding) {
      // A row's problem is often one of the file's, too.
      if (found.size() < MOST
          && said.add(finding.what() + "\0" + finding.fileOffset() + "\0" + finding.facts())) {
        found.add(finding);
      }
    }

    private void rows(CodeObjects objects) throws IOException {
      int looked = 0;
      for (int i = 0; i < objects.size() && found.size() < MOST; i++) {
        FormatException problem = objects.problem(i);
        if (problem != null) {
          add(ShownFinding.of(problem, file, objects.row(i).place()));
        } else if (looked < MOST_LOOKED_INTO && !objects.unpacked(i)) {
          looked++;
          target(objects, objects.row(i));
        }
      }
    }

    private void target(CodeObjects objects, CodeObjectRow row) throws IOException {
      try {
        ByteView bytes = objects.load(row.row(), Progress.NONE);
        if (!CodeObject.isCodeObject(bytes)) {
          return;
        }
        for (TargetMismatch mismatch : CodeObject.read(bytes).mismatches(row.target())) {
          add(
              new ShownFinding(
                  ShownFinding.Severity.WARNING,
                  "",
                  row.binary() + " @ " + row.targetText(),
                  mismatch.sentence(),
                  row.place().range() == null ? -1 : row.place().range().start(),
                  "",
                  "",
                  row.place()));
        }
      } catch (FormatException broken) {
        add(ShownFinding.of(broken, file, row.place()));
      }
    }
  }

  /**
   * What a verification says of the whole. It never says more than was checked.
   *
   * @param inShort the outcome in a sentence or two
   * @param withoutFindings what an empty list says
   * @param severity how much the outcome matters
   */
  record VerifiedWords(String inShort, String withoutFindings, MessageBar.Severity severity) {

    /** Puts the report on what is called {@code name} into words. */
    static VerifiedWords of(String name, VerifyReport report) {
      if (!report.unreadable().isEmpty()) {
        String words =
            name + " could not be read: " + report.unreadable().getFirst().failure().getMessage();
        return new VerifiedWords(words, words, MessageBar.Severity.ERROR);
      }
      List<Reports.Left> left = Reports.notChecked(report);
      if (report.outcome() == VerifyReport.Outcome.NOTHING_CHECKED) {
        String words =
            "Nothing was checked in %s: %s"
                .formatted(
                    name,
                    left.isEmpty()
                        ? "there is no file of a kind that is read."
                        : left.getFirst().words());
        return new VerifiedWords(words, words, MessageBar.Severity.WARNING);
      }
      long errors = report.count(Severity.ERROR);
      long warnings = report.count(Severity.WARNING);
      long notes = report.count(Severity.NOTE);
      boolean nothing = errors + warnings + notes == 0;
      String counts =
          nothing
              ? "nothing is wrong."
              : "%s, %s, %s."
                  .formatted(
                      CountText.of(errors, "error"),
                      CountText.of(warnings, "warning"),
                      CountText.of(notes, "note"));
      String rest =
          left.isEmpty()
              ? ""
              : left.size() == 1
                  ? " One thing was not checked: see the list."
                  : " %d things were not checked: see the list.".formatted(left.size());
      return new VerifiedWords(
          "Verified %s: %s%s".formatted(name, counts, rest),
          "Verified: nothing is wrong with %s.%s".formatted(name, rest),
          errors > 0
              ? MessageBar.Severity.ERROR
              : warnings > 0 || !left.isEmpty()
                  ? MessageBar.Severity.WARNING
                  : MessageBar.Severity.INFO);
    }
  }
}
