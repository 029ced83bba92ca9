package org.kpackworkbench.model.format.kpack;

/** The specification's golden archive, for tests of other packages. */
public final class GoldenArchive {
  /** Its SHA-256. */
  public static final String SHA256 = TestArchive.GOLDEN_SHA256;

  private GoldenArchive() {}

  /** Its 903 bytes. */
  public static byte[] bytes() {
    return TestArchive.golden();
  }
}
