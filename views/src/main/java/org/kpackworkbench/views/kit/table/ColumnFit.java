package org.kpackworkbench.views.kit.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.InvalidationListener;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ResizeFeaturesBase;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.util.Callback;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.text.TextWidth;
import org.kpackworkbench.views.spi.Remembered;

/**
 * Keeps the columns of a table as wide as {@link WidthPolicy} says: for their contents, in the font
 * and at the width that the table has now. What the user drags, hides and puts elsewhere stays so,
 * for all tables of its kind. UI thread only.
 */
public final class ColumnFit {
  private static final double HEADING_EMS = 2.4;

  /** Width beside a heading without room for the sign of sorting. */
  private static final double TIGHT_HEADING_EMS = 1.3;

  /** So narrow may text become where all columns are in view then. */
  private static final double TIGHT_TEXT_EMS = 7.2;

  /**
   * Least width of what rows are named by, and of the column that takes what is left, where all
   * columns are in view then.
   */
  private static final double TIGHT_NAME_EMS = 12;

  private static final double MENU_EMS = 1.1;
  private static final double NARROWEST_EMS = 2.4;

  /** More of a narrow table than this no name takes from the figures beside it. */
  private static final double MOST_SHARE = 0.45;

  /** Largest share of a narrow table for a column that the table is about. */
  private static final double MOST_SHARE_STRETCHING = 0.75;

  /** A preferred width that means to JavaFX that none was set: it measures the rows itself. */
  private static final double UNSET = 80;

  /** Columns have this width until the table has one. */
  private static final double UNFITTED = 79.99;

  private static final String EDGE_STYLE = "edge-column";

  private final TableView<?> table;
  private final ObservableValue<Font> font;
  private final Remembered remembered;
  private final String kind;
  private final Map<String, Double> draggedEms = new HashMap<>();
  private Map<TableColumnBase<?, ?>, Contents> contents = Map.of();
  private double available;
  private Set<TableColumnBase<?, ?>> aside = Set.of();
  private boolean changing;
  private @Nullable ScrollBar bar;

  /** How the contents of a column give way where room is missing. */
  public enum Kind {
    /** Text, which can be shortened and may take what is left. */
    TEXT,
    /** Names of groups say what all below them is: they are shortened after all others. */
    TREE,
    /** Never shortened. */
    FIGURE,
    /** Never shortened; beside such columns none takes what is left. */
    MATRIX,
    /** Marks without a heading. */
    SIGN
  }

  /**
   * Contents of a column.
   *
   * @param id its name in what is remembered; empty if nothing is
   * @param texts its longest ones
   * @param aroundEms what is beside every text: padding
   * @param wishEms how wide it is where all others have what they need; 0 for no wish
   * @param shortestEms how narrow it may become where there is none
   * @param stretches whether it takes what is left before all others
   * @param keptShare this part of the table it keeps as long as others can give way
   */
  public record Contents(
      String id,
      Kind kind,
      List<Held> texts,
      boolean monospace,
      double aroundEms,
      double wishEms,
      double shortestEms,
      boolean stretches,
      double keptShare) {

    /** The usual {@code shortestEms}. */
    public static final double SHORTEST_EMS = 14;

    private boolean isText() {
      return kind == Kind.TEXT || kind == Kind.TREE;
    }
  }

  /**
   * A text of a cell.
   *
   * @param besideEms what is beside it: signs, pictures, indentation
   */
  public record Held(String text, boolean bold, double besideEms) {}

  private ColumnFit(
      TableView<?> table, ObservableValue<Font> font, Remembered remembered, String kind) {
    this.table = table;
    this.font = font;
    this.remembered = remembered;
    this.kind = kind;
    table.setColumnResizePolicy(new Policy());
    font.subscribe(now -> fit());
    table
        .skinProperty()
        .subscribe(
            skin -> {
              if (skin != null) {
                followBar();
              }
            });
    table.getSortOrder().addListener((InvalidationListener) changed -> fit());
    table
        .getVisibleLeafColumns()
        .addListener(
            (ListChangeListener<TableColumnBase<?, ?>>)
                change -> {
                  if (!changing) {
                    keepOrder();
                    fit();
                  }
                });
  }

