package org.kpackworkbench.model.analysis.resolve.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.place.Place;

/**
 * How a loader answered a request, and the way there. Immutable.
 *
 * @param request the request
 * @param behaviour how the loader behaved
 * @param answer what it found
 * @param otherAnswer what a loader of the other behaviour would have found
 * @param trace its steps, in their order
 */
public record Resolution(
    LoadRequest request,
    LoaderBehaviour behaviour,
    Answer answer,
    Answer otherAnswer,
    List<Step> trace) {

  public Resolution {
    trace = List.copyOf(trace);
  }

  /**
   * A loader's answer.
   *
   * @param error {@code SUCCESS} where it found code
   * @param found the code; null if there is none
   * @param undefined whether loaders use a value that nothing has set, so that what they do is
   *     undefined
   */
  public record Answer(LoaderError error, @Nullable Found found, boolean undefined) {
    static Answer failing(LoaderError error) {
      return new Answer(error, null, false);
    }
  }

  /**
   * A code object that was found.
   *
   * @param archive the archive's file, with links followed
   * @param key its key as stored in the table
   * @param architecture the target it is filed under
   * @param sizeBytes its size
   * @param place where it is
   */
  public record Found(
      Path archive, String key, String architecture, long sizeBytes, Place.CodeObject place) {}

  /** Returns the resolution with one more step at its end. */
  Resolution with(Step last) {
    List<Step> longer = new ArrayList<>(trace);
    longer.add(last);
    return new Resolution(request, behaviour, answer, otherAnswer, longer);
  }

  /** Whether code was found. */
  public boolean succeeded() {
    return answer.found() != null;
  }

  /** Returns the loader's result; success where code was found. */
  public LoaderError error() {
    return answer.error();
  }

  /** The code; null if there is none. */
  public @Nullable Found found() {
    return answer.found();
  }

  /** Whether loaders use a value there that nothing has set. */
  public boolean undefined() {
    return answer.undefined();
  }

  /** Whether only one behaviour finds code, or each another one. */
  public boolean behavioursDiffer() {
    return !answer.equals(otherAnswer);
  }

  /** Returns a sentence where the behaviours differ; null if they do not. */
  public @Nullable String difference() {
    if (!behavioursDiffer()) {
      return null;
    }
    return "A %s loader %s; a %s one %s."
        .formatted(behaviour.words(), words(answer), behaviour.other().words(), words(otherAnswer));
  }

  static String words(Answer answer) {
    Found found = answer.found();
    if (answer.undefined()) {
      return "has unknown behaviour";
    }
    return found == null
        ? "returns error " + answer.error()
        : "finds %s @ %s in %s".formatted(found.key(), found.architecture(), found.archive());
  }
}
