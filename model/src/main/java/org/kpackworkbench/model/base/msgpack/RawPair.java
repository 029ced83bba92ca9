package org.kpackworkbench.model.base.msgpack;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key and its value as stored in a file, byte for byte, so that an editor can write back what it
 * does not understand. The arrays must not be changed.
 *
 * @param name the key's text; for a key that is no text, a description of it
 * @param key the key's bytes
 * @param value the value's bytes
 */
public record RawPair(String name, byte[] key, byte[] value) {
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RawPair that
        && Arrays.equals(key, that.key)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return name + " (" + value.length + " bytes)";
  }
}
