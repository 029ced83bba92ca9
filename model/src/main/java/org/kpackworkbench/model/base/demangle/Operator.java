package org.kpackworkbench.model.base.demangle;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operators of section 5.1.3 that can be a function's name, with how an expression uses them.
 */
enum Operator {
  NEW("nw", " new", Use.OTHER, Precedence.UNARY),
  NEW_ARRAY("na", " new[]", Use.OTHER, Precedence.UNARY),
  DELETE("dl", " delete", Use.OTHER, Precedence.UNARY),
  DELETE_ARRAY("da", " delete[]", Use.OTHER, Precedence.UNARY),
  AWAIT("aw", " co_await", Use.PREFIX, Precedence.UNARY),
  PLUS_SIGN("ps", "+", Use.PREFIX, Precedence.UNARY),
  MINUS_SIGN("ng", "-", Use.PREFIX, Precedence.UNARY),
  ADDRESS("ad", "&", Use.PREFIX, Precedence.UNARY),
  DEREFERENCE("de", "*", Use.PREFIX, Precedence.UNARY),
  COMPLEMENT("co", "~", Use.PREFIX, Precedence.UNARY),
  NOT("nt", "!", Use.PREFIX, Precedence.UNARY),
  INCREMENT("pp", "++", Use.OTHER, Precedence.POSTFIX),
  DECREMENT("mm", "--", Use.OTHER, Precedence.POSTFIX),
  TIMES("ml", "*", Use.BINARY, Precedence.MULTIPLICATIVE),
  DIVIDE("dv", "/", Use.BINARY, Precedence.MULTIPLICATIVE),
  REMAINDER("rm", "%", Use.BINARY, Precedence.MULTIPLICATIVE),
  PLUS("pl", "+", Use.BINARY, Precedence.ADDITIVE),
  MINUS("mi", "-", Use.BINARY, Precedence.ADDITIVE),
  SHIFT_LEFT("ls", "<<", Use.BINARY, Precedence.SHIFT),
  SHIFT_RIGHT("rs", ">>", Use.BINARY, Precedence.SHIFT),
  SPACESHIP("ss", "<=>", Use.BINARY, Precedence.SPACESHIP),
  LESS("lt", "<", Use.BINARY, Precedence.RELATIONAL),
  GREATER("gt", ">", Use.BINARY, Precedence.RELATIONAL),
  AT_MOST("le", "<=", Use.BINARY, Precedence.RELATIONAL),
  AT_LEAST("ge", ">=", Use.BINARY, Precedence.RELATIONAL),
  EQUAL("eq", "==", Use.BINARY, Precedence.EQUALITY),
  UNEQUAL("ne", "!=", Use.BINARY, Precedence.EQUALITY),
  AND("an", "&", Use.BINARY, Precedence.AND),
  EXCLUSIVE_OR("eo", "^", Use.BINARY, Precedence.EXCLUSIVE_OR),
  OR("or", "|", Use.BINARY, Precedence.INCLUSIVE_OR),
  LOGICAL_AND("aa", "&&", Use.BINARY, Precedence.LOGICAL_AND),
  LOGICAL_OR("oo", "||", Use.BINARY, Precedence.LOGICAL_OR),
  ASSIGN("aS", "=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_PLUS("pL", "+=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_MINUS("mI", "-=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_TIMES("mL", "*=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_DIVIDE("dV", "/=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_REMAINDER("rM", "%=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_AND("aN", "&=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_OR("oR", "|=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_EXCLUSIVE_OR("eO", "^=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_SHIFT_LEFT("lS", "<<=", Use.BINARY, Precedence.ASSIGNMENT),
  ASSIGN_SHIFT_RIGHT("rS", ">>=", Use.BINARY, Precedence.ASSIGNMENT),
  COMMA("cm", ",", Use.BINARY, Precedence.COMMA),
  MEMBER_POINTER("pm", "->*", Use.BINARY, Precedence.MEMBER_POINTER),
  ARROW("pt", "->", Use.OTHER, Precedence.POSTFIX),
  CALL("cl", "()", Use.OTHER, Precedence.POSTFIX),
  INDEX("ix", "[]", Use.OTHER, Precedence.POSTFIX),
  CONDITIONAL("qu", "?", Use.OTHER, Precedence.CONDITIONAL);

  /** How an expression uses an operator; OTHER has a production of its own. */
  enum Use {
    PREFIX,
    BINARY,
    OTHER
  }

  private static final Map<String, Operator> BY_CODE = new HashMap<>();

  static {
    for (Operator operator : values()) {
      BY_CODE.put(operator.code, operator);
    }
  }

  private final String code;
  private final String symbol;
  private final Use use;
  private final Precedence precedence;

  Operator(String code, String symbol, Use use, Precedence precedence) {
    this.code = code;
    this.symbol = symbol;
    this.use = use;
    this.precedence = precedence;
  }

  static @Nullable Operator of(char first, char second) {
    return BY_CODE.get("" + first + second);
  }

  /** As written in an expression. */
  String symbol() {
    return this == AWAIT ? "co_await " : symbol.strip();
  }

  /** As a function's name, e.g. {@code operator+}, {@code operator new}. */
  String functionName() {
    return "operator" + symbol;
  }

  Use use() {
    return use;
  }

  Precedence precedence() {
    return precedence;
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
