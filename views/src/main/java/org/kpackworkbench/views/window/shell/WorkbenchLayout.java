package org.kpackworkbench.views.window.shell;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.window.tour.Tour;

/** Where everything is in the window: see the picture in this package's description. */
final class WorkbenchLayout extends StackPane {
  private static final SidePanel.Spec WORKSPACE =
      new SidePanel.Spec("workspace", true, 240, 150, true);
  private static final SidePanel.Spec INSPECTOR =
      new SidePanel.Spec("inspector", false, 260, 190, true);
  private static final SidePanel.Spec BYTES = new SidePanel.Spec("bytes", false, 230, 110, true);
  private static final SidePanel.Spec DOCK = new SidePanel.Spec("dock", false, 362, 110, false);

  /** Width of the views before panes are as large as the user made them; the next is the least. */
  private static final double COMFORTABLE_WIDTH = 620;

  private static final double USABLE_WIDTH = 440;

  /** Likewise for a page that is wide. */
  private static final double USABLE_WIDE = 960;

  private static final double COMFORTABLE_HEIGHT = 460;
  private static final double USABLE_HEIGHT = 230;

  /** Likewise while the user works through what the dock lists. */
  private static final double COMFORTABLE_WITH_DOCK = 200;

  private static final double USABLE_WITH_DOCK = 190;

  /** Likewise while they show machine code: its lines are below tabs, and a list of kernels. */
  private static final double COMFORTABLE_WITH_CODE = 380;

  private static final double USABLE_WITH_CODE = 340;

  /** Likewise while what is selected are bytes, which only the panel of bytes shows. */
  private static final double USABLE_WITH_BYTES = 110;

  private final ShellSettings settings;
  private final ObservableValue<? extends Number> zoom;
  private final SidePanel workspace;
  private final @Nullable SidePanel bytes;
  private final @Nullable SidePanel inspector;
  private final SidePanel dock;
  private final Region dockPanel;
  private final Panes panes;
  private final Node tree;
  private final Node views;
  private final ObjectProperty<Shown> shown = new SimpleObjectProperty<>(Shown.ANY);
  private final BooleanProperty wide = new SimpleBooleanProperty();

  private enum Shown {
    ANY,
    CODE,
    BYTES
  }

  /** Parts of the window. */
  record Parts(
      Node bars,
      Region workspace,
      FileTabs fileTabs,
      @Nullable FollowingPane inspector,
      @Nullable FollowingPane bytes,
      Dock dock,
      Node statusBar) {}

  WorkbenchLayout(Parts parts, ShellSettings settings, ObservableValue<? extends Number> zoom) {
    this.settings = settings;
    this.zoom = zoom;
    tree = parts.workspace();
    views = parts.fileTabs();
    getStyleClass().add("workbench");
    KeySplitPane top = split(Orientation.HORIZONTAL, parts.fileTabs());
    inspector = panel(INSPECTOR, top, parts.inspector());
    KeySplitPane centre = split(Orientation.VERTICAL, top);
    bytes = panel(BYTES, centre, parts.bytes());
    KeySplitPane main = split(Orientation.HORIZONTAL, centre);
    workspace =
        new SidePanel(WORKSPACE, main, titled("Workspace", parts.workspace()), settings, zoom);
    KeySplitPane outer = split(Orientation.VERTICAL, main);
    dock = new SidePanel(DOCK, outer, parts.dock().panel(), settings, zoom);
    dockPanel = parts.dock().panel();
    parts.dock().openWith(dock.shownProperty());
    BorderPane frame = new BorderPane(outer);
    frame.setTop(parts.bars());
    frame.setBottom(new VBox(parts.dock().strip(), parts.statusBar()));
    getChildren().add(frame);
    panes = new Panes(this, inOrder(parts));
    wide.subscribe(
        arrange(
            main.widthProperty(),
            () -> COMFORTABLE_WIDTH,
            () -> wide.get() ? USABLE_WIDE : USABLE_WIDTH,
            workspace,
            inspector));
    shown.subscribe(
        arrange(outer.heightProperty(), this::comfortableHeight, this::usableHeight, dock, bytes));
    dock.atMost(parts.dock().needed());
  }

  private double comfortableHeight() {
    if (!dock.shownProperty().get()) {
      return COMFORTABLE_HEIGHT;
    }
    return shown.get() == Shown.CODE ? COMFORTABLE_WITH_CODE : COMFORTABLE_WITH_DOCK;
  }

  private double usableHeight() {
    return switch (shown.get()) {
      case CODE -> USABLE_WITH_CODE;
      case BYTES -> USABLE_WITH_BYTES;
      case ANY -> dock.shownProperty().get() ? USABLE_WITH_DOCK : USABLE_HEIGHT;
    };
  }

  /** Gives what shows a place its room: for machine code the bytes leave theirs if need be. */
  void show(@Nullable Place place) {
    boolean code = place != null && place.path().stream().anyMatch(Place.Kernel.class::isInstance);
    shown.set(place instanceof Place.Bytes ? Shown.BYTES : code ? Shown.CODE : Shown.ANY);
  }

