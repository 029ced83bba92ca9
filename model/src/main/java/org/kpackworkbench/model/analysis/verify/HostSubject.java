package org.kpackworkbench.model.analysis.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.context.VerifyContext;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;

/**
 * A library, program or object file for the host; its bundles are subjects of their own.
 *
 * @param fat what it has of device code
 * @param layout in what its layout is not one that loaders and tools expect; empty for object files
 * @param context the context of the file
 * @param position where it is in its tree; null for a part of a file
 */
public record HostSubject(
    Place place,
    FatBinary fat,
    List<LayoutFinding> layout,
    VerifyContext context,
    @Nullable TreePosition position)
    implements Subject {

  /** The host binary. */
  public HostImage image() {
    return fat.image();
  }

  /** The binary's bytes. */
  public ByteView bytes() {
    return image().view();
  }

  /** An offset in the binary as one of the file that holds it. */
  public long fileOffset(long offset) {
    return bytes().fileOffset(offset);
  }

  /** The place of a wrapper. */
  public Place wrapper(Wrapper wrapper) {
    return OffloadPlaces.of(fat, place).wrapper(wrapper);
  }
}