  /**
   * Fits the columns of a table.
   *
   * @param font of its cells
   * @param remembered where it is kept what the user changes
   * @param kind the kind of the table, such as {@code sections}
   */
  public static ColumnFit of(
      TableView<?> table, ObservableValue<Font> font, Remembered remembered, String kind) {
    return new ColumnFit(table, font, remembered, kind);
  }

  /** The columns have these contents from now on. */
  public void contents(Map<TableColumnBase<?, ?>, Contents> now) {
    contents = Map.copyOf(now);
    fit();
  }

  /**
   * Columns are there, as the program makes them: brings them to what is remembered.
   *
   * @param make makes and shows them
   * @param id the name of a column in what is remembered
   */
  public void columns(Runnable make, Function<TableColumnBase<?, ?>, String> id) {
    changing = true;
    aside = Set.of();
    try {
      make.run();
      // JavaFX would measure the rows of each column, at half the cost of showing a table.
      table.getColumns().forEach(column -> column.setPrefWidth(UNFITTED));
      ColumnMemory memory = memory();
      draggedEms.clear();
      for (TableColumnBase<?, ?> column : table.getColumns()) {
        memory
            .column(id.apply(column))
            .ifPresent(
                was -> {
                  column.setVisible(was.shown());
                  was.widthEms().ifPresent(ems -> draggedEms.put(was.id(), ems));
                });
      }
      Map<TableColumnBase<?, ?>, String> ids = new IdentityHashMap<>();
      List<String> usual = new ArrayList<>();
      for (TableColumnBase<?, ?> column : table.getColumns()) {
        // What has no name stays behind the one that it follows.
        String name = id.apply(column);
        ids.put(column, name.isEmpty() ? " " + usual.size() : name);
        usual.add(name.isEmpty() ? " " + usual.size() : name);
      }
      List<String> order = memory.order(usual);
      if (!order.equals(usual)) {
        arrange(table, Comparator.comparingInt(column -> order.indexOf(ids.get(column))));
      }
    } finally {
      changing = false;
    }
    fit();
  }

  /**
   * Hides columns for now, and shows those again that were: to the user's memory they are shown.
   *
   * @param now none of which the user hid
   */
  public void setAside(Set<TableColumnBase<?, ?>> now) {
    if (!aside.equals(now)) {
      Set<TableColumnBase<?, ?>> before = aside;
      aside = Set.copyOf(now);
      changing = true;
      try {
        before.stream()
            .filter(column -> !aside.contains(column))
            .forEach(column -> column.setVisible(true));
        aside.forEach(column -> column.setVisible(false));
      } finally {
        changing = false;
      }
      fit();
    }
  }

  /** Whether a column is hidden for now, but not by the user. */
  public boolean isSetAside(TableColumnBase<?, ?> column) {
    return aside.contains(column);
  }

  /** Returns the memory of tables of this kind. */
  public ColumnMemory memory() {
    return ColumnMemory.of(remembered, kind);
  }

  /** Keeps by what the user sorts rows. */
  public void keepSorting(List<ColumnMemory.Sorted> sorting) {
    ColumnMemory memory = memory();
    if (!changing && !memory.sorting().equals(sorting)) {
      new ColumnMemory(memory.columns(), sorting).keep(remembered, kind);
    }
  }

  private void keepOrder() {
    List<ColumnMemory.Column> columns = new ArrayList<>();
    for (TableColumnBase<?, ?> column : table.getColumns()) {
      Contents held = contents.get(column);
      if (held != null && !held.id().isEmpty()) {
        Double ems = draggedEms.get(held.id());
        columns.add(
            new ColumnMemory.Column(
                held.id(),
                column.isVisible() || aside.contains(column),
                ems == null ? OptionalDouble.empty() : OptionalDouble.of(ems)));
      }
    }
    if (!columns.isEmpty()) {
      new ColumnMemory(columns, memory().sorting()).keep(remembered, kind);
    }
  }

  /** A bar that appears takes its width from the columns: JavaFX tells so only at times. */
  private void followBar() {
    for (Node node : table.lookupAll(".scroll-bar")) {
      if (node instanceof ScrollBar found && found.getOrientation() == Orientation.VERTICAL) {
        bar = found;
        found.visibleProperty().subscribe(shown -> room(contentWidth()));
      }
    }
  }

