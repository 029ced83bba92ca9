package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The list of what is wrong: what the last verification found, while what it verified is in front,
 * or a file that a finding leads to; else what reading the file in front found. A click selects,
 * and shows the bytes where their file is in front; a double click or Enter opens the place.
 */
public final class FindingsPane implements FollowingPane {
  private static final String TITLE = "Findings";
  private static final String NO_FILE = "No file is open.";

  private final ViewContext context;
  private final Background.Latest looking;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper heading = new ReadOnlyStringWrapper(TITLE);
  private final TableView<Finding> table = new TableView<>();
  private final BorderPane node = new BorderPane(table);
  private final Map<OpenedFile, Known> known = new WeakHashMap<>();
  private final TableColumn<Finding, String> fileColumn = Columns.text("File", this::fileText);
  private @Nullable OpenedFile inFront;
  private @Nullable Listed listed;
  private Runnable bring = () -> {};

  /**
   * What is known to be wrong with a file.
   *
   * @param verified what verification says of the whole; null where the file was only read
   */
  private record Known(List<Finding> found, @Nullable VerifiedWords verified) {}

  /** What the table shows. */
  private record Listed(OpenedFile file, Known known) {
    /** Whether it stays while a file is in front: whoever goes through findings opens files. */
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
    table.getColumns().add(Columns.text("Rule", Finding::rule));
    fileColumn.setVisible(false);
    table.getColumns().add(fileColumn);
    table.getColumns().add(Columns.text("Where", Finding::where));
    table.getColumns().add(Columns.text("What is wrong", Finding::what));
    table.getColumns().add(Columns.address("Offset", Finding::fileOffset));
    table.getColumns().add(Columns.text("Expected and found", Finding::facts));
    table.getColumns().add(Columns.text("What to do", Finding::advice));
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

  private static TableColumn<Finding, String> severity() {
    TableColumn<Finding, String> column =
        Columns.text("Severity", finding -> finding.severity().word());
    column.setCellFactory(
        made ->
            new TableCell<>() {
              @Override
              protected void updateItem(@Nullable String word, boolean empty) {
                super.updateItem(word, empty);
                Finding finding = empty ? null : getTableRow().getItem();
                setText(empty ? null : word);
                setGraphic(finding == null ? null : finding.severity().icon().node());
              }
            });
    return column;
  }

  /** Goes to the place of the selected finding, opening its file. */
  private void open() {
    Finding finding = table.getSelectionModel().getSelectedItem();
    if (finding != null) {
      context.navigator().go(finding.place());
    }
  }

  /** Shows the bytes of the selected finding where its file is in front; opens nothing. */
  private void preview() {
    Finding finding = table.getSelectionModel().getSelectedItem();
    OpenedFile file = inFront;
    if (finding != null && file != null && finding.place().file().equals(file.path())) {
      selection.set(finding.place());
    }
  }

  /** The file of a finding in a folder, by its way from there. */
  private String fileText(Finding finding) {
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

  /** Brings the pane in front of what else the dock has. */
  void bringInFront() {
    bring.run();
  }

  /** Lists what verification found in a file, instead of what its readers said. */
  void verified(OpenedFile file, List<Finding> found, VerifiedWords words) {
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
        () -> Findings.of(file),
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
    List<Finding> found = now == null ? List.of() : now.known().found();
    fileColumn.setVisible(now != null && now.file().isFolder());
    table.getItems().setAll(found);
    node.setTop(null);
    if (now != null) {
      say(now);
    }
    String count = found.size() >= Findings.MOST ? Findings.MOST + " or more" : "" + found.size();
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
      Label words = Tables.placeholder(name + " is not verified yet. Reading it met no problem.");
      VBox box = new VBox(words, verifyButton());
      box.getStyleClass().add("findings-empty");
      table.setPlaceholder(box);
    } else {
      node.setTop(
          new MessageBar(
              MessageBar.Severity.INFO,
              name + " is not verified yet. Listed is what reading it met.",
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
}
