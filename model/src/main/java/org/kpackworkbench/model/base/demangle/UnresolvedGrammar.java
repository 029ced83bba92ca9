package org.kpackworkbench.model.base.demangle;

/** {@code <unresolved-name>}: names in expressions that depend on template arguments. */
final class UnresolvedGrammar {
  private final Grammar grammar;

  UnresolvedGrammar(Grammar grammar) {
    this.grammar = grammar;
  }

  boolean ahead() {
    return grammar.in.atDigit()
        || grammar.in.looksAt("sr")
        || grammar.in.looksAt("on")
        || grammar.in.looksAt("dn");
  }

  Node name(boolean global) {
    if (!grammar.in.accept("sr")) {
      Node base = base();
      return global ? new NameNode.Global(base) : base;
    }
    Node scope;
    if (grammar.in.accept('N')) {
      scope = levels(typeWithArguments());
    } else if (grammar.in.atDigit()) {
      Node first = simple();
      scope = levels(global ? new NameNode.Global(first) : first);
    } else {
      scope = typeWithArguments();
    }
    return new NameNode.Scoped(scope, base());
  }

  private Node levels(Node outermost) {
    Node scope = outermost;
    while (!grammar.in.accept('E')) {
      scope = new NameNode.Scoped(scope, simple());
    }
    return scope;
  }

  private Node typeWithArguments() {
    Node type = type();
    return grammar.in.peek() == 'I' ? withArguments(type) : type;
  }

  private Node type() {
    return switch (grammar.in.peek()) {
      case 'T' -> grammar.remember(grammar.templates.parameter());
      case 'D' -> grammar.remember(grammar.types.decltype());
      default -> grammar.substitution();
    };
  }

  private Node simple() {
    Node name = grammar.unqualified.identifier();
    return grammar.in.peek() == 'I' ? withArguments(name) : name;
  }

  private Node withArguments(Node name) {
    return new NameNode.Specialized(name, grammar.templates.arguments(null));
  }

  private Node base() {
    if (grammar.in.atDigit()) {
      return simple();
    }
    if (grammar.in.accept("dn")) {
      return new NameNode.Structor(destroyed(), true);
    }
    grammar.in.accept("on");
    Node operator = grammar.unqualified.operator(null);
    return grammar.in.peek() == 'I' ? withArguments(operator) : operator;
  }

  private Node destroyed() {
    return grammar.in.atDigit() ? simple() : type();
  }
}
