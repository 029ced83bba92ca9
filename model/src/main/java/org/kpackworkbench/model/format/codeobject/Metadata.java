package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * Content of a code object's metadata notes. Immutable.
 *
 * @param form how it is written
 * @param ranges its bytes in each note, relative to the code object; empty if there is no note
 * @param version {@code amdhsa.version}, e.g. {@code 1.2}; empty if not stated
 * @param target {@code amdhsa.target} as written; null if not stated
 * @param kernels the kernels that could be read, in order
 * @param printf {@code amdhsa.printf}, one text for each call
 * @param other other keys, as written
 * @param text the text of a V2 note, which is YAML; empty for others
 * @param problems what could not be read, and why; the rest is what could
 */
public record Metadata(
    Form form,
    List<ByteRange> ranges,
    String version,
    @Nullable String target,
    List<Kernel> kernels,
    List<String> printf,
    Map<String, MsgValue> other,
    String text,
    List<FormatException> problems) {

  /** How metadata is written. */
  public enum Form {
    /** There is none. */
    NONE,
    /** A MessagePack map, from V3 on. */
    MESSAGE_PACK,
    /** YAML text, in V2; its kernels are not read. */
    YAML
  }

  /** A code object without metadata. */
  static Metadata none() {
    return new Metadata(
        Form.NONE, List.of(), "", null, List.of(), List.of(), Map.of(), "", List.of());
  }
}