  /** Gives a page that is wide, or any other one, its room. */
  void page(@Nullable Page page) {
    wide.set(page != null && page.isWide());
  }

  /**
   * Gives panes along one way of the window their sizes; the most important one first.
   *
   * @return does it again
   */
  private Runnable arrange(
      ReadOnlyDoubleProperty extent,
      DoubleSupplier comfortable,
      DoubleSupplier usable,
      @Nullable SidePanel... panels) {
    boolean[] busy = new boolean[1];
    Runnable arrange =
        () -> {
          double pixels = extent.get() / zoom.getValue().doubleValue();
          if (busy[0] || extent.get() <= 0) {
            return;
          }
          busy[0] = true;
          try {
            give(pixels, comfortable.getAsDouble(), usable.getAsDouble(), panels);
          } finally {
            busy[0] = false;
          }
        };
    Stream.of(panels).flatMap(Stream::ofNullable).forEach(panel -> panel.onChange(arrange));
    extent.subscribe(arrange);
    zoom.subscribe(arrange);
    return arrange;
  }

  private static void give(
      double extent, double comfortable, double usable, @Nullable SidePanel... panels) {
    List<SidePanel> there = new ArrayList<>();
    List<PanelSizes.Wish> wishes = new ArrayList<>();
    for (SidePanel panel : panels) {
      PanelSizes.Wish wish = panel == null ? null : panel.wish(extent);
      if (panel != null && wish != null) {
        there.add(panel);
        wishes.add(wish);
      }
    }
    double[] sizes = PanelSizes.of(extent, comfortable, usable, wishes);
    for (int i = 0; i < sizes.length; i++) {
      there.get(i).give(sizes[i]);
    }
  }

  private static List<Node> inOrder(Parts parts) {
    return Stream.of(
            parts.workspace(),
            parts.fileTabs().sides().getFirst(),
            parts.fileTabs().sides().getLast(),
            node(parts.bytes()),
            node(parts.inspector()),
            parts.dock().panel())
        .flatMap(Stream::ofNullable)
        .toList();
  }

  private static @Nullable Node node(@Nullable FollowingPane pane) {
    return pane == null ? null : pane.node();
  }

  /** Keeps what lies over the window off the dock, as long as that is open. */
  void keepOffDock(Node over) {
    dock.shownProperty().subscribe(shown -> lift(over));
    dockPanel.heightProperty().subscribe(height -> lift(over));
  }

  private void lift(Node over) {
    setMargin(over, new Insets(0, 0, dock.shownProperty().get() ? dockPanel.getHeight() : 0, 0));
  }

  /** The panes, for going from one to the other by keys. */
  Panes panes() {
    return panes;
  }

  /** Where a part of the window is that a tour points to. */
  Node part(Tour.Part part) {
    return switch (part) {
      case WORKSPACE -> tree;
      case VIEWS -> views;
    };
  }

  BooleanProperty workspaceShown() {
    return workspace.shownProperty();
  }

  /** Whether the bytes are shown; null if there is no such panel. */
  @Nullable BooleanProperty bytesShown() {
    return bytes == null ? null : bytes.shownProperty();
  }

  /** Whether the inspector is shown; null if there is no such panel. */
  @Nullable BooleanProperty inspectorShown() {
    return inspector == null ? null : inspector.shownProperty();
  }

  BooleanProperty dockShown() {
    return dock.shownProperty();
  }

  /** Whether a file is active whose bytes can be shown. */
  void fileInFront(boolean there) {
    if (bytes != null) {
      bytes.useful(there);
    }
    if (inspector != null) {
      inspector.useful(there);
    }
  }

  private @Nullable SidePanel panel(
      SidePanel.Spec spec, KeySplitPane split, @Nullable FollowingPane pane) {
    return pane == null
        ? null
        : new SidePanel(spec, split, titled(pane.title(), pane.node()), settings, zoom);
  }

  private static Region titled(String title, Node content) {
    Label label = Controls.label(title, "panel-title");
    label.setMaxWidth(Double.MAX_VALUE);
    BorderPane panel = Controls.styled(new BorderPane(content), "panel");
    panel.setTop(label);
    return panel;
  }

  private static KeySplitPane split(Orientation orientation, Region main) {
    KeySplitPane split = new KeySplitPane();
    split.setOrientation(orientation);
    main.setMinSize(120, 80);
    split.getItems().add(main);
    return split;
  }

  /** The panes of the window, and the way from one to the next by keys. UI thread only. */
  static final class Panes {
    private final Node window;
    private final List<Node> panes;
    private final Map<Node, WeakReference<Node>> lastFocused = new HashMap<>();

