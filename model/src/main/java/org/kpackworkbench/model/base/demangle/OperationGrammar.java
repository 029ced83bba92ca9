package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;
import org.kpackworkbench.model.base.demangle.Operator.Precedence;

/** The productions of {@code <expression>} that start with an operation's two-letter code. */
record OperationGrammar(Grammar grammar) {
  Node operation(boolean global) {
    char first = grammar.in.next();
    char second = grammar.in.next();
    String prefix = global ? "::" : "";
    return switch ("" + first + second) {
      case "cl", "cp" -> {
        Node callee = expression();
        yield new ExpressionNode.Call(callee, grammar.expressions.until('E'));
      }
      case "cv" -> conversion();
      case "tl" -> {
        Node type = grammar.types.type();
        yield new ExpressionNode.Braced(type, grammar.expressions.braced());
      }
      case "il" -> new ExpressionNode.Braced(null, grammar.expressions.braced());
      case "nw" -> allocation(prefix + "new");
      case "na" -> allocation(prefix + "new[]");
      case "dl" -> statement(prefix + "delete ", Precedence.UNARY);
      case "da" -> statement(prefix + "delete[] ", Precedence.UNARY);
      case "tw" -> statement("throw ", Precedence.PRIMARY);
      case "tr" -> new NameNode.Plain("throw");
      case "dc" -> namedCast("dynamic_cast");
      case "sc" -> namedCast("static_cast");
      case "cc" -> namedCast("const_cast");
      case "rc" -> namedCast("reinterpret_cast");
      case "ti" -> ofType("typeid ", Precedence.POSTFIX);
      case "st" -> ofType("sizeof ", Precedence.UNARY);
      case "at" -> ofType("alignof ", Precedence.UNARY);
      case "te" -> ofExpression("typeid ", Precedence.POSTFIX);
      case "sz" -> ofExpression("sizeof ", Precedence.UNARY);
      case "az" -> ofExpression("alignof ", Precedence.UNARY);
      case "nx" -> ofExpression("noexcept ", Precedence.UNARY);
      case "sZ" -> packSize();
      case "sP" ->
          new ExpressionNode.PackSize(new NameNode.ArgumentPack(grammar.templates.untilEnd()));
      case "sp" -> new TypeNode.Expansion(expression());
      case "dt" -> member(".");
      case "pt" -> member("->");
      case "ds" -> binary(".*", Precedence.MEMBER_POINTER);
      case "ix" -> new ExpressionNode.Index(expression(), expression());
      case "qu" -> new ExpressionNode.Conditional(expression(), expression(), expression());
      case "pp" -> step("++");
      case "mm" -> step("--");
      case "so" -> subobject();
      case "mc" -> memberConversion();
      case "rq" -> grammar.literals.requires(List.of());
      case "rQ" -> grammar.literals.requires(requiresParameters());
      default -> overloadable(Operator.of(first, second));
    };
  }

  private Node expression() {
    return grammar.expressions.expression();
  }

  private Node overloadable(@Nullable Operator operator) {
    if (operator == null) {
      throw new DemangleFailure("unknown operation");
    }
    return switch (operator.use()) {
      case BINARY -> binary(operator.symbol(), operator.precedence());
      case PREFIX -> new ExpressionNode.Prefix(operator.symbol(), expression());
      case OTHER -> throw new DemangleFailure("unknown operation");
    };
  }

  private Node binary(String symbol, Precedence precedence) {
    Node left = expression();
    return new ExpressionNode.Binary(left, symbol, expression(), precedence);
  }

  /** Increment or decrement: an underscore marks the prefix form. */
  private Node step(String symbol) {
    return grammar.in.accept('_')
        ? new ExpressionNode.Prefix(symbol, expression())
        : new ExpressionNode.Postfix(expression(), symbol);
  }

  private Node statement(String keyword, Precedence precedence) {
    return new ExpressionNode.Statement(keyword, expression(), precedence);
  }

  private Node ofType(String keyword, Precedence precedence) {
    return new ExpressionNode.Query(keyword, grammar.types.type(), precedence);
  }

  private Node ofExpression(String keyword, Precedence precedence) {
    return new ExpressionNode.Query(keyword, expression(), precedence);
  }

  private Node member(String symbol) {
    Node object = expression();
    return new ExpressionNode.Member(object, symbol, expression());
  }

  private Node namedCast(String keyword) {
    Node type = grammar.types.type();
    return new ExpressionNode.NamedCast(keyword, type, expression());
  }

  private Node conversion() {
    boolean outer = grammar.types.setArgumentsBelongOutside(false);
    Node type = grammar.types.type();
    grammar.types.setArgumentsBelongOutside(outer);
    List<Node> arguments =
        grammar.in.accept('_') ? grammar.expressions.until('E') : List.of(expression());
    return new ExpressionNode.Conversion(type, arguments);
  }

  private Node allocation(String keyword) {
    List<Node> placement = grammar.expressions.until('_');
    Node type = grammar.types.type();
    List<Node> initializer = null;
    if (grammar.in.accept("pi")) {
      initializer = grammar.expressions.until('E');
    } else {
      grammar.in.expect('E');
    }
    return new ExpressionNode.New(keyword, placement, type, initializer);
  }

  private Node packSize() {
    if (grammar.in.peek() == 'T') {
      return new ExpressionNode.PackSize(new TypeNode.Expansion(grammar.templates.parameter()));
    }
    return new ExpressionNode.Query(
        "sizeof... ", grammar.expressions.functionParameter(), Precedence.PRIMARY);
  }

  private Node subobject() {
    Node type = grammar.types.type();
    Node object = expression();
    String offset =
        grammar.in.peek() == 'n' || grammar.in.atDigit() ? grammar.in.signedNumber() : "0";
    while (grammar.in.accept('_')) {
      grammar.in.digits(); // which member of a union
    }
    grammar.in.accept('p'); // one past the end
    grammar.in.expect('E');
    return new ExpressionNode.Subobject(object, type, offset);
  }

  private Node memberConversion() {
    Node type = grammar.types.type();
    Node operand = expression();
    if (!grammar.in.accept('E')) {
      grammar.in.signedNumber();
      grammar.in.expect('E');
    }
    return new ExpressionNode.MemberConversion(type, operand);
  }

  private List<Node> requiresParameters() {
    List<Node> parameters = new ArrayList<>();
    while (!grammar.in.accept('_')) {
      if (!grammar.in.accept('v')) {
        parameters.add(grammar.types.type());
      }
    }
    return parameters;
  }
}
