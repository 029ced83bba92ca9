package org.kpackworkbench.model.format.codeobject;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgCursor;

/**
 * Gives equal texts one {@code String}, without decoding them again: metadata repeats its keys and
 * words hundreds of thousands of times. Holds a bounded number; what comes later is not pooled. Not
 * safe for use by several threads.
 */
final class TextPool {
  private static final int FIRST_SLOTS = 128;
  private static final int MOST_TEXTS = 4096;
  private static final int LONGEST_BYTES = 64;

  private @Nullable Entry[] slots = new Entry[FIRST_SLOTS];
  private int size;

  private record Entry(int hash, byte[] span, String text) {}

  /** The cursor's last span as text. */
  String text(MsgCursor cursor) {
    if (cursor.spanLength() > LONGEST_BYTES) {
      return cursor.spanText();
    }
    int hash = hash(cursor);
    int slot = hash & (slots.length - 1);
    for (Entry entry = slots[slot]; entry != null; entry = slots[slot]) {
      if (entry.hash() == hash && cursor.spanEquals(entry.span())) {
        return entry.text();
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    String text = cursor.spanText();
    if (size < MOST_TEXTS) {
      int start = cursor.spanStart();
      byte[] span = Arrays.copyOfRange(cursor.spanArray(), start, start + cursor.spanLength());
      slots[slot] = new Entry(hash, span, text);
      size++;
      if (size > slots.length / 2) {
        grow();
      }
    }
    return text;
  }

  private void grow() {
    @Nullable Entry[] larger = new Entry[slots.length * 2];
    for (Entry entry : slots) {
      if (entry != null) {
        int slot = entry.hash() & (larger.length - 1);
        while (larger[slot] != null) {
          slot = (slot + 1) & (larger.length - 1);
        }
        larger[slot] = entry;
      }
    }
    slots = larger;
  }

  private static int hash(MsgCursor cursor) {
    byte[] bytes = cursor.spanArray();
    int start = cursor.spanStart();
    int hash = cursor.spanLength();
    for (int i = start; i < start + cursor.spanLength(); i++) {
      hash = hash * 31 + bytes[i];
    }
    return (hash * 0x9E3779B9) >>> 12;
  }
}
