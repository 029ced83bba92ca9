package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** Answers "what is this byte?" for the byte under the pointer. */
final class HexTips {
  private final HexModel model;
  private final HexSurface surface;

  HexTips(HexModel model, HexSurface surface) {
    this.model = model;
    this.surface = surface;
  }

  @Nullable String at(double x, double y) {
    ByteView view = model.viewProperty().get();
    if (view == null || !surface.isOnByte(x, y)) {
      return null;
    }
    long offset = surface.positionAt(x, y);
    StringBuilder text = new StringBuilder("offset 0x%x".formatted(view.fileOffset(offset)));
    LongFunction<OptionalLong> addressOf = model.addressOfProperty().get();
    if (addressOf != null) {
      OptionalLong address = addressOf.apply(offset);
      text.append(
          address.isPresent() ? ", address 0x%x".formatted(address.getAsLong()) : ", not loaded");
    }
    List<Claim> owners = model.ownersAt(offset);
    for (int depth = 0; depth < owners.size(); depth++) {
      text.append('\n').append(owner(owners.get(depth), depth, offset));
    }
    decorations(offset, text);
    return text.toString();
  }

  private static String owner(Claim owner, int depth, long offset) {
    String name = owner.label().equals(owner.kind().words()) ? "" : owner.kind().words() + ", ";
    return "%s%s %s  (%s%s, byte 0x%x of it)"
        .formatted(
            "  ".repeat(depth),
            OwnerColors.pattern(owner).glyph(),
            owner.label(),
            name,
            SizeText.of(owner.range().length()),
            offset - owner.range().start());
  }

  private void decorations(long offset, StringBuilder text) {
    for (HexDecoration decoration : model.decorationsIn(new ByteRange(offset, 1))) {
      if (!decoration.words().isEmpty()) {
        text.append('\n').append(decoration.words());
      }
    }
  }
}
