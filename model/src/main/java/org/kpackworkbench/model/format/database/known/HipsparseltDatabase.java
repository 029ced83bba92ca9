package org.kpackworkbench.model.format.database.known;

/** hipSPARSELt's kernels. */
public final class HipsparseltDatabase extends TensileLibrary {
  @Override
  public String name() {
    return "hipsparselt";
  }
}
