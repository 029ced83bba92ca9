package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Operator.Precedence;

/**
 * A part of a parsed name. Nodes are immutable but for a {@link TemplateScope} that is filled while
 * parsing.
 */
sealed interface Node permits Node.NameNode, Node.TypeNode, Node.ExpressionNode {

  /**
   * The template arguments that belong to the entity an encoding names: those of the last argument
   * list in its name. Filled while the name is parsed, read when it is printed.
   */
  final class TemplateScope {
    private List<Node> arguments = List.of();

    void bind(List<Node> newArguments) {
      arguments = newArguments;
    }

    List<Node> arguments() {
      return arguments;
    }
  }

  /** The parts that names of entities are made of. */
  sealed interface NameNode extends Node {

    /** A name written as it is: an identifier, an operator's name, a builtin type. */
    record Plain(String text) implements NameNode {}

    /** {@code scope::name}. */
    record Scoped(Node scope, Node name) implements NameNode {}

    /** {@code scope::friend name}, a friend that is constrained like a member. */
    record Friend(Node scope, Node name) implements NameNode {}

    /** {@code ::name}. */
    record Global(Node name) implements NameNode {}

    /** {@code name@module}; the module is itself a substitution candidate. */
    record InModule(Node name, ModuleName module) implements NameNode {}

    /** A module's name, {@code parent.name}, or {@code parent:name} for a partition. */
    record ModuleName(@Nullable ModuleName parent, String name, boolean partition)
        implements NameNode {}

    /** {@code name<arguments>}. */
    record Specialized(Node name, Arguments arguments) implements NameNode {}

    /** {@code <arguments>}. */
    record Arguments(List<Node> list) implements NameNode {}

    /** {@code J … E}: arguments bound to one parameter pack. */
    record ArgumentPack(List<Node> list) implements NameNode {}

    /** {@code name[abi:tag]}. */
    record Tagged(Node name, String tag) implements NameNode {}

    /** An abbreviation of the library; constructors are shown with the class spelled out. */
    record Library(LibraryName name, boolean spelledOut) implements NameNode {}

    /** A constructor or destructor of the class that {@code owner} names. */
    record Structor(Node owner, boolean destructor) implements NameNode {}

    /**
     * {@code operator type}. The type may refer to template arguments that follow later, hence the
     * scope.
     */
    record Conversion(Node type, TemplateScope scope) implements NameNode {}

    /** {@code function::entity}. */
    record Local(Node function, Node entity) implements NameNode {}

    /**
     * The type of a lambda.
     *
     * @param templateParameters those written in the source, not those made by {@code auto}
     * @param number the number that distinguishes it from others with the same signature; empty for
     *     the first
     */
    record Closure(
        List<TypeNode.Declaration> templateParameters,
        @Nullable Node templateConstraint,
        List<Node> parameters,
        @Nullable Node constraint,
        String number)
        implements NameNode {}

    /** {@code [a, b]}: a structured binding. */
    record Bindings(List<Node> names) implements NameNode {}

    /**
     * A function with what its mangled name states about its type; a variable is its name alone.
     *
     * @param qualifiers of a member function, with a leading space, e.g. {@code " const &"}
     */
    record Encoding(
        @Nullable Node result,
        Node name,
        List<Node> parameters,
        String qualifiers,
        @Nullable Arguments enableIf,
        @Nullable Node constraint,
        TemplateScope scope)
        implements NameNode {}

    /** The abbreviations of the ABI for names of the library, {@code Sa} to {@code Sd}. */
    enum LibraryName {
      ALLOCATOR('a', "allocator", "allocator", ""),
      BASIC_STRING('b', "basic_string", "basic_string", ""),
      STRING('s', "string", "basic_string", "<char, std::char_traits<char>, std::allocator<char>>"),
      ISTREAM('i', "istream", "basic_istream", "<char, std::char_traits<char>>"),
      OSTREAM('o', "ostream", "basic_ostream", "<char, std::char_traits<char>>"),
      IOSTREAM('d', "iostream", "basic_iostream", "<char, std::char_traits<char>>");

      final char code;
      final String shortName;
      final String className;
      final String arguments;

      LibraryName(char code, String shortName, String className, String arguments) {
        this.code = code;
        this.shortName = shortName;
        this.className = className;
        this.arguments = arguments;
      }

