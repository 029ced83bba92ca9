package org.kpackworkbench.model.operation.describe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of options for one request. Not for several threads. */
public final class Arguments {
  /**
   * An option, as it was given, out of several whose order matters.
   *
   * @param text its value
   */
  public record Step(Option<?> option, String text) {
    /** Whether its option has a name. */
    public boolean is(String name) {
      return option.names().contains(name);
    }
  }

  private final Map<Option<?>, Object> values = new IdentityHashMap<>();
  private final List<Step> steps = new ArrayList<>();

  /** Sets a value; whatever it was before. */
  public <T> Arguments with(Option<T> option, T value) {
    values.put(option, value);
    return this;
  }

  /** Sets the values of other arguments. */
  public Arguments withAll(Arguments other) {
    values.putAll(other.values);
    steps.addAll(other.steps);
    return this;
  }

  /**
   * Reads a value.
   *
   * @param texts as they were given, in their order
   * @throws WrongOptionException if that is no value of the option
   */
  public <T> Arguments read(Option<T> option, List<String> texts) {
    try {
      return with(option, option.kind().read(texts));
    } catch (IllegalArgumentException wrong) {
      throw new WrongOptionException(option, String.valueOf(wrong.getMessage()), wrong);
    }
  }

  /** Adds an option whose place among others matters, after those that are there. */
  public Arguments step(Option<?> option, String text) {
    steps.add(new Step(option, text));
    return this;
  }

  /** The options whose order matters, in their order. */
  public List<Step> steps() {
    return Collections.unmodifiableList(steps);
  }

  /** Whether an option was given. */
  public boolean has(Option<?> option) {
    return values.containsKey(option);
  }

  /**
   * An option's value, or what it is without being given.
   *
   * @throws WrongOptionException if it is not given and has to be
   */
  // The map has only values that with() has typed.
  @SuppressWarnings("unchecked")
  public <T> T get(Option<T> option) {
    @Nullable T value = (T) values.get(option);
    if (value == null) {
      value = option.usual();
    }
    if (value == null) {
      throw new WrongOptionException(option, "expected " + option.kind().expected(), null);
    }
    return value;
  }

  /** An option was given a value that it does not take, or beside others that exclude it. */
  public static final class WrongOptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Option<?> option;

    /** Makes an exception that is about more than one option's value. */
    public WrongOptionException(String message) {
      super(message);
      option = null;
    }

    private WrongOptionException(Option<?> option, String what, @Nullable Exception cause) {
      super(option + ": " + what, cause);
      this.option = option;
    }

    /** Which option; null if it is not one alone. */
    public @Nullable Option<?> option() {
      return option;
    }
  }
}
