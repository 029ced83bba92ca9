package org.kpackworkbench.views.format.tensile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.tensile.SelectionNode;
import org.kpackworkbench.model.format.tensile.TensileDocument;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.rows.TreeRows;
import org.kpackworkbench.views.kit.rows.TreeRows.Row;

/**
 * The tree by which a library chooses a solution. Of large tables the first rows; a file beside the
 * library is opened from its row, and not before.
 */
final class SelectionSpec extends TableSpec<Row<SelectionSpec.Choice>> {
  private static final int MOST_BELOW = 200;
  private static final int MOST_NODES = 20_000;

  private final TensileDocument document;
  private volatile TreeRows<Choice> rows = TreeRows.none();

  SelectionSpec(TensileDocument document) {
    super(
        TableWords.of("selection", "Selection", "The file has no tree.")
            .prompt("filter, e.g. step:gfx942 kernel:MT128x128"));
    this.document = document;
    columns(
        List.of(
            RowColumn.tree(
                "Step",
                row -> row.value().label(),
                row ->
                    Face.of(row.value().label(), row.value().label())
                        .with(row.value().troubled() ? KpackIcon.WARNING : null)),
            RowColumn.text("Chooses", row -> row.value().words()),
            RowColumn.count("Solution", row -> row.value().solution().orElse(-1)),
            RowColumn.mono("Kernel", row -> row.value().kernel())));
    status(source -> CountText.of(source.size(), "row"));
  }

  /**
   * A row.
   *
   * @param label what leads to it
   * @param words the text to show
   * @param child the file beside the library that it opens; null for none
   * @param troubled whether something is wrong with it
   */
  record Choice(
      String label,
      String words,
      OptionalLong solution,
      String kernel,
      @Nullable Path child,
      boolean troubled,
      List<Choice> below) {}

  @Override
  public RowSource<Row<Choice>> load() throws IOException {
    Reading reading = new Reading();
    List<Choice> tops = new ArrayList<>();
    for (SelectionNode root : document.root().stream().toList()) {
      tops.add(reading.read(root, "library"));
    }
    for (TensileDocument.Child child :
        tops.isEmpty() ? document.children() : List.<TensileDocument.Child>of()) {
      tops.add(file(child.path(), child.stem()));
    }
    rows = TreeRows.of(tops, Choice::below, choice -> choice.below().size() <= MOST_BELOW / 4);
    return rows;
  }

  @Override
  public Folding<Row<Choice>> folding() {
    return rows;
  }

  @Override
  public @Nullable Place target(Row<Choice> row) {
    Path child = row.value().child();
    return child == null ? null : new Place.File(child);
  }

  @Override
  public boolean troubled(Row<Choice> row) {
    return row.value().troubled();
  }

  private Choice file(String label, String stem) {
    Path found =
        document.children().stream()
            .filter(child -> child.stem().equals(stem))
            .flatMap(child -> child.found().stream())
            .findFirst()
            .orElse(null);
    return new Choice(
        label,
        found == null ? stem + " is missing" : "opens " + found.getFileName(),
        OptionalLong.empty(),
        "",
        found,
        found == null,
        List.of());
  }

  /** Reads the tree, up to a number of nodes. */
  private final class Reading {
    private int nodes;

    Choice read(SelectionNode node, String label) {
      nodes++;
      if (!node.child().isEmpty()) {
        return file(label, node.child());
      }
      List<Choice> below = new ArrayList<>();
      boolean troubled = false;
      String words = node.type().equals("row") ? "solution" : node.type();
      try {
        int most = Math.clamp(MOST_NODES - nodes, 0, MOST_BELOW);
        for (SelectionNode each : document.below(node, 0, most, Progress.NONE)) {
          below.add(read(each, each.label().isEmpty() ? each.type() : each.label()));
        }
        if (node.below() > below.size()) {
          below.add(more(node.below() - below.size()));
        }
      } catch (FormatException broken) {
        troubled = true;
        words = broken.words();
      }
      return new Choice(
          label,
          words,
          node.solution(),
          kernel(node.solution()),
          null,
          troubled,
          List.copyOf(below));
    }

    private static Choice more(long rows) {
      return new Choice(
          CountText.of(rows, "more row"),
          "in Parts",
          OptionalLong.empty(),
          "",
          null,
          false,
          List.of());
    }

    private String kernel(OptionalLong solution) {
      try {
        return solution.isEmpty() ? "" : document.kernel(solution.getAsLong());
      } catch (FormatException broken) {
        // Said in the row of the solution.
        return "";
      }
    }
  }
}
