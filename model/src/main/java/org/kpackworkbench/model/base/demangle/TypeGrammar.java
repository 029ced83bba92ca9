package org.kpackworkbench.model.base.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Bracketed;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode.Phrase;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode.LibraryName;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;
import org.kpackworkbench.model.base.text.ResourceLines;

/** {@code <type>}. */
final class TypeGrammar {
  private final Grammar grammar;

  /** In the type of a conversion operator, arguments after a parameter belong to the operator. */
  private boolean argumentsBelongOutside;

  TypeGrammar(Grammar grammar) {
    this.grammar = grammar;
  }

  Node type() {
    grammar.in.descend();
    Node type = production();
    grammar.in.ascend();
    return type;
  }

  Node conversionType() {
    boolean outer = setArgumentsBelongOutside(true);
    Node type = type();
    setArgumentsBelongOutside(outer);
    return type;
  }

  /** Returns the value before. */
  boolean setArgumentsBelongOutside(boolean value) {
    boolean before = argumentsBelongOutside;
    argumentsBelongOutside = value;
    return before;
  }

  private Node production() {
    CompoundTypeGrammar compounds = grammar.compounds;
    Cursor in = grammar.in;
    char first = in.peek();
    return switch (first) {
      case 'r', 'V', 'K' -> grammar.remember(functionAhead() ? compounds.function() : qualified());
      case 'U' ->
          grammar.remember(Cursor.isDigit(in.peek(1)) ? qualified() : grammar.names.name(null));
      case 'P' -> grammar.remember(new TypeNode.Pointer(operand()));
      case 'R' -> grammar.remember(new TypeNode.Reference(operand(), false));
      case 'O' -> grammar.remember(new TypeNode.Reference(operand(), true));
      case 'C' -> grammar.remember(Phrase.of(operand(), new NameNode.Plain(" complex")));
      case 'G' -> grammar.remember(Phrase.of(operand(), new NameNode.Plain(" imaginary")));
      case 'F' -> grammar.remember(compounds.function());
      case 'A' -> grammar.remember(compounds.array());
      case 'M' -> grammar.remember(compounds.memberPointer());
      case 'u' -> grammar.remember(vendorType());
      case 'D' -> extended();
      case 'T' -> parameterOrElaborated();
      case 'S' -> in.peek(1) == 't' ? grammar.remember(grammar.names.name(null)) : substituted();
      default -> {
        String builtin = BuiltinTypes.of(first);
        if (builtin == null) {
          yield grammar.remember(grammar.names.name(null));
        }
        in.next();
        yield new NameNode.Plain(builtin);
      }
    };
  }

  private Node operand() {
    grammar.in.next();
    return type();
  }

  /** {@code <CV-qualifiers>} as text with leading spaces. */
  String qualifiers() {
    boolean restrict = grammar.in.accept('r');
    boolean isVolatile = grammar.in.accept('V');
    boolean isConst = grammar.in.accept('K');
    if (!restrict && !isVolatile) {
      return isConst ? " const" : "";
    }
    return (isConst ? " const" : "")
        + (isVolatile ? " volatile" : "")
        + (restrict ? " restrict" : "");
  }

  /** Whether a function type follows the qualifiers, which then are its own. */
  private boolean functionAhead() {
    int ahead = 0;
    while (ahead < 3 && "rVK".indexOf(grammar.in.peek(ahead)) >= 0) {
      ahead++;
    }
    char next = grammar.in.peek(ahead);
    return next == 'F' || (next == 'D' && "oOwx".indexOf(grammar.in.peek(ahead + 1)) >= 0);
  }

  private Node qualified() {
    grammar.in.descend();
    Node result;
    if (grammar.in.accept('U')) {
      String qualifier = grammar.in.identifier();
      NameNode.@Nullable Arguments arguments =
          grammar.in.peek() == 'I' ? grammar.templates.arguments(null) : null;
      result = new TypeNode.VendorQualified(qualified(), qualifier, arguments);
    } else {
      String qualifiers = qualifiers();
      Node type = type();
      result = qualifiers.isEmpty() ? type : new TypeNode.Qualified(type, qualifiers);
    }
    grammar.in.ascend();
    return result;
  }

