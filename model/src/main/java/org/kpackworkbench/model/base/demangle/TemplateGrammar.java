package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.NameGrammar.NameState;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;

/** {@code <template-args>}, {@code <template-param>}, {@code <template-param-decl>} and lambdas. */
record TemplateGrammar(Grammar grammar) {
  /** {@code I … E}; binds the arguments to the encoding that {@code state} names. */
  NameNode.Arguments arguments(@Nullable NameState state) {
    grammar.in.expect('I');
    boolean outer = grammar.types.setArgumentsBelongOutside(false);
    List<Node> list = new ArrayList<>();
    while (!grammar.in.accept('E')) {
      if (grammar.in.accept('Q')) {
        grammar.expressions.expression(); // constrains the template, not this use of it
        grammar.in.expect('E');
        break;
      }
      list.add(argument());
    }
    grammar.types.setArgumentsBelongOutside(outer);
    if (state != null) {
      state.scope.bind(list);
    }
    return new NameNode.Arguments(list);
  }

  /** {@code <template-arg>}. */
  Node argument() {
    grammar.in.descend();
    Node argument =
        switch (grammar.in.peek()) {
          case 'X' -> {
            grammar.in.next();
            Node expression = grammar.expressions.expression();
            grammar.in.expect('E');
            yield expression;
          }
          case 'J' -> {
            grammar.in.next();
            yield new NameNode.ArgumentPack(untilEnd());
          }
          case 'L' -> grammar.literals.literal();
          case 'T' -> {
            if (!atDeclaration()) {
              yield grammar.types.type();
            }
            declaration(new SyntheticNames()); // which kind of parameter it is for
            yield argument();
          }
          default -> grammar.types.type();
        };
    grammar.in.ascend();
    return argument;
  }

  /** Template arguments up to {@code E}. */
  List<Node> untilEnd() {
    List<Node> list = new ArrayList<>();
    while (!grammar.in.accept('E')) {
      list.add(argument());
    }
    return list;
  }

  /** {@code <template-param>}. */
  TypeNode.Parameter parameter() {
    grammar.in.expect('T');
    int level = 0;
    if (grammar.in.accept('L')) {
      level = grammar.in.number() + 1;
      grammar.in.expect('_');
    }
    return new TypeNode.Parameter(level, grammar.in.index());
  }

  private boolean atDeclaration() {
    return grammar.in.peek() == 'T' && "yntkp".indexOf(grammar.in.peek(1)) >= 0;
  }

  private TypeNode.Declaration declaration(SyntheticNames names) {
    grammar.in.descend();
    grammar.in.expect('T');
    TypeNode.Declaration result =
        switch (grammar.in.next()) {
          case 'y' -> new TypeNode.TypeParameter(null, names.type());
          case 'k' -> new TypeNode.TypeParameter(grammar.names.name(null), names.type());
          case 'n' -> {
            String name = names.value();
            yield new TypeNode.ValueParameter(grammar.types.type(), name);
          }
          case 't' -> templateDeclaration(names);
          case 'p' -> new TypeNode.PackParameter(declaration(names));
          default -> throw new DemangleFailure("unknown template parameter");
        };
    grammar.in.ascend();
    return result;
  }

  private TypeNode.Declaration templateDeclaration(SyntheticNames names) {
    String name = names.template();
    List<TypeNode.Declaration> parameters = new ArrayList<>();
    Node constraint = null;
    while (!grammar.in.accept('E')) {
      if (grammar.in.accept('Q')) {
        constraint = grammar.expressions.expression();
        grammar.in.expect('E');
        break;
      }
      parameters.add(declaration(names));
    }
    return new TypeNode.TemplateParameter(parameters, constraint, name);
  }

  /** {@code <closure-type-name>}. */
  NameNode.Closure closure() {
    if (!grammar.in.accept("Ul")) {
      throw new DemangleFailure("unknown unnamed type");
    }
    SyntheticNames names = new SyntheticNames();
    List<TypeNode.Declaration> templateParameters = new ArrayList<>();
    while (atDeclaration()) {
      templateParameters.add(declaration(names));
    }
    Node templateConstraint = constraint();
    List<Node> parameters = new ArrayList<>();
    if (!grammar.in.accept('v')) {
      do {
        parameters.add(grammar.types.type());
      } while (grammar.in.peek() != 'E' && grammar.in.peek() != 'Q');
    }
    Node constraint = constraint();
    grammar.in.expect('E');
    String number = grammar.in.digits();
    grammar.in.expect('_');
    return new NameNode.Closure(
        templateParameters, templateConstraint, parameters, constraint, number);
  }

  private @Nullable Node constraint() {
    return grammar.in.accept('Q') ? grammar.expressions.expression() : null;
  }

  /**
   * Names for a lambda's template parameters, whose own are not in the mangling: {@code $T}, {@code
   * $T0}, {@code $N}.
   */
  private static final class SyntheticNames {
    private int types;
    private int values;
    private int templates;

    String type() {
      return numbered("$T", types++);
    }

    String value() {
      return numbered("$N", values++);
    }

    String template() {
      return numbered("$TT", templates++);
    }

    private static String numbered(String name, int index) {
      return index == 0 ? name : name + (index - 1);
    }
  }
}
