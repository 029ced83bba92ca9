package org.kpackworkbench.model.base.bytes;

import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * A list whose elements are read from the file on each access. What cannot be read then throws
 * {@link UncheckedIOException} around the {@link FormatException}. As safe for many threads as its
 * reader.
 */
public final class LazyList<T> extends AbstractList<T> implements RandomAccess {

  /** Reads one element. */
  public interface ElementReader<T> {
    /** The element at a place that exists. */
    T read(int index) throws FormatException;
  }

  private final int size;
  private final ElementReader<T> reader;

  /** A list of a known size. */
  public LazyList(int size, ElementReader<T> reader) {
    this.size = size;
    this.reader = reader;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public T get(int index) {
    try {
      return reader.read(Objects.checkIndex(index, size));
    } catch (FormatException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