  private double contentWidth() {
    ScrollBar beside = bar;
    double taken = beside == null || !beside.isVisible() ? 0 : beside.prefWidth(-1);
    return Math.floor(
        table.getWidth() - table.snappedLeftInset() - table.snappedRightInset() - taken);
  }

  /** The table has room for columns of this width. */
  private void room(double pixels) {
    if (pixels > 0) {
      available = pixels;
      fit();
    }
  }

  private void dragged(TableColumnBase<?, ?> column) {
    Contents held = contents.get(column);
    if (held != null && !held.id().isEmpty()) {
      draggedEms.put(held.id(), column.getWidth() / em());
      keepOrder();
    }
  }

  private double em() {
    return font.getValue().getSize();
  }

  private void fit() {
    List<TableColumnBase<?, ?>> columns = List.copyOf(table.getVisibleLeafColumns());
    if (available <= 0 || columns.isEmpty()) {
      return;
    }
    TextWidth.Fonts fonts = CellCut.fonts(table);
    Font plain = font.getValue();
    TextWidth bold = fonts.of(Font.font(plain.getFamily(), FontWeight.BOLD, plain.getSize()));
    double[] natural = new double[columns.size()];
    for (int i = 0; i < natural.length; i++) {
      natural[i] = Math.ceil(natural(columns.get(i), fonts, bold, headingEms(columns.get(i))));
    }
    // The button that chooses columns is over the last heading.
    natural[natural.length - 1] += Math.ceil(MENU_EMS * em());
    TableColumnBase<?, ?> stretching = stretching(columns, natural);
    List<WidthPolicy.Column> needs = new ArrayList<>();
    boolean named = false;
    for (int i = 0; i < natural.length; i++) {
      TableColumnBase<?, ?> column = columns.get(i);
      Contents held = contents.get(column);
      double menu = i == natural.length - 1 ? Math.ceil(MENU_EMS * em()) : 0;
      // What is found out later also needs room.
      boolean known =
          held == null || held.texts().stream().anyMatch(each -> !each.text().isEmpty());
      boolean sorted = table.getSortOrder().contains(column);
      double headingEms = known && !sorted ? TIGHT_HEADING_EMS : headingEms(column);
      double tight = Math.ceil(natural(column, fonts, bold, headingEms) + menu);
      if (held == null) {
        needs.add(WidthPolicy.Column.unknown(natural[i], tight));
        continue;
      }
      double heading = bold.of(column.getText()) + menu;
      boolean stretches = column.equals(stretching);
      double text = stretches || (held.isText() && !named) ? TIGHT_NAME_EMS : TIGHT_TEXT_EMS;
      named |= held.isText();
      double least = least(held, natural[i], heading + headingEms(column) * em());
      double shortest =
          held.stretches() ? least : Math.max(heading + headingEms * em(), text * em());
      Double ems = draggedEms.get(held.id());
      needs.add(
          new WidthPolicy.Column(
              natural[i],
              least,
              Math.min(least, held.kind() == Kind.TEXT ? Math.min(tight, shortest) : tight),
              held.wishEms() * em(),
              stretches,
              held.isText(),
              held.keptShare() * available,
              ems == null ? OptionalDouble.empty() : OptionalDouble.of(ems * em()),
              heading + headingEms * em()));
    }
    WidthPolicy.Widths widths = WidthPolicy.widths(needs, available, Math.ceil(MENU_EMS * em()));
    boolean before = changing;
    changing = true;
    try {
      for (int i = 0; i < natural.length; i++) {
        set(columns.get(i), widths.pixels()[i]);
        atEdge(columns.get(i), i == widths.inView() - 1 && i < natural.length - 1);
      }
    } finally {
      changing = before;
    }
  }

  /**
   * Returns the width beside a heading; a column that cannot be sorted by never has the sign of
   * sorting.
   */
  private static double headingEms(TableColumnBase<?, ?> column) {
    return column.isSortable() ? HEADING_EMS : TIGHT_HEADING_EMS;
  }

  /** How narrow a column is before headings lose the room for the sign of sorting. */
  private double least(Contents held, double natural, double heading) {
    double share = held.stretches() ? MOST_SHARE_STRETCHING : MOST_SHARE;
    double most = Math.max(Contents.SHORTEST_EMS * em(), share * available);
    return Math.min(
        natural,
        switch (held.kind()) {
          case TEXT -> Math.max(heading, Math.min(held.shortestEms() * em(), most));
          case TREE -> Math.max(held.shortestEms() * em(), available / 2);
          case FIGURE, MATRIX, SIGN -> natural;
        });
  }

