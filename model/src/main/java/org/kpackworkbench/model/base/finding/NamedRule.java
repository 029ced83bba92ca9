package org.kpackworkbench.model.base.finding;

/**
 * Common parts of all rules.
 *
 * @param <S> the kind of subject
 */
public abstract class NamedRule<S extends Subject> implements Rule<S> {
  /** Advice about a binary or object whose tables cannot be read. */
  public static final String LINK_AGAIN = "It may have been cut off; link or get it again.";

  private final Class<S> subject;
  private final String name;
  private final String sentence;

  /**
   * @param sentence what it checks, as a sentence that is true of a good file
   */
  protected NamedRule(Class<S> subject, String name, String sentence) {
    this.subject = subject;
    this.name = name;
    this.sentence = sentence;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String sentence() {
    return sentence;
  }

  @Override
  public final Class<S> subject() {
    return subject;
  }

  @Override
  public final String toString() {
    return name;
  }
}
