package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * Reads kernels' arguments. Equal ones become one object: the kernels of a library have few
 * signatures. Not safe for use by several threads.
 */
final class ArgumentReader {
  private static final int MOST_ARGUMENTS = 2_000_000;
  private static final int MOST_POOLED = 50_000;

  private final MapReader reader;
  private final Map<KernelArgument, KernelArgument> pool = new HashMap<>();
  private long soFar;

  ArgumentReader(MapReader reader) {
    this.reader = reader;
  }

  List<KernelArgument> readAll(String field) throws FormatException {
    long count = reader.items(field, MOST_ARGUMENTS - soFar);
    soFar += count;
    List<KernelArgument> arguments = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      arguments.add(pooled(new Fields().read()));
    }
    return List.copyOf(arguments);
  }

  private KernelArgument pooled(KernelArgument argument) {
    KernelArgument known = pool.get(argument);
    if (known != null) {
      return known;
    }
    if (pool.size() < MOST_POOLED) {
      pool.put(argument, argument);
    }
    return argument;
  }

  /** One argument, key by key. */
  private final class Fields {
    private String name = "";
    private String typeName = "";
    private long offset = Kernel.NOT_STATED;
    private long size = Kernel.NOT_STATED;
    private String valueKind = "";
    private String addressSpace = "";
    private String access = "";
    private String actualAccess = "";
    private long pointeeAlign = Kernel.NOT_STATED;
    private List<String> qualifiers = List.of();
    private Map<String, MsgValue> other = Map.of();

    KernelArgument read() throws FormatException {
      long pairs = reader.pairs(".args");
      for (long i = 0; i < pairs; i++) {
        readValue(reader.key("kernel argument"));
      }
      return new KernelArgument(
          name,
          typeName,
          offset,
          size,
          valueKind,
          addressSpace,
          access,
          actualAccess,
          pointeeAlign,
          qualifiers,
          other.isEmpty() ? Map.of() : java.util.Collections.unmodifiableMap(other));
    }

    private void readValue(String key) throws FormatException {
      switch (key) {
        case ".name" -> name = reader.text(key);
        case ".type_name" -> typeName = reader.text(key);
        case ".offset" -> offset = reader.number(key);
        case ".size" -> size = reader.number(key);
        case ".value_kind" -> valueKind = reader.text(key);
        case ".address_space" -> addressSpace = reader.text(key);
        case ".access" -> access = reader.text(key);
        case ".actual_access" -> actualAccess = reader.text(key);
        case ".pointee_align" -> pointeeAlign = reader.number(key);
        case ".is_const" -> qualify("const", key);
        case ".is_restrict" -> qualify("restrict", key);
        case ".is_volatile" -> qualify("volatile", key);
        case ".is_pipe" -> qualify("pipe", key);
        default -> other = reader.keep(other, key);
      }
    }

    private void qualify(String word, String key) throws FormatException {
      if (Boolean.TRUE.equals(reader.truth(key)) && !qualifiers.contains(word)) {
        List<String> more = new ArrayList<>(qualifiers);
        more.add(word);
        qualifiers = List.copyOf(more);
      }
    }
  }
}
