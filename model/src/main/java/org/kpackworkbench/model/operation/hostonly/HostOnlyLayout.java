package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.Refused;

/** A host-only binary that is planned in full: a plan for each container. Used by one thread. */
interface HostOnlyLayout {
  /**
   * Plans the host-only form of a binary.
   *
   * @param marker the marker's bytes
   * @throws Refused if it cannot be converted
   */
  static HostOnlyLayout of(FatBinary fat, byte[] marker, Progress progress)
      throws Refused, FormatException {
    return fat.image() instanceof CoffFile windows
        ? new CoffHostOnlyPlan(windows, fat, marker)
        : new HostOnlyPlan(fat, marker, progress);
  }

  /** The marker's bytes. */
  byte[] marker();

  /** The virtual address of the marker. */
  long markerAddress();

  /** The virtual addresses that lose their bytes in the file. */
  ByteRange removed();

  /** The names of sections that moved in memory. */
  List<String> moved();

  /** Size of the new file. */
  long newSizeBytes();

  /**
   * Returns the file that would be written.
   *
   * @throws Refused if it cannot be laid out
   */
  HostImage result() throws Refused, FormatException;

  /** Writes the file. */
  void write(FileChannel output, Progress progress) throws IOException;
}
