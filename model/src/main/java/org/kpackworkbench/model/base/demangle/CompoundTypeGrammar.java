package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types with parts of several kinds: functions, arrays, pointers to members, vectors, sized
 * numbers.
 */
final class CompoundTypeGrammar {
  private final Grammar grammar;

  CompoundTypeGrammar(Grammar grammar) {
    this.grammar = grammar;
  }

  Node function() {
    Cursor in = grammar.in;
    String qualifiers = grammar.types.qualifiers();
    Node exceptions = exceptions();
    in.accept("Dx"); // transaction-safe
    in.expect('F');
    in.accept('Y'); // extern "C"
    Node result = grammar.types.type();
    List<Node> parameters = new ArrayList<>();
    while (true) {
      if (in.accept('E')) {
        return new TypeNode.Function(result, parameters, qualifiers, exceptions);
      }
      if (in.accept("RE")) {
        return new TypeNode.Function(result, parameters, qualifiers + " &", exceptions);
      }
      if (in.accept("OE")) {
        return new TypeNode.Function(result, parameters, qualifiers + " &&", exceptions);
      }
      if (!in.accept('v')) {
        parameters.add(grammar.types.type());
      }
    }
  }

  private @Nullable Node exceptions() {
    if (grammar.in.accept("Do")) {
      return new NameNode.Plain("noexcept");
    }
    if (grammar.in.accept("DO")) {
      Node condition = grammar.expressions.expression();
      grammar.in.expect('E');
      return new TypeNode.Enclosed("noexcept(", condition, ")");
    }
    if (grammar.in.accept("Dw")) {
      return new TypeNode.EnclosedList("throw(", grammar.types.untilEnd(), ")");
    }
    return null;
  }

  Node array() {
    grammar.in.expect('A');
    Node dimension = null;
    if (grammar.in.atDigit()) {
      dimension = new NameNode.Plain(grammar.in.digits());
    } else if (grammar.in.peek() != '_') {
      dimension = grammar.expressions.expression();
    }
    grammar.in.expect('_');
    return new TypeNode.Array(grammar.types.type(), dimension);
  }

  Node memberPointer() {
    grammar.in.expect('M');
    Node owner = grammar.types.type();
    return new TypeNode.MemberPointer(owner, grammar.types.type());
  }

  Node vector() {
    grammar.in.take(2);
    Node dimension = null;
    if (grammar.in.atDigit()) {
      dimension = new NameNode.Plain(grammar.in.digits());
    } else if (grammar.in.peek() != '_') {
      dimension = grammar.expressions.expression();
    }
    grammar.in.expect('_');
    Node element = grammar.in.accept('p') ? new NameNode.Plain("pixel") : grammar.types.type();
    return new TypeNode.Vector(element, dimension);
  }

  /** {@code DF number _}, {@code DF number x} and {@code DF16b}. */
  Node floating() {
    grammar.in.take(2);
    String bits = grammar.in.digits();
    if (bits.equals("16") && grammar.in.accept('b')) {
      return new NameNode.Plain("std::bfloat16_t");
    }
    String suffix = grammar.in.accept('x') ? "x" : "";
    if (bits.isEmpty() || (suffix.isEmpty() && !grammar.in.accept('_'))) {
      throw new DemangleFailure("unknown floating type");
    }
    return new NameNode.Plain("_Float" + bits + suffix);
  }

  Node bitInteger() {
    grammar.in.next();
    String before = grammar.in.next() == 'U' ? "unsigned _BitInt(" : "_BitInt(";
    Node bits =
        grammar.in.atDigit()
            ? new NameNode.Plain(grammar.in.digits())
            : grammar.expressions.expression();
    grammar.in.expect('_');
    return new TypeNode.Enclosed(before, bits, ")");
  }
}
