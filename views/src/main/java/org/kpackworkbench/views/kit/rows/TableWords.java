package org.kpackworkbench.views.kit.rows;

/**
 * Words of a table.
 *
 * @param id a stable name, such as {@code sections}
 * @param title the tab's title
 * @param empty the text of the table while it has no rows
 * @param prompt the prompt of the filter: what can be typed
 * @param help further help on the filter, for its tooltip; may be empty
 */
public record TableWords(String id, String title, String empty, String prompt, String help) {
  /** Words of a table with a general filter. */
  public static TableWords of(String id, String title, String empty) {
    return new TableWords(id, title, empty, "filter, e.g. name:text size>4K", "");
  }

  /** These words with another prompt of the filter. */
  public TableWords prompt(String now) {
    return new TableWords(id, title, empty, now, help);
  }

  /** These words with help on the filter. */
  public TableWords help(String now) {
    return new TableWords(id, title, empty, prompt, now);
  }
}
