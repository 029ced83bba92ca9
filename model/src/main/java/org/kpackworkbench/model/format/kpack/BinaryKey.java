package org.kpackworkbench.model.format.kpack;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A binary's key in the table of contents: {@code name#n}, or plain {@code name} for index 0.
 *
 * <p>Only the canonical spelling counts as indexed: {@code n} in decimal, without sign or leading
 * zeros, below 2³¹. Loaders build that spelling and look it up as text, so {@code name#01} is a
 * plain key to them, and here.
 *
 * @param binary the name without the index, with {@code /} between its parts
 * @param index the wrapper's index, 0 for a plain key
 * @param indexed whether the index is written in the key
 */
public record BinaryKey(String binary, int index, boolean indexed) {
  public BinaryKey {
    if (index < 0 || (!indexed && index != 0)) {
      throw new IllegalArgumentException("no such key: " + binary + ", index " + index);
    }
  }

  /** Takes a key apart. */
  public static BinaryKey parse(String key) {
    int length = nameLength(key);
    return length == key.length()
        ? new BinaryKey(key, 0, false)
        : new BinaryKey(key.substring(0, length), index(key, length + 1), true);
  }

  /** How much of a key is the name: all of a plain one. */
  private static int nameLength(String key) {
    int hash = key.lastIndexOf('#');
    return hash < 0 || index(key, hash + 1) < 0 ? key.length() : hash;
  }

  /** The index that a key has from some character on; -1 if that is none. */
  static int index(String key, int from) {
    int digits = key.length() - from;
    if (digits < 1 || digits > 10 || (digits > 1 && key.charAt(from) == '0')) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < key.length(); i++) {
      char digit = key.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      value = value * 10 + (digit - '0');
    }
    return value > Integer.MAX_VALUE ? -1 : (int) value;
  }

  /** Whether a key is a name but for separators, letters' case or the index's digits. */
  public static boolean isMisspelt(String key, String name) {
    String path = key.replace('\\', '/');
    String bare = path.startsWith("./") ? path.substring(2) : path;
    return !key.equals(name) && bare.replaceFirst("#\\d+$", "").equalsIgnoreCase(name);
  }

  /** The key as written in the table. */
  public String text() {
    return indexed ? binary + "#" + index : binary;
  }

  /**
   * Why a key may not be used as a path below a folder.
   *
   * @return what is wrong with it, as a phrase like {@code an absolute path}; empty if it is safe
   */
  public static Optional<String> unsafe(String key) {
    return Optional.ofNullable(fault(key));
  }

  private static @Nullable String fault(String key) {
    if (key.isEmpty()) {
      return "an empty key";
    }
    if (key.charAt(0) == '/' || (key.length() > 1 && key.charAt(1) == ':')) {
      return "an absolute path";
    }
    if (key.indexOf('\\') >= 0) {
      return "a backslash";
    }
    if (key.indexOf('\0') >= 0) {
      return "a NUL character";
    }
    int start = 0;
    while (start <= key.length()) {
      int slash = key.indexOf('/', start);
      int end = slash < 0 ? key.length() : slash;
      if (isParent(key, start, end)) {
        return "a \"..\" part";
      }
      start = end + 1;
    }
    return null;
  }

  /** Whether a part is {@code ..}, with or without an index behind it. */
  private static boolean isParent(String key, int start, int end) {
    return end - start >= 2
        && key.startsWith("..", start)
        && (end - start == 2 || key.charAt(start + 2) == '#');
  }
}
