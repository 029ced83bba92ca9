package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.controlsfx.control.MaskerPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.ChooserPage.RecentComparisons;
import org.kpackworkbench.views.analysis.compare.CompareModel.RowSelection;
import org.kpackworkbench.views.analysis.compare.bytes.ByteComparePane;
import org.kpackworkbench.views.analysis.compare.bytes.LevelPane;
import org.kpackworkbench.views.analysis.compare.code.CodeComparePane;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.FileDropTarget;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.ViewContext;

/** A comparison as a page: its sides, the way down, and the level where the user is. */
final class ComparePage extends NamedPage implements Comparing.Picture {
  private static final int LONGEST_TITLE = 48;

  private final CompareCall call;
  private final ViewContext context;
  private final Comparing comparing;
  private final DiskWatch watch;
  private final BorderPane root = Controls.named(new BorderPane(), "compare", "compare-page");
  private final BorderPane content = new BorderPane();
  private final PageBars bars;
  private final CompareHead head;
  private final Map<CompareLevel, LevelPane> panes = new IdentityHashMap<>();
  private final ReadOnlyStringWrapper tooltip = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<@Nullable LevelPane> front = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<Boolean> canGoUp = new ReadOnlyObjectWrapper<>(false);
  private final ReadOnlyObjectWrapper<Boolean> canSwap = new ReadOnlyObjectWrapper<>(false);
  private final ReadOnlyObjectWrapper<Boolean> isOpen = new ReadOnlyObjectWrapper<>(false);
  private final ListChangeListener<CompareLevel> levelsListener = change -> levelsChanged();
  private CompareTrail trail;
  private Subscription subscriptions = Subscription.EMPTY;
  private boolean known;

  /**
   * @param way the rows to open from the top, as {@link CompareTrail#way} says them
   */
  ComparePage(CompareCall call, List<String> way, ViewContext context, Comparing comparing) {
    super(call.id(), "", KpackIcon.DIFF);
    this.call = call;
    this.context = context;
    this.comparing = comparing;
    this.trail = new CompareTrail(call, context);
    this.watch = new DiskWatch(context.background(), this::announce);
    this.bars = new PageBars(context, this::reload, this::ignoreChange);
    this.head = new CompareHead(context, this::firstSide, level -> trail.upTo(level));
    root.getStylesheets().add(Controls.sheet(Comparing.class, "compare.css"));
    root.setTop(new VBox(head, bars));
    root.setCenter(content);
    new FileDropTarget(comparing::dropped).install(root);
    follow();
    watch.begin(call);
    trail.open(way);
  }

  private ActionHandlers handlers() {
    ObservableValue<Boolean> leftThere = placeOf(0);
    ObservableValue<Boolean> rightThere = placeOf(1);
    ActionHandlers handlers =
        new ActionHandlers()
            .on(ActionId.SWAP_SIDES, canSwap, this::swap)
            .on(ActionId.RELOAD, this::reload)
            .on(ActionId.TO_PARENT, canGoUp, () -> trail.up())
            .on(
                ActionId.BACK,
                Bindings.createObjectBinding(
                    () -> canGoUp.get() || context.navigator().canGoBackProperty().get(),
                    canGoUp,
                    context.navigator().canGoBackProperty()),
                this::back)
            .on(ActionId.SHOW_LEFT, leftThere, () -> showIn(0))
            .on(ActionId.SHOW_RIGHT, rightThere, () -> showIn(1))
            .on(ActionId.EXPORT_COMPARISON, isOpen, this::export)
            .on(ActionId.COPY_PATH, () -> RowCopy.toClipboard(trail.call().words()));
    if (call.command(Order.GIVEN).isPresent()) {
      handlers.on(
          ActionId.COPY_COMMAND,
          () -> trail.call().command(order()).ifPresent(RowCopy::toClipboard));
    }
    return handlers;
  }

  private ObservableValue<Boolean> placeOf(int side) {
    return front.flatMap(LevelPane::place).map(place -> cellPlace(side) != null).orElse(false);
  }

  private @Nullable Place cellPlace(int side) {
    LevelPane pane = front.get();
    Cell cell = pane == null ? null : pane.selected(side);
    return cell == null || !cell.present() ? null : cell.place();
  }

  private void showIn(int side) {
    Place place = cellPlace(side);
    if (place != null) {
      context.navigator().go(place);
    }
  }

