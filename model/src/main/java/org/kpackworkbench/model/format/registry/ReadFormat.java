package org.kpackworkbench.model.format.registry;

/** A format whose files the program reads: a class each, which states its names once. */
public abstract class ReadFormat implements Format {
  private final String id;
  private final String words;
  private final String wordsWithArticle;

  /** Makes one whose article follows from its name. */
  protected ReadFormat(String id, String words) {
    this(id, words, Format.withArticle(words));
  }

  /** Makes one that is called otherwise in a sentence. */
  protected ReadFormat(String id, String words, String wordsWithArticle) {
    this.id = id;
    this.words = words;
    this.wordsWithArticle = wordsWithArticle;
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final String words() {
    return words;
  }

  @Override
  public final String wordsWithArticle() {
    return wordsWithArticle;
  }
}
