package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Bracketed;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Operand;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Phrase;
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
        yield Phrase.of(Precedence.POSTFIX, callee, arguments('E'));
      }
      case "cv" -> conversion();
      case "tl" -> {
        Node type = grammar.types.type();
        yield Phrase.of(type, Bracketed.list("{}", grammar.expressions.braced()));
      }
      case "il" -> Bracketed.list("{}", grammar.expressions.braced());
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
      case "sP" -> packSize(new NameNode.ArgumentPack(grammar.templates.untilEnd()));
      case "sp" -> new TypeNode.Expansion(expression());
      case "dt" -> member(".");
      case "pt" -> member("->");
      case "ds" -> binary(".*", Precedence.MEMBER_POINTER);
      case "ix" ->
          Phrase.of(
              Precedence.POSTFIX,
              new Operand(expression(), Precedence.POSTFIX, false),
              Bracketed.of("[]", expression()));
      case "qu" ->
          Phrase.of(
              Precedence.CONDITIONAL,
              new Operand(expression(), Precedence.CONDITIONAL, false),
              text(" ? "),
              expression(),
              text(" : "),
              new Operand(expression(), Precedence.ASSIGNMENT, true));
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
      case PREFIX -> prefix(operator.symbol());
      case OTHER -> throw new DemangleFailure("unknown operation");
    };
  }

  private Node binary(String symbol, Precedence precedence) {
    Node left = expression();
    return new ExpressionNode.Binary(left, symbol, expression(), precedence);
  }

  /** Increment or decrement: an underscore marks the prefix form. */
  private Node prefix(String symbol) {
    Node operand = new Operand(expression(), Precedence.UNARY, false);
    return Phrase.of(Precedence.UNARY, text(symbol), operand);
  }

  private Node step(String symbol) {
    if (grammar.in.accept('_')) {
      return prefix(symbol);
    }
    Node operand = new Operand(expression(), Precedence.POSTFIX, true);
    return Phrase.of(Precedence.POSTFIX, operand, text(symbol));
  }

  private Node statement(String keyword, Precedence precedence) {
    return Phrase.of(precedence, text(keyword), expression());
  }

  private Node ofType(String keyword, Precedence precedence) {
    return Phrase.of(precedence, text(keyword), Bracketed.of("()", grammar.types.type()));
  }

  private Node ofExpression(String keyword, Precedence precedence) {
    return Phrase.of(precedence, text(keyword), Bracketed.of("()", expression()));
  }

  private Node member(String symbol) {
    return Phrase.of(
        Precedence.POSTFIX,
        new Operand(expression(), Precedence.POSTFIX, true),
        text(symbol),
        new Operand(expression(), Precedence.POSTFIX, false));
  }

  private Node namedCast(String keyword) {
    Node type = new NameNode.Arguments(List.of(grammar.types.type()));
    return Phrase.of(Precedence.POSTFIX, text(keyword), type, Bracketed.of("()", expression()));
  }

  private Node arguments(char end) {
    return Bracketed.list("()", grammar.expressions.until(end));
  }

  private static Node text(String text) {
    return new NameNode.Plain(text);
  }

  private Node conversion() {
    boolean outer = grammar.types.setArgumentsBelongOutside(false);
    Node type = grammar.types.type();
    grammar.types.setArgumentsBelongOutside(outer);
    Node arguments =
        grammar.in.accept('_') ? arguments('E') : Bracketed.list("()", List.of(expression()));
    return Phrase.of(Precedence.CAST, Bracketed.of("()", type), arguments);
  }

  private Node allocation(String keyword) {
    List<Node> placement = grammar.expressions.until('_');
    List<Node> parts = new ArrayList<>();
    parts.add(text(keyword));
    if (!placement.isEmpty()) {
      parts.add(Bracketed.list("()", placement));
    }
    parts.add(text(" "));
    parts.add(grammar.types.type());
    if (grammar.in.accept("pi")) {
      parts.add(arguments('E'));
    } else {
      grammar.in.expect('E');
    }
    return new Phrase(Precedence.UNARY, parts);
  }

  private Node packSize() {
    if (grammar.in.peek() == 'T') {
      return packSize(new TypeNode.Expansion(grammar.templates.parameter()));
    }
    Node parameter = grammar.expressions.functionParameter();
    return Phrase.of(text("sizeof... "), Bracketed.of("()", parameter));
  }

  private static Node packSize(Node pack) {
    return Phrase.of(text("sizeof..."), Bracketed.of("()", pack));
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
    return Phrase.of(object, text(".<"), type, text(" at offset " + offset + ">"));
  }

  private Node memberConversion() {
    Node type = grammar.types.type();
    Node operand = expression();
    if (!grammar.in.accept('E')) {
      grammar.in.signedNumber();
      grammar.in.expect('E');
    }
    return Phrase.of(Precedence.CAST, Bracketed.of("()", type), Bracketed.of("()", operand));
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
