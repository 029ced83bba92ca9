package org.kpackworkbench.installers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Templates and texts beside these classes. */
public final class Resources {
  private Resources() {}

  /** A text by its path below this package. */
  public static String text(String path) throws IOException {
    try (InputStream in = Resources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException("the builder of packages lacks its own file " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
