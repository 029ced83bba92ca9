package org.kpackworkbench.model.format.registration;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ownership of the kernels of a code object that is filed under a wrapper's index. Immutable. */
public sealed interface CodeOwnership {
  /** Advice where an archive files one wrapper's code under another's index. */
  String PACK_AGAIN =
      "Pack the fat binary again with a tool that numbers by wrapper, as this one does.";

  /** The wrapper's own. */
  record Own() implements CodeOwnership {}

  /**
   * Another wrapper's.
   *
   * @param wrappers the numbers of those that it may belong to, from 0; never empty
   * @param orLater whether it may also be one after those
   * @param why the evidence, in a sentence
   * @param original the fat binary whose bytes prove it; null where names or other code do
   */
  record Foreign(List<Integer> wrappers, boolean orLater, String why, @Nullable Path original)
      implements CodeOwnership {
    public Foreign {
      wrappers = List.copyOf(wrappers);
    }

    /** Without an original. */
    public Foreign(List<Integer> wrappers, boolean orLater, String why) {
      this(wrappers, orLater, why, null);
    }
  }

  /**
   * No wrapper's of this binary.
   *
   * @param why the evidence, in a sentence
   */
  record Unowned(String why) implements CodeOwnership {}

  /**
   * Ownership by one of several wrappers, as architectures contradict each other.
   *
   * @param why the evidence, in a sentence
   */
  record Disputed(String why) implements CodeOwnership {}

  /** There is no evidence. */
  record Unknown() implements CodeOwnership {}

  /** Whether a program that a loader gives it to gets the wrong code. */
  default boolean wrong() {
    return switch (this) {
      case Foreign foreign -> true;
      case Unowned unowned -> true;
      case Disputed disputed -> true;
      case Own own -> false;
      case Unknown unknown -> false;
    };
  }

  /** Returns the words about the ownership where it is wrong; else empty. Without a full stop. */
  default String words() {
    return switch (this) {
      case Foreign foreign ->
          "found, but %s to wrapper %s%s%s"
              .formatted(
                  foreign.original() == null ? "these kernels belong" : "this code belongs",
                  foreign.wrappers().stream()
                      .map(String::valueOf)
                      .collect(Collectors.joining(" or ")),
                  foreign.orLater() ? " or a later one" : "",
                  foreign.original() == null ? "" : " of " + foreign.original());
      case Unowned unowned -> "found, but these kernels belong to no wrapper of this binary";
      case Disputed disputed ->
          "found, but these kernels belong to another wrapper, or those of another architecture do";
      case Own own -> "";
      case Unknown unknown -> "";
    };
  }

  /** The evidence, in a sentence; empty if nothing is wrong. */
  default String evidence() {
    return switch (this) {
      case Foreign foreign -> foreign.why();
      case Unowned unowned -> unowned.why();
      case Disputed disputed -> disputed.why();
      case Own own -> "";
      case Unknown unknown -> "";
    };
  }
}
