package org.kpackworkbench.model.fuzz;

import java.nio.ByteOrder;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.inspect.ValueInspector;

/** What bytes may mean, at each offset. */
public final class InspectFuzz {
  private static final int MOST = 256;

  private InspectFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ByteView view = ByteView.of("input", input);
    try {
      for (int offset = 0; offset < Math.min(MOST, input.length); offset++) {
        new ValueInspector(ByteOrder.LITTLE_ENDIAN, StandardFormats.all()).inspect(view, offset);
        new ValueInspector(ByteOrder.BIG_ENDIAN, StandardFormats.all()).inspect(view, offset);
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
