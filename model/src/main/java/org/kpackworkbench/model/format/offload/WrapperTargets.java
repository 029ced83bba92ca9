package org.kpackworkbench.model.format.offload;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;

/** Says what each wrapper points to. */
final class WrapperTargets {
  private static final int SHOWN_BYTES = 8;

  private final ElfFile elf;
  private final Map<Long, Integer> bundleAt = new HashMap<>();
  private final @Nullable Marker marker;

  WrapperTargets(ElfFile elf, List<BundleScan.Found> bundles, @Nullable Marker marker) {
    this.elf = elf;
    this.marker = marker;
    for (int i = 0; i < bundles.size(); i++) {
      bundleAt.putIfAbsent(bundles.get(i).range().start(), i);
    }
  }

  WrapperTarget of(WrapperReader.Raw wrapper) throws FormatException {
    if (!wrapper.isAtFileOffset()) {
      return new WrapperTarget.ToNothing(wrapper.why());
    }
    long offset = wrapper.pointedOffset();
    if (marker != null && marker.range().start() == offset) {
      return new WrapperTarget.ToMarker();
    }
    Integer bundle = bundleAt.get(offset);
    if (bundle != null) {
      return new WrapperTarget.ToBundle(bundle);
    }
    return new WrapperTarget.ToNothing(
        "no bundle and no marker starts at file offset 0x%x; the bytes there are %s"
            .formatted(elf.view().fileOffset(offset), bytes(offset)));
  }

  private String bytes(long offset) throws FormatException {
    ByteView view = elf.view();
    int count = (int) Math.min(SHOWN_BYTES, view.size() - offset);
    return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(view.bytes(offset, count));
  }
}
