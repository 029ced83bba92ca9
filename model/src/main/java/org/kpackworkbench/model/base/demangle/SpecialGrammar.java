package org.kpackworkbench.model.base.demangle;

/** {@code <special-name>}: what a compiler makes beside functions and variables. */
final class SpecialGrammar {
  private final Grammar grammar;

  SpecialGrammar(Grammar grammar) {
    this.grammar = grammar;
  }

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
      case 'A' ->
          new NameNode.Special("template parameter object for ", grammar.templates.argument());
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
      case 'I' -> new NameNode.Special("initializer for module ", grammar.unqualified.module());
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
    return new NameNode.Special(prefix, grammar.types.type());
  }

  private Node ofName(String prefix) {
    return new NameNode.Special(prefix, grammar.names.name(null));
  }

  private Node ofEncoding(String prefix) {
    return new NameNode.Special(prefix, grammar.encodings.encoding());
  }

  private Node constructionTable() {
    Node derived = grammar.types.type();
    grammar.in.signedNumber();
    grammar.in.expect('_');
    return new NameNode.ConstructionTable(grammar.types.type(), derived);
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