    /**
     * Panes of a window.
     *
     * @param panes in the order in which the focus goes through them
     */
    Panes(Node window, List<Node> panes) {
      this.window = window;
      this.panes = List.copyOf(panes);
      window
          .sceneProperty()
          .flatMap(Scene::focusOwnerProperty)
          .subscribe(
              owner -> {
                Node pane = owner == null ? null : paneOf(owner);
                if (pane != null) {
                  lastFocused.put(pane, new WeakReference<>(owner));
                }
              });
    }

    /**
     * Gives the focus to a pane so many further on, among those that are shown: to what had it
     * there last, or else to the first in it that can.
     */
    void step(int by) {
      Scene scene = window.getScene();
      Node owner = scene == null ? null : scene.getFocusOwner();
      Node here = owner == null ? null : paneOf(owner);
      List<Node> shown = new ArrayList<>();
      for (Node pane : panes) {
        if (pane.equals(here) || target(pane) != null) {
          shown.add(pane);
        }
      }
      if (shown.isEmpty()) {
        return;
      }
      int at = here == null ? (by > 0 ? -1 : 0) : shown.indexOf(here);
      Node next = target(shown.get(Math.floorMod(at + by, shown.size())));
      if (next != null) {
        next.requestFocus();
      }
    }

    /**
     * Gives the focus to the contents of a view: to its table or list, or else its first control,
     * or where that is a button, to its page: Space starts nothing, and arrows scroll. While it is
     * being read and shows nothing, it gets the focus then, unless that went elsewhere.
     */
    static void enter(Node view) {
      // What scrolls or is split has its contents as children only then.
      view.applyCss();
      Node list = firstThat(view, WorkbenchLayout::isList);
      Node target = list != null ? list : first(view);
      if (target instanceof ButtonBase button) {
        target = firstThat(view, ScrollPane.class::isInstance);
        boolean reading = view instanceof BorderPane pane && first(pane.getCenter()) == null;
        target = target != null || reading ? target : button;
      }
      if (target != null) {
        target.requestFocus();
      } else if (view instanceof BorderPane pane && pane.getScene() != null) {
        Node before = pane.getScene().getFocusOwner();
        Subscription[] reading = {Subscription.EMPTY};
        reading[0] =
            pane.centerProperty()
                .subscribe(
                    (old, now) -> {
                      reading[0].unsubscribe();
                      if (pane.getScene() != null
                          && Objects.equals(pane.getScene().getFocusOwner(), before)) {
                        // A page that scrolls has the focus itself: arrows scroll it.
                        if (now instanceof ScrollPane page) {
                          page.requestFocus();
                        } else {
                          enter(pane);
                        }
                      }
                    });
      }
    }

    /** Goes up from the owner: a node that was shown elsewhere keeps its "focus within". */
    static boolean haveFocusIn(@Nullable Node view) {
      Scene scene = view == null ? null : view.getScene();
      Node owner = scene == null ? null : scene.getFocusOwner();
      while (owner != null && !owner.equals(view)) {
        owner = owner.getParent();
      }
      return owner != null;
    }

    private static @Nullable Node firstThat(Node node, Predicate<Node> is) {
      if (!node.isVisible() || node.isDisabled()) {
        return null;
      }
      if (is.test(node)) {
        return node;
      }
      return node instanceof Parent parent
          ? parent.getChildrenUnmodifiable().stream()
              .flatMap(child -> Stream.ofNullable(firstThat(child, is)))
              .findFirst()
              .orElse(null)
          : null;
    }

    private @Nullable Node paneOf(Node node) {
      for (Node at = node; at != null; at = at.getParent()) {
        if (panes.contains(at)) {
          return at;
        }
      }
      return null;
    }

    private @Nullable Node target(Node pane) {
      WeakReference<Node> remembered = lastFocused.get(pane);
      Node last = remembered == null ? null : remembered.get();
      if (last != null && pane.equals(paneOf(last)) && isShown(last)) {
        return last;
      }
      return isShown(pane) ? first(pane) : null;
    }

    /**
     * Returns the first node for the focus: what is on a tab comes before the tabs, and what is in
     * a pane that scrolls before that.
     */
    private static @Nullable Node first(@Nullable Node node) {
      if (node == null || !node.isVisible() || node.isDisabled()) {
        return null;
      }
      boolean around = node instanceof TabPane || node instanceof ScrollPane;
      if (node.isFocusTraversable() && !around) {
        return node;
      }
      if (node instanceof Parent parent) {
        for (Node child : parent.getChildrenUnmodifiable()) {
          Node found = first(child);
          if (found != null) {
            return found;
          }
        }
      }
      return node.isFocusTraversable() ? node : null;
    }

    private boolean isShown(Node node) {
      if (node.getScene() == null || !node.getScene().equals(window.getScene())) {
        return false;
      }
      for (Node at = node; at != null; at = at.getParent()) {
        if (!at.isVisible()) {
          return false;
        }
      }
      return !node.isDisabled();
    }
  }

  static boolean isList(@Nullable Node focused) {
    return focused instanceof TreeView
        || focused instanceof TableView
        || focused instanceof ListView;
  }
}
