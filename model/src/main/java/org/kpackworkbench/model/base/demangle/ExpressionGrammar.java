package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode;

/** {@code <expression>}: distinguishes the kinds; {@link OperationGrammar} reads the operations. */
record ExpressionGrammar(Grammar grammar) {
  Node expression() {
    grammar.in.descend();
    Node expression = production();
    grammar.in.ascend();
    return expression;
  }

  private Node production() {
    Cursor in = grammar.in;
    char first = in.peek();
    if (first == 'L') {
      return grammar.literals.literal();
    }
    if (first == 'T') {
      return grammar.templates.parameter();
    }
    if (first == 'f') {
      boolean reference = in.peek(1) == 'p' || (in.peek(1) == 'L' && Cursor.isDigit(in.peek(2)));
      return reference ? functionParameter() : fold();
    }
    if (first == 'u' && Cursor.isDigit(in.peek(1))) {
      in.next();
      String name = in.identifier();
      return new ExpressionNode.Vendor(name, grammar.templates.untilEnd());
    }
    boolean global = in.accept("gs");
    if (grammar.unresolved.ahead()) {
      return grammar.unresolved.name(global);
    }
    return grammar.operations.operation(global);
  }

  /** {@code <function-param>}. */
  Node functionParameter() {
    Cursor in = grammar.in;
    if (in.accept("fpT")) {
      return new NameNode.Plain("this");
    }
    if (in.accept("fL")) {
      in.digits();
      in.expect('p');
    } else if (!in.accept("fp")) {
      throw new DemangleFailure("expected a function parameter");
    }
    grammar.types.qualifiers();
    String number = in.digits();
    in.expect('_');
    return new NameNode.Plain("fp" + number);
  }

  private Node fold() {
    Cursor in = grammar.in;
    in.expect('f');
    char kind = in.next();
    Operator operator = Operator.of(in.next(), in.next());
    if (operator == null || operator.use() != Operator.Use.BINARY) {
      throw new DemangleFailure("a fold needs a binary operator");
    }
    Node first = expression();
    return switch (kind) {
      case 'l' -> new ExpressionNode.Fold(true, operator.symbol(), first, null);
      case 'r' -> new ExpressionNode.Fold(false, operator.symbol(), first, null);
      case 'L' -> new ExpressionNode.Fold(true, operator.symbol(), expression(), first);
      case 'R' -> new ExpressionNode.Fold(false, operator.symbol(), first, expression());
      default -> throw new DemangleFailure("unknown fold");
    };
  }

  /** Expressions up to a closing character. */
  List<Node> until(char end) {
    List<Node> list = new ArrayList<>();
    while (!grammar.in.accept(end)) {
      list.add(expression());
    }
    return list;
  }

  /** {@code <braced-expression>}s up to {@code E}. */
  List<Node> braced() {
    List<Node> list = new ArrayList<>();
    while (!grammar.in.accept('E')) {
      list.add(bracedExpression());
    }
    return list;
  }

  private Node bracedExpression() {
    grammar.in.descend();
    Node result;
    if (grammar.in.accept("di")) {
      Node field = grammar.unqualified.identifier();
      result = new ExpressionNode.Designated(field, false, bracedExpression());
    } else if (grammar.in.accept("dx")) {
      Node index = expression();
      result = new ExpressionNode.Designated(index, true, bracedExpression());
    } else if (grammar.in.accept("dX")) {
      Node first = expression();
      Node last = expression();
      result = new ExpressionNode.DesignatedRange(first, last, bracedExpression());
    } else {
      result = expression();
    }
    grammar.in.ascend();
    return result;
  }
}
