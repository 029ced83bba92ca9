package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.codeobject.CodeObjectViews.CodeObjectPages;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.kit.view.InnerTabs;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The code object around the current place, opened out of the file that holds it. */
final class CodeObjectView extends BuiltView {
  /** The pages of the code object in it that have names no other view has. */
  private static final List<Part> PARTS =
      Stream.concat(
              Stream.of(
                  new Part("kernels", "Kernels of a code object"),
                  new Part("metadata", "Metadata of a code object")),
              KernelsPage.PARTS.stream())
          .toList();

  private final OpenedFile file;
  private final CodeObjectSource source;
  private final ViewContext context;
  private final Background.Latest latest;
  private final BorderPane root = Controls.named(new BorderPane(), "code-object-view");
  private final CodeObjectHead head;
  private @Nullable InnerTabs pages;
  private @Nullable String awaitedPart;
  private Place.@Nullable CodeObject current;
  private @Nullable Place awaited;
  private String lastPage = "";
  private Subscription followed = Subscription.EMPTY;

  CodeObjectView(OpenedFile file, CodeObjectSource source, ViewContext context) {
    super("code-object", "Code object");
    this.file = file;
    this.source = source;
    this.context = context;
    this.latest = context.background().latest();
    this.head = new CodeObjectHead(source, context, this::step);
  }

  @Override
  public List<Part> parts() {
    return PARTS;
  }

  @Override
  public void showPart(String partId) {
    InnerTabs made = pages;
    awaitedPart = made == null ? partId : null;
    if (made != null) {
      made.showPart(partId);
    } else if (current == null) {
      latest.run(
          () -> source.document().codeObjects(),
          all -> latest.run(() -> firstOf(all), first -> first.ifPresent(this::show), this::failed),
          this::failed);
    }
  }

  private static Optional<Place> firstOf(CodeObjects all) throws FormatException {
    for (int row = 0; row < all.size(); row++) {
      if (all.row(row).usable()) {
        return Optional.of(all.row(row).place());
      }
    }
    return Optional.empty();
  }

  @Override
  protected Node build() {
    root.getStylesheets().add(CodeObjectViews.stylesheet());
    if (current == null) {
      root.setCenter(empty());
    }
    return root;
  }

  @Override
  public boolean shows(Place place) {
    return place.file().equals(file.path())
        && CodeObjectPlaces.isPart(place)
        && CodeObjectPlaces.around(place) != null;
  }

  @Override
  public Closeness closeness(Place place) {
    return Closeness.INSIDE;
  }

  @Override
  public void show(Place place) {
    Place.CodeObject code = CodeObjectPlaces.around(place);
    if (code == null) {
      return;
    }
    awaited = place;
    if (!code.equals(current)) {
      load(code);
    } else if (pages != null) {
      pages.show(place);
    }
  }

  @Override
  public void dispose() {
    latest.forget();
    forgetPages();
  }

  private Node empty() {
    Button first = Controls.button("code-object-first", "Show the First One", () -> step(0));
    VBox box =
        Controls.styled(
            new VBox(
                Tables.placeholder(
                    "Select a code object in the workspace or in a list to see what is in it."),
                first),
            "empty-state");
    return box;
  }

  /** Goes to the next or the previous code object, or to the first one. */
  private void step(int by) {
    Place.CodeObject here = current;
    latest.run(
        () -> {
          CodeObjects all = source.document().codeObjects();
          int row = here == null ? 0 : all.rowOf(here).orElse(-1) + by;
          return row >= 0 && row < all.size() ? all.row(row) : null;
        },
        row -> {
          if (row != null) {
            context.navigator().go(row.place());
            show(row.place());
          }
        },
        this::failed);
  }

  /** The result of opening it: the subject, or why there is none. */
  private record Loaded(
      @Nullable ShownCodeObject subject,
      List<TargetMismatch> mismatches,
      @Nullable Throwable failure) {}

  private record Filed(@Nullable CodeObjectRow row, int number, int count, Loaded loaded) {}

  private void load(Place.CodeObject code) {
    current = code;
    forgetPages();
    root.setCenter(Tables.placeholder("Reading " + code.label() + " …"));
    latest.run(() -> read(code), this::arrived, this::failed);
  }

  private Filed read(Place.CodeObject code) throws FormatException {
    CodeObjects all = source.document().codeObjects();
    int number = all.rowOf(code).orElse(-1);
    CodeObjectRow row = number < 0 ? null : all.row(number);
    return new Filed(row, number, all.size(), open(code));
  }

  private Loaded open(Place.CodeObject code) {
    try {
      ShownCodeObject subject = ShownCodeObject.load(source, code, Progress.NONE);
      CodeObjectRow row = subject.row();
      List<TargetMismatch> mismatches =
          subject.code().mismatches(row == null ? null : row.target());
      return new Loaded(subject, mismatches, null);
    } catch (IOException failure) {
      return new Loaded(null, List.of(), failure);
    }
  }

