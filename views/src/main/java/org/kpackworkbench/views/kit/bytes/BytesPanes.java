package org.kpackworkbench.views.kit.bytes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.bytes.ShownBytes.Shown;
import org.kpackworkbench.views.kit.hex.HexDecoration;
import org.kpackworkbench.views.kit.hex.HexDecorations;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.inspector.Inspector;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.spi.Bookmarks.Bookmark;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** The bytes and the inspector of one window. The inspector shows the byte at the caret. */
public final class BytesPanes implements WindowActions {
  private static final String MINIMAP = "bytes.minimap";
  private static final String HIDDEN = "hidden";

  private final Formats formats;
  private @Nullable Panes panes;

  /**
   * The panes of a window.
   *
   * @param formats whose structures the inspector knows
   */
  public BytesPanes(Formats formats) {
    this.formats = formats;
  }

  /** The pane with the bytes. */
  public FollowingPane bytes(ViewContext context) {
    return panes(context).bytesPane();
  }

  /** The pane with what the byte under the caret means. */
  public FollowingPane inspector(ViewContext context) {
    return panes(context).inspectorPane();
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    BooleanProperty minimap = panes(context).hex.minimapWantedProperty();
    minimap.set(!context.remembered().text(MINIMAP).equals(Optional.of(HIDDEN)));
    minimap.subscribe((before, now) -> context.remembered().text(MINIMAP, now ? "shown" : HIDDEN));
    window.toggle(ActionId.SHOW_MINIMAP, minimap);
  }

  private Panes panes(ViewContext context) {
    Panes made = panes;
    if (made == null) {
      made = new Panes(context, formats);
      panes = made;
    }
    return made;
  }

  /** State that the bytes and the inspector share. */
  private static final class Panes {
    private final ViewContext context;
    private final ShownBytes source;
    private final HexPane hex;
    private final Inspector inspector;
    private final FollowingBytes bytesPane;
    private final Background.Latest marking;

    Panes(ViewContext context, Formats formats) {
      this.context = context;
      source =
          new ShownBytes(
              context.background(),
              why -> context.dialogs().showError("The code object could not be unpacked", why));
      hex = new HexPane(context.background(), context.ownerColors());
      hex.setGoToParser(this::goToParser);
      inspector = new Inspector(context.background(), context.ownerColors(), formats);
      bytesPane = new FollowingBytes(hex, source);
      marking = context.background().latest();
      source.shownProperty().subscribe(this::show);
      Following.list(hex, context.bookmarks().list(), this::mark);
      inspector.model().viewProperty().bind(hex.model().viewProperty());
      inspector.model().ownershipProperty().bind(hex.model().ownershipProperty());
      // Where the selection begins, as the status bar says, and not at the end that keys move.
      inspector
          .model()
          .offsetProperty()
          .bind(hex.model().selectionProperty().map(ByteRange::start));
      inspector.setOnOwner(this::go);
      inspector.setOnPointer(found -> bytesPane.select(found.range()));
      inspector.setOnBytes(bytesPane::select);
    }

    FollowingPane bytesPane() {
      return bytesPane;
    }

    FollowingPane inspectorPane() {
      return new InspectorPane(inspector);
    }

    private void go(Claim claim) {
      Place place = claim.place();
      if (place != null) {
        context.navigator().go(place);
      } else {
        bytesPane.select(claim.range());
      }
    }

    private void show(@Nullable Shown shown) {
      HexModel model = hex.model();
      ByteView bytes = shown == null ? null : shown.bytes();
      model.addressOfProperty().set(shown == null ? null : addresses(shown));
      inspector.model().addressOfProperty().set(offset -> addressOf(shown, offset));
      inspector.model().pointersProperty().set(address -> pointer(shown, address));
      bytesPane.quietly(
          () -> {
            if (!Objects.equals(model.viewProperty().get(), bytes)) {
              model.viewProperty().set(bytes);
            }
            model.ownershipProperty().set(shown == null ? null : shown.ownership());
          });
      mark();
    }

    /** Marks what of the shown bytes has a bookmark. */
    private void mark() {
      Shown shown = source.shownProperty().get();
      List<Bookmark> ofFile =
          shown == null
              ? List.of()
              : context.bookmarks().list().stream()
                  .filter(each -> each.file().equals(shown.file().path()))
                  .toList();
      HexModel model = hex.model();
      if (shown == null || ofFile.isEmpty()) {
        marking.forget();
        model.decorationsProperty().set(HexDecorations.NONE);
        return;
      }
      marking.run(
          () -> marks(ofFile, shown, context.formats()),
          found ->
              model
                  .decorationsProperty()
                  .set(
                      window ->
                          found.stream()
                              .filter(each -> !each.range().intersect(window).isEmpty())
                              .toList()),
          failure -> model.decorationsProperty().set(HexDecorations.NONE));
    }

