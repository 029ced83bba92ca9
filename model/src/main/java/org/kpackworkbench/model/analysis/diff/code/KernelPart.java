package org.kpackworkbench.model.analysis.diff.code;

import java.util.Objects;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.KernelLocation;

/**
 * A kernel of one side.
 *
 * @param side the code object
 * @param code what was read of it
 * @param kernel the kernel
 * @param location where its parts lie
 */
record KernelPart(Side side, CodeObject code, Kernel kernel, KernelLocation location) {

  static KernelPart of(Side side, CodeObject code, Kernel kernel) throws FormatException {
    return new KernelPart(side, code, kernel, code.locate(kernel));
  }

  Place.Kernel place() throws FormatException {
    return code.placeOf(kernel, side.place());
  }

  /** Size of its machine code; -1 where no symbol says where that is. */
  long codeBytes() {
    ByteRange range = location.code();
    return range == null ? -1 : range.length();
  }

  boolean hasCode() {
    return location.code() != null;
  }

  ByteView codeView() throws FormatException {
    ByteRange range = Objects.requireNonNull(location.code());
    return code.view()
        .slice(range.start(), range.length())
        .named(code.view().name() + ", code of " + kernel.name());
  }

  /** Its machine code as a side of a comparison. */
  Side codeSide() throws FormatException {
    return new Side(side.label() + ", code of " + kernel.name(), place(), codeView());
  }
}
