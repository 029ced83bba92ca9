package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;

/** A host-only file with another marker, as it will be written. */
interface MarkerLayout {
  /**
   * Plans the file, whatever its container is.
   *
   * @throws FormatException if there is no room for the marker, and none can be made
   */
  static MarkerLayout of(FatBinary fat, byte[] marker) throws FormatException {
    return fat.image() instanceof CoffFile windows
        ? new CoffMarkerLayout(windows, fat, marker)
        : new ElfMarkerLayout(fat, marker);
  }

  /** Why a marker cannot be so. */
  static FormatException refused(HostImage image, String field, String expected, String found) {
    return FormatException.in(image.view().name(), "marker", field, Reason.UNSUPPORTED)
        .expected(expected)
        .found(found)
        .advice("Use shorter search paths or a shorter name, or convert the original again.")
        .build();
  }

  /** The marker's virtual address. */
  long address();

  /** Where the marker goes. */
  MarkerFit fit() throws FormatException;

  /** Writes the new file. */
  void write(FileChannel channel, Progress progress) throws IOException;
}
