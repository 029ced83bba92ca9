package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.EncodingGrammar.SpecialGrammar;
import org.kpackworkbench.model.base.demangle.NameGrammar.UnresolvedGrammar;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode.LibraryName;
import org.kpackworkbench.model.base.demangle.TypeGrammar.CompoundTypeGrammar;

/**
 * The grammar of section 5.1 over one name: the reading position, the substitutions seen so far,
 * and the productions, which call each other.
 */
final class Grammar {
  final Cursor in;
  final EncodingGrammar encodings = new EncodingGrammar(this);
  final SpecialGrammar specials = new SpecialGrammar(this);
  final NameGrammar names = new NameGrammar(this);
  final UnqualifiedGrammar unqualified = new UnqualifiedGrammar(this);
  final TypeGrammar types = new TypeGrammar(this);
  final CompoundTypeGrammar compounds = new CompoundTypeGrammar(this);
  final TemplateGrammar templates = new TemplateGrammar(this);
  final ExpressionGrammar expressions = new ExpressionGrammar(this);
  final OperationGrammar operations = new OperationGrammar(this);
  final UnresolvedGrammar unresolved = new UnresolvedGrammar(this);
  final LiteralGrammar literals = new LiteralGrammar(this);

  private final List<Node> substitutions = new ArrayList<>();

  Grammar(Cursor in) {
    this.in = in;
  }

  /** Makes a component available to later substitutions, and returns it. */
  <N extends Node> N remember(N node) {
    substitutions.add(node);
    return node;
  }

  /** Takes back the last component: the whole of a nested name counts only if it is a type. */
  void forgetLast() {
    if (substitutions.isEmpty()) {
      throw new DemangleFailure("an empty nested name");
    }
    substitutions.removeLast();
  }

  /** {@code <substitution>} other than {@code St}. */
  Node substitution() {
    in.expect('S');
    LibraryName library = LibraryName.of(in.peek());
    if (library != null) {
      in.next();
      return tagged(new NameNode.Library(library, false));
    }
    int index = in.sequenceId();
    if (index >= substitutions.size()) {
      throw new DemangleFailure("no such substitution");
    }
    return substitutions.get(index);
  }

  private Node tagged(Node library) {
    Node withTags = tags(library);
    return withTags instanceof NameNode.Tagged ? remember(withTags) : withTags;
  }

  /** {@code <abi-tags>}, perhaps none. */
  Node tags(Node name) {
    Node result = name;
    while (in.accept('B')) {
      result = new NameNode.Tagged(result, in.identifier());
    }
    return result;
  }
}
