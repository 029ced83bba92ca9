package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** Copies of fixtures with some bytes changed. */
public final class ReplacedBytes {
  private ReplacedBytes() {}

  /** Changes a text wherever it is, into one of the same length. */
  static Path text(Path from, Path to, String old, String fresh) throws IOException {
    if (old.length() != fresh.length()) {
      throw new IllegalArgumentException("another length");
    }
    return change(
        from,
        to,
        text -> {
          String changed = text.replace(old, fresh);
          if (changed.equals(text)) {
            throw new IllegalArgumentException(old + " is not there");
          }
          return changed;
        });
  }

  static Path change(Path from, Path to, UnaryOperator<String> change) throws IOException {
    String bytes = new String(Files.readAllBytes(from), StandardCharsets.ISO_8859_1);
    return Files.write(to, change.apply(bytes).getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The last compressed bundle says that it is a little larger than it is. */
  public static Path declaringMore(Path from, Path to) throws IOException {
    byte[] bytes = Files.readAllBytes(from);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.lastIndexOf("CCOB") + 12]++;
    return Files.write(to, bytes);
  }
}
