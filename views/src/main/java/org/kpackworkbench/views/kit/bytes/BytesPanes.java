package org.kpackworkbench.views.kit.bytes;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.views.kit.bytes.ShownBytes.Shown;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexPane;
import org.kpackworkbench.views.kit.inspector.Inspector;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.shell.WorkbenchParts;

/**
 * The bytes and the inspector of one window. The inspector looks at the byte under the caret of the
 * bytes.
 */
public final class BytesPanes {
  private @Nullable Panes panes;

  private BytesPanes() {}

  /** Adds both panes to the parts of a window. */
  public static WorkbenchParts addTo(WorkbenchParts parts) {
    BytesPanes made = new BytesPanes();
    return parts.bytes(made::bytes).inspector(made::inspector);
  }

  private FollowingPane bytes(ViewContext context) {
    return panes(context).bytesPane();
  }

  private FollowingPane inspector(ViewContext context) {
    return panes(context).inspectorPane();
  }

  private Panes panes(ViewContext context) {
    Panes made = panes;
    if (made == null) {
      made = new Panes(context);
      panes = made;
    }
    return made;
  }

  /** What the two share. */
  private static final class Panes {
    private final ViewContext context;
    private final ShownBytes source;
    private final HexPane hex;
    private final Inspector inspector;
    private final BytesPane bytesPane;

    Panes(ViewContext context) {
      this.context = context;
      source =
          new ShownBytes(
              context.background(),
              failure ->
                  context.dialogs().showError("The code object could not be unpacked", failure));
      hex = new HexPane(context.background(), context.ownerColors());
      hex.setGoToParser(this::goToParser);
      inspector = new Inspector(context.background(), context.ownerColors());
      bytesPane = new BytesPane(hex, source);
      source.shownProperty().subscribe(this::show);
      inspector.model().viewProperty().bind(hex.model().viewProperty());
      inspector.model().ownershipProperty().bind(hex.model().ownershipProperty());
      inspector.model().offsetProperty().bind(hex.model().caretOffsetProperty());
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
    }

    private static @Nullable LongFunction<OptionalLong> addresses(Shown shown) {
      boolean mapped =
          shown.container() == null
              && shown
                  .file()
                  .as(ElfDocument.class)
                  .filter(elf -> !elf.elf().segments().isEmpty())
                  .isPresent();
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
}
