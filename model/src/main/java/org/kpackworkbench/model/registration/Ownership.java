package org.kpackworkbench.model.registration;

import java.util.List;
import java.util.stream.Collectors;

/** Whose kernels a code object has that is filed under a wrapper's index. Immutable. */
public sealed interface Ownership {

  /** The wrapper's own. */
  record Own() implements Ownership {}

  /**
   * Another wrapper's.
   *
   * @param wrappers the numbers of those that it may belong to, from 0; never empty
   * @param orLater whether it may also be one after those
   * @param why what tells, in a sentence
   */
  record Foreign(List<Integer> wrappers, boolean orLater, String why) implements Ownership {
    public Foreign {
      wrappers = List.copyOf(wrappers);
    }
  }

  /**
   * No wrapper's of this binary.
   *
   * @param why what tells, in a sentence
   */
  record Nobodys(String why) implements Ownership {}

  /** Nothing tells. */
  record Unknown() implements Ownership {}

  /** Whether a program that a loader gives it to gets the wrong code. */
  default boolean wrong() {
    return switch (this) {
      case Foreign foreign -> true;
      case Nobodys nobodys -> true;
      case Own own -> false;
      case Unknown unknown -> false;
    };
  }

  /** What to say of it where it is wrong; else empty. Without a full stop. */
  default String words() {
    return switch (this) {
      case Foreign(List<Integer> wrappers, boolean orLater, String why) ->
          "found, but these kernels belong to wrapper "
              + wrappers.stream().map(String::valueOf).collect(Collectors.joining(" or "))
              + (orLater ? " or a later one" : "");
      case Nobodys nobodys -> "found, but these kernels belong to no wrapper of this binary";
      case Own own -> "";
      case Unknown unknown -> "";
    };
  }

  /** What tells, in a sentence; empty where nothing is wrong. */
  default String evidence() {
    return switch (this) {
      case Foreign foreign -> foreign.why();
      case Nobodys nobodys -> nobodys.why();
      case Own own -> "";
      case Unknown unknown -> "";
    };
  }
}
