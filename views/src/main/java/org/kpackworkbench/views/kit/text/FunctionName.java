package org.kpackworkbench.views.kit.text;

/** Names of functions where there is no room for what is before all of them alike. */
public final class FunctionName {
  private FunctionName() {}

  /**
   * A name without its result and the scopes before it: {@code generate_kernel<float>(float*)} for
   * {@code void host::detail::generate_kernel<float>(float*)}.
   */
  public static String brief(String name) {
    int depth = 0;
    int start = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean opens = c == '<' || c == '(' || c == '{' || c == '[';
      if (opens && depth == 0 && isScope(name, i)) {
        // Belongs to a scope, such as (anonymous namespace)::, or to the result's type.
        depth++;
      } else if (opens && depth == 0) {
        break;
      } else if (opens) {
        depth++;
      } else if ((c == '>' || c == ')' || c == '}' || c == ']') && depth > 0) {
        depth--;
      } else if (depth == 0 && c == ':' && name.startsWith("::", i)) {
        start = i + 2;
        i++;
      } else if (depth == 0 && c == ' ') {
        start = i + 1;
      }
    }
    String brief = name.substring(start);
    return brief.isEmpty() || brief.startsWith("operator") ? name : brief;
  }

  /** Whether what opens here is followed by more of the name when it closes. */
  private static boolean isScope(String name, int opening) {
    int depth = 0;
    for (int i = opening; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '<' || c == '(' || c == '{' || c == '[') {
        depth++;
      } else if (c == '>' || c == ')' || c == '}' || c == ']') {
        depth--;
        if (depth == 0) {
          return name.startsWith("::", i + 1)
              || (c == '>' && name.startsWith(" ", i + 1) && name.indexOf('(', i + 1) > 0);
        }
      }
    }
    return false;
  }
}
