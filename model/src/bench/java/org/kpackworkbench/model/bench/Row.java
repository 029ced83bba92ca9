package org.kpackworkbench.model.bench;

import org.jspecify.annotations.Nullable;

/**
 * One line of the table.
 *
 * @param what was done
 * @param samples null if it failed
 * @param bytes that were read, for a rate; 0 if a rate says nothing
 * @param failure why there is no figure; empty if there is one
 */
public record Row(String what, @Nullable Samples samples, long bytes, Limit limit, String failure) {

  /** A measured one. */
  public static Row of(String what, Samples samples, long bytes, Limit limit) {
    return new Row(what, samples, bytes, limit, "");
  }

  /** One that could not be measured. */
  public static Row failed(String what, String why) {
    return new Row(what, null, 0, Limit.NONE, why);
  }
}
