package org.kpackworkbench.views.kit.text;

import java.util.function.Function;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** Shows the values of a choice by words, which are never read back. */
public final class ChoiceWords<T> extends StringConverter<T> {
  private final Function<T, String> words;

  /** A converter; no value has no words. */
  public ChoiceWords(Function<T, String> words) {
    this.words = words;
  }

  @Override
  public String toString(@Nullable T value) {
    return value == null ? "" : words.apply(value);
  }

  @Override
  public @Nullable T fromString(String text) {
    return null;
  }
}
