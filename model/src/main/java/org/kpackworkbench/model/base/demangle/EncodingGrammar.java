package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.NameGrammar.NameState;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Phrase;
import org.kpackworkbench.model.base.demangle.Node.NameNode;

/** {@code <mangled-name>} and {@code <encoding>}. */
record EncodingGrammar(Grammar grammar) {
  /** Everything after the leading {@code _Z}. */
  Node mangledName() {
    return withSuffix(encoding());
  }

  /** Everything after {@code ___Z}: the function that Clang makes of a block's body. */
  Node blockInvocation() {
    Node function = encoding();
    if (!grammar.in.accept("_block_invoke")) {
      throw new DemangleFailure("not a block's function");
    }
    boolean numbered = grammar.in.accept('_');
    if (grammar.in.digits().isEmpty() && numbered) {
      throw new DemangleFailure("expected a number");
    }
    return withSuffix(special("invocation function for block in ", function));
  }

  private static Node special(String prefix, Node of) {
    return Phrase.of(new NameNode.Plain(prefix), of);
  }

  private Node withSuffix(Node node) {
    if (grammar.in.atEnd()) {
      return node;
    }
    if (grammar.in.peek() != '.') {
      throw new DemangleFailure("text after the name");
    }
    return Phrase.of(node, new NameNode.Plain(" (" + grammar.in.rest() + ")"));
  }

  Node encoding() {
    grammar.in.descend();
    char first = grammar.in.peek();
    Node result = first == 'T' || first == 'G' ? grammar.specials.specialName() : entity();
    grammar.in.ascend();
    return result;
  }

  private Node entity() {
    NameState state = new NameState();
    Node name = grammar.names.name(state);
    if (atEnd()) {
      return name;
    }
    NameNode.@Nullable Arguments enableIf = enableIf();
    Node result = state.specialized && !state.withoutResult ? grammar.types.type() : null;
    List<Node> parameters = parameters();
    Node constraint = grammar.in.accept('Q') ? grammar.expressions.expression() : null;
    return new NameNode.Encoding(
        result, name, parameters, state.qualifiers, enableIf, constraint, state.scope);
  }

  private List<Node> parameters() {
    List<Node> parameters = new ArrayList<>();
    if (grammar.in.accept('v')) {
      return parameters;
    }
    do {
      parameters.add(grammar.types.type());
    } while (!atEnd() && grammar.in.peek() != 'Q');
    return parameters;
  }

  private NameNode.@Nullable Arguments enableIf() {
    if (!grammar.in.accept("Ua9enable_if")) {
      return null;
    }
    return grammar.templates.arguments(null);
  }

  private boolean atEnd() {
    char next = grammar.in.peek();
    return grammar.in.atEnd() || next == 'E' || next == '.' || next == '_';
  }

  /** {@code <special-name>}: what a compiler makes beside functions and variables. */
  record SpecialGrammar(Grammar grammar) {
    Node specialName() {
      char family = grammar.in.next();
      char kind = grammar.in.next();
      return family == 'T' ? table(kind) : global(kind);
    }

    private Node table(char kind) {
      return switch (kind) {
        case 'V' -> ofType("vtable for ");
        case 'T' -> ofType("VTT for ");
        case 'I' -> ofType("typeinfo for ");
        case 'S' -> ofType("typeinfo name for ");
        case 'A' -> special("template parameter object for ", grammar.templates.argument());
        case 'W' -> ofName("thread-local wrapper routine for ");
        case 'H' -> ofName("thread-local initialization routine for ");
        case 'C' -> constructionTable();
        case 'h', 'v' -> {
          grammar.in.back(1);
          callOffset();
          yield ofEncoding(kind == 'v' ? "virtual thunk to " : "non-virtual thunk to ");
        }
        case 'c' -> {
          callOffset();
          callOffset();
          yield ofEncoding("covariant return thunk to ");
        }
        default -> throw new DemangleFailure("unknown special name");
      };
    }

    private Node global(char kind) {
      return switch (kind) {
        case 'V' -> ofName("guard variable for ");
        case 'R' -> {
          Node object = ofName("reference temporary for ");
          if (!grammar.in.atEnd()) {
            grammar.in.sequenceId();
          }
          yield object;
        }
        case 'I' -> special("initializer for module ", grammar.unqualified.module());
        case 'T' ->
            switch (grammar.in.next()) {
              case 't' -> ofEncoding("transaction clone for ");
              case 'n' -> ofEncoding("non-transaction clone for ");
              default -> throw new DemangleFailure("unknown special name");
            };
        default -> throw new DemangleFailure("unknown special name");
      };
    }

    private Node ofType(String prefix) {
      return special(prefix, grammar.types.type());
    }

    private Node ofName(String prefix) {
      return special(prefix, grammar.names.name(null));
    }

    private Node ofEncoding(String prefix) {
      return special(prefix, grammar.encodings.encoding());
    }

    private Node constructionTable() {
      Node derived = grammar.types.type();
      grammar.in.signedNumber();
      grammar.in.expect('_');
      Node base = special("construction vtable for ", grammar.types.type());
      return Phrase.of(base, special("-in-", derived));
    }

    private void callOffset() {
      if (grammar.in.accept('h')) {
        grammar.in.signedNumber();
        grammar.in.expect('_');
        return;
      }
      grammar.in.expect('v');
      grammar.in.signedNumber();
      grammar.in.expect('_');
      grammar.in.signedNumber();
      grammar.in.expect('_');
    }
  }
}
