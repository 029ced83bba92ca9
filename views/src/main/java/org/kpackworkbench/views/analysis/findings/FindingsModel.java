package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/**
 * State of the list of findings: filtered, grouped, the worst first, opened and closed. UI thread
 * only; filtering and grouping run in the background, and only the newest request counts.
 */
final class FindingsModel {
  /** How many findings the list shows without scrolling, with their causes. */
  private static final int IN_VIEW = 8;

  private final GroupedRows<Integer, FindingLine> groups = new GroupedRows<>(new Causes());
  private final RowsModel<FindingLine> rows;
  private final ReadOnlyObjectWrapper<Shown> shown = new ReadOnlyObjectWrapper<>(Shown.NOTHING);
  private final Set<Severity> severities = EnumSet.allOf(Severity.class);
  private final Set<String> excluded = new HashSet<>();
  // Read in the background, too, where columns are fitted.
  private volatile FindingWords words = new FindingWords(Path.of("").toAbsolutePath());
  private List<Finding> findings = List.of();
  // Read in the background, too.
  private volatile FindingGrouping grouping = FindingGrouping.CAUSE;
  private boolean few;
  private boolean verified;
  // Read in the background, too.
  private volatile boolean brief;

  /**
   * Figures of what is shown now.
   *
   * @param counts how many findings there are of each severity, without excluded rules
   * @param all how many lines there are with what was not read or checked, without excluded rules
   * @param shown how many the filter leaves
   * @param excluded rules that were excluded
   */
  record Shown(Map<Severity, Integer> counts, int all, int shown, Set<String> excluded) {
    static final Shown NOTHING = new Shown(Map.of(), 0, 0, Set.of());

    Shown {
      counts = Map.copyOf(counts);
      excluded = Set.copyOf(excluded);
    }
  }

  FindingsModel(Background background) {
    rows = new RowsModel<>(new Spec(groups, this::words, () -> brief), background);
    rows.arrangedProperty().subscribe(this::arrived);
  }

  /** The lines as a table shows them. */
  RowsModel<FindingLine> rows() {
    return rows;
  }

  /** The lines that are shown. */
  List<FindingLine> lines() {
    return groups.shown();
  }

  /** How many there are; set after the lines. */
  ReadOnlyObjectProperty<Shown> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** How findings are put in words. */
  FindingWords words() {
    return words;
  }

  /**
   * Shows other findings; what was excluded, filtered and grouped stays so.
   *
   * @param byRules whether rules found them: what has none then is what was not checked
   */
  void show(List<Finding> found, Path root, boolean byRules) {
    findings = List.copyOf(found);
    verified = byRules;
    words = new FindingWords(root.toAbsolutePath().normalize());
    few = found.stream().filter(each -> each.severity() != Severity.NOTE).count() <= IN_VIEW;
    groups.forget();
    rows.show(
        RowSource.of(
            IntStream.range(0, found.size())
                .<FindingLine>mapToObj(row -> new FindingLine.Item(found.get(row), row, 0, null))
                .toList()),
        wanted());
  }

  /** Puts them in groups in another way. */
  void group(FindingGrouping by) {
    if (grouping != by) {
      grouping = by;
      groups.forget();
      rows.changed(true);
    }
  }

  /** Shows nothing but what is wrong, or all columns: the detail has all that they say. */
  void brief(boolean now) {
    if (brief != now) {
      brief = now;
      rows.changed(true);
    }
  }

  /** Shows or hides the findings of a severity. */
  void show(Severity severity, boolean on) {
    if (on ? severities.add(severity) : severities.remove(severity)) {
      rows.only(wanted());
    }
  }

  /** Leaves out all findings of a rule, now and after the next verification. */
  void exclude(String rule) {
    if (!rule.isEmpty() && excluded.add(rule)) {
      rows.only(wanted());
    }
  }

  /** Shows the findings of all rules again. */
  void includeAll() {
    if (!excluded.isEmpty()) {
      excluded.clear();
      rows.only(wanted());
    }
  }

  /** The rules that are left out. */
  Set<String> excluded() {
    return Set.copyOf(excluded);
  }

  private IntPredicate wanted() {
    List<Finding> all = findings;
    Set<Severity> on = Set.copyOf(severities);
    Set<String> without = excluded();
    return row -> on.contains(all.get(row).severity()) && !without.contains(all.get(row).rule());
  }

  private void arrived(RowsModel.@Nullable Arranged<FindingLine> now) {
    if (now == null) {
      return;
    }
    Map<Severity, Integer> counts = new EnumMap<>(Severity.class);
    int count = 0;
    for (Finding finding : findings) {
      if (!excluded.contains(finding.rule())) {
        count++;
        // What was not checked is no finding, as in every report.
        if (!verified || !finding.rule().isEmpty()) {
          counts.merge(finding.severity(), 1, Integer::sum);
        }
      }
    }
    shown.set(new Shown(counts, count, rows.matched(), excluded));
  }