  private Node vendorType() {
    grammar.in.expect('u');
    String name = grammar.in.identifier();
    if (grammar.in.peek() != 'I') {
      return new NameNode.Plain(name);
    }
    return Phrase.of(
        new NameNode.Plain(name), Bracketed.list("()", grammar.templates.arguments(null).list()));
  }

  private Node parameterOrElaborated() {
    String keyword = elaboration(grammar.in.peek(1));
    if (keyword != null) {
      grammar.in.take(2);
      return grammar.remember(
          Phrase.of(new NameNode.Plain(keyword + " "), grammar.names.name(null)));
    }
    Node parameter = grammar.remember(grammar.templates.parameter());
    if (grammar.in.peek() != 'I' || argumentsBelongOutside) {
      return parameter;
    }
    return grammar.remember(new NameNode.Specialized(parameter, grammar.templates.arguments(null)));
  }

  private static @Nullable String elaboration(char code) {
    return switch (code) {
      case 's' -> "struct";
      case 'u' -> "union";
      case 'e' -> "enum";
      default -> null;
    };
  }

  private Node substituted() {
    Node node = grammar.substitution();
    if (node instanceof NameNode.ModuleName module) {
      Node name = grammar.unqualified.name(null, null, module);
      return grammar.in.peek() == 'I'
          ? specialized(grammar.remember(name))
          : grammar.remember(name);
    }
    boolean complete =
        node instanceof NameNode.Specialized
            || (node instanceof NameNode.Library(LibraryName name, _) && !name.arguments.isEmpty());
    if (grammar.in.peek() != 'I' || (complete && argumentsBelongOutside)) {
      return node;
    }
    return specialized(node);
  }

  private Node specialized(Node template) {
    return grammar.remember(new NameNode.Specialized(template, grammar.templates.arguments(null)));
  }

  /** The types whose code starts with {@code D}. */
  private Node extended() {
    char second = grammar.in.peek(1);
    String builtin = BuiltinTypes.extended(second);
    if (builtin != null) {
      grammar.in.take(2);
      return new NameNode.Plain(builtin);
    }
    return switch (second) {
      case 't', 'T' -> grammar.remember(decltype());
      case 'p' -> {
        grammar.in.take(2);
        yield grammar.remember(new TypeNode.Expansion(type()));
      }
      case 'v' -> grammar.remember(grammar.compounds.vector());
      case 'o', 'O', 'w', 'x' -> grammar.remember(grammar.compounds.function());
      case 'F' -> grammar.compounds.floating();
      case 'B', 'U' -> grammar.remember(grammar.compounds.bitInteger());
      case 'k', 'K' -> {
        grammar.in.take(2);
        String word = second == 'k' ? "auto" : "decltype(auto)";
        yield grammar.remember(Phrase.of(grammar.names.name(null), new NameNode.Plain(" " + word)));
      }
      default -> throw new DemangleFailure("unknown type");
    };
  }

  Node decltype() {
    grammar.in.take(2);
    Node expression = grammar.expressions.expression();
    grammar.in.expect('E');
    return new TypeNode.Enclosed("decltype(", expression, ")");
  }

  /** Types up to the end of their list, {@code v} standing for none. */
  List<Node> untilEnd() {
    List<Node> types = new ArrayList<>();
    while (!grammar.in.accept('E')) {
      types.add(type());
    }
    return types;
  }

  /** {@code <builtin-type>}: the types that are one or two letters. */
  static final class BuiltinTypes {
    private static final Map<String, String> NAMES =
        ResourceLines.of(BuiltinTypes.class, "builtin-types.txt").stream()
            .map(line -> line.split(" ", 2))
            .collect(Collectors.toMap(columns -> columns[0], columns -> columns[1]));

    private BuiltinTypes() {}

    static @Nullable String of(char code) {
      return NAMES.get(String.valueOf(code));
    }

    /** The builtin type whose code is {@code D} and this letter. */
    static @Nullable String extended(char code) {
      return NAMES.get("D" + code);
    }
  }

  /**
   * The types with parts of several kinds: functions, arrays, pointers to members, vectors, sized
   * numbers.
   */
  record CompoundTypeGrammar(Grammar grammar) {
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
}