      static @Nullable LibraryName of(char code) {
        for (LibraryName name : values()) {
          if (name.code == code) {
            return name;
          }
        }
        return null;
      }
    }
  }

  /** The parts that types are made of. */
  sealed interface TypeNode extends Node {

    /**
     * A type with {@code const}, {@code volatile}, {@code restrict}; the text has a leading space.
     */
    record Qualified(Node type, String qualifiers) implements TypeNode {}

    /** A type with a vendor's qualifier, e.g. an address space: {@code float AS1}. */
    record VendorQualified(Node type, String qualifier, NameNode.@Nullable Arguments arguments)
        implements TypeNode {}

    record Pointer(Node target) implements TypeNode {}

    record Reference(Node target, boolean rvalue) implements TypeNode {}

    record MemberPointer(Node owner, Node member) implements TypeNode {}

    record Array(Node element, @Nullable Node dimension) implements TypeNode {}

    record Vector(Node element, @Nullable Node dimension) implements TypeNode {}

    /**
     * A function's type.
     *
     * @param qualifiers with a leading space, e.g. {@code " const &"}
     */
    record Function(
        Node result, List<Node> parameters, String qualifiers, @Nullable Node exceptions)
        implements TypeNode {}

    /** {@code pattern...}, repeated for every element of the packs in it. */
    record Expansion(Node pattern) implements TypeNode {}

    /**
     * A reference to a template parameter, bound when it is printed: the same substitution may
     * represent the parameters of different templates.
     *
     * @param level how many template parameter lists lie outside the one it refers to
     */
    record Parameter(int level, int index) implements TypeNode {}

    /** Something between two texts, {@code decltype(x)}. */
    record Enclosed(String before, Node content, String after) implements TypeNode {}

    /** A list between two texts, {@code throw(A, B)}. */
    record EnclosedList(String before, List<Node> content, String after) implements TypeNode {}

    /** The declaration of a lambda's template parameter. */
    sealed interface Declaration extends TypeNode {}

    /** {@code typename $T}, or {@code constraint $T}. */
    record TypeParameter(@Nullable Node constraint, String name) implements Declaration {}

    /** {@code type $N}. */
    record ValueParameter(Node type, String name) implements Declaration {}

    /** {@code template<…> typename $TT}. */
    record TemplateParameter(List<Declaration> parameters, @Nullable Node constraint, String name)
        implements Declaration {}

    /** {@code typename ...$T}: one of the three above as a pack. */
    record PackParameter(Declaration parameter) implements Declaration {}
  }

  /** The parts that expressions are made of. */
  sealed interface ExpressionNode extends Node {
    Precedence precedence();

    /** {@code left operator right}. */
    record Binary(Node left, String operator, Node right, Precedence precedence)
        implements ExpressionNode {}

    /** {@code [](…){...}}. */
    record Lambda(NameNode.Closure type) implements ExpressionNode {
      @Override
      public Precedence precedence() {
        return Precedence.PRIMARY;
      }
    }

    /** Parts that are written one after another. */
    record Phrase(Precedence precedence, List<Node> parts) implements ExpressionNode {
      static Phrase of(Precedence precedence, Node... parts) {
        return new Phrase(precedence, List.of(parts));
      }

      /** One that never needs parentheses around it: literals, lists, requirements. */
      static Phrase of(Node... parts) {
        return of(Precedence.PRIMARY, parts);
      }
    }

    /**
     * A part that has parentheses where it needs them.
     *
     * @param looserOnly whether one of the same precedence needs none
     */
    record Operand(Node node, Precedence place, boolean looserOnly) implements ExpressionNode {
      @Override
      public Precedence precedence() {
        return Precedence.PRIMARY;
      }
    }

    /**
     * A part in brackets.
     *
     * @param operands whether there are commas between the contents
     */
    record Bracketed(String brackets, List<Node> content, boolean operands)
        implements ExpressionNode {
      static Bracketed list(String brackets, List<Node> content) {
        return new Bracketed(brackets, content, true);
      }

      static Bracketed of(String brackets, Node... content) {
        return new Bracketed(brackets, List.of(content), false);
      }

      @Override
      public Precedence precedence() {
        return Precedence.PRIMARY;
      }
    }
  }
}