  /** Findings in their groups, which are known by the lowest number in them. */
  private final class Causes implements GroupedRows.Grouping<Integer, FindingLine> {
    /** A group of one cause is shown as the finding that it has. */
    @Override
    public List<Node<Integer, FindingLine>> of(List<FindingLine> found) {
      Map<Finding, Integer> numbers = new IdentityHashMap<>();
      found.forEach(line -> numbers.put(line.finding(), line.row()));
      List<Finding> left = found.stream().map(FindingLine::finding).toList();
      List<FindingGroup> causes = FindingGrouping.CAUSE.of(left);
      Map<Finding, Fix> fixes = new IdentityHashMap<>();
      for (FindingGroup cause : causes) {
        Fix fix = cause.fix();
        if (fix != null) {
          cause.findings().forEach(finding -> fixes.put(finding, fix));
        }
      }
      FindingGrouping by = grouping;
      boolean byCause = by == FindingGrouping.CAUSE;
      List<Node<Integer, FindingLine>> nodes = new ArrayList<>();
      for (FindingGroup group : byCause ? causes : by.of(left)) {
        boolean single = byCause && group.isSingle();
        List<FindingLine> items = new ArrayList<>();
        for (Finding finding : group.findings()) {
          int number = Objects.requireNonNull(numbers.get(finding));
          items.add(new FindingLine.Item(finding, number, single ? 0 : 1, fixes.get(finding)));
        }
        List<Node<Integer, FindingLine>> below =
            items.stream()
                .map(item -> new Node<>(item, List.<Node<Integer, FindingLine>>of()))
                .toList();
        if (single) {
          nodes.addAll(below);
        } else {
          nodes.add(new Node<>(FindingLine.Group.of(group, items), below));
        }
      }
      return nodes;
    }

    @Override
    public FindingLine sortedAs(Node<Integer, FindingLine> node) {
      return node.below().isEmpty() ? node.line() : node.below().getFirst().line();
    }

    /**
     * Causes are closed at first, so that the list says in a few lines what is wrong, but where all
     * errors and warnings are in view.
     */
    @Override
    public Predicate<Integer> openAtFirst(List<Node<Integer, FindingLine>> nodes) {
      if (grouping != FindingGrouping.CAUSE) {
        return group -> true;
      }
      Set<Integer> loud = new HashSet<>();
      for (Node<Integer, FindingLine> node : nodes) {
        if (node.line() instanceof FindingLine.Group(FindingGroup group, int first, _)
            && group.severity() != Severity.NOTE) {
          loud.add(first);
        }
      }
      return few ? loud::contains : group -> false;
    }
  }

  /**
   * The next finding behind or before a line, whose group is opened; from the end it goes on at the
   * other.
   *
   * @param from the selected line; -1 for none
   * @param step 1 or -1
   * @return its line; -1 if there is none
   */
  int next(int from, int step) {
    int found = groups.next(from, step, GroupedRows::isRow);
    return groups.reveal(found >= 0 ? found : groups.next(-1, step, GroupedRows::isRow));
  }

  private record Spec(Tree<FindingLine> tree, Supplier<FindingWords> named, BooleanSupplier brief)
      implements RowsSpec<FindingLine> {
    private static final int MOST_OF_MESSAGE = 40;
    private static final double KEPT_BY_MESSAGES = 0.75;
    private static final int MOST_OF_PATH = 12;

    @Override
    public TableWords words() {
      return TableWords.of("findings", "Findings", "")
          .prompt("rule:manifest file:gfx90a checksum")
          .help("Fields: what, file, where, rule, severity, offset, advice, expected, found");
    }

    @Override
    public List<RowColumn<FindingLine>> columns() {
      return brief.getAsBoolean() ? all().subList(0, 1) : all();
    }

    private List<RowColumn<FindingLine>> all() {
      return List.of(
          RowColumn.<FindingLine>tree("What is wrong", FindingWords::title, this::face)
              .alsoNamed("what", "name")
              .named("what")
              .roomFor(FindingWords::brief)
              .fitted(MOST_OF_MESSAGE)
              .keeping(KEPT_BY_MESSAGES)
              .stretching(),
          RowColumn.<FindingLine>path("File", line -> named.get().files(line))
              .named("file")
              .fitted(MOST_OF_PATH),
          RowColumn.<FindingLine>text("Where", Spec::where)
              .named("where")
              .fitted(MOST_OF_PATH)
              .hidden(),
          RowColumn.<FindingLine>address("Offset", Spec::offset).named("offset"),
          RowColumn.<FindingLine>muted("Rule", FindingWords::rule).named("rule").hidden());
    }

    @Override
    public List<RowColumn<FindingLine>> fields() {
      List<RowColumn<FindingLine>> fields = new ArrayList<>(all());
      fields.add(RowColumn.text("Severity", line -> line.finding().severity().word()));
      fields.add(RowColumn.text("Advice", line -> line.finding().advice()));
      fields.add(RowColumn.text("Expected", line -> line.finding().evidence().expected()));
      fields.add(RowColumn.text("Found", line -> line.finding().evidence().found()));
      return fields;
    }

    private Face face(FindingLine line) {
      String title = FindingWords.title(line);
      Face face =
          Face.of(FindingWords.brief(line), line.finding().severity().word() + ": " + title)
              .with(FindingWords.icon(line.finding().severity()))
              .styled(FindingWords.style(line.finding().severity()));
      String beside = FindingWords.beside(line, !brief.getAsBoolean());
      return beside.isEmpty() ? face : face.detailed(beside);
    }

    private static String where(FindingLine line) {
      return line instanceof FindingLine.Item item ? item.finding().placeText() : "";
    }

    private static long offset(FindingLine line) {
      return line instanceof FindingLine.Item item ? FindingWords.offset(item.finding()) : -1;
    }
  }
}
