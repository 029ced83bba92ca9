package org.kpackworkbench.model.format.database.known;

/** hipBLASLt's kernels. */
public final class HipblasltDatabase extends TensileLibrary {
  @Override
  public String name() {
    return "hipblaslt";
  }
}
