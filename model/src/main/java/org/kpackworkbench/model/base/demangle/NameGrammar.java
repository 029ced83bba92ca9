package org.kpackworkbench.model.base.demangle;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TemplateScope;

/** {@code <name>}, {@code <nested-name>} and {@code <local-name>}. */
record NameGrammar(Grammar grammar) {
  private static final Node STD = new NameNode.Plain("std");

  /** A name; {@code state} is null if it does not name an encoding. */
  Node name(@Nullable NameState state) {
    grammar.in.descend();
    Node result =
        switch (grammar.in.peek()) {
          case 'N' -> nestedName(state);
          case 'Z' -> localName(state);
          default -> unscopedName(state);
        };
    grammar.in.ascend();
    return result;
  }

  private Node unscopedName(@Nullable NameState state) {
    if (grammar.in.peek() == 'S' && grammar.in.peek(1) != 't') {
      Node substituted = grammar.substitution();
      if (!(substituted instanceof NameNode.ModuleName module)) {
        return specialized(substituted, state);
      }
      return afterUnscoped(grammar.unqualified.name(state, null, module), state);
    }
    Node scope = grammar.in.accept("St") ? STD : null;
    return afterUnscoped(grammar.unqualified.name(state, scope, null), state);
  }

  private Node afterUnscoped(Node name, @Nullable NameState state) {
    return grammar.in.peek() == 'I' ? specialized(grammar.remember(name), state) : name;
  }

  private Node specialized(Node template, @Nullable NameState state) {
    NameNode.Arguments arguments = grammar.templates.arguments(state);
    if (state != null) {
      state.specialized = true;
    }
    return new NameNode.Specialized(template, arguments);
  }

  private Node nestedName(@Nullable NameState state) {
    grammar.in.expect('N');
    if (!grammar.in.accept('H')) {
      String qualifiers = grammar.types.qualifiers() + referenceQualifier();
      if (state != null) {
        state.qualifiers = qualifiers;
      }
    }
    Node prefix = null;
    while (!grammar.in.accept('E')) {
      prefix = prefixStep(prefix, state);
    }
    if (prefix == null) {
      throw new DemangleFailure("an empty nested name");
    }
    grammar.forgetLast();
    return prefix;
  }

  private String referenceQualifier() {
    if (grammar.in.accept('O')) {
      return " &&";
    }
    return grammar.in.accept('R') ? " &" : "";
  }

  private Node prefixStep(@Nullable Node prefix, @Nullable NameState state) {
    char next = grammar.in.peek();
    char second = grammar.in.peek(1);
    if (state != null && next != 'M') {
      state.specialized = next == 'I';
    }
    if (next == 'I') {
      if (prefix == null || prefix instanceof NameNode.Specialized) {
        throw new DemangleFailure("template arguments without a template");
      }
      return grammar.remember(new NameNode.Specialized(prefix, grammar.templates.arguments(state)));
    }
    if (next == 'M' && prefix != null) {
      grammar.in.next(); // the member whose initializer contains the lambda; it is already a prefix
      return prefix;
    }
    if (prefix == null) {
      if (next == 'T') {
        return grammar.remember(grammar.templates.parameter());
      }
      if (next == 'D' && (second == 't' || second == 'T')) {
        return grammar.remember(grammar.types.decltype());
      }
      if (next == 'S') {
        return startOfNested(state);
      }
    }
    return grammar.remember(grammar.unqualified.name(state, prefix, null));
  }

  private Node startOfNested(@Nullable NameState state) {
    if (grammar.in.accept("St")) {
      return STD;
    }
    Node substituted = grammar.substitution();
    return substituted instanceof NameNode.ModuleName module
        ? grammar.remember(grammar.unqualified.name(state, null, module))
        : substituted;
  }

  private Node localName(@Nullable NameState state) {
    grammar.in.expect('Z');
    Node function = grammar.encodings.encoding();
    grammar.in.expect('E');
    if (grammar.in.accept('s')) {
      discriminator();
      return new NameNode.Local(function, new NameNode.Plain("string literal"));
    }
    if (grammar.in.accept('d')) {
      grammar.in.index(); // which default argument; the common tools do not show it
      return new NameNode.Local(function, name(state));
    }
    Node entity = name(state);
    discriminator();
    return new NameNode.Local(function, entity);
  }

  /** {@code _ digit}, {@code __ number _}, or, from old compilers, digits at the end. */
  private void discriminator() {
    Cursor in = grammar.in;
    if (in.peek() == '_' && Cursor.isDigit(in.peek(1))) {
      in.take(2);
    } else if (in.peek() == '_' && in.peek(1) == '_' && Cursor.isDigit(in.peek(2))) {
      in.take(2);
      in.digits();
      in.expect('_');
    } else if (in.atDigit()) {
      in.digits();
    }
  }

  /** State that the name of an encoding sets for the function type that follows it. */
  static final class NameState {
    /** The arguments that the type's template parameters refer to. */
    final TemplateScope scope = new TemplateScope();

    /** Constructors, destructors and conversions have no return type in their encoding. */
    boolean withoutResult;

    /** Ends with template arguments, so a return type follows. */
    boolean specialized;

    /** Of the member function, with a leading space. */
    String qualifiers = "";
  }

  /** {@code <unresolved-name>}: names in expressions that depend on template arguments. */
  record UnresolvedGrammar(Grammar grammar) {
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
}
