package org.kpackworkbench.model.base.demangle;

/**
 * Names for a lambda's template parameters, whose own are not in the mangling: {@code $T}, {@code
 * $T0}, {@code $N}.
 */
final class SyntheticNames {
  private int types;
  private int values;
  private int templates;

  String type() {
    return numbered("$T", types++);
  }

  String value() {
    return numbered("$N", values++);
  }

  String template() {
    return numbered("$TT", templates++);
  }

  private static String numbered(String name, int index) {
    return index == 0 ? name : name + (index - 1);
  }
}
