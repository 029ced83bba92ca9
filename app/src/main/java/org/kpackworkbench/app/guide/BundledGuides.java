package org.kpackworkbench.app.guide;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.image.Image;
import org.kpackworkbench.views.guide.Guide;
import org.kpackworkbench.views.guide.GuideText;

/** Reads the guides that come with the program. Any thread. */
public final class BundledGuides {
  /** All guides, in the order in which they are listed. */
  static final List<String> NAMES =
      List.of(
          "debug-a-split-artifact.md",
          "compare-manifests.md",
          "export-a-code-object.md",
          "why-a-gpu-gets-no-code.md",
          "wire-it-into-a-build.md");

  private static final String PICTURES = "../pictures/";

  private BundledGuides() {}

  /**
   * Reads all of them.
   *
   * @throws IOException where one of them, or a picture, is missing from the program
   */
  public static List<Guide> read() throws IOException {
    List<Guide> guides = new ArrayList<>();
    for (String name : NAMES) {
      List<GuideText.Block> blocks =
          GuideText.parse(new String(content(name), StandardCharsets.UTF_8));
      Map<String, Image> pictures = new HashMap<>();
      for (GuideText.Block block : blocks) {
        if (block instanceof GuideText.Picture picture) {
          pictures.put(picture.target(), image(picture.target().substring(PICTURES.length())));
        }
      }
      guides.add(new Guide(name, blocks, pictures));
    }
    return guides;
  }

  private static Image image(String name) throws IOException {
    try (InputStream stream = stream(name)) {
      return new Image(stream);
    }
  }

  private static byte[] content(String name) throws IOException {
    try (InputStream stream = stream(name)) {
      return stream.readAllBytes();
    }
  }

  private static InputStream stream(String name) throws IOException {
    InputStream stream = BundledGuides.class.getResourceAsStream(name);
    if (stream == null) {
      throw new IOException("the guides' file " + name + " is missing from the program");
    }
    return stream;
  }
}
