package org.kpackworkbench.views.kit.hex;

/** The mouse over a hex view: a double click selects all bytes of their owner. */
final class HexMouse extends ByteRowsMouse {
  private final HexModel model;

  HexMouse(HexView hex, HexSurface surface) {
    super(hex, hex.model(), surface);
    this.model = hex.model();
  }

  @Override
  protected void doubleClicked(long position) {
    model.selectOwner(position);
  }
}
