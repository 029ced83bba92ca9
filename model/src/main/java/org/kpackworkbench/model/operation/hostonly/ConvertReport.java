package org.kpackworkbench.model.operation.hostonly;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;

/**
 * What a conversion did.
 *
 * @param outcome what came of it
 * @param wrappers number of wrappers
 * @param pagesRemoved pages of device code that left the file
 * @param removedAddresses virtual addresses that held device code and now read as zero, whole pages
 *     that are not in the file; empty where there is none
 * @param markerAddress virtual address of the marker; 0 where there is none
 * @param movedSections sections that made room for program headers
 * @param before the input's layout
 * @param after the output's layout
 */
public record ConvertReport(
    Outcome outcome,
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
}