  private void back() {
    if (trail.canGoUp()) {
      trail.up();
    } else {
      context.navigator().back();
    }
  }

  /** Shows the trail from now on. */
  private void follow() {
    subscriptions.unsubscribe();
    title(PlaceWords.cut(trail.call().title(), LONGEST_TITLE));
    tooltip.set(trail.call().words());
    trail.levels().addListener(levelsListener);
    CompareTrail followed = trail;
    subscriptions =
        Subscription.combine(
            () -> followed.levels().removeListener(levelsListener),
            trail.stateProperty().subscribe(state -> stateChanged()),
            trail.noticeProperty().subscribe(notice -> announce()),
            trail.busyProperty().subscribe(busy -> announce()));
    levelsChanged();
  }

  private void stateChanged() {
    isOpen.set(trail.stateProperty().get() == CompareTrail.State.OPEN);
    switch (trail.stateProperty().get()) {
      case OPENING -> content.setCenter(waiting());
      case OPEN -> {
        if (!known) {
          known = true;
          new RecentComparisons(context.remembered()).add(call);
        }
        levelsChanged();
      }
      case FAILED -> {
        Throwable failure = trail.failure();
        if (failure != null) {
          content.setCenter(
              new ErrorView(
                  "This cannot be compared",
                  failure,
                  SignButton.named("compare-reload", "Reload", this::reload),
                  SignButton.named("compare-else", "Compare Something Else", comparing::choose)));
        }
      }
      case CLOSED -> {}
    }
  }

