package org.kpackworkbench.model.base.place;

import java.util.regex.Pattern;

/** How a system reads the paths that are written in files and variables. */
public enum PathRules {
  /** {@code /} separates names, {@code :} the paths of a list. */
  LINUX("Linux", ':'),
  /**
   * {@code \} and {@code /} both separate names, {@code ;} the paths of a list; names ignore case
   * and have no colon.
   */
  WINDOWS("Windows", ';');

  private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:/");

  private final String words;
  private final char listSeparator;

  PathRules(String words, char listSeparator) {
    this.words = words;
    this.listSeparator = listSeparator;
  }

  /** The system's name. */
  public String words() {
    return words;
  }

  /** The system that writes such a path, as far as the path shows it. */
  public static PathRules ofWritten(String path) {
    return path.indexOf('\\') >= 0 || DRIVE.matcher(path).lookingAt() ? WINDOWS : LINUX;
  }

  /** The separator of the paths of a list. */
  public char listSeparator() {
    return listSeparator;
  }

  /** Whether names that differ in upper and lower case only are the same. */
  public boolean ignoresCase() {
    return this == WINDOWS;
  }

  /** Whether a file's name may have a colon. */
  public boolean allowsColon() {
    return this == LINUX;
  }

  /** A path with {@code /} between its names. */
  public String slashed(String written) {
    return this == WINDOWS ? written.replace('\\', '/') : written;
  }

  /** Whether a path counts from a root, a drive or a server, not from a folder. */
  public boolean isAbsolute(String written) {
    return slashed(written).startsWith("/") || isOnDrive(written);
  }

  /** Whether a path begins with a drive, or with the name of a server. */
  public boolean isOnDrive(String written) {
    return this == WINDOWS
        && (written.matches("(?s)[A-Za-z]:.*") || slashed(written).startsWith("//"));
  }
}
