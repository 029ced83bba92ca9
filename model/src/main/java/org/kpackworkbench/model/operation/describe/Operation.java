package org.kpackworkbench.model.operation.describe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.describe.Arguments.Step;
import org.kpackworkbench.model.operation.describe.Option.When;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * The description of an operation. Immutable; any thread.
 *
 * @param <R> its requests; equal if they request the same
 */
public final class Operation<R> {
  /**
   * An option among those of an operation.
   *
   * @param value what it is in a request; null if it changes only how a command is done
   * @param group the heading that a form has over it
   * @param conditions when it matters: where all of them hold
   */
  public record Part<R, T>(
      Option<T> option, @Nullable Function<R, T> value, String group, List<When<?>> conditions) {
    public Part {
      conditions = List.copyOf(conditions);
    }

    /** The option as a request has it, as arguments; none if it has its usual value. */
    private List<String> arguments(R request) {
      if (value == null) {
        return List.of();
      }
      T now = value.apply(request);
      return now.equals(option.usual()) ? List.of() : arguments(option, option.kind().write(now));
    }

    private void copy(R request, Arguments given) {
      if (value != null) {
        T now = value.apply(request);
        if (!now.equals(option.usual())) {
          given.with(option, now);
        }
      }
    }

    private static List<String> arguments(Option<?> option, List<String> texts) {
      List<String> words = new ArrayList<>();
      if (option.isRest()) {
        words.add(option.names().getFirst());
        words.addAll(texts);
        return words;
      }
      for (String text : texts) {
        boolean dash = text.startsWith("-");
        if (option.isPositional()) {
          // Otherwise a name that begins with a dash would be taken for an option.
          words.add(dash ? "./" + text : text);
        } else if (option.kind().shape() == Shape.SWITCH) {
          words.add(option.names().getFirst());
        } else if (dash) {
          words.add(option.names().getFirst() + "=" + text);
        } else {
          words.add(option.names().getFirst());
          words.add(text);
        }
      }
      return words;
    }
  }

  private final String name;
  private final String summary;
  private final String description;
  private final String synopsis;
  private final String examples;
  private final List<Part<R, ?>> parts;
  private final List<Option<?>> steps;
  private final Function<R, List<Step>> stepped;
  private final Function<Arguments, R> reader;

  private Operation(Builder<R> builder, Function<Arguments, R> reader) {
    name = builder.name;
    summary = builder.summary;
    description = builder.description;
    synopsis = builder.synopsis;
    examples = builder.examples;
    parts = List.copyOf(builder.parts);
    steps = List.copyOf(builder.steps);
    stepped = builder.stepped;
    this.reader = reader;
    Set<String> names = new HashSet<>();
    for (Part<R, ?> part : parts) {
      Stream.concat(part.option().names().stream(), part.option().formerNames().stream())
          .filter(each -> !names.add(each))
          .forEach(
              each -> {
                throw new IllegalArgumentException(name + " has " + each + " twice");
              });
    }
  }

  /**
   * Begins a description.
   *
   * @param name the verb
   * @param summary what it does, in a few words
   */
  public static <R> Builder<R> of(String name, String summary) {
    return new Builder<>(name, summary);
  }

  /** The verb. */
  public String name() {
    return name;
  }

  /** Returns a summary of the operation in a few words. */
  public String summary() {
    return summary;
  }

  /** Returns the description of the operation, in sentences on lines. */
  public String description() {
    return description;
  }

  /**
   * How a command line is put together, on lines, without the program's name; empty if the options
   * make the request.
   */
  public String synopsis() {
    return synopsis;
  }

  /** Examples of command lines, and what else a manual says, on lines. */
  public String examples() {
    return examples;
  }

  /** Its options, in the order in which a form and a command line have them. */
  public List<Part<R, ?>> parts() {
    return parts;
  }

