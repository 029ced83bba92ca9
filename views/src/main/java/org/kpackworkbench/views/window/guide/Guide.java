package org.kpackworkbench.views.window.guide;

import java.util.List;
import java.util.Map;
import javafx.scene.image.Image;

/**
 * A guide, read whole.
 *
 * @param name its path below the folder of all guides, such as {@code reference/editing.md}; links
 *     between guides are relative to it
 * @param group the title of the group that it is listed in
 * @param blocks its text; the first one is its title
 * @param pictures its pictures by the targets that the text gives them
 */
public record Guide(
    String name, String group, List<GuideText.Block> blocks, Map<String, Image> pictures) {
  public Guide {
    blocks = List.copyOf(blocks);
    pictures = Map.copyOf(pictures);
  }

  /** What it is called: its first heading, or its name where it has none. */
  public String title() {
    return !blocks.isEmpty() && blocks.getFirst() instanceof GuideText.Heading heading
        ? heading.text()
        : name;
  }
}
