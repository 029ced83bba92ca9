package org.kpackworkbench.installers.packages;

import java.nio.file.Path;
import java.time.Instant;

/**
 * The content of a package.
 *
 * @param image the folder that runs, with {@code share} in it
 * @param version the project's version, such as {@code 0.1.0-SNAPSHOT}
 * @param time when the release was made, for everything that carries a date
 * @param target the folder that packages are put into
 */
public record Release(Path image, String version, Instant time, Path target) {
  /** The program's name, and what its files are called after. */
  public static final String NAME = "kpack-workbench";

  /** The summary in packages. */
  static final String SUMMARY = "inspect kpack archives and the binaries that use them";

  static final String DESCRIPTION =
      """
      Opens, explains, verifies, compares, edits and makes kpack archives, in which
      AMD's ROCm keeps GPU code apart from host code, and the libraries, manifests,
      bundles and code objects around them. A window and a command line.
      """;

  /** The version as Debian and RPM sort it: a snapshot comes before what it leads to. */
  String systemVersion() {
    return version.replace("-SNAPSHOT", "~SNAPSHOT");
  }

  /** The version as a number, which is all that Windows and macOS allow. */
  public String number() {
    return version.replaceFirst("-.*", "");
  }
}
