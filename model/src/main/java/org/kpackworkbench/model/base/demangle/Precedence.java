package org.kpackworkbench.model.base.demangle;

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
