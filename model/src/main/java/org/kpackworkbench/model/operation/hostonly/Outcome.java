package org.kpackworkbench.model.operation.hostonly;

/** What a conversion did. */
public enum Outcome {
  /** The device code was taken out. */
  CONVERTED("made host-only"),
  /** It was host-only before, by this program or another: copied byte for byte. */
  ALREADY_HOST_ONLY("host-only already, copied unchanged"),
  /** There is no device code in it: copied byte for byte. */
  NO_DEVICE_CODE("no device code, copied unchanged");

  private final String words;

  Outcome(String words) {
    this.words = words;
  }

  /** What was done, in words for people. */
  public String words() {
    return words;
  }
}
