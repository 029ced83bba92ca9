package org.kpackworkbench.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version that the build wrote into the program. */
public final class ProgramVersion {
  private static final String UNKNOWN = "unknown";

  private ProgramVersion() {}

  /**
   * Returns the version number, such as {@code 0.1.0}.
   *
   * @throws IOException if the program's own resource is missing or unreadable
   */
  public static String number() throws IOException {
    return written("version");
  }

  /**
   * Returns the commit that was checked out when the program was built, as 40 hexadecimal digits,
   * or {@code "unknown"} where it was built of sources without a history.
   *
   * @throws IOException if the program's own resource is missing or unreadable
   */
  public static String commit() throws IOException {
    return written("commit");
  }

  private static String written(String name) throws IOException {
    try (InputStream stream = ProgramVersion.class.getResourceAsStream("version.properties")) {
      if (stream == null) {
        throw new IOException("version.properties is missing from the program");
      }
      Properties properties = new Properties();
      properties.load(stream);
      return properties.getProperty(name, UNKNOWN);
    }
  }
}
