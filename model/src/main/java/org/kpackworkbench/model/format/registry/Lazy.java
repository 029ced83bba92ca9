package org.kpackworkbench.model.format.registry;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created once, on first use, by one thread while others wait. */
public final class Lazy<T> {
  private final Supplier<T> maker;
  private volatile @Nullable T value;

  /** A value that {@code maker} makes. */
  public Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  /** The value. */
  public T get() {
    T known = value;
    return known != null ? known : make();
  }

  private synchronized T make() {
    T known = value;
    if (known == null) {
      known = maker.get();
      value = known;
    }
    return known;
  }
}
