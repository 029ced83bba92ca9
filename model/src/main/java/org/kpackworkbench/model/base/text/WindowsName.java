package org.kpackworkbench.model.base.text;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names of files that Windows does not take. */
public final class WindowsName {
  private static final Pattern FORBIDDEN = Pattern.compile("[<>:\"|?*\\\\\\p{Cntrl}]");
  private static final Pattern RESERVED =
      Pattern.compile(
          "(?:con|prn|aux|nul|conin\\$|conout\\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])"
              + "(?:\\s*\\..*)?");
  private static final Pattern FEATURE = Pattern.compile(":(?:xnack|sramecc)[-+]");

  private WindowsName() {}

  /**
   * Why Windows cannot have a file of that name.
   *
   * @param name a name, not a path
   * @return a phrase, e.g. {@code its name is one of a device}; empty if it can
   */
  public static String refusal(String name) {
    if (FORBIDDEN.matcher(name).find()) {
      return "its name has one of < > : \" | ? * \\ or a control character";
    }
    if (name.endsWith(".") || name.endsWith(" ")) {
      return "its name ends with a %s".formatted(name.endsWith(".") ? "full stop" : "space");
    }
    return RESERVED.matcher(name.toLowerCase(Locale.ROOT)).matches()
        ? "its name is one of a device"
        : "";
  }

  /** The text without the features of targets, whose colons are how such files are called. */
  public static String withoutFeatures(String text) {
    return FEATURE.matcher(text).replaceAll("");
  }
}
