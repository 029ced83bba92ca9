package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/**
 * The metadata of a code object line by line, as keys with their values, without holding it as a
 * tree: there are some of many megabytes. Pure function; any thread.
 */
public final class MetadataText {
  private static final String STRUCTURE = "code object metadata";
  private static final int MOST_DEPTH = 32;

  /** Longer arrays of plain values are not shown as one line. */
  private static final int MOST_ITEMS = 1000;

  private static final String KERNELS = "amdhsa.kernels";

  /** Keys for the names of kernels and arguments: these are found as such. */
  private static final Set<String> NAMES = Set.of(".name", ".symbol", ".type_name");

  private final Map<Integer, Kernel> kernels = new HashMap<>();
  private final Taker taker;
  private MsgCursor cursor;

  /** How many kernels the notes before this one list. */
  private int listed;

  private MetadataText(List<Kernel> kernels, MsgCursor cursor, Taker taker) {
    kernels.forEach(kernel -> this.kernels.put(kernel.index(), kernel));
    this.cursor = cursor;
    this.taker = taker;
  }

  /** Takes lines. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes one.
     *
     * @param kernel the kernel that it is about; null for none
     * @param path in what it is, e.g. {@code amdhsa.kernels[3].args[0]}; empty at the top
     * @param words key and value, e.g. {@code .value_kind: by_value}
     * @param range its bytes, relative to the code object
     */
    void take(@Nullable Kernel kernel, String path, String words, ByteRange range)
        throws IOException;
  }

  /**
   * Hands over each line but names of kernels and arguments, up to where the metadata is damaged.
   *
   * @throws IOException if the file was closed or has changed, or from the taker
   */
  public static void of(CodeObject code, Taker taker) throws IOException {
    Metadata metadata = code.metadata();
    if (metadata.form() == Metadata.Form.YAML) {
      yaml(metadata.text(), metadata.ranges().getFirst().start(), taker);
      return;
    }
    MetadataText text = null;
    for (ByteRange range : metadata.ranges()) {
      MsgCursor cursor = new MsgCursor(code.view(), range.start(), range.end(), STRUCTURE);
      text = text == null ? new MetadataText(metadata.kernels(), cursor, taker) : text;
      text.cursor = cursor;
      try {
        text.value("", "", null, range.start(), 0);
      } catch (FormatException damaged) {
        // What is damaged is among the problems of the metadata.
        MetadataReader.kept(damaged);
      }
    }
  }

  private static void yaml(String text, long start, Taker taker) throws IOException {
    long at = start;
    for (String line : text.split("\n", -1)) {
      long length = line.getBytes(StandardCharsets.UTF_8).length;
      if (!line.isBlank()) {
        taker.take(null, "", line.strip(), new ByteRange(at, length));
      }
      at += length + 1;
    }
  }

  /**
   * Reads one value.
   *
   * @param path in what it is
   * @param key of what it is the value; empty for the whole, and for items of an array
   * @param from where its key starts
   */
  private void value(String path, String key, @Nullable Kernel kernel, long from, int depth)
      throws IOException {
    if (depth > MOST_DEPTH) {
      cursor.skip(STRUCTURE);
      return;
    }
    switch (cursor.kind(STRUCTURE)) {
      case MAP -> map(path + key, kernel, depth);
      case ARRAY -> array(path, key, kernel, from, depth);
      default -> line(path, key, cursor.value(STRUCTURE).toString(), kernel, from);
    }
  }

  private void map(String path, @Nullable Kernel kernel, int depth) throws IOException {
    long pairs = cursor.mapHeader(STRUCTURE);
    for (long i = 0; i < pairs; i++) {
      long from = cursor.position();
      String key = cursor.value(STRUCTURE).toString();
      value(path, key, kernel, from, depth + 1);
    }
  }

  private void array(String path, String key, @Nullable Kernel kernel, long from, int depth)
      throws IOException {
    long items = cursor.arrayHeader(STRUCTURE);
    List<String> plain = new ArrayList<>();
    boolean listsKernels = path.isEmpty() && key.equals(KERNELS);
    int first = listsKernels ? listed : 0;
    for (long i = 0; i < items; i++) {
      MsgKind kind = cursor.kind(STRUCTURE);
      if (kind != MsgKind.MAP && kind != MsgKind.ARRAY && plain.size() < MOST_ITEMS) {
        plain.add(cursor.value(STRUCTURE).toString());
        continue;
      }
      int index = first + (int) i;
      Kernel of = listsKernels ? kernels.get(index) : kernel;
      value("%s%s[%d]".formatted(path, key, index), "", of, cursor.position(), depth + 1);
    }
    if (listsKernels) {
      listed = first + (int) items;
    }
    if (!plain.isEmpty()) {
      line(path, key, plain.toString(), kernel, from);
    }
  }

  private void line(String path, String key, String value, @Nullable Kernel kernel, long from)
      throws IOException {
    if (kernel == null || !NAMES.contains(key)) {
      String words = key.isEmpty() ? value : key + ": " + value;
      taker.take(kernel, path, words, new ByteRange(from, cursor.position() - from));
    }
  }
}