  private void arrived(Filed filed) {
    Loaded loaded = filed.loaded();
    head.show(filed.row(), filed.number(), filed.count());
    VBox top = new VBox(head);
    top.getChildren().addAll(OverviewPage.mismatchBars(loaded.mismatches()));
    root.setTop(top);
    ShownCodeObject subject = loaded.subject();
    Place.CodeObject code = current;
    if (code != null) {
      context.found().learn(Map.of(code, damage(loaded.failure())));
    }
    if (subject == null) {
      failed(Objects.requireNonNull(loaded.failure()));
      return;
    }
    List<DocumentView> views = CodeObjectPages.of(subject, context);
    InnerTabs made = new InnerTabs(views, "page-", lastPage, Place.CodeObject.class::isInstance);
    made.getStyleClass().add("page-tabs");
    made.setAccessibleText("Pages of the code object");
    pages = made;
    root.setCenter(made);
    followed =
        made.inFrontProperty()
            .subscribe(
                page -> {
                  if (page != null) {
                    lastPage = page.id();
                    status().unbind();
                    status().bind(page.statusText());
                  }
                });
    for (DocumentView view : views) {
      view.selection()
          .subscribe(
              place -> {
                if (place != null && Objects.equals(pages, made)) {
                  select(place);
                }
              });
    }
    Place place = awaited;
    if (place != null) {
      made.show(place);
    }
    if (awaitedPart != null) {
      made.showPart(awaitedPart);
      awaitedPart = null;
    }
  }

  /** Returns the damage of a code object in words; empty if it unpacks, whatever it is. */
  private static String damage(@Nullable Throwable failure) {
    return failure instanceof FormatException broken
            && broken.reason() != FormatException.Reason.UNSUPPORTED
        ? broken.words()
        : "";
  }

  private void failed(Throwable failure) {
    failed(root, "The code object could not be opened", failure);
  }

  private void forgetPages() {
    followed.unsubscribe();
    followed = Subscription.EMPTY;
    status().unbind();
    status().set("");
    if (pages != null) {
      pages.dispose();
      pages = null;
    }
  }

  /** The line above a code object's pages: which one it is, the way to its neighbours, and out. */
  private static final class CodeObjectHead extends HBox {
    private final Label target =
        Controls.tip(
            Controls.whole(Controls.label("", "code-object-target")),
            "Drag it onto the desktop or into another program");
    private final Label binary = Controls.wide(Controls.label("", "muted"));
    private final Label position = Controls.whole(Controls.label("", "muted"));
    private Place.@Nullable CodeObject shown;
    private final Button previous = button("‹", "code-object-previous", "The previous code object");
    private final Button next = button("›", "code-object-next", "The next code object");

    /**
     * The line.
     *
     * @param step goes that many code objects on
     */
    CodeObjectHead(CodeObjectSource source, ViewContext context, IntConsumer step) {
      Controls.named(this, "code-object-head", "code-object-head");
      target.setGraphic(KpackIcon.CODE_OBJECT.node());
      target.setCursor(Cursor.OPEN_HAND);
      context.export().draggable(target, source, this::dragged);
      binary.setMaxWidth(Double.MAX_VALUE);
      previous.setOnAction(event -> step.accept(-1));
      next.setOnAction(event -> step.accept(1));
      Button extract =
          button("Extract…", "code-object-extract", "Write this code object to a file");
      extract.setGraphic(KpackIcon.EXPORT.node());
      extract.setOnAction(event -> context.actions().run(ActionId.EXTRACT));
      getChildren().addAll(target, binary, extract, previous, position, next);
    }

    private static Button button(String text, String id, String tip) {
      Button button =
          Controls.named(Controls.tip(Controls.whole(new Button(text)), tip), id, "flat", "small");
      button.setAccessibleText(tip);
      return button;
    }

    void show(@Nullable CodeObjectRow row, int number, int count) {
      shown = row == null ? null : row.place();
      previous.setDisable(number <= 0);
      next.setDisable(number < 0 || number >= count - 1);
      position.setText(number < 0 ? "" : (number + 1) + " of " + count);
      if (row == null) {
        target.setText("");
        binary.setText("");
        return;
      }
      target.setText(row.targetText());
      String size = row.originalSizeBytes() < 0 ? "" : " · " + SizeText.of(row.originalSizeBytes());
      String index =
          row.index() == CodeObjectRow.NO_WRAPPER ? "no wrapper" : "index " + row.index();
      binary.setText(row.binary() + " · " + index + size);
      binary.setTooltip(new Tooltip(binary.getText()));
    }

    private List<Place.CodeObject> dragged() {
      Place.CodeObject code = shown;
      return code == null ? List.of() : List.of(code);
    }
  }
}
