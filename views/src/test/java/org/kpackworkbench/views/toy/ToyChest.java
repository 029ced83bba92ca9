package org.kpackworkbench.views.toy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.kpackworkbench.views.window.standard.StandardWindow;

/** Makes files of a {@link ToyFormat}. */
final class ToyChest {
  private final ByteArrayOutputStream members = new ByteArrayOutputStream();
  private int count;

  /** A chest with a code object and a text. */
  static byte[] usual(String text) throws IOException {
    return new ToyChest()
        .add("gfx1100", "axpy", Files.readAllBytes(StandardWindow.fixture("axpy-gfx1100.hsaco")))
        .add("", "notes", text.getBytes(StandardCharsets.UTF_8))
        .bytes();
  }

  ToyChest add(String target, String name, byte[] content) {
    members.writeBytes(numbers(target.length(), name.length(), content.length));
    members.writeBytes(target.getBytes(StandardCharsets.UTF_8));
    members.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    members.writeBytes(content);
    count++;
    return this;
  }

  byte[] bytes() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes("TOY1".getBytes(StandardCharsets.UTF_8));
    whole.writeBytes(numbers(count));
    whole.writeBytes(members.toByteArray());
    return whole.toByteArray();
  }

  private static byte[] numbers(int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }
}
