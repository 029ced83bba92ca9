package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** Reads the MessagePack map of an {@code NT_AMDGPU_METADATA} note. */
final class MetadataReader {
  private static final String STRUCTURE = "code object metadata";
  private static final int MOST_KERNELS = 500_000;
  private static final int MOST_PRINTF = 100_000;

  private final MapReader reader;
  private final List<Kernel> kernels = new ArrayList<>();
  private final List<String> printf = new ArrayList<>();
  private String version = "";
  private @Nullable String target;
  private Map<String, MsgValue> other = Map.of();

  private MetadataReader(ByteView content) throws FormatException {
    this.reader = new MapReader(content, new MsgCursor(content, 0, content.size(), STRUCTURE));
  }

  /**
   * Reads everything in one pass. What is broken becomes a problem; what stands before it is kept.
   *
   * @throws FormatException only where the bytes can no longer be read at all
   */
  static Metadata read(ByteView content, ByteRange range) throws FormatException {
    MetadataReader metadata = new MetadataReader(content);
    try {
      metadata.readPairs();
    } catch (FormatException failure) {
      metadata.reader.add(kept(failure));
    }
    return new Metadata(
        Metadata.Form.MESSAGE_PACK,
        range,
        metadata.version,
        metadata.target,
        List.copyOf(metadata.kernels),
        List.copyOf(metadata.printf),
        Collections.unmodifiableMap(metadata.other),
        "",
        List.copyOf(metadata.reader.problems()));
  }

  private void readPairs() throws FormatException {
    long pairs = reader.cursor().mapHeader("top level");
    ArgumentReader arguments = new ArgumentReader(reader);
    for (long i = 0; i < pairs; i++) {
      String key = reader.key(STRUCTURE);
      switch (key) {
        case "amdhsa.target" -> target = reader.text(key);
        case "amdhsa.version" -> version = KernelReader.dotted(reader.numbers(key, 4));
        case "amdhsa.printf" -> readPrintf(key);
        case "amdhsa.kernels" -> {
          long count = reader.items(key, MOST_KERNELS - kernels.size());
          for (int k = 0; k < count; k++) {
            KernelReader.read(reader, arguments, k, kernels::add);
          }
        }
        default -> other = reader.keep(other, key);
      }
    }
  }

  private void readPrintf(String key) throws FormatException {
    long count = reader.items(key, MOST_PRINTF - printf.size());
    for (long i = 0; i < count; i++) {
      printf.add(reader.text(key));
    }
  }

  /** A failure that is the metadata's fault; one of the file's own is thrown on. */
  static FormatException kept(FormatException failure) throws FormatException {
    return switch (failure.reason()) {
      case FILE_CHANGED, CLOSED -> throw failure;
      default -> failure;
    };
  }
}
