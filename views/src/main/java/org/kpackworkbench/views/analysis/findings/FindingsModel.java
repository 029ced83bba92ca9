package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.analysis.verify.cause.Fix;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.GroupedRows;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;
import org.kpackworkbench.views.kit.rows.GroupedRows.Openness;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsModel.Sorting;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/**
 * State of the list of findings: filtered, grouped, the worst first, opened and closed. UI thread
 * only; filtering and grouping run in the background, and only the newest request counts.
 */
final class FindingsModel {
  /** How many findings the list shows without scrolling, with their causes. */
  private static final int IN_VIEW = 8;

  private final Background.Latest arranging;
  private final GroupedRows<Integer, FindingLine> groups;
  private final ReadOnlyObjectWrapper<Shown> shown = new ReadOnlyObjectWrapper<>(Shown.NOTHING);
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final Set<Severity> severities = EnumSet.allOf(Severity.class);
  private final Set<String> excluded = new HashSet<>();
  // Read in the background, too, where columns are fitted.
  private volatile FindingWords words = new FindingWords(Path.of("").toAbsolutePath());
  private List<Finding> findings = List.of();
  private Map<Finding, Integer> numbers = Map.of();
  private FindingGrouping grouping = FindingGrouping.CAUSE;
  private Map<Finding, Fix> fixes = Map.of();
  private boolean few;
  private boolean verified;
  // Read in the background, too.
  private volatile boolean brief;
  private List<Sorting> sorting = List.of();
  private String query = "";

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

  private record Result(
      List<Node<Integer, FindingLine>> groups, Shown shown, Map<Finding, Fix> fixes) {}

  /**
   * Findings in their groups, which are known by the lowest number in them.
   *
   * @param alone whether a group of one is shown as the finding that it has
   */
  private static List<Node<Integer, FindingLine>> nodes(
      List<FindingGroup> groups, Map<Finding, Integer> numbers, boolean alone) {
    List<Node<Integer, FindingLine>> nodes = new ArrayList<>();
    for (FindingGroup group : groups) {
      boolean single = alone && group.isSingle();
      List<Node<Integer, FindingLine>> items = new ArrayList<>();
      int first = Integer.MAX_VALUE;
      for (Finding finding : group.findings()) {
        int number = Objects.requireNonNull(numbers.get(finding));
        first = Math.min(first, number);
        items.add(new Node<>(new FindingLine.Item(finding, number, single ? 0 : 1), List.of()));
      }
      if (single) {
        nodes.addAll(items);
      } else {
        nodes.add(new Node<>(new FindingLine.Group(group, first), items));
      }
    }
    return nodes;
  }

  FindingsModel(Background background) {
    this.arranging = background.latest();
    this.groups =
        new GroupedRows<>(
            tree -> new Spec(tree, this::words, () -> brief),
            line -> line.key() == null ? 2 * line.row() : 2 * line.row() + 1,
            background);
    rows()
        .sortedBy(
            wishes -> {
              sorting = wishes;
              arrange();
            });
  }

  /** The lines as a table shows them. */
  RowsModel<FindingLine> rows() {
    return groups.rows();
  }

  /** The lines that are shown. */
  List<FindingLine> lines() {
    return groups.lines();
  }

  /** How many there are; set after the lines. */
  ReadOnlyObjectProperty<Shown> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** Returns what is wrong with the query; empty if nothing is. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Returns the change that removes all findings of a line; null if the program knows none. */
  @Nullable Fix fix(FindingLine line) {
    Fix fix = fixes.get(line.finding());
    return line.findings().stream().allMatch(each -> Objects.equals(fix, fixes.get(each)))
        ? fix
        : null;
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
    numbers = new IdentityHashMap<>();
    for (int i = 0; i < findings.size(); i++) {
      numbers.put(findings.get(i), i);
    }
    few = found.stream().filter(each -> each.severity() != Severity.NOTE).count() <= IN_VIEW;
    groups.forget();
    arrange();
  }

  /** Puts them in groups in another way. */
  void group(FindingGrouping by) {
    if (grouping != by) {
      grouping = by;
      groups.forget();
      arrange();
    }
  }

  /** Shows nothing but what is wrong, or all columns: the detail has all that they say. */
  void brief(boolean now) {
    if (brief != now) {
      brief = now;
      arrange();
    }
  }

  /** Shows or hides the findings of a severity. */
  void show(Severity severity, boolean on) {
    if (on ? severities.add(severity) : severities.remove(severity)) {
      arrange();
    }
  }

  /** Leaves out all findings of a rule, now and after the next verification. */
  void exclude(String rule) {
    if (!rule.isEmpty() && excluded.add(rule)) {
      arrange();
    }
  }

  /** Shows the findings of all rules again. */
  void includeAll() {
    if (!excluded.isEmpty()) {
      excluded.clear();
      arrange();
    }
  }

  /** The rules that are left out. */
  Set<String> excluded() {
    return Set.copyOf(excluded);
  }