  private void levelsChanged() {
    List<CompareLevel> levels = trail.levels();
    panes
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !levels.contains(entry.getKey());
              if (gone) {
                entry.getValue().dispose();
              }
              return gone;
            });
    canGoUp.set(trail.canGoUp());
    canSwap.set(trail.canSwap());
    head.show(trail);
    CompareLevel level = trail.current();
    if (level == null) {
      front.set(null);
      handlers().attachTo(root);
      context.actions().resolve();
      return;
    }
    LevelPane pane = panes.computeIfAbsent(level, this::pane);
    if (!pane.equals(front.get())) {
      content.setCenter(pane.node());
      front.set(pane);
      ActionHandlers all = handlers();
      pane.install(all);
      all.attachTo(root);
      if (!focus(pane)) {
        // The first level of a new page may be there before the page is selected.
        Platform.runLater(() -> focus(pane));
      }
    }
    context.actions().resolve();
  }

  /**
   * Gives the focus to a level at once: the active control is gone, and another one would get the
   * next key.
   *
   * @return whether it can have it now
   */
  private boolean focus(LevelPane pane) {
    Scene scene = pane.node().getScene();
    if (scene == null || !pane.equals(front.get()) || !this.equals(context.pages().inFront())) {
      return false;
    }
    // A table in a split pane is in the scene only when that has its skin, which stylesheets bring.
    pane.node().applyCss();
    pane.focus();
    Node owner = scene.getFocusOwner();
    while (owner != null && !owner.equals(root)) {
      owner = owner.getParent();
    }
    return owner != null;
  }

  private LevelPane pane(CompareLevel level) {
    CompareModel model = level.model();
    if (model != null && level.comparison() instanceof ManifestComparison manifests) {
      ManifestModel shown =
          new ManifestModel(manifests, context.remembered(), context.background());
      return new ManifestPane(shown, model, trail, context, this::reload);
    }
    if (model != null) {
      return new TablePane(level, model, trail, context, this::reload);
    }
    ByteComparison bytes = (ByteComparison) level.comparison();
    List<String> names = level.names();
    if (bytes.code().isEmpty()) {
      return bytes(bytes, names);
    }
    CodeComparePane code = new CodeComparePane(bytes, names, context, () -> bytes(bytes, names));
    code.setMenuItems(
        () ->
            items(
                ActionId.COPY, ActionId.COMPARE_AS_BYTES, ActionId.SHOW_LEFT, ActionId.SHOW_RIGHT));
    return code;
  }

  private ByteComparePane bytes(ByteComparison comparison, List<String> names) {
    ByteComparePane pane =
        new ByteComparePane(
            comparison, names, context.background(), context.ownerColors(), context.formats());
    // The whole page has two sides, not only the bytes.
    pane.setOnSwap(this::swap);
    pane.node().setId("compare-bytes");
    pane.setMenuItems(() -> items(ActionId.SHOW_LEFT, ActionId.SHOW_RIGHT));
    return pane;
  }

  private List<MenuItem> items(ActionId... actions) {
    ActionControls controls = new ActionControls(context.actions());
    return Stream.of(actions).map(action -> controls.item(action, false)).toList();
  }

  @Override
  public boolean open(String name) {
    LevelPane pane = front.get();
    return pane != null && pane.openNamed(name);
  }

  private void swap() {
    if (trail.canSwap()) {
      subscriptions.unsubscribe();
      subscriptions = Subscription.EMPTY;
      trail = trail.swapped();
      follow();
    }
  }

  /** Another side is the one with which all others are compared. */
  private void firstSide(int side) {
    if (trail.call().sides().size() == 2) {
      swap();
      return;
    }
    CompareTrail before = trail;
    subscriptions.unsubscribe();
    subscriptions = Subscription.EMPTY;
    trail = new CompareTrail(before.call().withFirst(side), context);
    before.dispose();
    follow();
    trail.open(List.of());
  }

  private void ignoreChange() {
    watch.begin(trail.call());
    announce();
  }

  private void reload() {
    watch.begin(trail.call());
    announce();
    trail.reload();
  }

  private void export() {
    CompareLevel level = trail.current();
    if (level != null) {
      CompareModel model = level.model();
      RowSelection shownRows = model == null ? RowSelection.ALL : model.wanted();
      new ComparisonExporter(context)
          .ask(level.comparison(), level.title(), level.names(), shownRows, order());
    }
  }

  /** In which order manifests are shown; as given elsewhere. */
  private Order order() {
    return front.get() instanceof ManifestPane manifests ? manifests.order() : Order.GIVEN;
  }

  private void announce() {
    bars.show(trail, watch.changed());
  }

  private Node waiting() {
    MaskerPane waiting = new MaskerPane();
    waiting.setFocusTraversable(false);
    waiting.setText("Opening " + trail.call().title() + " …");
    return waiting;
  }

  @Override
  public ObservableValue<String> tooltip() {
    return tooltip.getReadOnlyProperty();
  }

  @Override
  public boolean isWide() {
    return true;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public ObservableValue<String> statusText() {
    return front.flatMap(LevelPane::statusText).orElse("");
  }

  @Override
  public ObservableValue<? extends @Nullable Place> place() {
    return front.flatMap(LevelPane::place);
  }

  @Override
  public void lookAgain() {
    watch.look();
  }

  @Override
  public Optional<Again> again() {
    return trail.call().paths().map(paths -> new Again(Comparing.KIND, paths, trail.way()));
  }

  @Override
  public void close() {
    dispose();
  }

  @Override
  public void dispose() {
    subscriptions.unsubscribe();
    panes.values().forEach(LevelPane::dispose);
    panes.clear();
    trail.dispose();
  }

  private static final class PageBars extends VBox {
    private final ViewContext context;
    private final Runnable reload;
    private final Runnable ignore;

    /**
     * @param reload reads the files again
     * @param ignore goes on with what was read
     */
    PageBars(ViewContext context, Runnable reload, Runnable ignore) {
      this.context = context;
      this.reload = reload;
      this.ignore = ignore;
    }

    void show(CompareTrail trail, Optional<Path> changed) {
      getChildren().clear();
      changed.ifPresent(
          path ->
              getChildren()
                  .add(
                      MessageBar.changedOnDisk(
                          String.valueOf(path.getFileName()),
                          SignButton.named("compare-reload", "Reload", reload),
                          SignButton.named("compare-ignore", "Ignore", ignore))));
      CompareTrail.Notice notice = trail.noticeProperty().get();
      if (notice != null) {
        getChildren().add(bar(notice, trail));
      }
      String busy = trail.busyProperty().get();
      if (!busy.isEmpty()) {
        getChildren().add(Controls.label(busy, "compare-contents"));
      }
    }

    private MessageBar bar(CompareTrail.Notice notice, CompareTrail trail) {
      Button dismiss = SignButton.named("compare-dismiss", "Dismiss", trail::dismissNotice);
      Throwable failure = notice.failure();
      return failure == null
          ? new MessageBar(Severity.INFO, notice.text(), dismiss)
          : new MessageBar(
              Severity.ERROR,
              notice.text() + " " + ErrorText.of(failure).inOneLine(),
              SignButton.named(
                  "compare-notice-details",
                  "Details",
                  () -> context.dialogs().showError(notice.text(), failure)),
              dismiss);
    }
  }
}
