package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.NameGrammar.NameState;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode.LibraryName;
import org.kpackworkbench.model.base.demangle.Node.TemplateScope;

/** {@code <unqualified-name>}: identifiers, operators, constructors, unnamed types. */
record UnqualifiedGrammar(Grammar grammar) {
  Node name(
      @Nullable NameState state, @Nullable Node givenScope, NameNode.@Nullable ModuleName given) {
    Node scope = givenScope;
    NameNode.ModuleName module = given;
    if (grammar.in.peek() == 'W') {
      module = moduleAfter(given);
    }
    boolean friend = scope != null && grammar.in.accept('F');
    grammar.in.accept('L'); // internal linkage
    Node name;
    char first = grammar.in.peek();
    if (Cursor.isDigit(first)) {
      name = identifier();
    } else if (first == 'U') {
      name = unnamedType();
    } else if (grammar.in.accept("DC")) {
      name = bindings();
    } else if (first == 'C' || first == 'D') {
      if (scope == null) {
        throw new DemangleFailure("a constructor outside of a class");
      }
      scope = spelledOut(scope);
      name = structor(state, scope);
    } else {
      name = operator(state);
    }
    if (module != null) {
      name = new NameNode.InModule(name, module);
    }
    name = grammar.tags(name);
    if (scope == null) {
      return name;
    }
    return friend ? new NameNode.Friend(scope, name) : new NameNode.Scoped(scope, name);
  }

  /** One module's name, all its parts. */
  NameNode.ModuleName module() {
    NameNode.ModuleName module = moduleAfter(null);
    if (module == null) {
      throw new DemangleFailure("expected a module");
    }
    return module;
  }

  private NameNode.@Nullable ModuleName moduleAfter(NameNode.@Nullable ModuleName outer) {
    NameNode.ModuleName module = outer;
    while (grammar.in.accept('W')) {
      boolean partition = grammar.in.accept('P');
      module =
          grammar.remember(new NameNode.ModuleName(module, grammar.in.identifier(), partition));
    }
    return module;
  }

  Node identifier() {
    String text = grammar.in.identifier();
    return new NameNode.Plain(text.startsWith("_GLOBAL__N") ? "(anonymous namespace)" : text);
  }

  private static Node spelledOut(Node scope) {
    if (scope instanceof NameNode.Library(LibraryName library, boolean spelled) && !spelled) {
      return new NameNode.Library(library, true);
    }
    return scope;
  }

  private Node structor(@Nullable NameState state, Node owner) {
    boolean destructor = grammar.in.next() == 'D';
    boolean inheriting = !destructor && grammar.in.accept('I');
    char kind = grammar.in.next();
    if (kind < (destructor ? '0' : '1') || kind > '5') {
      throw new DemangleFailure("unknown constructor or destructor");
    }
    if (inheriting) {
      grammar.names.name(null); // the base class; the common tools do not show it
    }
    if (state != null) {
      state.withoutResult = true;
    }
    return new NameNode.Structor(owner, destructor);
  }

  private Node bindings() {
    List<Node> names = new ArrayList<>();
    do {
      names.add(identifier());
    } while (!grammar.in.accept('E'));
    return new NameNode.Bindings(names);
  }

  private Node unnamedType() {
    if (grammar.in.accept("Ut")) {
      String number = grammar.in.digits();
      grammar.in.expect('_');
      return new NameNode.Plain("'unnamed" + number + "'");
    }
    if (grammar.in.accept("Ub")) {
      grammar.in.digits();
      grammar.in.expect('_');
      return new NameNode.Plain("'block-literal'");
    }
    return grammar.templates.closure();
  }

  /** {@code <operator-name>}. */
  Node operator(@Nullable NameState state) {
    char first = grammar.in.next();
    char second = grammar.in.next();
    if (first == 'c' && second == 'v') {
      return conversion(state);
    }
    if (first == 'l' && second == 'i') {
      return new NameNode.Plain("operator\"\" " + grammar.in.identifier());
    }
    if (first == 'v' && Cursor.isDigit(second)) {
      return new NameNode.Plain("operator " + grammar.in.identifier());
    }
    Operator operator = Operator.of(first, second);
    if (operator == null) {
      throw new DemangleFailure("unknown operator");
    }
    return new NameNode.Plain(operator.functionName());
  }

  private Node conversion(@Nullable NameState state) {
    Node type = grammar.types.conversionType();
    if (state == null) {
      return new NameNode.Conversion(type, new TemplateScope());
    }
    state.withoutResult = true;
    return new NameNode.Conversion(type, state.scope);
  }
}
