package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code <mangled-name>} and {@code <encoding>}. */
final class EncodingGrammar {
  private final Grammar grammar;

  EncodingGrammar(Grammar grammar) {
    this.grammar = grammar;
  }

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
    return withSuffix(new NameNode.Special("invocation function for block in ", function));
  }

  private Node withSuffix(Node node) {
    if (grammar.in.atEnd()) {
      return node;
    }
    if (grammar.in.peek() != '.') {
      throw new DemangleFailure("text after the name");
    }
    return new NameNode.Suffixed(node, grammar.in.rest());
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

  /** Clang's mangling of the enable_if attribute. */
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
}