  /** Shows what matches. A query that cannot be understood changes nothing but the problem. */
  void filter(String text) {
    try {
      Predicate<FindingLine> unused = filterOf(text);
      problem.set("");
    } catch (IllegalArgumentException wrong) {
      problem.set(Objects.requireNonNullElse(wrong.getMessage(), wrong.toString()));
      return;
    }
    if (!query.equals(text)) {
      query = text;
      groups.filtered(!text.isEmpty());
      arrange();
    }
  }

  private Predicate<FindingLine> filterOf(String text) {
    return text.isEmpty() ? line -> true : ColumnFilter.of(text, rows().spec().fields());
  }

  private void arrange() {
    List<Finding> all = findings;
    Set<Severity> wanted =
        EnumSet.copyOf(severities.isEmpty() ? EnumSet.allOf(Severity.class) : severities);
    boolean none = severities.isEmpty();
    Set<String> without = Set.copyOf(excluded);
    Map<Finding, Integer> numbered = numbers;
    Predicate<FindingLine> filter = filterOf(query);
    FindingGrouping by = grouping;
    List<Sorting> order = sorting;
    FindingWords named = words;
    boolean byRules = verified;
    arranging.run(
        () -> {
          Map<Severity, Integer> counts = new EnumMap<>(Severity.class);
          int count = 0;
          List<Finding> left = new ArrayList<>();
          for (Finding finding : all) {
            if (!without.contains(finding.rule())) {
              count++;
              // What was not checked is no finding, as in every report.
              if (!byRules || !finding.rule().isEmpty()) {
                counts.merge(finding.severity(), 1, Integer::sum);
              }
              if (!none
                  && wanted.contains(finding.severity())
                  && filter.test(new FindingLine.Item(finding, 0, 0))) {
                left.add(finding);
              }
            }
          }
          List<FindingGroup> causes = FindingGrouping.CAUSE.of(left);
          boolean byCause = by == FindingGrouping.CAUSE;
          List<FindingGroup> found = sorted(byCause ? causes : by.of(left), order, named);
          Map<Finding, Fix> known = new IdentityHashMap<>();
          for (FindingGroup cause : causes) {
            Fix fix = cause.fix();
            if (fix != null) {
              cause.findings().forEach(finding -> known.put(finding, fix));
            }
          }
          return new Result(
              nodes(found, numbered, byCause),
              new Shown(counts, count, left.size(), without),
              known);
        },
        this::arrived,
        rows()::fail);
  }

  /** Sorts findings in their groups, and groups by their first finding. */
  private static List<FindingGroup> sorted(
      List<FindingGroup> groups, List<Sorting> order, FindingWords words) {
    Comparator<Finding> by = null;
    for (Sorting wish : order) {
      Comparator<Finding> column = by(wish.column(), words);
      Comparator<Finding> directed = wish.ascending() ? column : column.reversed();
      by = by == null ? directed : by.thenComparing(directed);
    }
    if (by == null) {
      return groups;
    }
    Comparator<Finding> requested = by;
    return groups.stream()
        .map(group -> group.sorted(requested))
        .sorted(Comparator.comparing(group -> group.findings().getFirst(), requested))
        .toList();
  }

  private static Comparator<Finding> by(String column, FindingWords words) {
    Comparator<String> natural = NaturalOrder.INSTANCE::compare;
    return switch (column) {
      case "severity" -> Comparator.comparing(Finding::severity);
      case "offset" -> Comparator.comparingLong(FindingWords::offset);
      case "rule" -> Comparator.comparing(Finding::rule, natural);
      case "file" -> Comparator.comparing(words::file, natural);
      case "where" -> Comparator.comparing(Finding::placeText, natural);
      default -> Comparator.comparing(Finding::message, natural);
    };
  }

  private void arrived(Result result) {
    fixes = result.fixes();
    groups.openAtFirst(openAtFirst(result.groups()));
    groups.show(result.groups());
    shown.set(result.shown());
  }

  /**
   * Causes are closed at first, so that the list says in a few lines what is wrong, but where all
   * errors and warnings are in view.
   */
  private Openness<Integer> openAtFirst(List<Node<Integer, FindingLine>> nodes) {
    List<Integer> loud = new ArrayList<>();
    for (Node<Integer, FindingLine> node : nodes) {
      if (node.line() instanceof FindingLine.Group(FindingGroup group, int first)
          && group.severity() != Severity.NOTE) {
        loud.add(first);
      }
    }
    boolean closed = grouping == FindingGrouping.CAUSE;
    return Openness.<Integer>all(!closed).with(closed && few ? loud : List.of(), true);
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
    List<FindingLine> lines = groups.lines();
    int at = from < 0 && step < 0 ? lines.size() : from;
    for (int tries = 0; tries <= lines.size(); tries++) {
      at += step;
      if (at < 0 || at >= lines.size()) {
        at = step > 0 ? -1 : lines.size();
      } else if (!groups.isGroup(lines.get(at))) {
        return at;
      } else if (groups.open(at, true)) {
        return step > 0 ? at + 1 : at + groups.shownBelow(at);
      }
    }
    return -1;
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
