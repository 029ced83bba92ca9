package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;
import org.kpackworkbench.model.base.demangle.Operator.Precedence;

/**
 * Writes a parsed name as C++. A C++ declarator surrounds its name, so every node has a left part
 * and a right part; {@link #print} writes both. Template parameters are bound here, by the scope
 * that is in force at their place.
 */
final class Printer {
  private static final int MAX_DEPTH = 320;
  private static final int MAX_STEPS = 300_000;

  /** The bindings of template parameters. */
  final Binder binder = new Binder(this::step);

  private final StringBuilder out = new StringBuilder();
  private final NamePrinter names;
  private final TypePrinter types;
  private final ExpressionPrinter expressions;
  private final int maxLength;
  private int depth;
  private int steps;

  /**
   * How many brackets are open since the last template argument list; inside them {@code >} closes
   * nothing.
   */
  int brackets = 1;

  Printer(boolean brief, int maxLength) {
    this.maxLength = maxLength;
    names = new NamePrinter(this, brief);
    types = new TypePrinter(this);
    expressions = new ExpressionPrinter(this);
  }

  String result() {
    return out.toString();
  }

  void print(Node node) {
    left(node);
    right(node);
  }

  void left(Node node) {
    enter();
    switch (node) {
      case NameNode name -> names.left(name);
      case TypeNode.Parameter parameter -> leftOf(follow(parameter));
      case TypeNode type -> types.left(type);
      case ExpressionNode expression -> expressions.print(expression);
    }
    depth--;
  }

  void right(Node node) {
    if (!(node instanceof TypeNode type)) {
      return;
    }
    enter();
    if (type instanceof TypeNode.Parameter parameter) {
      rightOf(follow(parameter));
    } else {
      types.right(type);
    }
    depth--;
  }

  private void enter() {
    step();
    if (++depth > MAX_DEPTH) {
      throw new DemangleFailure("nested too deeply");
    }
  }

  void step() {
    if (++steps > MAX_STEPS) {
      throw new DemangleFailure("too much work");
    }
  }

  Printer text(String text) {
    if (out.length() + text.length() > maxLength) {
      throw new DemangleFailure("the result is too long");
    }
    out.append(text);
    return this;
  }

  void open(String bracket) {
    text(bracket);
    brackets++;
  }

  void close(String bracket) {
    text(bracket);
    brackets--;
  }

  boolean endsWith(char c) {
    return !out.isEmpty() && out.charAt(out.length() - 1) == c;
  }

  /** Template arguments in their angle brackets. */
  void arguments(List<? extends Node> list) {
    int before = brackets;
    brackets = 0;
    text("<");
    list(list);
    text(">");
    brackets = before;
  }

  /** Elements with commas between; one that prints nothing, an empty pack, has no comma. */
  void list(List<? extends Node> elements) {
    list(elements, false);
  }

  /** Like {@link #list(List)}, with parentheses around elements that are comma expressions. */
  void operands(List<Node> elements) {
    list(elements, true);
  }

  private void list(List<? extends Node> elements, boolean asOperands) {
    boolean first = true;
    for (Node element : elements) {
      int before = out.length();
      if (!first) {
        text(", ");
      }
      int start = out.length();
      if (asOperands) {
        expressions.operand(element, Precedence.COMMA, false);
      } else {
        print(element);
      }
      if (out.length() == start) {
        out.setLength(before);
      } else {
        first = false;
      }
    }
  }

  /** {@code requires constraint}, or nothing. */
  void constraint(@Nullable Node constraint) {
    if (constraint != null) {
      text(" requires ");
      boolean before = binder.setUnbound(true);
      print(constraint);
      binder.setUnbound(before);
    }
  }

  /** A lambda's template parameters and parameters, without the name of its type. */
  void signature(NameNode.Closure closure) {
    names.signature(closure);
  }

  /** Prints a pattern once for every element of the packs in it, or with dots where it has none. */
  void expansion(Node pattern) {
    int start = out.length();
    int size =
        binder.expand(
            index -> {
              text(index == 0 ? "" : ", ");
              expressions.operand(pattern, Precedence.COMMA, false);
            });
    if (size < 0) {
      text("...");
    } else if (size == 0) {
      out.setLength(start);
    }
  }

  /** Returns the node that a node represents where it is printed. */
  Binder.Followed follow(Node node) {
    return binder.follow(node);
  }

  void leftOf(Binder.Followed followed) {
    binder.inside(followed, this::left);
  }

  void rightOf(Binder.Followed followed) {
    binder.inside(followed, this::right);
  }
}
