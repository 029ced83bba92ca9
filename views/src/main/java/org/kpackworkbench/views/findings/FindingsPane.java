package org.kpackworkbench.views.findings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.FollowingPane;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.table.Columns;
import org.kpackworkbench.views.table.Tables;

/**
 * The list of what is wrong with the file in front; a click leads to the place. What was found in a
 * folder stays listed while files of it are in front.
 */
public final class FindingsPane implements FollowingPane {
  private static final String TITLE = "Findings";

  private final ViewContext context;
  private final Background.Latest looking;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper heading = new ReadOnlyStringWrapper(TITLE);
  private final TableView<Finding> table = new TableView<>();
  private final Map<OpenedFile, List<Finding>> known = new WeakHashMap<>();
  private final Map<OpenedFile, Boolean> verified = new WeakHashMap<>();
  private final TableColumn<Finding, String> fileColumn = Columns.text("File", this::fileText);
  private @Nullable OpenedFile inFront;
  private @Nullable OpenedFile folder;
  private Runnable bring = () -> {};

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
    Tables.dress(table, "findings", TITLE, "No file is open.");
    // Every click is reported, also a second one on the same row.
    table.setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            follow(event.getClickCount() == 2);
          }
        });
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            follow(true);
          }
        });
    table.getSelectionModel().selectedItemProperty().subscribe(item -> follow(false));
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

  private void follow(boolean bringInFront) {
    Finding finding = table.getSelectionModel().getSelectedItem();
    if (finding == null) {
      return;
    }
    OpenedFile file = inFront;
    boolean elsewhere = file == null || !finding.place().file().equals(file.path());
    if (bringInFront || elsewhere) {
      context.navigator().go(finding.place());
    } else {
      selection.set(finding.place());
    }
  }

  /** The file of a finding in a folder, by its way from there. */
  private String fileText(Finding finding) {
    OpenedFile around = folder;
    if (around == null) {
      return "";
    }
    Path file =
        finding.place() instanceof Place.Entry entry ? entry.target() : finding.place().file();
    Path root = around.path();
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
    return table;
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
  void verified(OpenedFile file, List<Finding> found) {
    known.put(file, found);
    verified.put(file, true);
    if (file.isFolder()) {
      folder = file;
    }
    if (file.equals(inFront)) {
      looking.forget();
      found(file, found);
    }
  }

  @Override
  public void open(@Nullable OpenedFile file) {
    inFront = file;
    if (file != null && staysFor(file)) {
      // Whoever goes through the findings of a folder opens one file after the other.
      return;
    }
    folder = file != null && file.isFolder() ? file : null;
    list(List.of());
    if (file == null) {
      looking.forget();
      table.setPlaceholder(Tables.placeholder("No file is open."));
      return;
    }
    table.setPlaceholder(Tables.placeholder("Looking…"));
    List<Finding> before = known.get(file);
    if (before != null) {
      looking.forget();
      found(file, before);
      return;
    }
    looking.run(
        () -> Findings.of(file),
        found -> {
          known.putIfAbsent(file, found);
          found(file, found);
        },
        failure -> {
          if (!(failure instanceof CancellationException)) {
            table.setPlaceholder(
                Tables.placeholder("The findings could not be listed: " + failure.getMessage()));
          }
        });
  }

  /** Whether the findings of a folder are listed, and a file in it came in front. */
  private boolean staysFor(OpenedFile file) {
    OpenedFile listed = folder;
    return listed != null
        && verified.containsKey(listed)
        && !verified.containsKey(file)
        && file.path().startsWith(listed.path());
  }

  private void found(OpenedFile file, List<Finding> found) {
    list(found);
    table.setPlaceholder(
        Tables.placeholder(
            verified.containsKey(file)
                ? "Verified: nothing is wrong with %s.".formatted(file.place().label())
                : "Nothing is known to be wrong with %s.".formatted(file.place().label())));
  }

  private void list(List<Finding> found) {
    selection.set(null);
    fileColumn.setVisible(folder != null);
    table.getItems().setAll(found);
    String count = found.size() >= Findings.MOST ? Findings.MOST + " or more" : "" + found.size();
    heading.set(found.isEmpty() ? TITLE : TITLE + " (" + count + ")");
  }

  @Override
  public void show(Place place) {}

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }
}