    /** The bookmarks whose bytes are among those shown; one whose place is gone has none. */
    private static List<HexDecoration> marks(List<Bookmark> all, Shown shown, Formats formats) {
      List<HexDecoration> marks = new ArrayList<>();
      for (Bookmark each : all) {
        try {
          Place place = each.in(shown.file(), formats);
          ByteRange range = place.range();
          if (range != null && Objects.equals(place.container(), shown.container())) {
            marks.add(
                new HexDecoration(range, HexDecoration.Mark.BOOKMARK, "Bookmark: " + each.label()));
          }
        } catch (IOException | PlaceSyntaxException gone) {
          // Going to it says why; here it only has no mark.
          continue;
        }
      }
      return marks;
    }

    private static @Nullable LongFunction<OptionalLong> addresses(Shown shown) {
      boolean mapped = shown.container() == null && shown.file().hasVirtualAddresses();
      return mapped ? shown.file()::virtualAddress : null;
    }

    private static OptionalLong addressOf(@Nullable Shown shown, long offset) {
      return shown == null || shown.container() != null
          ? OptionalLong.empty()
          : shown.file().virtualAddress(offset);
    }

    private static Optional<GoTo.Found> pointer(@Nullable Shown shown, long address) {
      if (shown == null || shown.container() != null) {
        return Optional.empty();
      }
      OptionalLong offset = shown.file().fileOffset(address);
      if (offset.isEmpty()) {
        return Optional.empty();
      }
      Ownership ownership = shown.ownership();
      Claim owner = ownership == null ? null : last(ownership.at(offset.getAsLong()));
      return Optional.of(
          new GoTo.Found(
              new ByteRange(offset.getAsLong(), 1),
              owner == null ? null : owner.place(),
              owner == null ? "in the file" : owner.label()));
    }

    private static @Nullable Claim last(List<Claim> claims) {
      return claims.isEmpty() ? null : claims.getLast();
    }

    private GoToParser goToParser() {
      Shown shown = source.shownProperty().get();
      if (shown == null) {
        return new GoToParser(0);
      }
      OpenedFile file = shown.file();
      Ownership ownership = shown.ownership();
      return new GoToParser(
          shown.bytes().size(),
          address -> shown.container() == null ? file.fileOffset(address) : OptionalLong.empty(),
          ownership == null ? GoToParser.Names.NONE : new OwnerNames(ownership));
    }
  }

  /** The inspector; it follows the caret of the bytes, so places do not concern it. */
  private static final class InspectorPane implements FollowingPane {
    private final Inspector inspector;
    private final ReadOnlyObjectWrapper<@Nullable Place> none = new ReadOnlyObjectWrapper<>();

    InspectorPane(Inspector inspector) {
      this.inspector = inspector;
    }

    @Override
    public String title() {
      return "Inspector";
    }

    @Override
    public Node node() {
      return inspector;
    }

    @Override
    public void open(@Nullable OpenedFile file) {}

    @Override
    public void show(Place place) {}

    @Override
    public ObservableValue<? extends @Nullable Place> selection() {
      return none.getReadOnlyProperty();
    }
  }

  /** Lets go-to find what owns bytes by its label: sections, wrappers, bundles, rows, kernels. */
  private record OwnerNames(Ownership ownership) implements GoToParser.Names {
    @Override
    public List<GoTo.Found> matching(String text, int most) {
      String typed = text.toLowerCase(Locale.ROOT);
      List<GoTo.Found> exact = new ArrayList<>();
      List<GoTo.Found> beginning = new ArrayList<>();
      List<GoTo.Found> inside = new ArrayList<>();
      for (Claim claim : ownership.claims()) {
        String label = claim.label().toLowerCase(Locale.ROOT);
        List<GoTo.Found> group =
            label.equals(typed)
                ? exact
                : label.startsWith(typed) ? beginning : label.contains(typed) ? inside : null;
        if (group != null && group.size() < most) {
          group.add(new GoTo.Found(claim.range(), claim.place(), claim.label()));
        }
      }
      exact.addAll(beginning);
      exact.addAll(inside);
      return List.copyOf(exact.subList(0, Math.min(most, exact.size())));
    }
  }
}
