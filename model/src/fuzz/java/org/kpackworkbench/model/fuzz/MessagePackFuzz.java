package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** MessagePack: read, skipped, written again. */
public final class MessagePackFuzz {
  private MessagePackFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      MsgCursor cursor = cursor(input);
      MsgValue value = cursor.value("value");
      Check.that(value.toString() != null, "a value has words, if it is no empty text");
      MsgCursor passed = cursor(input);
      passed.skip("value");
      Check.same(cursor.position(), passed.position(), "end of the value");
      byte[] written = MsgEncoder.value(value);
      try {
        byte[] again = MsgEncoder.value(cursor(written).value("value"));
        Check.that(java.util.Arrays.equals(written, again), "what was written reads as another");
      } catch (FormatException unreadable) {
        throw new AssertionError("what was written cannot be read", unreadable);
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static MsgCursor cursor(byte[] bytes) throws FormatException {
    return new MsgCursor(ByteView.of("input", bytes), 0, bytes.length, "value");
  }
}
