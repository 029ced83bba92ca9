package org.kpackworkbench.views.kit.theme;

/** How JavaFX draws, set before it starts. */
public final class ToolkitSettings {
  private static final String NO_REGION_CACHE = "prism.disableRegionCaching";

  private ToolkitSettings() {}

  /**
   * Sets what was not set on the command line; to be called before the toolkit starts.
   *
   * <p>JavaFX keeps pictures of backgrounds that have several layers, as rows of tables have, and
   * copies them. Drawn by the processor, as on remote screens, copying a pixel takes some ten times
   * as long as filling one: without the pictures a frame of a table that scrolls takes a third
   * less. Graphics cards fill as fast as they copy.
   */
  public static void apply() {
    if (System.getProperty(NO_REGION_CACHE) == null) {
      System.setProperty(NO_REGION_CACHE, "true");
    }
  }
}
