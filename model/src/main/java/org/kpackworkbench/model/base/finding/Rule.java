package org.kpackworkbench.model.base.finding;

import java.io.IOException;

/**
 * Checks one thing of one kind of subject. Stateless: safe for use by many threads.
 *
 * @param <S> the kind of subject
 */
public interface Rule<S extends Subject> {

  /** Its name, in lower case with hyphens; people and scripts rely on it, so it stays. */
  String name();

  /** Returns the check as a sentence that is true of a good file. */
  String sentence();

  /** The kind of subject. */
  Class<S> subject();

  /**
   * Checks.
   *
   * @param sink takes what is found
   * @throws org.kpackworkbench.model.base.bytes.FormatException if something could not be read,
   *     which is then a finding of this rule
   * @throws IOException if the file cannot be read any more
   */
  void check(S subject, Sink sink) throws IOException;

  /**
   * Makes a rule of a check.
   *
   * @param sentence what it checks, as a sentence that is true of a good file
   */
  static <S extends Subject> Rule<S> of(
      Class<S> subject, String name, String sentence, Check<S> check) {
    return new NamedRule<>(subject, name, sentence) {
      @Override
      public void check(S checked, Sink sink) throws IOException {
        check.check(checked, sink);
      }
    };
  }

  /**
   * The check of a rule.
   *
   * @param <S> the kind of subject
   */
  @FunctionalInterface
  interface Check<S extends Subject> {
    /** Checks; see {@link Rule#check}. */
    void check(S subject, Sink sink) throws IOException;
  }
}