  /** When an option matters: where all of these hold. */
  public List<When<?>> conditions(Option<?> option) {
    return parts.stream()
        .filter(part -> part.option() == option)
        .findFirst()
        .map(Part::conditions)
        .orElseThrow();
  }

  /** Its options. */
  public List<Option<?>> options() {
    List<Option<?>> all = new ArrayList<>();
    parts.forEach(part -> all.add(part.option()));
    return Collections.unmodifiableList(all);
  }

  /** The options whose order on a command line matters. */
  public List<Option<?>> steps() {
    return steps;
  }

  /**
   * The request that arguments spell.
   *
   * @throws Arguments.WrongOptionException if they spell none
   */
  public R request(Arguments arguments) {
    return reader.apply(arguments);
  }

  /**
   * Returns a request with other values of some options.
   *
   * @param changes sets them in what the request has
   * @throws Arguments.WrongOptionException if the result is no request
   */
  public R with(R request, UnaryOperator<Arguments> changes) {
    Arguments given = new Arguments();
    parts.forEach(part -> part.copy(request, given));
    stepped.apply(request).forEach(step -> given.step(step.option(), step.text()));
    return request(changes.apply(given));
  }

  /**
   * Returns the words of a command line, behind the verb, that {@link #request} reads as this
   * request.
   */
  public List<String> arguments(R request) {
    List<String> words = new ArrayList<>();
    parts.forEach(part -> words.addAll(part.arguments(request)));
    stepped
        .apply(request)
        .forEach(step -> words.addAll(Part.arguments(step.option(), List.of(step.text()))));
    return words;
  }

  /** Makes a description; not for several threads. */
  public static final class Builder<R> {
    private final String name;
    private final String summary;
    private final List<Part<R, ?>> parts = new ArrayList<>();
    private final List<Option<?>> steps = new ArrayList<>();
    private Function<R, List<Step>> stepped = request -> List.of();
    private String description = "";
    private String synopsis = "";
    private String examples = "";
    private String group = "";
    private @Nullable When<?> condition;

    private Builder(String name, String summary) {
      this.name = name;
      this.summary = summary;
    }

    /** Sets the description of the operation, in sentences on lines. */
    public Builder<R> description(String text) {
      description = text;
      return this;
    }

    /** How a command line is put together, on lines, without the program's name. */
    public Builder<R> synopsis(String text) {
      synopsis = text;
      return this;
    }

    /** Examples of command lines, and what else a manual says, on lines. */
    public Builder<R> examples(String text) {
      examples = text;
      return this;
    }

    /** The heading that forms have over the options that follow; these matter always. */
    public Builder<R> group(String heading) {
      group = heading;
      condition = null;
      return this;
    }

    /** The options that follow in the group matter only where another has such a value. */
    public <U> Builder<R> when(Option<U> other, Predicate<U> holds) {
      condition = new When<>(other, holds);
      return this;
    }

    /**
     * An option that is part of the request.
     *
     * @param value its value in a request
     */
    public <T> Builder<R> option(Option<T> option, Function<R, T> value) {
      return add(option, value);
    }

    /** An option that is no part of the request, but changes how a command does it. */
    public Builder<R> option(Option<?> option) {
      return add(option, null);
    }

    /**
     * Options that together are one list of the request, in the order in which they are given.
     *
     * @param value the list in a request
     */
    public Builder<R> steps(List<? extends Option<?>> options, Function<R, List<Step>> value) {
      options.forEach(option -> add(option, null));
      steps.addAll(options);
      stepped = value;
      return this;
    }

    private <T> Builder<R> add(Option<T> option, @Nullable Function<R, T> value) {
      List<When<?>> conditions = new ArrayList<>(option.conditions());
      if (condition != null) {
        conditions.add(condition);
      }
      parts.add(new Part<>(option, value, group, conditions));
      return this;
    }

    /** Ends the description with how a request is made from its options. */
    public Operation<R> reads(Function<Arguments, R> reader) {
      return new Operation<>(this, reader);
    }
  }
}
