package org.kpackworkbench.model.format.codeobject;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/** Looks through metadata for a few values and skips the rest; breaks are silent here. */
final class MetadataScan {
  private static final String STRUCTURE = "code object metadata";
  private static final byte[] KERNELS = ascii("amdhsa.kernels");
  private static final byte[] TARGET = ascii("amdhsa.target");
  private static final byte[] NAME = ascii(".name");

  /**
   * The top-level keys, found without reading kernels.
   *
   * @param target {@code amdhsa.target}; null if there is none
   * @param kernelCount length of {@code amdhsa.kernels}
   */
  record Outline(@Nullable String target, long kernelCount) {
    /** Returns the outline of this and of what another note adds. */
    Outline with(Outline next) {
      return new Outline(target == null ? next.target : target, kernelCount + next.kernelCount);
    }
  }

  private final MsgCursor cursor;
  private @Nullable String target;
  private long kernelCount;

  private MetadataScan(ByteView content) throws FormatException {
    this.cursor = new MsgCursor(content, 0, content.size(), STRUCTURE);
  }

  static Outline outline(ByteView content) throws FormatException {
    MetadataScan scan = new MetadataScan(content);
    scan.run(null);
    return new Outline(scan.target, scan.kernelCount);
  }

  /** Hands over each kernel's {@code .name}, in order; kernels without one are skipped. */
  static void names(ByteView content, Consumer<String> names) throws FormatException {
    new MetadataScan(content).run(names);
  }

  private void run(@Nullable Consumer<String> names) throws FormatException {
    try {
      long pairs = cursor.mapHeader(STRUCTURE);
      for (long i = 0; i < pairs; i++) {
        boolean text = cursor.textSpan(STRUCTURE);
        if (text && cursor.spanEquals(KERNELS) && cursor.kind(STRUCTURE) == MsgKind.ARRAY) {
          kernels(names);
        } else if (text && cursor.spanEquals(TARGET) && cursor.kind(STRUCTURE) == MsgKind.TEXT) {
          target = cursor.text(STRUCTURE);
        } else {
          cursor.skip(STRUCTURE);
        }
      }
    } catch (FormatException failure) {
      MetadataReader.kept(failure);
    }
  }

  private void kernels(@Nullable Consumer<String> names) throws FormatException {
    kernelCount = cursor.arrayHeader(STRUCTURE);
    for (long i = 0; i < kernelCount; i++) {
      if (names == null || cursor.kind(STRUCTURE) != MsgKind.MAP) {
        cursor.skip(STRUCTURE);
      } else {
        name(names);
      }
    }
  }

  private void name(Consumer<String> names) throws FormatException {
    long pairs = cursor.mapHeader(STRUCTURE);
    for (long i = 0; i < pairs; i++) {
      boolean found = cursor.textSpan(STRUCTURE) && cursor.spanEquals(NAME);
      if (found && cursor.kind(STRUCTURE) == MsgKind.TEXT) {
        names.accept(cursor.text(STRUCTURE));
      } else {
        cursor.skip(STRUCTURE);
      }
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
