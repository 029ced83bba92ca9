package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Bracketed;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Operand;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Phrase;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;
import org.kpackworkbench.model.base.demangle.Operator.Precedence;

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
      return Phrase.of(
          new NameNode.Plain(name), Bracketed.list("()", grammar.templates.untilEnd()));
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
    boolean left = kind == 'l' || kind == 'L';
    String symbol = " " + operator.symbol() + " ";
    return switch (kind) {
      case 'l', 'r' -> fold(left, symbol, first, null);
      case 'L' -> fold(true, symbol, expression(), first);
      case 'R' -> fold(false, symbol, first, expression());
      default -> throw new DemangleFailure("unknown fold");
    };
  }

  /** {@code (... op pack)}, {@code (pack op ...)}, or both sides with an initial value. */
  private static Node fold(boolean left, String symbol, Node pack, @Nullable Node initial) {
    Node packed = Bracketed.of("()", new TypeNode.Expansion(pack));
    Node start = initial == null ? packed : new Operand(initial, Precedence.CAST, true);
    List<Node> parts = new ArrayList<>();
    if (!left || initial != null) {
      parts.add(left ? start : packed);
      parts.add(new NameNode.Plain(symbol));
    }
    parts.add(new NameNode.Plain("..."));
    if (left || initial != null) {
      parts.add(new NameNode.Plain(symbol));
      parts.add(left ? packed : start);
    }
    return new Bracketed("()", parts, false);
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

  private Node designated(Node designator) {
    boolean chain = grammar.in.peek() == 'd' && "ixX".indexOf(grammar.in.peek(1)) >= 0;
    Node equals = new NameNode.Plain(chain ? "" : " = ");
    return Phrase.of(designator, equals, bracedExpression());
  }

  private Node bracedExpression() {
    grammar.in.descend();
    Node result;
    if (grammar.in.accept("di")) {
      Node field = grammar.unqualified.identifier();
      result = designated(Phrase.of(new NameNode.Plain("."), field));
    } else if (grammar.in.accept("dx")) {
      result = designated(Bracketed.of("[]", expression()));
    } else if (grammar.in.accept("dX")) {
      result =
          designated(Bracketed.of("[]", expression(), new NameNode.Plain(" ... "), expression()));
    } else {
      result = expression();
    }
    grammar.in.ascend();
    return result;
  }
}