  private double natural(
      TableColumnBase<?, ?> column, TextWidth.Fonts fonts, TextWidth bold, double headingEms) {
    Contents held = contents.get(column);
    double em = em();
    if (held != null && held.kind() == Kind.SIGN) {
      return held.wishEms() * em;
    }
    double heading = bold.of(column.getText()) + headingEms * em;
    double widest = Math.max(heading, NARROWEST_EMS * em);
    if (held != null) {
      Font plain = font.getValue();
      TextWidth width =
          fonts.of(held.monospace() ? Font.font("monospace", plain.getSize()) : plain);
      for (Held each : held.texts()) {
        double text = (each.bold() ? bold : width).of(each.text());
        widest = Math.max(widest, text + (each.besideEms() + held.aroundEms()) * em);
      }
    }
    return widest;
  }

  /** The heading at the edge leaves room for the button that chooses columns. */
  private static void atEdge(TableColumnBase<?, ?> column, boolean is) {
    List<String> styles = column.getStyleClass();
    if (!is) {
      styles.remove(EDGE_STYLE);
    } else if (!styles.contains(EDGE_STYLE)) {
      styles.add(EDGE_STYLE);
    }
  }

  /** The column that takes what is left: one that may grow, the last one, or the widest. */
  private @Nullable TableColumnBase<?, ?> stretching(
      List<TableColumnBase<?, ?>> columns, double[] natural) {
    TableColumnBase<?, ?> widest = null;
    double most = 0;
    for (int i = 0; i < natural.length; i++) {
      Contents held = contents.get(columns.get(i));
      if (held == null || draggedEms.containsKey(held.id())) {
        continue;
      }
      if (held.stretches()) {
        return columns.get(i);
      }
      if (held.kind() == Kind.MATRIX) {
        return null;
      }
      boolean text = held.kind() == Kind.TEXT || held.kind() == Kind.TREE;
      if (text && (i == natural.length - 1 || natural[i] > most)) {
        most = i == natural.length - 1 ? Double.MAX_VALUE : natural[i];
        widest = columns.get(i);
      }
    }
    return widest;
  }

  private void set(TableColumnBase<?, ?> column, double width) {
    // More would scroll.
    column.setPrefWidth(width == UNSET ? UNFITTED : width);
    if (column.getWidth() != column.getPrefWidth()) {
      resize(table, column, column.getPrefWidth() - column.getWidth());
    }
  }

  /** Whether everything requested was done: as {@code otherwise}, for a column that is dragged. */
  private <F extends ResizeFeaturesBase<?>> boolean resize(
      F features, Callback<F, Boolean> otherwise) {
    TableColumnBase<?, ?> column = features.getColumn();
    if (column == null) {
      room(contentWidth());
      return true;
    }
    boolean done = otherwise.call(features);
    if (!changing) {
      dragged(column);
    }
    return done;
  }

  private static <S> void arrange(TableView<S> table, Comparator<TableColumnBase<?, ?>> order) {
    List<TableColumn<S, ?>> sorted = new ArrayList<>(table.getColumns());
    sorted.sort(order);
    table.getColumns().setAll(sorted);
  }

  private static <S> void resize(TableView<S> table, TableColumnBase<?, ?> column, double delta) {
    table.getColumns().stream()
        .filter(each -> Objects.equals(each, column))
        .forEach(
            each ->
                TableView.UNCONSTRAINED_RESIZE_POLICY.call(
                    new TableView.ResizeFeatures<>(table, each, delta)));
  }

  /** Resizes the column that is dragged, and all columns when the table changes. */
  @SuppressWarnings("rawtypes")
  private final class Policy implements Callback<TableView.ResizeFeatures, Boolean> {
    @Override
    public Boolean call(TableView.ResizeFeatures features) {
      return resize(features, TableView.UNCONSTRAINED_RESIZE_POLICY);
    }

    @Override
    public String toString() {
      return TableView.UNCONSTRAINED_RESIZE_POLICY.toString();
    }
  }
}
