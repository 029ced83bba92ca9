package org.kpackworkbench.app.guide;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.image.Image;
import org.commonmark.node.Node;
import org.kpackworkbench.views.window.guide.Guide;

/** Reads the guides that come with the program. Any thread. */
public final class BundledGuides {
  /** Step by step, one task each; in the order in which they are listed. */
  private static final List<String> TASKS =
      List.of(
          "debug-a-split-artifact.md",
          "compare-manifests.md",
          "export-a-code-object.md",
          "keep-only-my-gpu.md",
          "kernel-databases.md",
          "read-a-kernels-figures.md",
          "why-a-gpu-gets-no-code.md",
          "split-a-wheel.md",
          "windows-binaries.md",
          "what-do-i-install.md",
          "package-for-several-gpus.md",
          "how-should-archives-be-stored.md",
          "wire-it-into-a-build.md",
          "coming-from-other-tools.md");

  /** Everything about one subject each; in the order in which they are listed. */
  private static final List<String> REFERENCE =
      List.of(
          "reference/window.md",
          "reference/views.md",
          "reference/command-line.md",
          "reference/verifying.md",
          "reference/converting.md",
          "reference/editing.md",
          "reference/comparing.md",
          "reference/artifacts.md",
          "reference/loading.md",
          "reference/settings.md",
          "reference/library.md",
          "reference/performance.md",
          "reference/dependencies.md",
          "reference/glossary.md");

  private BundledGuides() {}

  /**
   * Reads all of them.
   *
   * @throws IOException if one of them is missing from the program
   */
  public static List<Guide> read() throws IOException {
    List<Guide> guides = new ArrayList<>();
    for (String name : TASKS) {
      guides.add(guide(name, "Guides"));
    }
    for (String name : REFERENCE) {
      guides.add(guide(name, "Reference"));
    }
    return guides;
  }

  private static Guide guide(String name, String group) throws IOException {
    Node document = Guide.parse(new String(content(name), StandardCharsets.UTF_8));
    return new Guide(name, group, document, BundledGuides::picture);
  }

  private static Image picture(String target) throws IOException {
    try (InputStream stream = stream(target.substring(target.lastIndexOf('/') + 1))) {
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
