package org.kpackworkbench.model.format.codeobject;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.fuzz.Check;

/** Metadata of code objects, by itself: the bytes of the note (MessagePack, or YAML of V2). */
public final class MetadataFuzz {
  private MetadataFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    read(new CodeObjectBuilder().kernel("k", new byte[64]).metadata(input));
    read(new CodeObjectBuilder().version(2).kernel("k", new byte[64]).note("AMD", 10, input));
    read(new CodeObjectBuilder().version(2).note("AMD", 11, input).note("AMD", 3, input));
  }

  private static void read(CodeObjectBuilder made) {
    try {
      CodeObjectFuzz.everything(CodeObject.read(made.view()));
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
