package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Bracketed;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Phrase;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Operator.Precedence;
import org.kpackworkbench.model.base.demangle.TypeGrammar.BuiltinTypes;

/** {@code <expr-primary>}: literals and external names; also the parts of a requires-expression. */
record LiteralGrammar(Grammar grammar) {
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
      case 'A' -> ended(Phrase.of(text("\"<"), grammar.types.type(), text(">\"")));
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
      return ended(text(in.signedNumber() + suffix));
    }
    String builtin = BuiltinTypes.of(in.peek());
    if (builtin != null) {
      in.next();
      return ended(text("(" + builtin + ")" + in.signedNumber()));
    }
    Node type = grammar.types.type();
    return ended(Phrase.of(Bracketed.of("()", type), text(in.signedNumber())));
  }

  /** The suffix that the source would have, or null if it would need a cast. */
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
    requirements.add(text(" "));
    Node body = new Bracketed("{}", requirements, false);
    return parameters.isEmpty()
        ? Phrase.of(text("requires "), body)
        : Phrase.of(text("requires "), Bracketed.list("()", parameters), text(" "), body);
  }

  private Node requirement() {
    return switch (grammar.in.next()) {
      case 'X' -> {
        Node expression = grammar.expressions.expression();
        boolean noexcept = grammar.in.accept('N');
        Node constraint = grammar.in.accept('R') ? grammar.names.name(null) : null;
        boolean compound = noexcept || constraint != null;
        List<Node> parts = new ArrayList<>();
        parts.add(text(" "));
        parts.add(compound ? Bracketed.of("{}", expression) : expression);
        parts.add(text((noexcept ? " noexcept" : "") + (constraint == null ? "" : " -> ")));
        if (constraint != null) {
          parts.add(constraint);
        }
        parts.add(text(";"));
        yield new Phrase(Precedence.PRIMARY, parts);
      }
      case 'T' -> Phrase.of(text(" typename "), grammar.types.type(), text(";"));
      case 'Q' -> Phrase.of(text(" requires "), grammar.expressions.expression(), text(";"));
      default -> throw new DemangleFailure("unknown requirement");
    };
  }

  private static NameNode.Plain text(String text) {
    return new NameNode.Plain(text);
  }

  /**
   * Floating literals, mangled as the hexadecimal digits of their bits, shown as C's hexadecimal
   * floating constants: {@code 0x1.8p+1f}.
   */
  private static final class FloatingLiteral {
    private static final int EXTENDED_BIAS = 16383;

    private FloatingLiteral() {}

    /**
     * Formats the bits of a float, a double or an 80-bit long double.
     *
     * @param kind the type's code: {@code f}, {@code d} or {@code e}
     */
    static String format(char kind, String digits) {
      for (int i = 0; i < digits.length(); i++) {
        if (Character.digit(digits.charAt(i), 16) < 0 || Character.isUpperCase(digits.charAt(i))) {
          throw new DemangleFailure("expected hexadecimal digits");
        }
      }
      return switch (kind) {
        case 'f' -> {
          float value = Float.intBitsToFloat(Integer.parseUnsignedInt(digits, 16));
          yield plain(value, digits.charAt(0) >= '8') + "f";
        }
        case 'd' -> {
          double value = Double.longBitsToDouble(Long.parseUnsignedLong(digits, 16));
          yield plain(value, digits.charAt(0) >= '8');
        }
        default -> extended(digits) + "L";
      };
    }

    /** A float's value is exact as a double, so both go this way. */
    private static String plain(double value, boolean negative) {
      if (!Double.isFinite(value)) {
        return (negative ? "-" : "") + (Double.isNaN(value) ? "nan" : "inf");
      }
      String java = Double.toHexString(value); // 0x1.0p0, where C writes 0x1p+0
      int exponent = java.indexOf('p');
      String mantissa = java.substring(0, exponent);
      String power = java.substring(exponent + 1);
      if (mantissa.endsWith(".0")) {
        mantissa = mantissa.substring(0, mantissa.length() - 2);
      }
      if (value == 0) {
        power = "0";
      }
      return mantissa + "p" + (power.startsWith("-") ? "" : "+") + power;
    }

    /**
     * The x87 format: sign and 15 bits of exponent, then 64 bits of mantissa with its integer bit.
     */
    private static String extended(String digits) {
      int head = Integer.parseInt(digits.substring(0, 4), 16);
      String mantissa = digits.substring(4);
      String sign = head >= 0x8000 ? "-" : "";
      int exponent = head & 0x7FFF;
      boolean zero = Long.parseUnsignedLong(mantissa, 16) == 0;
      if (exponent == 0x7FFF) {
        boolean infinite = (Long.parseUnsignedLong(mantissa, 16) << 1) == 0;
        return sign + (infinite ? "inf" : "nan");
      }
      if (zero && exponent == 0) {
        return sign + "0x0p+0";
      }
      int power = Math.max(exponent, 1) - EXTENDED_BIAS - 3;
      String fraction = mantissa.substring(1).replaceAll("0+$", "");
      String point = fraction.isEmpty() ? "" : "." + fraction;
      return String.format(Locale.ROOT, "%s0x%c%sp%+d", sign, mantissa.charAt(0), point, power);
    }
  }
}
