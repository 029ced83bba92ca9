package org.kpackworkbench.model.operation.hostonly;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;

/**
 * Result of a conversion.
 *
 * @param outcome the outcome
 * @param wrappers number of wrappers
 * @param pagesRemoved pages of device code that left the file
 * @param removedAddresses virtual addresses that held device code and now read as zero, whole pages
 *     that are not in the file; empty if there is none
 * @param markerAddress virtual address of the marker; 0 if there is none
 * @param movedSections sections that made room for program headers
 * @param before the input's layout
 * @param after the output's layout
 */
public record HostOnlyReport(
    HostOnlyOutcome outcome,
    int wrappers,
    long pagesRemoved,
    ByteRange removedAddresses,
    long markerAddress,
    List<String> movedSections,
    LayoutFacts before,
    LayoutFacts after) {

  /** Size of the input. */
  public long inputSizeBytes() {
    return before.sizeBytes();
  }

  /** Size of the output. */
  public long outputSizeBytes() {
    return after.sizeBytes();
  }

  /** Returns what was done, as it would have been planned. */
  public HostOnlyPreview preview() {
    return new HostOnlyPreview(
        outcome, wrappers, pagesRemoved, inputSizeBytes(), outputSizeBytes());
  }

  /** Outcomes of a conversion. */
  public enum HostOnlyOutcome {
    /** The device code was taken out. */
    CONVERTED("made host-only"),
    /** The file was host-only before, by this program or another: copied byte for byte. */
    ALREADY_HOST_ONLY("host-only already, copied unchanged"),
    /** There is no device code in it: copied byte for byte. */
    NO_DEVICE_CODE("no device code, copied unchanged");

    private final String words;

    HostOnlyOutcome(String words) {
      this.words = words;
    }

    /** Returns what was done, in words for people. */
    public String words() {
      return words;
    }
  }
}
