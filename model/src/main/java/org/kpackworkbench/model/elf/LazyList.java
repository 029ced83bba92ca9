package org.kpackworkbench.model.elf;

import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import org.kpackworkbench.model.bytes.FormatException;

/** A list whose elements are read from the file when they are asked for. */
final class LazyList<T> extends AbstractList<T> implements RandomAccess {

  /** Reads one element. */
  interface Reader<T> {
    T read(int index) throws FormatException;
  }

  private final int size;
  private final Reader<T> reader;

  LazyList(int size, Reader<T> reader) {
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
