package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.format.packages.WheelRecord;

/** RECORD of a wheel: a change of nothing keeps its bytes, and a file that goes leaves no line. */
public final class WheelRecordFuzz {
  private WheelRecordFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    WheelRecord record = WheelRecord.of(input);
    Check.that(Arrays.equals(input, record.with((number, row) -> row)), "bytes of no change");
    byte[] none = record.with((number, row) -> null);
    Check.same(List.of(), WheelRecord.of(none).rows(), "lines of no file");
  }
}
