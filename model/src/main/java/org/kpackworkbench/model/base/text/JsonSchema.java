package org.kpackworkbench.model.base.text;

/**
 * The version of the JSON that commands print, so that readers can check whether they support it.
 */
public final class JsonSchema {
  /** The first field of each document, and of each line where lines are printed. */
  public static final String FIELD = "schema";

  /**
   * Its value. It grows only when a field changes its meaning or its type, or goes; fields that are
   * added leave it as it is, so readers pass over what they do not know. The schemas of the
   * commands say this number, too.
   */
  public static final int NUMBER = 3;

  private JsonSchema() {}
}
