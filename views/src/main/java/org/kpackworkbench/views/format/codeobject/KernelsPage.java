package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.event.Event;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.views.format.codeobject.KernelsSpec.KernelRow;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.ViewContext;

/** The table of kernels, and below it everything about the one that is selected. */
final class KernelsPage extends BuiltView {
  /** Parts about one kernel. */
  static final List<Part> PARTS =
      List.of(
          new Part("arguments", "Arguments of a kernel"),
          new Part("descriptor", "Descriptor of a kernel"),
          new Part("disassembly", "Machine code of a kernel"));

  private static final double WIDE = 1.7;
  private static final double USUAL_SHARE = 0.5;

  /** Two tables beside each other say nothing in less; this and what follows in ems. */
  private static final double LEAST_FOR_TWO = 54;

  /** The room of the machine code, where the table leaves it. */
  private static final double CODE_HEIGHT = 30;

  /** The tabs, the titles and some lines: in less height there is no table beside them. */
  private static final double LEAST_CODE_HEIGHT = 13;

  /** The width that most instructions need, with what is before them. */
  private static final double CODE_WIDTH = 54;

  /** The filter, and names that can be told from each other. */
  private static final double LEAST_TABLE_WIDTH = 18;

  private static final double LEAST_TABLE_HEIGHT = 8;

  /** In less height, the table has all of it until there is a kernel to show. */
  private static final double LEAST_FOR_NONE = 40;

  private final ShownCodeObject subject;
  private final ViewContext context;
  private final RowsView<KernelRow> table;
  private final Background.Latest latest;
  private final KeySplitPane root = Controls.named(new KeySplitPane(), "kernels-page");
  private final KernelPane detail;
  private Place.@Nullable Kernel shown;
  private boolean roomWanted;

  KernelsPage(ShownCodeObject subject, ViewContext context, DisassemblyModel.Tools tools) {
    super("kernels", "Kernels");
    this.subject = subject;
    this.context = context;
    this.latest = context.background().latest();
    this.table = new RowsView<>(new KernelsSpec(subject), context);
    this.detail = new KernelPane(context, tools, this::select);
    table
        .selection()
        .subscribe(
            place -> {
              if (place instanceof Place.Kernel kernel) {
                select(kernel);
                detail(kernel);
              }
            });
  }

  @Override
  public List<Part> parts() {
    return PARTS;
  }

  @Override
  public void showPart(String partId) {
    detail.bring(partId);
    if (shown == null) {
      context
          .background()
          .run(
              () -> subject.code().kernels().stream().findFirst().map(this::placeOf),
              first -> first.ifPresent(this::show),
              detail::failed);
    }
  }

  private Place.Kernel placeOf(Kernel kernel) {
    return new Place.Kernel(subject.place(), kernel.name(), null);
  }

  @Override
  protected Node build() {
    root.getStylesheets().add(CodeObjectViews.stylesheet());
    root.setOrientation(Orientation.VERTICAL);
    // Beside each other where there is more width than height, else one below the other.
    root.layoutBoundsProperty()
        .subscribe(
            bounds -> {
              root.setOrientation(
                  bounds.getWidth()
                          > Math.max(WIDE * bounds.getHeight(), LEAST_FOR_TWO * detail.textSize())
                      ? Orientation.HORIZONTAL
                      : Orientation.VERTICAL);
              addDetail();
              giveRoom();
            });
    Region list = (Region) table.node();
    root.getItems().addFirst(list);
    root.addEventFilter(MouseEvent.MOUSE_DRAGGED, this::mayDivide);
    root.addEventFilter(KeyEvent.KEY_PRESSED, this::mayDivide);
    detail
        .codeShownProperty()
        .subscribe(
            shownNow -> {
              if (roomWanted && !shownNow) {
                root.place(() -> divide(list, USUAL_SHARE));
              }
              roomWanted = shownNow;
              giveRoom();
            });
    return root;
  }

  private void addDetail() {
    boolean low =
        root.getOrientation() == Orientation.VERTICAL
            && root.getHeight() < LEAST_FOR_NONE * detail.textSize();
    if (!root.getItems().contains(detail) && (shown != null || !low)) {
      root.getItems().add(detail);
      root.place(() -> divide((Region) table.node(), USUAL_SHARE));
    }
  }

  private void mayDivide(Event event) {
    if (event.getTarget() instanceof Node target && root.isDivider(target)) {
      roomWanted = false;
    }
  }

  /** Machine code takes room from the table, until the user moves the divider. */
  private void giveRoom() {
    if (roomWanted) {
      root.place(() -> divide((Region) table.node(), shareOfTable()));
    }
  }

  /** A list that is seen at all has room for its parts; without a share it has none. */
  private void divide(Region list, double share) {
    list.setMinHeight(share == 0 ? 0 : Region.USE_COMPUTED_SIZE);
    root.setDividerPosition(0, share);
  }

  private double shareOfTable() {
    boolean below = root.getOrientation() == Orientation.VERTICAL;
    double room = (below ? root.getHeight() : root.getWidth()) / detail.textSize();
    double table =
        below
            ? Math.max(LEAST_TABLE_HEIGHT, room - CODE_HEIGHT)
            : Math.max(LEAST_TABLE_WIDTH, room - CODE_WIDTH);
    if (room <= 0 || (below && room - table < LEAST_CODE_HEIGHT)) {
      return 0;
    }
    return Math.min(USUAL_SHARE, table / room);
  }

  @Override
  public boolean shows(Place place) {
    return table.shows(place)
        || (isInDisassembly(place)
            && place.parent() instanceof Place.Kernel kernel
            && table.shows(kernel));
  }

  private static boolean isInDisassembly(Place place) {
    return CodeObjectPlaces.isMachineCode(place)
        || CodeObjectPlaces.instructionAddress(place).isPresent();
  }

  @Override
  public void show(Place place) {
    if (isInDisassembly(place) && place.parent() instanceof Place.Kernel kernel) {
      detail.await(CodeObjectPlaces.instructionAddress(place));
      show(kernel);
      detail.bring("disassembly");
      return;
    }
    table.show(place);
    if (place instanceof Place.Kernel kernel) {
      detail(kernel);
    }
  }

  @Override
  public ObservableValue<String> statusText() {
    return table.statusText();
  }

  @Override
  public void dispose() {
    latest.forget();
    table.dispose();
    detail.dispose();
  }

  private void detail(Place.Kernel kernel) {
    if (kernel.equals(shown)) {
      return;
    }
    shown = kernel;
    addDetail();
    latest.run(
        () -> KernelDetails.load(subject, kernel),
        details -> {
          detail.show(details);
          complete(kernel, details);
        },
        detail::failed);
  }

  /** A place that was found by name does not know its bytes; once they are known, all follow. */
  private void complete(Place.Kernel asked, @Nullable KernelDetails details) {
    if (details != null && asked.range() == null && details.place().range() != null) {
      shown = details.place();
      // Later: while listeners are notified of a move, nothing can be selected.
      Platform.runLater(
          () -> {
            if (asked.equals(context.navigator().current())) {
              context.navigator().select(details.place(), this);
            }
          });
    }
  }
}
