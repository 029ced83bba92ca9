package org.kpackworkbench.model.operation.edit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.fuzz.Check;
import org.kpackworkbench.model.fuzz.Scratch;

/**
 * Journals of edits. The input is a journal, or records without their checksums, which a fuzzer
 * could not guess: a first byte that says how long each is, in units of four bytes.
 */
public final class JournalFuzz {
  private JournalFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    byte[] magic = JournalFormat.magic();
    boolean whole =
        input.length >= magic.length
            && Arrays.equals(input, 0, magic.length, magic, 0, magic.length);
    try (Scratch scratch = new Scratch()) {
      scratch.file("1" + JournalFormat.SUFFIX, whole ? input : sealed(magic, input));
      for (RecoveredEdits left : RecoveredEdits.in(scratch.path("")).edits()) {
        left.words().forEach(words -> Check.that(!words.isEmpty(), "words of an edit"));
      }
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static byte[] sealed(byte[] magic, byte[] input) {
    ByteArrayOutputStream journal = new ByteArrayOutputStream();
    journal.writeBytes(magic);
    for (int at = 0; at < input.length; ) {
      int length = Math.min(4 * (input[at] & 0xff), input.length - at - 1);
      byte[] payload = Arrays.copyOfRange(input, at + 1, at + 1 + length);
      CRC32C checksum = new CRC32C();
      checksum.update(payload);
      journal.writeBytes(
          ByteBuffer.allocate(8)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(length)
              .putInt((int) checksum.getValue())
              .array());
      journal.writeBytes(payload);
      at += 1 + length;
    }
    return journal.toByteArray();
  }
}
