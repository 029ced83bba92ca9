package org.kpackworkbench.model.base.demangle;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.ResourceLines;

/**
 * An operator of section 5.1.3 that can be a function's name, and how an expression uses it. They
 * are in the resource {@code operators.txt}.
 */
record Operator(String written, Use use, Precedence precedence) {
  /** How an expression uses an operator; OTHER has a production of its own. */
  enum Use {
    PREFIX,
    BINARY,
    OTHER
  }

  private static final Map<String, Operator> BY_CODE = new HashMap<>();

  static {
    for (String line : ResourceLines.of(Operator.class, "operators.txt")) {
      String[] columns = line.split(" ", 4);
      BY_CODE.put(
          columns[0],
          new Operator(columns[3], Use.valueOf(columns[1]), Precedence.valueOf(columns[2])));
    }
  }

  static @Nullable Operator of(char first, char second) {
    return BY_CODE.get("" + first + second);
  }

  private boolean isWord() {
    return Character.isLetter(written.charAt(0));
  }

  /** The operator before its operand, or between two. */
  String symbol() {
    return isWord() && use == Use.PREFIX ? written + " " : written;
  }

  /** The name of the function that it is. */
  String functionName() {
    return "operator" + (isWord() ? " " : "") + written;
  }

  /** How tightly an operator binds, tightest first; decides where parentheses are needed. */
  enum Precedence {
    PRIMARY,
    POSTFIX,
    UNARY,
    CAST,
    MEMBER_POINTER,
    MULTIPLICATIVE,
    ADDITIVE,
    SHIFT,
    SPACESHIP,
    RELATIONAL,
    EQUALITY,
    AND,
    EXCLUSIVE_OR,
    INCLUSIVE_OR,
    LOGICAL_AND,
    LOGICAL_OR,
    CONDITIONAL,
    ASSIGNMENT,
    COMMA;

    boolean looserThan(Precedence other) {
      return compareTo(other) > 0;
    }

    boolean notTighterThan(Precedence other) {
      return compareTo(other) >= 0;
    }
  }
}
