package org.kpackworkbench.installers.packages;

import java.nio.file.Path;
import java.time.Instant;
import org.kpackworkbench.installers.Edition;

/**
 * The content of a package.
 *
 * @param edition what is in it
 * @param image the folder that runs, with {@code share} in it
 * @param version the project's version, such as {@code 0.1.0-SNAPSHOT}
 * @param time when the release was made, for everything that carries a date
 * @param target the folder that packages are put into
 */
public record Release(Edition edition, Path image, String version, Instant time, Path target) {
  /** The program's name, and what its files are called after. */
  public static final String NAME = "kpack-workbench";

  private static final String DESCRIPTION =
      """
      Opens, explains, verifies, compares, edits and makes kpack archives, in which
      AMD's ROCm keeps GPU code apart from host code, and the libraries, manifests,
      bundles and code objects around them.\
      """;

  /** The description in packages, in lines of at most 80 characters. */
  String description() {
    return DESCRIPTION
        + (edition.hasWindow() ? " A window and a command line." : " The command line alone.");
  }

  /** The version as Debian and RPM sort it: a snapshot comes before what it leads to. */
  String systemVersion() {
    return version.replace("-SNAPSHOT", "~SNAPSHOT");
  }

  /**
   * The version as a number, which is all that Windows and macOS allow. jpackage makes nothing for
   * macOS whose first part is 0.
   */
  public String number(boolean windows) {
    String number = version.replaceFirst("-.*", "");
    return windows ? number : number.replaceFirst("^0\\.", "1.");
  }
}
