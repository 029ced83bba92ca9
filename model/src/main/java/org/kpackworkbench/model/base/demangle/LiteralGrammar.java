package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code <expr-primary>}: literals and external names; also the parts of a requires-expression. */
final class LiteralGrammar {
  private final Grammar grammar;

  LiteralGrammar(Grammar grammar) {
    this.grammar = grammar;
  }

  Node literal() {
    Cursor in = grammar.in;
    in.expect('L');
    if (in.accept("_Z") || in.accept('Z')) {
      return ended(grammar.encodings.encoding());
    }
    if (in.accept("DnE") || in.accept("Dn0E")) {
      return new NameNode.Plain("nullptr");
    }
    if (in.accept("b0E")) {
      return new NameNode.Plain("false");
    }
    if (in.accept("b1E")) {
      return new NameNode.Plain("true");
    }
    return switch (in.peek()) {
      case 'A' -> ended(new ExpressionNode.StringLiteral(grammar.types.type()));
      case 'U' -> ended(new ExpressionNode.Lambda(grammar.templates.closure()));
      case 'b', 'T' -> throw new DemangleFailure("unknown literal");
      case 'f' -> floating(8);
      case 'd' -> floating(16);
      case 'e' -> floating(20);
      default -> number();
    };
  }

  private Node ended(Node node) {
    grammar.in.expect('E');
    return node;
  }

  private Node floating(int digits) {
    char kind = grammar.in.next();
    return ended(new NameNode.Plain(FloatingLiteral.format(kind, grammar.in.take(digits))));
  }

  private Node number() {
    Cursor in = grammar.in;
    String suffix = suffix(in.peek());
    if (suffix != null) {
      in.next();
      return ended(new ExpressionNode.NumberLiteral("", in.signedNumber(), suffix));
    }
    String builtin = BuiltinTypes.of(in.peek());
    if (builtin != null) {
      in.next();
      return ended(new ExpressionNode.NumberLiteral("(" + builtin + ")", in.signedNumber(), ""));
    }
    Node type = grammar.types.type();
    return ended(new ExpressionNode.TypedLiteral(type, in.signedNumber()));
  }

  /** The suffix that the source would have, or null where it would need a cast. */
  private static @Nullable String suffix(char code) {
    return switch (code) {
      case 'i' -> "";
      case 'j' -> "u";
      case 'l' -> "l";
      case 'm' -> "ul";
      case 'x' -> "ll";
      case 'y' -> "ull";
      default -> null;
    };
  }

  /** The requirements of a requires-expression, and its end. */
  Node requires(List<Node> parameters) {
    List<Node> requirements = new ArrayList<>();
    do {
      requirements.add(requirement());
    } while (!grammar.in.accept('E'));
    return new ExpressionNode.Requires(parameters, requirements);
  }

  private Node requirement() {
    return switch (grammar.in.next()) {
      case 'X' -> {
        Node expression = grammar.expressions.expression();
        boolean noexcept = grammar.in.accept('N');
        Node constraint = grammar.in.accept('R') ? grammar.names.name(null) : null;
        yield new ExpressionNode.ExpressionRequirement(expression, noexcept, constraint);
      }
      case 'T' -> new ExpressionNode.NamedRequirement("typename ", grammar.types.type());
      case 'Q' ->
          new ExpressionNode.NamedRequirement("requires ", grammar.expressions.expression());
      default -> throw new DemangleFailure("unknown requirement");
    };
  }
}
