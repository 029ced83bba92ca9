package org.kpackworkbench.installers;

import java.util.List;

/** A set of packages that is made of one build. */
public enum Edition {
  /** The window and the command line. */
  FULL("kpack-workbench", "inspect kpack archives and the binaries that use them"),
  /** The command line alone: for build machines and containers, without GTK and X11. */
  COMMANDS("kpack-workbench-cli", "inspect and make kpack archives from the command line");

  private final String packageName;
  private final String summary;

  Edition(String packageName, String summary) {
    this.packageName = packageName;
    this.summary = summary;
  }

  /** The name that package managers know. Both have the command {@code kpack-workbench}. */
  public String packageName() {
    return packageName;
  }

  /** The summary in packages. */
  public String summary() {
    return summary;
  }

  /** Whether the window is a part of it. */
  public boolean hasWindow() {
    return this == FULL;
  }

  /** The edition that has the same command, and therefore cannot be installed beside this one. */
  public Edition other() {
    return this == FULL ? COMMANDS : FULL;
  }

  /** The JVM options of every start, without modules that this edition does not have. */
  public List<String> options(List<String> all) {
    return hasWindow()
        ? all
        : all.stream().map(option -> option.replace("=javafx.graphics,", "=")).toList();
  }
}
