package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.elf.ElfNote;

/**
 * The metadata of a code object line by line, as keys with their values, without holding it as a
 * tree: there are some of many megabytes. Pure function; any thread.
 */
public record MetadataText(MsgCursor cursor, List<Kernel> kernels, Taker taker) {
  private static final String STRUCTURE = "code object metadata";
  private static final int MOST_DEPTH = 32;

  /** Longer arrays of plain values are not shown as one line. */
  private static final int MOST_ITEMS = 1000;

  private static final String KERNELS = "amdhsa.kernels";

  /** Keys for the names of kernels and arguments: these are found as such. */
  private static final Set<String> NAMES = Set.of(".name", ".symbol", ".type_name");

  /** Takes lines. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes one.
     *
     * @param kernel the kernel that it is about; null for none
     * @param path in what it is, e.g. {@code amdhsa.kernels[3].args[0]}; empty at the top
     * @param words key and value, e.g. {@code .value_kind: by_value}
     * @param range its bytes, relative to the content of the note
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
    ElfNote note = code.metadataNote();
    if (note == null) {
      return;
    }
    Metadata metadata = code.metadata();
    if (metadata.form() == Metadata.Form.YAML) {
      yaml(metadata.text(), taker);
      return;
    }
    MsgCursor cursor = new MsgCursor(note.content(), 0, note.content().size(), STRUCTURE);
    try {
      new MetadataText(cursor, metadata.kernels(), taker).value("", "", null, 0, 0);
    } catch (FormatException damaged) {
      // What is damaged is among the problems of the metadata.
      MetadataReader.kept(damaged);
    }
  }

  private static void yaml(String text, Taker taker) throws IOException {
    long at = 0;
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
    int next = 0;
    for (long i = 0; i < items; i++) {
      MsgKind kind = cursor.kind(STRUCTURE);
      if (kind != MsgKind.MAP && kind != MsgKind.ARRAY && plain.size() < MOST_ITEMS) {
        plain.add(cursor.value(STRUCTURE).toString());
        continue;
      }
      Kernel of = kernel;
      if (listsKernels) {
        while (next < kernels.size() && kernels.get(next).index() < i) {
          next++;
        }
        of = next < kernels.size() && kernels.get(next).index() == i ? kernels.get(next) : null;
      }
      value("%s%s[%d]".formatted(path, key, i), "", of, cursor.position(), depth + 1);
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
