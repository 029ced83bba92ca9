package org.kpackworkbench.model.format.database.known;

/** rocBLAS's kernels. */
public final class RocblasDatabase extends TensileLibrary {
  @Override
  public String name() {
    return "rocblas";
  }
}
